// The colours of the tables: contrast of WCAG AA, light and dark.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ASSETS } from './assets.mjs';

const style = readFileSync(new URL('tables.css', ASSETS), 'utf8');
const colours = new Map([...style.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, light, dark]) => [name, { light, dark }]));

/** Relative luminance after WCAG 2. */
function luminance(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g);
  const [red, green, blue] = digits.map((digit) => {
    const part = Number.parseInt(digit, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SEATS = Array.from({ length: 6 }, (_, seat) => `seat${seat}`);
const GROUNDS = ['paper', 'panel'];
const pairs = [
  ...['ink', 'muted', 'accent', 'good', 'bad', ...SEATS].flatMap((name) => GROUNDS.map((ground) => [name, ground, 4.5])),
  ...['edge', 'focus'].flatMap((name) => GROUNDS.map((ground) => [name, ground, 3])),
  ...SEATS.map((name) => ['on-seat', name, 4.5]),
  ['on-accent', 'accent', 4.5],
  ['ink', 'line', 4.5],
];

for (const scheme of ['light', 'dark']) {
  test(`text can be read and borders be seen, ${scheme}`, () => {
    for (const [name, ground, least] of pairs) {
      const found = contrast(colours.get(name)[scheme], colours.get(ground)[scheme]);
      assert.ok(found >= least, `--${name} on --${ground}: ${found.toFixed(2)} is less than ${least}`);
    }
  });
}
