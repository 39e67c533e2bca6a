// Texts of the tables: the language that is chosen, what stands for a missing text, numbers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './assets.mjs';
const { filled, known, language, namesAt, pick, t, use } = await load('words.js');

test('the first language that we have is chosen, whatever its country', () => {
  assert.equal(pick(['de-DE', 'ca-ES', 'es']), 'ca');
  assert.equal(pick(['RU']), 'ru');
  assert.equal(pick(['de', 'constructor']), 'en');
  assert.equal(pick([]), 'en');
});

test('a missing text is its key', () => {
  use('es', { 'ui.a': 'hola', 'ui.b': 'only {count} {count|seat|seats}' });
  assert.equal(language(), 'es');
  assert.equal(t('ui.a'), 'hola');
  assert.equal(t('ui.b', { count: 1 }), 'only 1 seat');
  assert.equal(t('ui.none'), 'ui.none');
  assert.equal(t('toString'), 'toString');
  assert.ok(known('ui.b') && !known('ui.none') && !known('toString'));
});

test('a variable stands where its name is, as text and only once', () => {
  assert.equal(filled('{a} and {b}', { a: '{b}', b: '$&' }, 'en'), '{b} and $&');
  assert.equal(filled('{a} and {b}', { a: 0 }, 'en'), '0 and {b}');
  assert.equal(filled('{a}', undefined, 'en'), '{a}');
});

test('players of one name are numbered, all others are not', () => {
  const bot = (name) => ({ kind: 'bot', player: `game:${name}`, name }), person = (name) => ({ kind: 'human', name });
  assert.deepEqual(namesAt([bot('Strong'), person('Ada'), bot('Weak'), bot('Strong'), person('Ada')]), ['Strong 1', 'Ada 1', 'Weak', 'Strong 2', 'Ada 2']);
  assert.deepEqual(namesAt([bot('Strong'), person('')]), ['Strong', '']);
  assert.deepEqual(namesAt([]), []);
});

test('each language counts as it does', () => {
  const english = '{n|match|matches}', russian = '{n|партия|партии|партий}';
  assert.deepEqual([0, 1, 2, 21].map((n) => filled(english, { n }, 'en')), ['matches', 'match', 'matches', 'matches']);
  assert.deepEqual([0, 1, 2, 5, 11, 21, 22, 25].map((n) => filled(russian, { n }, 'ru')),
    ['партий', 'партия', 'партии', 'партий', 'партий', 'партия', 'партии', 'партий']);
  // An English text that stands for a Russian one.
  assert.deepEqual([1, 2, 21].map((n) => filled(english, { n }, 'ru')), ['match', 'matches', 'matches']);
  assert.equal(filled('{n|partida|partidas}', { n: 1_000_000 }, 'es'), 'partidas');
});
