// Help on every element of the table, under the pointer, by keyboard, and for screen readers.

import { el, setAttribute, setText } from './dom.js';

/** Shows what there is to know about whatever the pointer or the focus is on. */
export class Help {
  #t;
  #root;
  #texts = new Map();

  /** `root` is the element in which help is wanted. */
  constructor(root, t) {
    this.#t = t;
    this.#root = root;
    this.line = el('p', { class: 'dragon-help', 'aria-hidden': 'true' });
    this.texts = el('div', { hidden: true });
    const show = ({ target, type }) => {
      const about = target.closest?.('[data-help]');
      if (about && root.contains(about)) this.#show(about.dataset.help);
      // A finger beside everything wants no help any more.
      else if (type === 'click') this.rest();
    };
    for (const kind of ['pointerover', 'focusin', 'click']) root.addEventListener(kind, show);
    root.addEventListener('pointerleave', () => this.rest());
    root.addEventListener('focusout', () => this.rest());
    root.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#show(null));
    this.#show(null);
  }

  /** Has the help under this key shown for an element. */
  on(node, key) {
    node.dataset.help = key;
    if (!this.#texts.has(key)) {
      const text = el('p', { id: `dragon-help-${key}` }, this.#t(`dragon.help_${key}`));
      this.#texts.set(key, text);
      this.texts.append(text);
    }
    setAttribute(node, 'aria-describedby', `dragon-help-${key}`);
    return node;
  }

  /** Nothing is pointed at any more: what has the focus keeps its help. */
  rest() {
    const focused = document.activeElement?.closest?.('[data-help]');
    this.#show(focused && this.#root.contains(focused) && focused.matches(':focus-visible') ? focused.dataset.help : null);
  }

  #show(key) {
    setText(this.line, key ? this.#t(`dragon.help_${key}`) : this.#t(matchMedia('(hover: none)').matches ? 'dragon.help_touch' : 'dragon.help'));
    this.line.classList.toggle('idle', !key);
  }
}
