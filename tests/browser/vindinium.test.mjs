// Vindinium at a table that shows a match: the board follows the states, live and in a replay.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load, texts } from './assets.mjs';
import { newElement, stubDocument } from './stub_dom.mjs';

stubDocument();
const { t, use } = await load('words.js');
const { choiceText, describe, mount } = await load('vindinium.js');
use('en', texts('en'));

/** A map of four by four: a hero in each corner, a mine and a tavern. */
const TILES = '@1  $-@2' + '    []  ' + '        ' + '@4    @3';
const CORNERS = [[0, 0], [0, 3], [3, 3], [3, 0]];

/** The view after some turns; `more` is of heroes by their numbers. */
const view = (turn, more = {}, tiles = TILES, finished = false) => ({
  id: '', turn, maxTurns: 40, finished, board: { size: 4, tiles },
  heroes: CORNERS.map(([x, y], seat) => ({
    id: seat + 1, name: '', pos: { x, y }, spawnPos: { x, y }, life: 100, gold: seat, mineCount: 0, crashed: false, ...more[seat + 1],
  })),
});
const seats = ['Ada', 'Bo', 'Cy', 'Di'].map((name, seat) => ({ seat, name, kind: 'bot', player: null }));
const table = { game: 'vindinium', t, still: true, seatName: (seat) => seats[seat].name };

/** A page that has shown these views one after the other. */
function shown(...views) {
  const root = newElement(), game = mount(root, table);
  for (const one of views) game.show({ view: one, seats }, []);
  const heroes = () => root.all('hero').map((node) => [node.style.transform, node.getAttribute('data-moves'), node.getAttribute('data-crashed')]);
  return { root, game, heroes, mine: () => root.all('mine')[0].getAttribute('class'), marks: () => root.all('mark').map((node) => node.getAttribute('class')) };
}
const place = (x, y) => `translate(${y * 20}px, ${x * 20}px)`;

test('heroes stand where they are, and the one to move is marked', () => {
  for (const turn of [0, 1, 2, 3, 4, 9]) {
    const { heroes, marks, root } = shown(view(turn));
    assert.deepEqual(heroes(), CORNERS.map(([x, y], seat) => [place(x, y), String(seat === turn % 4), 'false']), `${turn}`);
    assert.deepEqual([marks(), shown(view(turn, { 2: { pos: { x: 0, y: 1 } } })).marks()], [[], []]);
    assert.equal(root.all('hint')[0].textContent, `round ${Math.floor(turn / 4) + 1} of 10`);
  }
  assert.ok(shown(view(40, {}, TILES, true)).heroes().every(([, moves]) => moves === 'false'), 'nobody moves after the end');
});

test('steps are followed, and a replay goes anywhere', () => {
  const taken = TILES.replace('$-', '$1'), before = view(4, { 1: { pos: { x: 0, y: 1 } } }, TILES.replace('@1  ', '  @1'));
  const after = view(5, { 1: { pos: { x: 0, y: 1 }, lastDir: 'East', life: 80, mineCount: 1 } }, taken.replace('@1  ', '  @1'));
  const { game, heroes, mine, marks } = shown(before, after);
  assert.deepEqual([heroes()[0][0], heroes()[1][1], mine(), marks()], [place(0, 1), 'true', 'mine hero-1', ['mark claim hero-1']]);
  game.show({ view: view(0), seats }, []);
  assert.deepEqual([heroes()[0][0], heroes()[0][1], mine(), marks()], [place(0, 0), 'true', 'mine hero--', []]);
  // Hero 2 has crashed: its turn passes with that of hero 1.
  game.show({ view: view(2, { 2: { crashed: true } }), seats }, []);
  assert.deepEqual(heroes().map(([, ...rest]) => rest.join()), ['false,false', 'false,true', 'true,false', 'false,false']);
  assert.equal(game.account(after, 0), 'Life 80 · Gold 0 · Mines 1');
});

test('choices have names', () => {
  assert.deepEqual(['North', 'Stay', 'x'].map((choice) => choiceText({ choice }, table)), ['North', 'Stay', 'crashed']);
  assert.equal(describe({ kind: 'chosen', seat: 1, choice: 'South' }, table), 'Bo: South');
  assert.equal(describe({ kind: 'said', seat: 1 }, table), null);
});
