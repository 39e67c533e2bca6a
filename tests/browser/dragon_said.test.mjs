// What characters say in other languages: every line of the English files, with what it needs.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, load } from './assets.mjs';

const { LANGUAGES, use } = await load('words.js');
const { saidIn, speakBy } = await load('dragon_story.js');
const COMMENTS = new URL('../../crates/games/dragon-slayer/src/comments/', import.meta.url);
const LONGEST = 100;
const others = Object.keys(LANGUAGES).filter((code) => code !== 'en');
const saidOf = (code) => JSON.parse(readFileSync(new URL(`said_${code}.json`, ASSETS), 'utf8'));

/** The English lines by voice and occasion. */
const english = new Map(readdirSync(COMMENTS).map((name) => {
  const occasions = new Map();
  for (const line of readFileSync(new URL(name, COMMENTS), 'utf8').split('\n').filter(Boolean)) {
    const [, heading] = /^\[(.*)\]$/.exec(line) ?? [];
    if (heading) occasions.set(heading, []);
    else [...occasions.values()].at(-1).push(line);
  }
  return [name.replace('.txt', ''), occasions];
}));
const variables = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test('every line is said in every language, and needs the same', () => {
  assert.ok(english.size >= 8);
  for (const code of others) {
    const { dragons, ...voices } = saidOf(code);
    assert.deepEqual(Object.keys(dragons), ['blue', 'green', 'red'], code);
    assert.deepEqual(Object.keys(voices).sort(), [...english.keys()].sort(), code);
    for (const [voice, occasions] of english) {
      assert.deepEqual(Object.keys(voices[voice]), [...occasions.keys()], `${code} ${voice}`);
      for (const [occasion, lines] of occasions) {
        const own = voices[voice][occasion];
        assert.equal(own.length, lines.length, `${code} ${voice} ${occasion}`);
        own.forEach((line, at) => {
          assert.deepEqual(variables(line), variables(lines[at]), `${code} ${voice} ${occasion}: ${line}`);
          assert.ok(line && line === line.trim() && line !== lines[at], `${code} ${voice} ${occasion}: ${line}`);
          assert.ok(line.replace(/\{\w+\|([^|}]*)[^}]*\}/g, '$1').length <= LONGEST, `${code}: ${line}`);
          for (const [, wordings] of line.matchAll(/\{\w+\|([^{}]*)\}/g)) assert.equal(wordings.split('|').length, code === 'ru' ? 3 : 2, line);
          if (code === 'ru') assert.doesNotMatch(line.replace(/\{\w+/g, ''), /[a-z]/i, line);
        });
      }
    }
  }
});

test('nobody has two lines that are the same', () => {
  for (const code of others) {
    const { dragons: _, ...voices } = saidOf(code);
    for (const [voice, occasions] of Object.entries(voices)) {
      const lines = Object.values(occasions).flat();
      assert.equal(new Set(lines).size, lines.length, `${code} ${voice}`);
    }
  }
});

test('a line is filled in, and English is the last resort', () => {
  const event = { line: 'abel.bust.1', text: 'The red dragon was right.', rival: 1, points: 5, dragon: 'red' };
  const seatName = (seat) => ['Ada', 'Eve'][seat];
  use('es', {});
  speakBy({ abel: { bust: ['…', '{rival}: el dragón {dragon} y {points} {points|punto|puntos}.'] }, dragons: { red: 'rojo' } });
  assert.deepEqual(saidIn(event, seatName), { text: 'Eve: el dragón rojo y 5 puntos.', lang: 'es' });
  assert.deepEqual(saidIn({ ...event, line: 'abel.bust.9' }, seatName), { text: event.text, lang: 'en' });
  speakBy({});
  assert.deepEqual(saidIn(event, seatName), { text: event.text, lang: 'en' });
});
