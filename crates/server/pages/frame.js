// What stands around every page: the choice of language.

import { el } from './dom.js';
import { LANGUAGES, choose, language } from './words.js';

/** Fills the element for the languages with a button for each. */
export function offerLanguages(root) {
  root.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => el('button', {
    type: 'button', lang: code, title: name, 'aria-pressed': String(code === language()), onclick: () => choose(code),
  }, code.toUpperCase(), el('span', { class: 'visually-hidden' }, ` ${name}`))));
}
