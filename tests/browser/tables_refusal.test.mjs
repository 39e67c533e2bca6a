// What is said when the server refuses: words of the page's language, and the server's own only of a mistake.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { load, texts } from './assets.mjs';
const { LANGUAGES, use } = await load('words.js');
const { Refused } = await load('wire.js');


test('every refusal has its words in every language; only mistakes are told as the server does', () => {
  for (const code of Object.keys(LANGUAGES)) {
    use(code, texts(code));
    const said = new Set();
    for (const status of [0, 403, 404, 409, 429, 503]) {
      const text = new Refused(status, 'too bad').told();
      assert.ok(!text.startsWith('ui.') && !text.includes('too bad'), `${code} ${status}: ${text}`);
      said.add(text);
    }
    assert.equal(said.size, 4, code);
    assert.doesNotMatch(new Refused(400, 'mech.rule.means').told(), /mech\./);
    for (const status of [400, 413, 500]) {
      const text = new Refused(status, 'too bad').told();
      assert.ok(!text.startsWith('ui.') && text.endsWith(' too bad'), text);
    }
  }
});
