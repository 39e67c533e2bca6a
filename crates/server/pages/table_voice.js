// What is read out by a screen reader.

import { el } from './dom.js';

/** A place whose content is read out when it changes. */
export class Voice {
  #root;
  #lines = [];

  constructor(root) {
    this.#root = root;
  }

  /** Has lines read out, texts or `{ text, lang }`, with all else that is said in the same moment; also what was said before is read out again. */
  say(...lines) {
    if (lines.length && !this.#lines.length) {
      queueMicrotask(() => {
        if (this.#lines.length) this.#root.replaceChildren(...this.#lines);
        this.#lines = [];
      });
    }
    this.#lines.push(...lines.map((line) => {
      const text = line.text ?? line;
      return el('span', { lang: line.lang }, /[\p{L}\p{N})]$/u.test(text) ? `${text}. ` : `${text} `);
    }));
  }

  /** Forgets what is about to be read out. */
  hush() {
    this.#lines = [];
  }
}
