// What is heard of the steps of a game.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './assets.mjs';
const { soundsOf } = await load('dom.js');
const battletech = (await load('battletech.js')).sounds;
const dragonSlayer = (await load('dragon-slayer.js')).sounds;

test('each sound of a step is heard once, in order', () => {
  const events = ['fight', 'roll', 'roll', 'roll', 'slain'].map((kind) => ({ kind }));
  assert.deepEqual(soundsOf(events, dragonSlayer), ['roll', 'hit']);
  assert.deepEqual(soundsOf([{ kind: 'roll' }, { kind: 'defeated' }], dragonSlayer), ['roll', 'boom']);
  assert.deepEqual(soundsOf([{ kind: 'stopped' }, { kind: 'constructor' }], dragonSlayer), []);
  assert.deepEqual(soundsOf(events, {}), []);
});

test('a sound can depend on the event', () => {
  const shot = (hit) => ({ kind: 'shot', hit });
  assert.deepEqual(soundsOf([shot(false), shot(true), shot(true), { kind: 'destroyed' }], battletech), ['shot', 'hit', 'boom']);
  assert.deepEqual(soundsOf([{ kind: 'move', mode: 'still' }, { kind: 'turn' }], battletech), []);
  assert.deepEqual(soundsOf([{ kind: 'move', mode: 'run' }], battletech), ['step']);
});
