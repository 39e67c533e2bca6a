// What is said about games for two, in every language.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ASSETS, load } from './assets.mjs';
const { hintText } = await load('duel.js');
const [drops, steers] = await Promise.all(['desconecta4.js', 'tron.js'].map(load));

const PAGES = ASSETS;
const LANGUAGES = ['en', 'es', 'ca', 'ru'];
const read = (file) => readFileSync(new URL(file, PAGES), 'utf8');
/** The texts of these games, whatever files of a language they are in. */
const texts = Object.fromEntries(LANGUAGES.map((code) => {
  const entries = Object.entries(JSON.parse(read(`lang_${code}.json`)));
  return [code, Object.fromEntries(entries.filter(([key]) => key.startsWith('duel.')).sort())];
}));

/** Remembers what was asked for, and says it with its variables. */
function speaker(language) {
  const t = (key, variables = {}) => {
    const text = texts[language][key];
    assert.ok(text, `${language}: ${key}`);
    for (const [, name] of text.matchAll(/\{(\w+)/g)) assert.ok(name in variables, `${language}: ${key} needs ${name}`);
    return `${key} ${Object.values(variables).join(' ')}`.trim();
  };
  return { t, seatName: (seat) => ['Ada', 'Bob'][seat] };
}

const EVENTS = [
  [{ kind: 'drop', seat: 0, column: 2, row: 0, bomb: false }, 'duel.log.drop Ada 3'],
  [{ kind: 'drop', seat: 1, column: 6, row: 1, bomb: true }, 'duel.log.bomb Bob 7'],
  [{ kind: 'boom', seat: 1, row: 1, column: 6, removed: [[1, 6], [1, 2]], fallen: [] }, 'duel.log.boom Bob 2 2'],
  [{ kind: 'line', seat: 0, cells: [] }, 'duel.log.line Ada'],
  [{ kind: 'move', seat: 0, way: 'left', from: [1, 1], to: [1, 0], gained: 0 }, 'duel.log.left Ada'],
  [{ kind: 'move', seat: 0, way: 'up', from: [1, 1], to: [0, 1], gained: 4 }, 'duel.log.up Ada duel.log.gained 4'],
  [{ kind: 'pass', seat: 1 }, 'duel.log.pass Bob'],
];

test('every event is told, in every language', () => {
  for (const language of LANGUAGES) {
    for (const [event, text] of EVENTS) assert.equal((['move', 'pass'].includes(event.kind) ? steers : drops).describe(event, speaker(language)), text);
  }
  assert.equal(drops.describe({ kind: 'constructor' }, speaker('en')), null);
});

test('choices and hints are told, with what they decide', () => {
  for (const language of LANGUAGES) {
    const { t } = speaker(language);
    const drop = { choice: '2', kind: 'drop', column: 2, row: 0, bomb: true };
    assert.equal(drops.choiceName(drop, t), 'duel.drop_bomb 3');
    assert.equal(drops.choiceName({ kind: 'boom', row: 0, column: 1, removed: [[0, 1]] }, t), 'duel.boom_of 1 1');
    assert.equal(steers.choiceName({ kind: 'move', way: 'down' }, t), 'duel.down');
    assert.equal(hintText(drops.choiceName(drop, t), { value: 20, ends: null }, t), 'duel.drop_bomb 3');
    assert.equal(hintText(drops.choiceName(drop, t), { value: 995, ends: 5 }, t), 'duel.drop_bomb 3. duel.wins_in 5');
    assert.equal(hintText(drops.choiceName(drop, t), { value: -994, ends: -6 }, t), 'duel.drop_bomb 3. duel.loses_in 6');
    assert.equal(hintText(drops.choiceName(drop, t), { value: 0, ends: 0 }, t), 'duel.drop_bomb 3. duel.is_drawn 0');
  }
});

test('every text that a board asks for is there', () => {
  const files = readdirSync(PAGES).filter((name) => name.endsWith('.js') && (name.startsWith('duel') || read(name).includes("'./duel.js'")));
  assert.ok(files.length >= 4, files.join());
  for (const file of files) {
    const code = read(file);
    for (const [, key] of code.matchAll(/'(duel\.[\w.]+)'/g)) assert.ok(texts.en[key], `${file}: ${key}`);
  }
});
