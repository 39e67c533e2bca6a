// The scripts of a page: few, and asked for at once.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, PARTS } from './assets.mjs';

/** Scripts that the first visit to a table loads at most, those of its game among them. */
const MOST = 10;

const read = (name) => readFileSync(new URL(name, ASSETS), 'utf8');

/** The script and all that it imports, without what it loads later. */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next] of read(name).matchAll(/^import [^;]* from '\.\/([\w-]+\.js)';$/gm)) closure(next, found);
  return found;
}

test('a page preloads exactly the scripts that its own imports', () => {
  const pages = readdirSync(ASSETS).filter((name) => name.endsWith('.html'));
  assert.ok(pages.includes('table.html') && pages.includes('tables.html'));
  for (const page of pages) {
    const [, own] = read(page).match(/<script type="module" src="\/assets\/([\w-]+\.js)">/);
    const listed = [...read(page).matchAll(/<link rel="modulepreload" href="\/assets\/([\w-]+\.js)">/g)].map(([, name]) => name);
    assert.deepEqual(listed, [...closure(own)].filter((name) => name !== own).sort(), page);
  }
});

test('the first visit to a table loads few scripts, whatever its game', () => {
  for (const { name } of PARTS) {
    if (['server', 'vindinium'].includes(name)) continue; // no games of tables
    const game = existsSync(new URL(`${name}.js`, ASSETS)) ? `${name}.js` : 'two_player.js';
    const all = new Set([...closure('table.js'), ...closure(game)]);
    assert.ok(all.size <= MOST, `${name}: ${[...all].join(' ')}`);
  }
});
