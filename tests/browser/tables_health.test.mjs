// The line above every page as long as the server cannot store anything.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { load, texts } from './assets.mjs';
const { told } = await load('dom.js');
const { LANGUAGES, use } = await load('words.js');


test('what is wrong is told in every language, and nothing while all is well', () => {
  for (const code of Object.keys(LANGUAGES)) {
    use(code, texts(code));
    assert.equal(told({ status: 'ok', reason: null }), '');
    assert.equal(told(), '');
    assert.match(told({ status: 'degraded', reason: 'the disk fails' }), /the disk fails/);
    const full = told({ status: 'degraded', reason: 'the disk is full' });
    assert.ok(!full.includes('ui.') && (code === 'en') === full.includes('the disk is full'), full);
  }
});
