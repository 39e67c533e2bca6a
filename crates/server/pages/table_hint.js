// What a hint says.

import { el } from './dom.js';
import { chancesText, valueText } from './values.js';
import { t } from './words.js';

/** A hint in words: the choice in the game's words, what it is worth, and what all choices are worth where that is known. */
export function hintNodes(choice, note, choiceName) {
  return [`${t('ui.hint')}: `, el('b', {}, choice), typeof note?.value === 'number' ? ` (${valueText(note.value)})` : '',
    note?.chances ? el('span', { class: 'chances' }, ` ${chancesText(note.chances, choiceName)}`) : ''];
}
