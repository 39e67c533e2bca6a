// No English is left in the other languages: neither a whole text nor a word.

import assert from 'node:assert/strict';
import test from 'node:test';
import { PARTS, load, texts as read } from './assets.mjs';
const { LANGUAGES } = await load('words.js');

const OTHERS = Object.keys(LANGUAGES).filter((code) => code !== 'en');
const texts = Object.fromEntries(Object.keys(LANGUAGES).map((code) => [code, read(code)]));
/** The shortest words that tell English from Spanish and Catalan: shorter ones are in all of them. */
const SHORTEST = 3;

const MECHS = ['cantera', 'encina', 'faro', 'gaviota', 'grillo', 'muralla', 'nutria', 'tejon'].map((mech) => `option.battletech.mech.${mech}`);
const EXPERTS = Object.keys(texts.en).filter((key) => key.startsWith('bot.') && texts.en[key] === 'Expert');

/** Texts that are those of English, and why. */
const SAME = [
  { why: 'names', codes: OTHERS, keys: MECHS },
  { why: 'variables and signs without a word', codes: OTHERS, keys: ['dragon.do_fight', 'duel.ground.player', 'seat.log-line', 'seat.event'] },
  { why: 'units have one sign in Latin letters', codes: ['es', 'ca'], keys: ['ui.pace_seconds', 'mech.tons'] },
  { why: 'a physicist', codes: ['es', 'ca'], keys: ['league.elo'] },
  { why: 'the word for a program that plays', codes: ['es', 'ca'], keys: ['ui.seat_bot', 'ui.bot', 'ui.bots', 'ui.kind_bot'] },
  { why: 'Latin words in both', codes: ['es', 'ca'], keys: ['arena.kind-arena', 'ui.arena'] },
  { why: 'Latin words in both', codes: ['es'], keys: ['mech.phase.reaction', 'mech.balance'] },
  { why: 'Latin words in both', codes: ['ca'], keys: ['mech.item.Sensores', 'league.versions', 'mech.why.pilot', 'duel.ground.obstacle', ...EXPERTS] },
  { why: 'a miner, and mines', codes: ['ca'], keys: ['bot.vindinium:miner', 'seat.mines'] },
  { why: 'a noise, which Spanish opens with its own sign', codes: ['ca'], keys: ['duel.boom'] },
];

/**
 * Words of the English texts that stand in others, and in Russian all words in Latin letters: why, in which languages,
 * in which texts (in any, if there are none).
 */
const SHARED = [
  { why: 'the name of a game', codes: OTHERS, words: 'vindinium' },
  { why: 'names of mechs', codes: OTHERS, words: 'cantera encina faro gaviota grillo muralla nutria tejón', keys: MECHS },
  { why: 'the abbreviation is the name', codes: OTHERS, words: 'masc', keys: ['mech.log.masc', 'mech.log.masc_failed'] },
  { why: 'the abbreviation is the name', codes: ['ru'], words: 'qr', keys: ['ui.qr'] },
  { why: 'a field of the protocol', codes: OTHERS, words: 'playurl', keys: ['arena.any-client'] },
  { why: 'the name of a kind of file', codes: OTHERS, words: 'csv', keys: ['admin.download'] },
  { why: 'the form of a colour', codes: OTHERS, words: 'rrggbb', keys: ['admin.colour'] },
  { why: 'coordinates of the protocol', codes: ['ru'], words: 'x y', keys: ['arena.axes'] },
  { why: 'commands to type', codes: OTHERS, words: 'automatic ctrl interactive log quit save show', keys: ['keys.dragon-slayer'] },
  { why: 'commands to type', codes: OTHERS, words: 'down left right', keys: ['keys.tron'] },
  { why: 'commands to type', codes: ['ru'], words: 'up', keys: ['keys.tron'] },
  { why: 'commands to type, and signs on the board', codes: OTHERS, words: 'boom', keys: ['keys.desconecta4'] },
  { why: 'signs on the map', codes: ['ru'], words: 'b d f h l m', keys: ['mech.legend_text'] },
  { why: 'keys of a keyboard', codes: ['ru'], words: 'enter', keys: ['mech.map_help'] },
  { why: 'keys of a keyboard', codes: ['ru'], words: 'tab', keys: ['dragon.help'] },
  { why: 'the noise of the game’s name', codes: ['es', 'ca'], words: 'boom', keys: ['duel.boom', 'duel.boom_none', 'duel.log.boom'] },
  { why: 'words that all three have taken in', codes: ['es', 'ca'], words: 'bot bots club mech mechs rifle zoom' },
  { why: 'physicists', codes: ['es', 'ca'], words: 'elo gauss' },
  { why: 'Latin words in all three', codes: ['es', 'ca'], words: 'arena inferno rival total' },
  { why: 'Latin words in both', codes: ['es'], words: 'balance torso' },
  { why: 'Latin words in both', codes: ['ca'], words: 'arc client disc expert moment obstacle obstacles part parts per pilot possible rivals sensors text triangle versions' },
  { why: 'you have (has), and a net (red)', codes: ['es'], words: 'has red' },
  { why: 'you have (has), thirst (set), flames of a fire, a miner and mines', codes: ['ca'], words: 'has set flames miner mines' },
];

/** The names of games, which may stay as they are. */
const isName = (key) => key.startsWith('game.');

/** Texts about keys and coordinates of any game; in Russian they may have single letters and names of keys. */
const KEYS = { texts: /(^|\.)(keys|board)(\.|$)/, words: /^(\p{Script=Latin}|ctrl|enter|shift|tab)$/u };

/** A text without its variables, with all wordings. */
const said = (text) => text.replace(/\{\w+(?:\|([^{}]*))?\}/g, (whole, wordings = '') => ` ${wordings.replaceAll('|', ' ')} `);
const wordsOf = (text) => said(text).toLowerCase().match(/\p{L}+(?:·\p{L}+)?/gu) ?? [];
/** The English words of these parts. */
const englishOf = (parts) => new Set(parts.flatMap(({ texts: { en = {} } }) => Object.values(en)).flatMap(wordsOf).filter((word) => word.length >= SHORTEST));
const COMPLETE = PARTS.filter(({ complete }) => complete), english = englishOf(COMPLETE);

/** The words of a text that no text of this language may have without a reason. */
const foreign = (text, code, known = english) => [...new Set(wordsOf(text))].filter((word) => (code === 'ru' ? /\p{Script=Latin}/u.test(word) : known.has(word)));
const isKey = (word, code, key) => code === 'ru' && KEYS.texts.test(key) && KEYS.words.test(word);
const allows = ({ words, codes, keys }, word, code, key) => codes.includes(code) && words.split(' ').includes(word) && (keys?.includes(key) ?? true);

test('no text is the English one, but for those that have to be', () => {
  for (const code of OTHERS) {
    const same = PARTS.flatMap(({ texts: { en, [code]: own = {} } }) => Object.keys(own).filter((key) => own[key] === en?.[key] && !isName(key)));
    const excepted = SAME.filter(({ codes }) => codes.includes(code)).flatMap(({ keys }) => keys);
    assert.deepEqual(same.filter((key) => !excepted.includes(key)), [], `English in ${code}`);
    assert.deepEqual(excepted.filter((key) => !same.includes(key)), [], `exceptions that ${code} does not need`);
    assert.equal(new Set(excepted).size, excepted.length, `an exception of ${code} is there twice`);
  }
});

test('no text has an English word, but for those of both languages', () => {
  for (const part of PARTS) {
    // What one game says in English forbids no word to others.
    const known = part.complete ? english : englishOf([...COMPLETE, part]);
    for (const code of OTHERS) {
      const left = Object.entries(part.texts[code] ?? {}).filter(([key]) => !isName(key)).flatMap(([key, text]) => foreign(text, code, known)
        .filter((word) => !isKey(word, code, key) && !SHARED.some((exception) => allows(exception, word, code, key))).map((word) => `${key}: ${word}`));
      assert.deepEqual(left, [], `English in ${code}`);
    }
  }
});

test('every word that may stand in a text does', () => {
  for (const { why, words, codes, keys = null } of SHARED) {
    for (const code of codes) {
      const found = Object.entries(texts[code]).map(([key, text]) => [key, foreign(text, code)]);
      const here = found.filter(([key]) => keys?.includes(key) ?? true);
      for (const word of words.split(' ')) assert.ok(here.some(([, list]) => list.includes(word)), `${code} does not need “${word}” (${why})`);
      for (const key of keys ?? []) assert.ok(here.some(([one, list]) => one === key && list.some((word) => words.split(' ').includes(word))), `${code} does not need ${key} (${why})`);
    }
  }
});

test('letters and names of keys may stand where keys and coordinates are told', () => {
  for (const key of ['keys.nim', 'duel.keys.nim', 'nim.board', 'duel.board.nim']) assert.ok(['d', 'enter'].every((word) => isKey(word, 'ru', key)), key);
  assert.ok(!isKey('d', 'ru', 'nim.boarding') && !isKey('stone', 'ru', 'keys.nim') && !isKey('d', 'es', 'keys.nim'));
});

test('words are told from variables and signs', () => {
  assert.deepEqual(wordsOf('{name} y {count|una jugada|dos jugadas}: l’escut, cancel·la, Ctrl-C'), ['y', 'una', 'jugada', 'dos', 'jugadas', 'l', 'escut', 'cancel·la', 'ctrl', 'c']);
  assert.deepEqual(foreign('Toma your turn', 'es'), ['your', 'turn']);
  assert.deepEqual(foreign('Ваш Turn {name}', 'ru'), ['turn']);
  assert.ok(english.size > 500, `${english.size} English words`);
});
