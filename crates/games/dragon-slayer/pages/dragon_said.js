// What characters say, in the language of the page. Without the lines of a language they speak English.

import { FALLBACK, filled, language, textsOf } from './words.js';

// Pages load the scripts of a game when they know their language.
let lines = language() === FALLBACK ? {} : await textsOf(`said_${language()}`);

/** Takes lines as they are. */
export const speakBy = (some) => { lines = some; };

/** The `text` of an event, and the language `lang` it is in. */
export function saidIn({ line, text, rival, points, dragon }, seatName) {
  const [voice, occasion, number] = line.split('.');
  const own = lines[voice]?.[occasion]?.[number];
  if (!own) return { text, lang: FALLBACK };
  const name = Number.isInteger(rival) ? seatName(rival) : '';
  return { text: filled(own, { rival: name, points, dragon: lines.dragons[dragon] }, language()), lang: language() };
}
