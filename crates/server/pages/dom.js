// Making and changing elements. Text from elsewhere only ever goes in as text.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (typeof value === 'function' && name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * An HTML element. Attributes are set as such, except `text` (the content) and functions under
 * `on…` (listeners, such as `onclick`); those that are null or false are left out. Strings among
 * the children become text, missing children are left out, lists of children are taken apart.
 */
export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element; everything else as with [`el`]. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** The page's element with this id. */
export const part = (id) => document.getElementById(id);

/** Sets the text, touching the page only if it differs. */
export function setText(node, text) {
  const wanted = String(text);
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Sets an attribute, touching the page only if it differs; null takes it away. */
export function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/** A name that a user chose: its writing direction stays inside, the whole of it is in the tooltip. */
export const nameOf = (name) => el('bdi', { class: 'name', title: name }, name);

/** The mark of a seat: its number in its colour. */
export const seatMark = (seat) => el('span', { class: 'seat-mark', 'data-seat': seat, 'aria-hidden': 'true' }, String(seat + 1));
