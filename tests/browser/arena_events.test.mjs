// What a watched game tells of its turns: blows, deaths, mines and beer, by hand and in recorded games.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { load, texts } from './assets.mjs';
const { eventsOf } = await load('hero_events.js');
const { History } = await load('history.js');
const { namesOf } = await load('hero_names.js');
const { happenings } = await load('seat_words.js');
const { towards } = await load('seat_input.js');
const { rounds, roundOf } = await load('rounds.js');
const { use } = await load('words.js');

use('en', texts('en'));

const NAMES = ['ada', 'bob', 'cyd', 'dan'];
const SPAWNS = [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 4 }, { x: 0, y: 4 }];
// Two mines and a tavern in the middle column, a wall in the middle.
const TILES = ['    $-    ', '          ', '    ##[]  ', '          ', '    $-    '];

/** The tiles of a board whose mines have these owners. */
function owned(rows, owners) {
  let mine = 0;
  return rows.join('').replace(/\$./g, () => `$${owners[mine++]}`);
}

/** The game object of the arena at a turn: heroes as changes of those at home, mines as owners of the upper and the lower one. */
function state(turn, heroes, owners = '--') {
  const tiles = owned(TILES, owners);
  const seats = NAMES.map((name, seat) => ({
    id: seat + 1, name, pos: SPAWNS[seat], life: 100, gold: 0, mineCount: 0, spawnPos: SPAWNS[seat], crashed: false, ...heroes[seat + 1] }));
  return { id: 'g', turn, maxTurns: 40, finished: false, heroes: seats, board: { size: 5, tiles } };
}

/** What hero 1 does with an order, as the heroes stand; what the order led to matters only as far as it says which it was. */
function played(lastDir, heroes, owners, after = owners, told = {}) {
  const history = new History({ game: state(0, {}), seats: NAMES.map(() => ({ kind: 'program' })) });
  for (const turn of [1, 2, 3, 4]) history.add(state(turn, heroes, owners));
  history.add(state(5, { ...heroes, 1: { ...heroes[1], lastDir, ...told } }, after));
  return eventsOf(history, 5).map(({ what, ...facts }) => [what, facts]);
}

const at = (x, y, more = {}) => ({ pos: { x, y }, ...more });

test('thirst, steps and walls are nothing to tell', () => {
  assert.deepEqual(played('South', { 1: at(0, 0, { life: 100 }) }, '--', '--', { life: 99, pos: { x: 1, y: 0 } }), []);
  assert.deepEqual(played('North', { 1: at(0, 0) }), []);
  assert.deepEqual(played('East', { 1: at(2, 1) }), []);
  assert.deepEqual(played('Stay', { 1: at(2, 1, { life: 1 }) }), []);
});

test('after a step everybody beside is hit, from the north round to the west', () => {
  const heroes = { 1: at(2, 0), 2: at(2, 1, { life: 40 }), 3: at(0, 1), 4: at(1, 0) };
  const from = { x: 1, y: 1 };
  assert.deepEqual(played('East', { ...heroes, 1: at(1, 2) }).length, 0);
  assert.deepEqual(played('West', { ...heroes, 1: at(1, 2) }), [
    ['hit', { hero: 3, by: 1, life: 80, place: { x: 0, y: 1 }, from }],
    ['hit', { hero: 2, by: 1, life: 20, place: { x: 2, y: 1 }, from }],
    ['hit', { hero: 4, by: 1, life: 80, place: { x: 1, y: 0 }, from }],
  ]);
});

test('a hero that bumps into another one, or stays, hits as well', () => {
  const heroes = { 1: at(1, 0), 2: at(1, 1) };
  for (const order of ['East', 'Stay']) assert.deepEqual(played(order, heroes).map(([what, { hero }]) => [what, hero]), [['hit', 2]]);
});

test('the last blow kills, and the mines change hands', () => {
  const told = played('Stay', { 1: at(3, 3), 2: at(3, 2, { life: 20, mineCount: 1 }) }, '2-', '1-');
  assert.deepEqual(told, [
    ['hit', { hero: 2, by: 1, life: 0, place: { x: 3, y: 2 }, from: { x: 3, y: 3 } }],
    ['dead', { hero: 2, by: 1, place: { x: 3, y: 2 }, home: SPAWNS[1] }],
    ['mine', { hero: 1, from: 2, taken: false, place: { x: 0, y: 2 } }],
  ]);
});

test('a hero that comes back kills the one at his place, and so on', () => {
  // Hero 1 stands at the place of hero 2 and kills him from there: he dies himself, and hits nobody else.
  const told = played('Stay', { 1: at(4, 0), 2: at(3, 0, { life: 7 }), 3: at(4, 1), 4: at(0, 0) });
  assert.deepEqual(told.map(([what, { hero, by }]) => [what, hero, by]), [['hit', 2, 1], ['dead', 2, 1], ['dead', 1, 2], ['dead', 4, 1]]);
});

test('a mine costs life: it is taken, or kills', () => {
  const beside = { 1: at(1, 2, { life: 21 }) };
  assert.deepEqual(played('North', beside, '3-', '1-'), [['mine', { hero: 1, from: 3, taken: true, place: { x: 0, y: 2 } }]]);
  const weak = { 1: at(1, 2, { life: 20, mineCount: 1 }), 2: at(1, 1) };
  assert.deepEqual(played('North', weak, '-1', '--'), [
    ['dead', { hero: 1, by: 0, place: { x: 1, y: 2 }, home: SPAWNS[0] }],
    ['mine', { hero: 0, from: 1, taken: false, place: { x: 4, y: 2 } }],
  ]);
  assert.deepEqual(played('North', { 1: at(1, 2, { life: 9 }) }, '1-'), [], 'his own');
});

test('a beer costs gold, and gives what life there is room for', () => {
  const drink = (life, gold) => played('West', { 1: at(2, 4, { life, gold }) });
  assert.deepEqual(drink(30, 2), [['drink', { hero: 1, life: 50, place: { x: 2, y: 3 } }]]);
  assert.deepEqual(drink(90, 5).map(([, { life }]) => life), [10]);
  assert.deepEqual(drink(30, 1), []);
});

test('a hero that misses a turn is out, and neither moves nor hits then', () => {
  assert.deepEqual(played('East', { 1: at(1, 0), 2: at(1, 1) }, '--', '--', { crashed: true }), [['out', { hero: 1 }]]);
  assert.deepEqual(played('Stay', { 1: at(1, 0, { crashed: true }), 2: at(1, 1) }).map(([what]) => what), ['hit']);
});

test('recorded games of every rule: deaths, blows and beer explain every change of life', () => {
  const lines = readFileSync(new URL('../../crates/games/vindinium/tests/recording.jsonl', import.meta.url), 'utf8').trim().split('\n');
  const orders = { N: 'North', S: 'Stay', D: 'South', E: 'East', W: 'West', '-': undefined };
  const seen = {};
  for (const line of lines) {
    const game = JSON.parse(line);
    const object = (turn, heroes, owners, finished) => ({
      id: 'g', turn, maxTurns: game.maxTurns, finished, board: { size: game.size, tiles: owned(game.tiles, owners) },
      heroes: heroes.map(([x, y, life, gold, crashed, dir], seat) => ({
        id: seat + 1, name: NAMES[seat], pos: { x, y }, life, gold, crashed: crashed === 1, lastDir: orders[dir],
        mineCount: [...owners].filter((owner) => owner === String(seat + 1)).length,
        spawnPos: { x: game.spawn[seat][0], y: game.spawn[seat][1] } })) });
    const start = object(0, game.start.map(([x, y]) => [x, y, 100, 0, 0, '-']), '-'.repeat(game.mines.length), false);
    const history = new History({ game: start, seats: NAMES.map(() => ({ kind: 'program' })) });
    game.states.forEach(([turn, heroes, owners], at) => history.add(object(turn, heroes, owners, at === game.states.length - 1)));
    for (let index = 1; index <= history.last; index += 1) {
      const events = eventsOf(history, index), mover = history.moverAt(index - 1);
      for (const { what } of events) seen[what] = (seen[what] ?? 0) + 1;
      for (const id of [1, 2, 3, 4]) {
        const before = history.hero(index - 1, id), after = history.hero(index, id);
        let { life } = before, home = false;
        for (const event of events.filter(({ hero }) => hero === id)) {
          if (event.what === 'dead') [life, home] = [100, true];
          else if (event.what === 'drink') life += event.life;
          else if (event.what === 'mine' && event.taken) life -= 20;
          else if (event.what === 'hit') life = event.life;
        }
        if (id === mover) life = Math.max(1, life - 1);
        assert.equal(after.life, life, `hero ${id} at ${index}: ${JSON.stringify(events)}`);
        if (home) assert.deepEqual([after.x, after.y], [history.heroes[id - 1].spawn.x, history.heroes[id - 1].spawn.y]);
      }
    }
  }
  for (const what of ['hit', 'dead', 'mine', 'drink', 'out']) assert.ok(seen[what] > 0, `${what}: ${JSON.stringify(seen)}`);
});

test('house bots have names of their own, and names that are there twice are numbered', () => {
  const bot = (name) => ({ name, kind: 'bot' });
  assert.deepEqual(namesOf([{ name: 'miner', kind: 'program' }, bot('miner'), bot('guard'), bot('miner')]), ['miner', 'Miner 1', 'Guard', 'Miner 2']);
  const twice = { name: 'Ada', kind: 'person' };
  assert.deepEqual(namesOf([twice, twice, bot('new'), bot('new')]), ['Ada 1', 'Ada 2', 'new 1', 'new 2']);
});

test('a round is a turn of each hero', () => {
  assert.deepEqual([0, 3, 4, 39, 40].map((turn) => roundOf(turn, 40)), [1, 1, 2, 10, 10]);
  assert.deepEqual([0, 1, 4, 5].map(rounds), [0, 1, 1, 2]);
  assert.equal(roundOf(0, -4), 1);
});

test('a tap on the board is a step that way, the longer way first', () => {
  const from = { x: 4, y: 4 };
  const steps = [[4, 4], [0, 4], [9, 3], [3, 9], [4, 3], [5, 5]].map(([x, y]) => towards(from, { x, y }));
  assert.deepEqual(steps, ['Stay', 'North', 'South', 'East', 'West', 'East']);
});

test('a turn is told in words: a death once, own deeds to their own player', () => {
  const history = new History({ game: state(0, {}), seats: NAMES.map((name, seat) => ({ kind: seat ? 'bot' : 'person' })) });
  const heroes = { 1: at(3, 3), 2: at(3, 2, { life: 20 }) };
  for (const turn of [1, 2, 3, 4]) history.add(state(turn, heroes, '2-'));
  history.add(state(5, { ...heroes, 1: { ...heroes[1], lastDir: 'Stay' } }, '1-'));
  assert.deepEqual(happenings(history, 5, 0), ['② bob: killed by ① ada, back at the start.']);
  assert.deepEqual(happenings(history, 5, 1), ['② bob: killed by You, back at the start.']);
  assert.deepEqual(happenings(history, 1, 0), []);
});
