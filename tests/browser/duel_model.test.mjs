// What boards of games for two become by events; the examples are those of the rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './assets.mjs';
const { boards, pieceAt, roundsToBomb } = await load('desconecta4.js');
const { stepped } = await load('duel.js');
const { groundAt, wayTo } = await load('tron.js');

/** A board as the rules print it, the top row first, as the view has it. */
const drawn = (text) => text.trim().split(/\s+/).reverse().join('');

const BEFORE = drawn('0002000 0001000 0005000 2021000 2012000 4011001 2212121');
const AFTER = drawn('0000000 0002000 0001000 0005000 2021000 2012000 2212121');
const BOOM = {
  kind: 'boom', seat: 0, row: 1, column: 0, removed: [[1, 0], [1, 2], [1, 3], [1, 6]],
  fallen: [[0, 2, 1], [2, 2, 1], [3, 2, 1], [0, 3, 2], [2, 3, 2], [3, 3, 2], [3, 4, 3], [3, 5, 4], [3, 6, 5]],
};

test('an explosion takes what it hits, and the rest falls whatever the order in which it is told', () => {
  assert.deepEqual(boards(BEFORE, [BOOM], AFTER), [{ event: BOOM, cells: AFTER }]);
  const mixed = { ...BOOM, fallen: [...BOOM.fallen].reverse() };
  assert.equal(boards(BEFORE, [mixed], AFTER)[0].cells, AFTER);
});

test('pieces and bombs are dropped one after the other', () => {
  const events = [
    { kind: 'drop', seat: 0, column: 3, row: 0, bomb: false },
    { kind: 'drop', seat: 1, column: 3, row: 1, bomb: true },
    { kind: 'line', seat: 0, cells: [] },
  ];
  const empty = '0'.repeat(49), last = drawn('0000000 0000000 0000000 0000000 0000000 0005000 0001000');
  const steps = boards(empty, events, last);
  assert.equal(steps.length, 2);
  assert.deepEqual([pieceAt(steps[0].cells, 0, 3), pieceAt(steps[0].cells, 1, 3)], [{ seat: 0, bomb: false }, null]);
  assert.deepEqual(pieceAt(last, 1, 3), { seat: 1, bomb: true });
  assert.deepEqual(pieceAt(BEFORE, 1, 0), { seat: 0, bomb: true });
});

test('what does not lead to the board that is to be shown is not played', () => {
  assert.equal(boards(AFTER, [BOOM], AFTER), null);
  assert.equal(boards(AFTER, [], AFTER), null, 'nothing happened');
  assert.equal(boards(BEFORE, [{ kind: 'undone', to: 3 }], AFTER), null);
});

test('the map tells players from trails, and dirt by its amount', () => {
  const view = { size: 3, cells: '#v09aZ000', places: [[0, 2], [2, 2]] };
  assert.deepEqual([groundAt(view, 0, 0), groundAt(view, 0, 1)], [{ kind: 'obstacle' }, { kind: 'trail', seat: 0 }]);
  assert.deepEqual([groundAt(view, 0, 2), groundAt(view, 2, 2)], [{ kind: 'player', seat: 0 }, { kind: 'player', seat: 1 }]);
  assert.deepEqual([groundAt(view, 1, 0), groundAt(view, 1, 1)], [{ kind: 'dirt', dirt: 9 }, { kind: 'trail', seat: 1 }]);
  assert.deepEqual([groundAt(view, 1, 2), groundAt(view, 2, 0)], [{ kind: 'dirt', dirt: 35 }, { kind: 'floor' }]);
});

test('ways lead to neighbours only', () => {
  const around = [[1, 2], [3, 2], [2, 1], [2, 3], [2, 2], [1, 1], [2, 4]];
  assert.deepEqual(around.map((to) => wayTo([2, 2], to)), ['up', 'down', 'left', 'right', null, null, null]);
});

test('bombs come in every fifth round', () => {
  assert.deepEqual([1, 4, 5, 6, 9, 10, 11].map(roundsToBomb), [4, 1, 0, 4, 1, 0, 4]);
});

test('keys walk within the grid and stop at its edge', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'x'];
  assert.deepEqual(keys.map((key) => stepped(key, 0, 6, 7, 7)), [[0, 6], [1, 6], [0, 5], [0, 6], [0, 0], [0, 6], [0, 6], [6, 6], null]);
});
