// Clocks and spans as the tables show them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './assets.mjs';
const { ago, clock, left } = await load('words.js');

test('a span is shown as on a clock', () => {
  assert.deepEqual([-5, 0, 7.9, 60, 192, 3599, 3600, 90_061].map(clock), ['0:00', '0:00', '0:07', '1:00', '3:12', '59:59', '1:00:00', '25:01:01']);
});

test('a clock shows nothing left only when nothing is left', () => {
  assert.equal(left(100, 30, 100), 30);
  assert.equal(left(100, 30, 129.9), 1);
  assert.equal(left(100, 30, 130), 0);
  assert.equal(left(100, 30, 500), 0);
});

test('how long ago is said in the language', () => {
  assert.equal(ago(1000, 1000 + 200, 'en'), '3 minutes ago');
  assert.equal(ago(1000, 1000 + 7300, 'es'), 'hace 2 horas');
  assert.equal(ago(1000, 1005, 'en'), 'now');
  assert.equal(ago(1000, 900, 'en'), 'now');
});
