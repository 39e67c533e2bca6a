// The files of texts: a language says everything where it has to, with the same variables.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, PARTS, load } from './assets.mjs';
const { LANGUAGES } = await load('words.js');

const PAGES = ASSETS;
const read = (name) => readFileSync(new URL(name, PAGES), 'utf8');
const english = JSON.parse(read('lang_en.json'));

/** Texts that are English in the program itself where no file has them. */
const BUILT_IN = /^(game|rules|bot)\./;

/** The variables of a text; a language may do without a wording, but not without the number. */
const variables = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

/** What is wrong with a text, beside the English one if there is one. */
function fault(text, code, first) {
  if (typeof text !== 'string' || !text || text.trim() !== text) return 'no text';
  if (first !== undefined && String(variables(text)) !== String(variables(first))) return 'other variables';
  const needed = code === 'ru' ? 3 : 2;
  return [...text.matchAll(/\{\w+\|([^{}]*)\}/g)].some(([, wordings]) => wordings.split('|').length !== needed) ? `not ${needed} wordings` : null;
}

/** What is wrong with the texts of a game, or with those that all share. */
function faults({ name, complete, texts }) {
  const { en = {} } = texts, found = [];
  for (const code of new Set([...(complete ? Object.keys(LANGUAGES) : []), ...Object.keys(texts)])) {
    const own = texts[code] ?? {};
    const keys = [...(complete ? Object.keys(en).filter((key) => !Object.hasOwn(own, key)).map((key) => [key, 'missing']) : []),
      ...Object.keys(own).filter((key) => !Object.hasOwn(en, key) && (complete || !BUILT_IN.test(key))).map((key) => [key, 'not in English']),
      ...Object.entries(own).map(([key, text]) => [key, fault(text, code, en[key])])];
    if (!Object.hasOwn(LANGUAGES, code)) found.push(`${name} ${code}: no language of the pages`);
    found.push(...keys.filter(([, what]) => what).map(([key, what]) => `${name} ${code} ${key}: ${what}`));
  }
  return found;
}

test('the games of today and what all share are complete; others are as far as they go', () => {
  assert.equal(PARTS.filter(({ complete }) => complete).length, 7, PARTS.map(({ name }) => name).join());
  assert.deepEqual(PARTS.flatMap(faults), []);
  assert.deepEqual(Object.keys(LANGUAGES).filter((code) => !readdirSync(PAGES).includes(`lang_${code}.json`)), []);
});

test('a game needs no more than English, and no texts at all', () => {
  const of = (texts, complete = false) => faults({ name: 'nim', complete, texts });
  const en = { 'nim.heap': '{n} {n|stone|stones}', 'nim.end': 'Empty.' };
  assert.deepEqual([of({}), of({ en }), of({ en, es: { 'nim.end': 'Vacío.', 'game.nim': 'Nim' } })], [[], [], []]);
  assert.deepEqual(of({ en, es: { 'nim.fin': 'Vacío.', 'nim.end': '' }, de: {} }),
    ['nim es nim.fin: not in English', 'nim es nim.end: no text', 'nim de: no language of the pages']);
  assert.deepEqual(of({ en, ru: { 'nim.heap': '{n} {n|камень|камни}' } }), ['nim ru nim.heap: not 3 wordings']);
  assert.deepEqual(of({ en, es: { 'nim.heap': '{m}' } }), ['nim es nim.heap: other variables']);
  assert.deepEqual(of({ en, es: en, ca: en }, true).filter((what) => what.includes('missing')), ['nim ru nim.heap: missing', 'nim ru nim.end: missing']);
});

test('every text that a page asks for by its whole key is there', () => {
  const asked = new Map();
  const pages = [PAGES].flatMap((folder) => readdirSync(folder).map((name) => [name, folder]));
  for (const [name, folder] of pages.filter(([one]) => /\.(js|html)$/.test(one))) {
    const found = readFileSync(new URL(name, folder), 'utf8').matchAll(/\bt\('([^'$]+)'|data-t(?:-label)?="([^"]+)"/g);
    for (const [, code, page] of found) asked.set(code ?? page, name);
  }
  assert.ok(asked.size > 0);
  for (const [key, name] of asked) assert.ok(Object.hasOwn(english, key), `${name} asks for ${key}`);
});
