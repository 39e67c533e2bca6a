// The choice of language.

import { el } from './dom.js';
import { choose, language, LANGUAGES } from './words.js';

/** Fills a list with the languages that can be chosen. */
export function offerLanguages(select) {
  select.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => el('option', { value: code, lang: code }, name)));
  select.value = language();
  select.addEventListener('change', () => choose(select.value));
}
