// Dragon Slayer's page without a page: a match as the server tells it, shown bit by bit.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, texts as words } from './assets.mjs';
const { after, moments, place } = await load('dragon_story.js');
const story = await load('dragon_story.js');

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const match = read('dragon_match.json');
const LANGUAGES = ['en', 'es', 'ca', 'ru'];
const texts = Object.fromEntries(LANGUAGES.map((code) => {
  return [code, words(code)];
}));

/** A table whose texts are in this language; keys and variables that are missing are noted. */
function table(code, missing = []) {
  const t = (key, variables = {}) => {
    if (!Object.hasOwn(texts[code], key)) missing.push(key);
    return (texts[code][key] ?? key).replace(/\{(\w+)(?:\|([^{}]*))?\}/g, (_, name, wordings) => {
      if (variables[name] === undefined) missing.push(`${key}: {${name}}`);
      return wordings === undefined ? String(variables[name]) : wordings.split('|').at(-1);
    });
  };
  return { t, seatName: (seat) => ['Ana', 'Daniel', 'Berta'][seat] };
}

test('what happens leads from each view to the next', () => {
  let view = match.first;
  for (const step of match.steps) {
    const before = JSON.stringify(view);
    let shown = view;
    for (const event of step.events) shown = after(shown, event);
    assert.equal(JSON.stringify(view), before, 'the view that is given stays');
    // It is known who is asked, and what, when the choice is shown whole.
    assert.deepEqual({ ...shown, asked: step.view.asked }, step.view, step.choice);
    view = step.view;
  }
});

test('moments are all that happens, in its order', () => {
  for (const own of [false, true]) {
    for (const step of match.steps) {
      const all = moments(step, own);
      assert.deepEqual(all.flatMap(({ events }) => events), step.events);
      for (const [number, { events, waits, rolls }] of all.entries()) {
        const dice = events.filter(({ kind }) => kind === 'roll').length;
        assert.ok(dice <= 1, 'one roll at a time');
        assert.equal(waits, !own || dice === 1);
        assert.equal(rolls, own && all[number + 1]?.events[0].kind === 'roll');
      }
      if (own && step.choice.startsWith('fight')) assert.equal(all[0].events[1].kind, 'roll', 'a choice throws');
    }
  }
});

test('nobody loses more warriors than there are, whatever is shown', () => {
  let view = match.first;
  for (const step of match.steps) {
    for (const { events } of moments(step, false)) {
      for (const event of events) view = after(view, event);
      assert.ok(view.turn.warriors >= 0 && view.turn.warriors + view.turn.lost === 3);
      const { alive, slain } = view.turn;
      assert.deepEqual([...alive, ...slain].sort(), ['blue', 'green', 'red']);
    }
    view = step.view;
  }
});

test('scores have their place on the track, and order', () => {
  const view = { goal: 40, players: [{ score: 10, ghost: 16 }, { score: 40, ghost: null }] };
  assert.deepEqual([0, 10, 40].map((score) => place(score, view)), [0, 25, 100]);
  view.players[1].score = 80;
  assert.equal(place(40, view), 50);
  assert.equal(place(80, view), 100);
});

test('every event, question and choice has its words in every language', () => {
  for (const code of LANGUAGES) {
    const missing = [];
    const words = table(code, missing);
    for (const step of match.steps) {
      for (const event of step.events) {
        const told = story.describe(event, words), text = told?.text ?? told;
        assert.ok(event.kind === 'round' || event.kind === 'offered' ? text === null : text.length > 3, `${code} ${event.kind}: ${text}`);
      }
      for (const one of step.choices) assert.ok(story.choice(one, words).length > 2);
      for (const you of [0, 1, 2, null]) story.question(step.view, you, words);
      for (const challenger of [null, 1]) {
        const turn = { ...step.view.turn, challenger };
        for (const last of [false, true]) {
          const text = story.round({ ...step.view, turn, last_round: last }, words);
          if (step.view.active === null) assert.equal(text, '');
          else assert.ok(text.includes(step.view.round) && text.split('. ').length >= 1 + (challenger !== null), text);
        }
      }
      for (const seat of [0, 1, 2]) assert.ok(story.player(step.view, seat, words).includes(words.seatName(seat)));
    }
    assert.deepEqual([...new Set(missing)], [], code);
  }
});

test('all languages have the same texts, with the same variables', () => {
  const names = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  const ours = (code) => Object.keys(texts[code]).filter((key) => key.startsWith('dragon.') || key.includes('dragon-slayer')).sort();
  for (const code of LANGUAGES) {
    assert.deepEqual(ours(code), ours('en'), code);
    for (const key of ours('en')) assert.deepEqual(names(texts[code][key]), names(texts.en[key]), `${code} ${key}`);
  }
});
