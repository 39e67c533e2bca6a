// What helps people at BattleTech's page, without a page: the map's frame, the order of movements, the guide, what passes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load as page } from './assets.mjs';

test('the map is drawn as large as what is to be seen allows, neither too large nor too small', async () => {
  const { boundsOf, scaleFor } = await page('mech_hex.js');
  const bounds = boundsOf(['0101', '1108']);
  assert.deepEqual([bounds.right - bounds.left, bounds.bottom - bounds.top], [480 + 64, 392 + 56]);
  const room = { width: 292, height: 1000 }, scale = scaleFor(bounds, room, 0.1);
  assert.ok((bounds.right - bounds.left) * scale <= room.width && (bounds.right - bounds.left) * scale > room.width * 0.9, `${scale}`);
  assert.equal(scaleFor(bounds, room, 0.8), 0.8, 'not below the whole map');
  assert.ok(scaleFor(boundsOf(['0505', '0506']), { width: 900, height: 600 }, 0.1) < 1.5, 'mechs that meet do not fill the screen');
});

const way = (mode, hex, worth, more = {}) => ({ mode, hex, worth, points: worth.map((one) => (one === null ? null : 2)), side: 1, ...more });

test('movements stand in the order of what they are worth, and face as before where they can', async () => {
  const { faces, sideOf, sorted, worthOf } = await page('mech_choices.js');
  const list = [way('walk', '0101', [-5, null, -9, null, null, null]), way('run', '0202', [3, 12, null, null, null, null]),
    way('run', '0303', [99, null, null, null, null, null], { masc: true }), way('stay', '0404', [null, null, 4, null, null, null])];
  assert.deepEqual(sorted(list).map(({ hex }) => hex), ['0202', '0404', '0101', '0303']);
  assert.deepEqual(list.map(worthOf), [-5, 12, 99, 4]);
  assert.deepEqual(list.map(sideOf), [1, 2, 1, 3]);
  assert.deepEqual([faces(list[1], 2), faces(list[1], 3), faces({ ...list[1], down: [null, null, 3, null, null, null] }, 3)], [true, false, true]);
});

test('the guide tells each step once, in the order of the phases', async () => {
  const { nextStep } = await page('battletech.js');
  assert.equal(nextStep('movement', []), 'initiative');
  assert.equal(nextStep('movement', ['initiative']), 'movement');
  assert.equal(nextStep('movement', ['initiative', 'movement']), null);
  assert.equal(nextStep('end', ['movement']), 'heat');
  assert.equal(nextStep(null, []), null);
});

test('a turn ends by itself where nothing needs to be decided', async () => {
  const { isIdle } = await page('mech_choices.js');
  const end = { on: 0, off: 10, drop: false, dump: [] }, load = { dump: [{ id: 3 }] };
  assert.ok(isIdle(end, 20));
  assert.ok(isIdle({ ...end, ...load }, 13));
  assert.ok(!isIdle({ ...end, ...load }, 14), 'ammunition may explode');
  assert.ok(!isIdle({ ...end, on: 1 }, 0), 'heat sinks can be switched on again');
  assert.ok(!isIdle({ ...end, drop: true }, 0));
});

test('what passed is known until the turn ends', async () => {
  const { passedIn } = await page('mech_choices.js');
  const step = (...events) => ({ events }), weapons = { kind: 'passed', phase: 'weapons', mechs: [0, 1] }, physical = { kind: 'passed', phase: 'physical', mechs: [1] };
  assert.deepEqual(passedIn([step(weapons, { kind: 'heat' }), step(physical)], []), [weapons, physical]);
  assert.deepEqual(passedIn([step(physical)], [weapons]), [weapons, physical]);
  assert.deepEqual(passedIn([step(weapons, { kind: 'turn', turn: 2 }), step(physical)], [weapons]), [physical]);
});
