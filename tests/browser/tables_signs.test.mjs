// The signs of print in the texts: each language has its own.

import assert from 'node:assert/strict';
import test from 'node:test';
import { PARTS, load } from './assets.mjs';
const { LANGUAGES } = await load('words.js');

/** What stands in no text of a language, and how it is written instead. */
const WRONG = [
  [/['"]/, Object.keys(LANGUAGES), 'straight quotes: ’ “” «»'],
  [/\.\.\./, Object.keys(LANGUAGES), 'three full stops: …'],
  [/ - | -- /, Object.keys(LANGUAGES), 'a hyphen between blanks: — or :'],
  [/ [,;.!?»]|[«¿¡] | {2}/, Object.keys(LANGUAGES), 'a blank too many'],
  [/[“”]/, ['es', 'ca', 'ru'], 'quotes: «»'],
  [/[¿¡]/, ['en', 'ca', 'ru'], 'a sign of Spanish'],
  [/l\.l|[ŀĿ]/i, ['ca'], 'l·l'],
  [/(?<!\p{L})(еще|ее|счет|вперед|идет|ждет|берет|ведет|займет|придет|пойдет|остается|сдается|вернется|расчет|тяжелый|легкий|зеленый|черный|темный)(?!\p{L})/iu, ['ru'], 'ё'],
];

/** What is wrong in a text. */
function wrong(text, code) {
  const found = WRONG.filter(([sign, codes]) => codes.includes(code) && sign.test(text)).map(([, , instead]) => instead);
  const count = (sign) => text.split(sign).length;
  if (code === 'es' && (count('¿') !== count('?') || count('¡') !== count('!'))) found.push('¿…? ¡…!');
  return found;
}

test('every text has the signs of its language', () => {
  for (const code of Object.keys(LANGUAGES)) {
    const found = PARTS.flatMap(({ texts }) => Object.entries(texts[code] ?? {})).map(([key, text]) => [key, wrong(text, code).join()]).filter(([, what]) => what);
    assert.deepEqual(found, [], code);
  }
});

test('wrong signs are found', () => {
  for (const [text, code] of [
    ["the bot's", 'en'], ['a "bot"', 'ru'], ['Wait...', 'en'], ['Espera - ya', 'es'], ['Hola !', 'ca'], ['“bot”', 'es'], ['¿Què?', 'ca'], ['cancel.la', 'ca'], ['Счет', 'ru'], ['Ganas?', 'es'], ['Ganas!', 'es'],
  ]) assert.notDeepEqual(wrong(text, code), [], text);
  for (const [text, code] of [['«bot»: ¿ganas?', 'es'], ['l’illa, cancel·la…', 'ca'], ['Счёт — расчёт', 'ru'], ['the bot’s “word”', 'en']]) assert.deepEqual(wrong(text, code), [], text);
});
