// What the tables say of seats, steps, results and statistics.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, load } from './assets.mjs';
const { summed } = await load('lobby_lists.js');
const { optionName, optionsText, usual, valueName } = await load('setup.js');
const { about, headline, linesOf } = await load('table_parts.js');
const { use, valueText } = await load('words.js');

const words = {
  'ui.you': 'you', 'ui.free': 'free', 'ui.kind_bot': 'bot', 'ui.kind_human': 'player', 'ui.away': 'away for {time}',
  'ui.log_clock': '{name} ran out of time', 'ui.log_undone': '{name} took back', 'ui.drawn': 'drawn', 'ui.closed': 'closed', 'ui.you_won': 'you!',
  'ui.has_won': '{name} has won', 'ui.have_won': '{names} have won', 'option.map': 'Map', 'option.tron.map.random': 'Random', 'option.battletech.mech': 'Mech {seat}',
};
use('en', words);
const seatName = (seat) => ['Ada', 'Bob', 'Cyd'][seat];

test('a seat says who sits there and how long he has been away', () => {
  const person = { kind: 'human', name: 'Ada', here: true, away_since: null };
  assert.deepEqual(about(person, true, 0), { text: 'you' });
  assert.deepEqual(about(person, false, 0), { text: 'player' });
  assert.deepEqual(about({ ...person, here: false, away_since: 808 }, false, 1000), { text: 'away for 3:12', away: true });
  assert.deepEqual(about({ kind: 'bot', here: false, away_since: 0 }, false, 1000), { text: 'bot' });
  assert.deepEqual(about({ kind: 'invited', here: false, away_since: null }, false, 0), { text: 'free' });
});

test('a step is told by the game; clocks and taking back are told by the page', () => {
  const describe = ({ kind, cell }) => (kind === 'set' ? `to ${cell}` : null);
  const step = { n: 1, seat: 1, choice: 'c4', by: 'clock', events: [{ kind: 'set', cell: 'c4' }, { kind: 'quiet' }] };
  assert.deepEqual(linesOf(step, describe, seatName), ['Bob ran out of time', 'to c4']);
  const said = { ...step, by: 'seat', events: [{ kind: 'said', text: 'Ha!' }] };
  assert.deepEqual(linesOf(said, ({ text }) => text && { text, lang: 'en' }, seatName), [{ text: 'Ha!', lang: 'en' }]);
  assert.deepEqual(linesOf({ ...step, by: 'seat' }, undefined, seatName), ['Bob: c4']);
  const chosen = (event) => (event.kind === 'chosen' ? `${seatName(event.seat)} chose ${event.choice}` : null);
  assert.deepEqual(linesOf({ ...step, by: 'seat' }, chosen, seatName), ['Bob chose c4']);
  assert.deepEqual(linesOf({ ...step, by: 'seat', choice: null }, chosen, seatName), [], 'a secret choice is not told');
  assert.deepEqual(linesOf({ n: 2, seat: 0, choice: 'undo', by: 'seat', events: [{ kind: 'undone', to: 0 }] }, undefined, seatName), ['Ada took back']);
});

test('the result is told to those it concerns', () => {
  assert.equal(headline({ winners: [] }, [0], seatName), 'drawn');
  assert.equal(headline({ winners: [0] }, [0], seatName), 'you!');
  assert.equal(headline({ winners: [1] }, [0], seatName), 'Bob has won');
  assert.equal(headline({ winners: [0] }, [0, 1], seatName), 'Ada has won');
  assert.equal(headline({ winners: [0, 2] }, [], seatName), 'Ada and Cyd have won');
  assert.equal(headline(null, [0], seatName), 'closed');
});

test('a value is shown with its sign', () => {
  assert.deepEqual([320, -50, 0, 1000].map(valueText), ['+3.2', '−0.5', '0.0', '+10.0']);
});

test('statistics are summed over games, people and different bots of one name apart', () => {
  const players = [
    { name: 'Ada', kind: 'human', player: null, game: 'tron', played: 2, won: 1 },
    { name: 'Ada', kind: 'human', player: null, game: 'desconecta4', played: 3, won: 0 },
    { name: 'Ada', kind: 'bot', player: 'tron:ada', game: 'tron', played: 9, won: 9 },
    { name: 'Ada', kind: 'bot', player: 'desconecta4:ada', game: 'desconecta4', played: 1, won: 1 },
  ];
  assert.deepEqual(summed(players, '', '').map(({ kind, game, played, won }) => [kind, game, played, won]),
    [['bot', 'tron', 9, 9], ['human', null, 5, 1], ['bot', 'desconecta4', 1, 1]]);
  assert.deepEqual(summed(players, 'tron', 'human').map(({ played }) => played), [2]);
  assert.deepEqual(summed(players, 'battletech', ''), []);
});

test('options have names, a seat’s option that of its seat; what has none stands as it is', () => {
  assert.equal(optionName('tron', 'map'), 'Map');
  assert.equal(valueName('tron', 'map', 'random'), 'Random');
  assert.equal(valueName('battletech', 'map', 'random'), 'random');
  assert.equal(optionName('battletech', 'mech3'), 'Mech 3');
  assert.equal(optionName('tron', 'depth'), 'depth');
  assert.deepEqual(optionsText('tron', { map: 'random', size: 9, walls: true, hints: true, clock: 0, pace: 0, seed: 0 }, 2), ['Map: Random', 'size: 9', 'walls']);
  assert.deepEqual(optionsText('battletech', { mech2: 'faro', mech3: 'faro' }, 2), ['Mech 2: faro']);
});

test('hints are usual where at most one person sits, a pause where only bots do', () => {
  const [me, bot, invited] = [{ kind: 'me' }, { kind: 'bot' }, { kind: 'invited' }];
  assert.deepEqual(usual([me, bot]), { clock: 0, hints: true, pace: 0 });
  assert.deepEqual(usual([me, invited]), { clock: 0, hints: false, pace: 0 });
  assert.deepEqual(usual([bot, bot]), { clock: 0, hints: true, pace: 700 });
});

test('no module makes elements of text, no page needs anything inline or missing', () => {
  const folder = ASSETS;
  const modules = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const name of modules) assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setAttribute\('style'/, name);
  for (const name of ['table.html', 'tables.html']) {
    const page = readFileSync(new URL(name, folder), 'utf8');
    assert.doesNotMatch(page, /<style|<script(?![^>]* src=)|\sstyle=|\son\w+=/, name);
    for (const [, used] of page.matchAll(/"\/assets\/([^"]+)"/g)) assert.ok(readFileSync(new URL(used, folder)).length > 0);
  }
});
