// As much of a document as boards need: elements that keep what is done to them.

class Element {
  #listeners = {};
  attributes = {};
  childNodes = [];
  parent = null;
  hidden = false;
  style = { setProperty: (name, value) => { this.attributes[name] = String(value); } };
  classList = {
    contains: (name) => this.#classes.has(name),
    add: (name) => this.classList.toggle(name, true),
    remove: (name) => this.classList.toggle(name, false),
    toggle: (name, on) => {
      const classes = this.#classes;
      if (on) classes.add(name);
      else classes.delete(name);
      this.attributes.class = [...classes].join(' ');
    },
  };

  constructor(tag) {
    this.tag = tag;
  }

  get #classes() {
    return new Set((this.attributes.class ?? '').split(' ').filter(Boolean));
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }

  get parentElement() {
    return this.parent;
  }

  get lastChild() {
    return this.childNodes.at(-1);
  }

  /** Attributes `data-NAME` by their names of one word or several. */
  get dataset() {
    const attribute = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy(this, {
      get: (node, name) => node.attributes[attribute(name)],
      set: (node, name, value) => {
        node.setAttribute(attribute(name), value);
        return true;
      },
    });
  }

  after(...nodes) {
    const { parent } = this, { childNodes } = parent, place = childNodes.indexOf(this) + 1, behind = childNodes.slice(place);
    parent.childNodes = childNodes.slice(0, place);
    parent.append(...nodes);
    parent.childNodes.push(...behind);
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent ?? node).join('');
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  append(...nodes) {
    for (const node of nodes) {
      node.remove?.();
      if (node instanceof Element) node.parent = this;
      this.childNodes.push(node instanceof Element ? node : String(node));
    }
  }

  prepend(...nodes) {
    const before = this.childNodes;
    this.childNodes = [];
    this.append(...nodes);
    this.childNodes.push(...before);
  }

  replaceChildren(...nodes) {
    for (const node of this.children) node.parent = null;
    this.childNodes = [];
    this.append(...nodes);
  }

  remove() {
    if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((node) => node !== this);
    this.parent = null;
  }

  addEventListener(kind, listener) {
    (this.#listeners[kind] ??= []).push(listener);
  }

  /** What happens to it and then to those around it, like a click; says whether the page has used it. */
  happens(kind, event = {}) {
    let used = false;
    const told = { ...event, preventDefault: () => { used = true; } };
    for (let node = this; node; node = node.parent) for (const listener of node.#listeners[kind] ?? []) listener(told);
    return used;
  }

  focus() {
    document.activeElement = this;
    this.happens('focus');
  }

  /** All elements within it of a class, in order. */
  all(name) {
    return this.children.flatMap((node) => [...(node.classList.contains(name) ? [node] : []), ...node.all(name)]);
  }
}

/** Makes the document that modules find; to be called before a board is made. */
export function stubDocument() {
  globalThis.document = { activeElement: null, createElement: (tag) => new Element(tag), createElementNS: (_, tag) => new Element(tag) };
}

/** An element outside of any other. */
export const newElement = () => new Element('div');
