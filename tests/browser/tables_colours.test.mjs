// The colours of all pages: contrast of WCAG AA, light and dark, and seats as colour-blind eyes see them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, load } from './assets.mjs';
const { shades } = await load('dom.js');

const style = readFileSync(new URL('theme.css', ASSETS), 'utf8');
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

/** How much red, green and blue eyes without red or green cones see instead, in linear light (Viénot, Brettel and Mollon, 1999). */
const BLIND = {
  protanopia: [[0.1124, 0.8876, 0], [0.1124, 0.8876, 0], [0.004, -0.004, 1]],
  deuteranopia: [[0.2929, 0.7071, 0], [0.2929, 0.7071, 0], [-0.0223, 0.0223, 1]],
};
/** The least distance of two seats, in the space Oklab; 0.02 is what can just be told apart. */
const APART = 0.05;

/** A colour in Oklab as these eyes see it. */
function seen(colour, [red, green, blue]) {
  const linear = colour.slice(1).match(/../g).map((digit) => Number.parseInt(digit, 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = [red, green, blue].map((row) => Math.max(0, row.reduce((sum, share, at) => sum + share * linear[at], 0)));
  const [l, m, s] = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.63]].map(([x, y, z]) => Math.cbrt(x * r + y * g + z * b));
  return [0.2105 * l + 0.7936 * m - 0.0041 * s, 1.978 * l - 2.4286 * m + 0.4506 * s, 0.0259 * l + 0.7828 * m - 0.8087 * s];
}

for (const scheme of ['light', 'dark']) {
  for (const [name, eyes] of Object.entries(BLIND)) {
    test(`seats differ, ${scheme}, ${name}`, () => {
      const all = SEATS.map((seat) => seen(colours.get(seat)[scheme], eyes));
      all.forEach((one, at) => all.slice(0, at).forEach((other, before) => {
        const distance = Math.hypot(...one.map((part, axis) => part - other[axis]));
        assert.ok(distance >= APART, `seats ${before} and ${at}: ${distance.toFixed(3)}`);
      }));
    });
  }
  test(`text can be read and borders be seen, ${scheme}`, () => {
    for (const [name, ground, least] of pairs) {
      const found = contrast(colours.get(name)[scheme], colours.get(ground)[scheme]);
      assert.ok(found >= least, `--${name} on --${ground}: ${found.toFixed(2)} is less than ${least}`);
    }
  });
}

test('the colour of a course can be read on light and on dark pages', () => {
  for (const colour of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#808080', '#2a6549', '#7FFFD4']) {
    const [light, dark] = shades(colour);
    for (const ground of ['paper', 'panel', 'wash', 'on-accent']) {
      assert.ok(contrast(light, colours.get(ground).light) >= 4.5, `${colour}: ${light} on ${ground}`);
      assert.ok(contrast(dark, colours.get(ground).dark) >= 4.5, `${colour}: ${dark} on ${ground}`);
    }
  }
  assert.deepEqual([shades('#2A6549')[0], shades('#7CC7A0')[1]], ['#2a6549', '#7cc7a0'], 'what can be read stays');
});
