// What the pages of a league make of its numbers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load, texts } from './assets.mjs';
import { stubDocument } from './stub_dom.mjs';

stubDocument();
const { use } = await load('words.js');
const { chart, edges, numberText, place } = await load('league_chart.js');
const { commands } = await load('league_join.js');
const { eloText, faultText, gameEntry, placed, playerPath, rangeOf, standingsRows } = await load('league_lists.js');
const { numbersOf, seriesOf } = await load('league_player.js');
const { registerLink } = await load('admin_league.js');

test('a rating is written with its interval, as far as there is one', () => {
  assert.deepEqual([{ elo: 12, error: 3 }, { elo: -7, error: null }, { elo: null, error: null }].map(eloText), ['12 ± 3', '−7', '–']);
});

test('all intervals are between the edges of the bars', () => {
  assert.deepEqual(rangeOf([{ elo: 100, error: 20 }, { elo: -50, error: null }, { elo: null, error: null }]), [-50, 120]);
  assert.deepEqual(rangeOf([{ elo: 0, error: null }]), [-1, 1]);
  assert.deepEqual(rangeOf([]), [0, 1]);
});

test('standings tell who is gone, connected or under test', () => {
  use('en', texts('en'));
  const row = { name: 'a', state: 'active', bot: false, there: true, elo: 5, error: 1, games: 3, wins: 2, draws: 1, losses: 0, points: 7, candidate: null };
  const rows = standingsRows([row, { ...row, there: false, candidate: { version: 'x', games: 1 } }, { ...row, bot: true }, { ...row, state: 'away' }, { ...row, elo: null, state: 'disabled' }]);
  assert.deepEqual(rows.map(({ textContent }) => textContent), ['1aconnected5 ± 132–1–07', '2anot connectedVersion x under test: 1 game5 ± 132–1–07',
    '3a5 ± 132–1–07', '4ahas left5 ± 132–1–07', 'adisabled–32–1–07']);
  assert.deepEqual(rows.map((one) => one.getAttribute('class')), [null, null, null, 'gone', 'gone']);
  assert.deepEqual(rows.map((one) => one.all('elo-bar').map(({ attributes }) => attributes['--at'])), [['50.0%'], ['50.0%'], ['50.0%'], ['50.0%'], []]);
});

test('a game is told with its places and faults', () => {
  const game = { number: 7, begun: 0, ended: 1, cause: 'limit', table: 'a/b', seats: [{ name: 'x' }, { name: 'y' }], places: [2, 1], length: 1, faults: [] };
  const entry = gameEntry(game), [, list] = entry.children;
  assert.match(entry.textContent, /^Game 7ended by the limit of turns · 1 move · .*1y2x$/);
  assert.deepEqual(list.children.map((one) => one.getAttribute('class')), ['won', null]);
  assert.equal(entry.children[0].children[0].getAttribute('href'), '/tables/a%2Fb');
  const fault = gameEntry({ ...game, table: null, cause: 'fault', faults: [{ seat: 0, fault: 'late', detail: '<b>' }] }, { details: true });
  assert.match(fault.textContent, /1y2x!x took too long for a choice\.<b>$/);
  assert.deepEqual(gameEntry({ ...game, places: [1, 1] }).children[1].children.map((one) => one.getAttribute('class')), [null, null]);
});

test('a name of any signs is one part of an address', () => {
  assert.equal(playerPath('<b>/?#'), '/league/players/%3Cb%3E%2F%3F%23');
});

test('players of a game stand in the order of their places, those who share one in that of their seats', () => {
  const seats = ['a', 'b', 'c'].map((name) => ({ name, version: '1' }));
  assert.deepEqual(placed({ seats, places: [2, 3, 1] }).map(({ name, place: at }) => name + at), ['c1', 'a2', 'b3']);
  assert.deepEqual(placed({ seats, places: [1, 1, 1] }).map(({ seat }) => seat), [0, 1, 2]);
  assert.deepEqual(placed({ seats: [{ name: null }], places: [] }), [{ seat: 0, name: '?', version: undefined, place: 0 }]);
});

test('a fault is told in words, one that has none by its own', () => {
  use('en', { 'league.fault.late': '{name} was late', 'league.fault.other': '{name}: {fault}' });
  const game = { seats: [{ name: 'a' }, { name: '{fault}' }] };
  assert.equal(faultText(game, { seat: 0, fault: 'late' }), 'a was late');
  assert.equal(faultText(game, { seat: 1, fault: 'odd' }), '{fault}: odd');
  assert.equal(faultText(game, { seat: 7, fault: 'late' }), '? was late');
});

test('commands start a bot with its key', () => {
  assert.deepEqual(commands({ game: 'tron', over_http: false }, 'http://pi:8000', 'k'), [
    '(umask 077; echo k > my.key)', 'boardbots kit python tron my-bot', "boardbots join http://pi:8000/league 'cmd:python3 my-bot/bot.py' --key-file my.key"]);
  assert.deepEqual(commands({ game: 'vindinium', over_http: true }, 'http://pi:8000', 'k'), [
    'boardbots kit python vindinium my-bot', 'python3 my-bot/bot.py http://pi:8000 k']);
  assert.equal(registerLink('http://pi:8000', 'abc'), 'http://pi:8000/league/register#abc');
});

test('a chart has all points inside, values of decided games at its edge', () => {
  const edge = edges([{ points: [[1, 10, 5], [3, 20]] }, { points: [[5, 999_999_999], [2, -999_999_999]] }]);
  assert.deepEqual(edge, { x: [1, 5], y: [5, 20] });
  assert.deepEqual([[1, 5], [5, 20], [5, 999_999_999], [3, -999_999_999]].map((point) => place(point, edge)), [[0, 50], [100, 0], [100, 0], [50, 50]]);
  assert.deepEqual(edges([{ points: [[4, 7]] }]), { x: [3, 5], y: [6, 8] });
  assert.deepEqual(edges([{ points: [[4, 999_999_999]] }]).y, [-1, 1]);
  assert.deepEqual([1.005, -2.5, 999_999_999, -999_999_999].map(numberText), ['1', '−2.5', '+∞', '−∞']);
});

test('a chart has its numbers as a table as well', () => {
  const text = chart({ title: 'T', along: 'x', series: [{ name: 'a', points: [[1, 2, 3]] }, { name: '<b>', seat: 1, points: [[2, 4]] }] }).textContent;
  assert.match(text, /xa<b>12 ± 3–2–4$/);
});

test('ratings are a line for each version, numbers one for each seat', () => {
  const day = (at, version, elo) => ({ day: at, version, elo, error: null, games: 1 });
  assert.deepEqual(seriesOf([day(1, 'x', 5), day(2, 'y', 6), day(2, 'x', 7)]), [
    { name: 'x', seat: 0, points: [[1, 5, null], [2, 7, null]] }, { name: 'y', seat: 1, points: [[2, 6, null]] }]);
  const seats = [{ name: 'a' }, { name: 'b' }];
  assert.deepEqual(numbersOf({ seats, numbers: [{ depth: [[1, 3]] }, { depth: [[1, 4]], nodes: [[1, 9]] }] }), [
    { key: 'depth', series: [{ name: '1 a', seat: 0, points: [[1, 3]] }, { name: '2 b', seat: 1, points: [[1, 4]] }] },
    { key: 'nodes', series: [{ name: '2 b', seat: 1, points: [[1, 9]] }] }]);
  assert.deepEqual([numbersOf({ seats, numbers: null }), numbersOf({ seats, numbers: [{}, {}] })], [[], []]);
});
