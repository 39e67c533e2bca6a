// Stepping through a finished match, and loading its steps.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './assets.mjs';
const { Place, Steps } = await load('table_replay.js');

test('going somewhere stops and stays inside the match', () => {
  const place = new Place(10);
  assert.equal(place.index, 10);
  place.toggle();
  assert.deepEqual([place.index, place.playing], [0, true]);
  place.seek(99);
  assert.deepEqual([place.index, place.playing], [10, false]);
  place.seek(-1);
  assert.equal(place.index, 0);
});

test('playing shows every step once, at its speed, and ends at the end', () => {
  const place = new Place(3);
  place.toggle();
  const shown = [];
  for (let now = 0; now <= 10_000; now += 100) if (place.advance(now)) shown.push([now, place.index]);
  assert.deepEqual(shown, [[1000, 1], [2000, 2], [3000, 3]]);
  assert.equal(place.playing, false);
  place.speed = 4;
  place.toggle();
  place.advance(0);
  assert.ok(place.advance(250));
  // A page that was hidden for a minute goes on by one step, not by sixty.
  assert.ok(place.advance(60_250));
  assert.equal(place.index, 2);
});

test('a match without steps has nothing to play', () => {
  const place = new Place(0);
  place.toggle();
  assert.equal(place.playing, false);
  assert.equal(place.advance(5000), false);
});

/** A match of 120 steps, as the server tells it; the pages that were asked for. */
function match() {
  const asked = [];
  const steps = Array.from({ length: 120 }, (_, at) => ({ n: at + 1, view: at + 1 }));
  const load = async (from, count) => {
    asked.push(from);
    return { steps: steps.slice(from, from + count), ...(from === 0 && { first: { view: 0 } }) };
  };
  return { asked, load };
}

test('each view is the one after its step, and each page is asked for once', async () => {
  const { asked, load } = match();
  const steps = new Steps(load);
  for (const index of [120, 50, 51, 0, 100, 101, 1, 49]) {
    const { view, step } = await steps.at(index);
    assert.equal(view, index);
    assert.equal(step?.n ?? 0, index);
  }
  assert.deepEqual(asked.sort((a, b) => a - b), [0, 50, 100]);
  assert.deepEqual(steps.until(52, 3).map(({ n }) => n), [50, 51, 52]);
  assert.deepEqual(steps.until(2, 60).map(({ n }) => n), [1, 2]);
});

test('what is not loaded is not known, and a page that failed is tried again', async () => {
  const { load } = match();
  let fails = 1;
  const steps = new Steps((from, count) => (fails-- > 0 ? Promise.reject(new Error('lost')) : load(from, count)));
  assert.equal(steps.loaded(0), null);
  await assert.rejects(steps.at(7), /lost/);
  assert.equal((await steps.at(7)).view, 7);
  assert.equal(steps.loaded(60), null);
});
