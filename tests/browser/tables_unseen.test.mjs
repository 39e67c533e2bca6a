// Steps of states that are passed over.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './assets.mjs';
const { Unseen } = await load('wire.js');

const step = (n, choice = `${n}`) => ({ n, choice });

test('steps of states that were never shown come with the next one', () => {
  const unseen = new Unseen();
  unseen.add([step(1)]);
  unseen.add([step(2)]);
  // As another seat knows it, and a step that is shown already.
  assert.deepEqual(unseen.after(1, { steps: [step(1), step(3), step(2, 'secret')] }), [step(2, 'secret'), step(3)]);
  assert.deepEqual(unseen.after(3, { steps: [] }), []);
});
