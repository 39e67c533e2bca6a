// The files of texts: every language says everything, with the same variables.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, load } from './assets.mjs';
const { LANGUAGES } = await load('words.js');

const PAGES = ASSETS;
const read = (name) => readFileSync(new URL(name, PAGES), 'utf8');
const names = readdirSync(PAGES);
const codes = Object.keys(LANGUAGES);

/** The texts by part (`''` if a language is one file) and language. */
const parts = new Map();
for (const name of names) {
  const [, code, part = ''] = /^lang_([a-z]+)(?:\.(\w+))?\.json$/.exec(name) ?? [];
  if (!code) continue;
  if (!parts.has(part)) parts.set(part, new Map());
  parts.get(part).set(code, JSON.parse(read(name)));
}
const english = Object.assign({}, ...[...parts.values()].map((languages) => languages.get('en')));

/** The variables of a text; a language may do without a wording, but not without the number. */
const variables = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test('there are texts, in all languages', () => {
  assert.ok(parts.size > 0);
  for (const [part, languages] of parts) assert.deepEqual([...languages.keys()].sort(), [...codes].sort(), `part "${part}"`);
});

test('every language has the same keys, each with a text and the same variables', () => {
  for (const [part, languages] of parts) {
    const first = languages.get('en');
    for (const [code, texts] of languages) {
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(first).sort(), `${part} ${code}`);
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(typeof text === 'string' && text.trim() === text && text, `${code} ${key}: "${text}"`);
        assert.deepEqual(variables(text), variables(first[key]), `${code} ${key}: "${text}"`);
      }
    }
  }
});

test('a number has as many wordings as the language needs', () => {
  for (const languages of parts.values()) {
    for (const [code, texts] of languages) {
      const needed = code === 'ru' ? 3 : 2;
      for (const [key, text] of Object.entries(texts)) {
        for (const [, wordings] of text.matchAll(/\{\w+\|([^{}]*)\}/g)) assert.equal(wordings.split('|').length, needed, `${code} ${key}: "${text}"`);
      }
    }
  }
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
