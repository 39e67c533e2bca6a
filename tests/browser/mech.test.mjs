// What BattleTech's page reckons without a page.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { load as page, texts as words } from './assets.mjs';

const { byKey, cellOf, centre, corners, hexOf, labelOf, nameOfHex, neighbour, sizeOf, towards } = await page('mech_hex.js');
const { oddsOf, picksOf, primaryOf, propsWith, sumOf, volleyText } = await page('mech_choices.js');

const MAP = { width: 9, height: 8 };

test('hexes have names, and neighbours lie side by side', () => {
  for (let column = 0; column < MAP.width; column += 1) {
    for (let row = 0; row < MAP.height; row += 1) {
      const hex = { column, row };
      assert.deepEqual(hexOf(nameOfHex(hex)), hex);
      for (let side = 1; side <= 6; side += 1) {
        const next = neighbour(hex, side, MAP);
        if (!next) continue;
        assert.deepEqual(neighbour(next, (side + 2) % 6 + 1, MAP), hex, 'and back');
        const far = towards(centre(hex), side, 56), there = centre(next);
        assert.ok(Math.hypot(far.x - there.x, far.y - there.y) < 3, `${nameOfHex(hex)} ${side}`);
      }
      const { width, height } = sizeOf(MAP);
      for (const corner of corners(hex).split(' ')) {
        const [x, y] = corner.split(',').map(Number);
        assert.ok(x >= 0 && y >= 0 && x <= width && y <= height, 'inside the picture');
      }
    }
  }
});

test('arrow keys reach every hex and never leave the map', () => {
  const seen = new Set(['0101']), waiting = [{ column: 0, row: 0 }];
  while (waiting.length) {
    const hex = waiting.pop();
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      const next = byKey(hex, key, MAP);
      if (!next || seen.has(nameOfHex(next))) continue;
      assert.ok(next.column < MAP.width && next.row < MAP.height);
      seen.add(nameOfHex(next));
      waiting.push(next);
    }
  }
  assert.equal(seen.size, MAP.width * MAP.height);
  assert.equal(byKey({ column: 1, row: 1 }, 'x', MAP), null);
});

test('cells say what is on them', () => {
  assert.deepEqual(cellOf('-2~'), { level: -2, kind: '~', roads: 0, rivers: 0, bears: 0, fire: false, smoke: false, club: false, fallen: false });
  assert.deepEqual(cellOf('3Hr9w32s90*^!x'), { level: 3, kind: 'H', roads: 9, rivers: 32, bears: 90, fire: true, smoke: true, club: true, fallen: true });
  assert.equal(labelOf(cellOf('0.')), '');
  assert.equal(labelOf(cellOf('2F')), 'F +2');
  assert.equal(labelOf(cellOf('-1.')), '−1');
  assert.equal(labelOf(cellOf('-3~')), '~3');
  assert.equal(labelOf(cellOf('2Ms40')), '+2');
});

const target = (mech, needs, expected) => ({ mech, needs, expected, second: { needs: needs + 1, expected: expected - 5 } });
const FIRE = {
  base: -4,
  weapons: [
    { id: 0, heat: 8, targets: [target(1, 7, 50), target(2, 9, 20)] },
    { id: 3, heat: 3, targets: [{ mech: 1, why: 'arc' }, target(2, 6, 40)] },
    { id: 5, heat: 1, targets: [target(1, 8, 30), { mech: 2, why: 'range' }] },
  ],
};
const picks = (...list) => new Map(list.map(([id, mech, double]) => [id, { mech, double }]));

test('the primary target is the one of whom most is expected, and the others are harder to hit', () => {
  const all = picks([0, 1], [3, 2], [5, 1, true]);
  assert.equal(primaryOf(FIRE.weapons, all), 1);
  assert.equal(oddsOf(FIRE.weapons[1], 2, 1).needs, 7);
  assert.equal(oddsOf(FIRE.weapons[1], 2, 2).needs, 6);
  assert.deepEqual(sumOf(FIRE, all), { expected: 50 + 35 + 30, heat: 9 });
  assert.equal(volleyText(FIRE.weapons, all), 'fire 1 0,3@2,5*2');
  assert.equal(volleyText(FIRE.weapons, picks([3, 2])), 'fire 2 3');
});

test('a volley is read as it was written', () => {
  const wanted = new Map([[0, { mech: 1, double: false, load: null }], [3, { mech: 2, double: false, load: 12 }], [5, { mech: 1, double: true, load: 7 }]]);
  const text = volleyText(FIRE.weapons, wanted);
  assert.equal(text, 'fire 1 0,3@2/12,5*2/7');
  assert.deepEqual(picksOf(text), wanted);
});

test('a mech lies down where it can', async () => {
  const { pointsOf, textOf } = await page('mech_choices.js');
  const way = { choice: 'walk 0503 2', form: 'walk 0503 SIDE', points: [3, 2, null, null, null, null], down: [4, 3, null, 1, null, null] };
  assert.deepEqual([pointsOf(way, 1, false), pointsOf(way, 1, true), pointsOf(way, 4, false), pointsOf(way, 4, true)], [3, 4, null, 1]);
  assert.equal(pointsOf({ choice: 'stay' }, 1, true), null);
  assert.deepEqual([textOf(way, 2), textOf(way, 4, true)], ['walk 0503 2', 'walk 0503 4 prone']);
});

test('every item of the catalogue has a name, and what is unknown keeps its own', async () => {
  const { itemName } = await page('mech_hex.js');
  const texts = words('en');
  const table = { t: (key) => texts[key] ?? key };
  const folder = new URL('../../crates/games/battletech/samples/mechs/', import.meta.url);
  const mechs = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'latin1')));
  // A name stands before the kind of an item, and after the kind of what fills a slot.
  const parts = /^(?:\d+\n(\D[^\n]*)\n(?:ARMA|MUNICION|EQUIPO)|(?:ARMA|MUNICION|EQUIPO|ACTUADOR)\n\d+\n\d+\n(\D[^\n]*))$/gm;
  const names = [...new Set(mechs.flatMap((mech) => [...mech.replaceAll('\r', '').matchAll(parts)].map(([, part, slot]) => part ?? slot)))];
  assert.ok(names.length > 30, `${names.length} names`);
  for (const name of names) assert.ok(Object.hasOwn(texts, `mech.item.${name}`), name);
  assert.equal(itemName(table, 'Láser Medio'), 'Medium laser');
  assert.equal(itemName(table, 'Cañón de Agua'), 'Cañón de Agua');
});

test('without weapons nothing is fired, and heat is never below 0', () => {
  assert.equal(volleyText(FIRE.weapons, picks()), 'pass');
  assert.deepEqual(sumOf(FIRE, picks()), { expected: 0, heat: 0 });
});

test('a mech that lies fires with one arm', () => {
  const weapons = [{ id: 1, at: 'BI' }, { id: 2, at: 'BD' }, { id: 3, at: 'TC' }, { id: 4, at: 'BI' }];
  const blocked = (...ids) => weapons.filter((weapon) => propsWith(weapon, weapons, new Map(ids.map((id) => [id, {}])))).map(({ id }) => id);
  assert.deepEqual([blocked(), blocked(1), blocked(2), blocked(3)], [[], [2], [1, 4], []]);
});

test('all languages have the same texts with the same variables', async () => {
  const load = async (code) => words(code);
  const variables = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  const english = await load('en');
  for (const code of ['es', 'ca', 'ru']) {
    const texts = await load(code);
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), code);
    for (const [key, text] of Object.entries(texts)) assert.deepEqual(variables(text), variables(english[key]), `${code} ${key}`);
  }
});

test('scores keep off what is taken', async () => {
  const { free, linesOf } = await page('mech_map.js');
  const places = [{ x: 0, y: 0 }, { x: 10, y: 30 }, { x: 90, y: 90 }];
  assert.deepEqual(free(places, []), places[0]);
  assert.deepEqual(free(places, [{ x: 5, y: 5 }]), places[1]);
  assert.deepEqual(free(places, [{ x: 5, y: 5 }, { x: 12, y: 20 }]), places[2]);
  const shot = (mech, target, hit) => ({ kind: 'shot', mech, target, hit, from: '0101', at: '0203' });
  const [first, second, ...rest] = linesOf([shot(0, 1, true), shot(0, 1, false), shot(1, 0, false), { ...shot(0, 1, true), target: null }]);
  assert.deepEqual([first.count, first.hits, second.count, second.hits, rest], [2, 1, 1, 0, []]);
});

test('choices are told in words', async () => {
  const { choiceText } = await page('mech_hex.js');
  const table = { t: (key) => key, seatName: (seat) => `S${seat}` }, mech = { weapons: [{ id: 3, name: 'CPP' }, { id: 5, name: 'CA/10' }] };
  for (const [choice, text] of [
    ['stay', 'mech.mode.stay'], ['run 0504 3 prone by F,R2', 'mech.mode.run 0504, mech.side.3, mech.is.prone'], ['torso left', 'mech.left'], ['club', 'mech.choice.club'],
    ['fire 1 3,5@2*2/9', 'CPP → S1; CA/10 → S2'], ['fire 1 3,5,3', '2 × CPP, CA/10 → S1'],
    ['strike BI:punch@1,BD:blade4@1', 'mech.means.punch (mech.at.BI), mech.means.axe (mech.at.BD) → S1'],
    ['end', 'mech.end_turn'], ['end off 2 dump 6', 'mech.end_turn off 2 dump 6'],
  ]) assert.equal(choiceText(table, choice, mech), text);
});
