// Games for two that draw no page of their own: one with a board of cells, one without.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load, texts } from './assets.mjs';
import { newElement, stubDocument } from './stub_dom.mjs';

stubDocument();
const { LANGUAGES, t, use } = await load('words.js');
const { choiceText, describe, mount, sounds } = await load('two_player.js');
use('en', texts('en'));

const plain = (text) => ({ text, ink: 'plain' });
const empty = (name) => ({ name, text: '.', ink: 'faint' });
const piece = (name, side, more = {}) => ({ name, text: 'gb'[side], ink: 'side', side, ...more });
const moves = (...list) => list.map((choice) => ({ choice, kind: 'move' }));

/** Three in a row: the first player has the centre, the second has just taken a corner and can be passed. */
const GRID = {
  n: 2, you: 0, seats: [], hint: null,
  view: {
    turn: 0, ply: 2, last: [{ kind: 'move', seat: 1, choice: 'c3' }],
    picture: {
      lines: [[{ text: 'green', ink: 'side', side: 0 }, plain(' to move')]],
      grid: {
        columns: 3,
        cells: [empty('a3'), empty('b3'), piece('c3', 1, { marked: true }), { name: 'a2', text: '#', ink: 'faint' }, piece('b2', 0), empty('c2'),
          empty('a1'), { name: 'b1', text: 'G', ink: 'strong', side: 0 }, { name: 'c1', text: '7', ink: 'prize' }],
      },
    },
  },
  choices: moves('a3', 'b3', 'c2', 'a1', 'c1', 'pass'),
};

/** A heap of stones. */
const HEAP = {
  n: 0, you: 0, seats: [], hint: null,
  view: { turn: 0, ply: 0, last: [], picture: { lines: [[{ text: '7 stones', ink: 'prize' }], [plain('take 1 to 3')]] } },
  choices: moves('1', '2', '3'),
};

/** A board in a page, with what it has told the page. */
function shown(...states) {
  const root = newElement(), told = { chosen: [], said: [] };
  const game = mount(root, {
    game: 'nim', t, still: true, seatName: (seat) => ['Ada', 'Bob'][seat], choose: (choice) => told.chosen.push(choice), say: (...lines) => told.said.push(...lines),
  });
  for (const state of states) game.show(state, []);
  const buttons = () => root.all('duel-moves')[0].children;
  return { root, game, cells: root.all('duel-cell'), lines: root.all('duel-lines')[0], moves: root.all('duel-moves')[0], buttons, ...told };
}
const labels = (nodes) => nodes.map((node) => node.getAttribute('aria-label'));

test('cells are told by name, by what they hold, and by what can be done there', () => {
  const { cells, root } = shown(GRID);
  assert.deepEqual(labels(cells), [
    'a3, empty, possible move', 'b3, empty, possible move', 'c3, piece of Bob, marked', 'a2, #', 'b2, piece of Ada', 'c2, empty, possible move',
    'a1, empty, possible move', 'b1, piece of Ada, G', 'c1, 7, possible move']);
  assert.deepEqual(cells.map((cell) => cell.all('duel-piece').map((node) => node.getAttribute('data-seat')).join()), ['', '', '1', '', '0', '', '', '0', '']);
  assert.deepEqual(cells.map((cell) => cell.textContent), ['', '', '', '#', '', '', '', 'G', '7'], 'numbers are drawn by the style');
  assert.ok(cells[2].classList.contains('fresh') && cells[2].all('number').length === 1 && cells[7].all('number').length === 0);
  assert.deepEqual(labels(root.all('duel-grid')), ['Board of 3 columns and 3 rows. Enter makes a move in a cell that has one.']);
  assert.ok(cells.every((cell) => cell.getAttribute('role') === 'gridcell'));
});

test('a move is made in the cell that it names; any other by a button', () => {
  const { cells, buttons, moves: group, chosen, said } = shown(GRID);
  cells[1].happens('click');
  cells[0].happens('keydown', { key: 'ArrowRight' });
  cells[5].focus();
  assert.ok(cells[5].happens('keydown', { key: 'Enter' }));
  assert.deepEqual(buttons().map((button) => button.textContent), ['Pass']);
  assert.equal(group.hidden, false);
  buttons()[0].happens('click');
  assert.deepEqual([chosen, said], [['b3', 'c2', 'pass'], []]);
  cells[4].happens('click');
  assert.deepEqual([chosen.length, said], [3, ['You cannot play there.']]);
});

test('the cell that is pointed at shows where a piece would go', () => {
  const { cells } = shown(GRID);
  const ghosts = () => cells.filter((cell) => cell.classList.contains('ghost')).length;
  cells[0].happens('pointerenter');
  assert.ok(cells[0].classList.contains('ghost') && cells[0].getAttribute('data-seat') === '0');
  cells[4].happens('pointerenter');
  assert.equal(ghosts(), 0);
  cells[1].focus();
  cells[1].happens('blur');
  assert.equal(ghosts(), 0);
});

test('without cells all moves are buttons, and keys if they are one character', () => {
  const { root, game, lines, buttons, chosen } = shown(HEAP);
  assert.equal(root.all('duel-grid').length, 0);
  assert.deepEqual(lines.children.map((line) => line.textContent), ['7 stones', 'take 1 to 3']);
  assert.ok(lines.all('ink-prize').length === 1);
  assert.deepEqual(buttons().map((button) => button.textContent), ['1', '2', '3']);
  buttons()[2].happens('click');
  assert.deepEqual([game.key({ key: '2' }), game.key({ key: '4' }), game.key({ key: '2', repeat: true })], [true, false, false]);
  assert.deepEqual(chosen, ['3', '2']);
  assert.equal(game.account(HEAP.view, 0), '');
});

test('what is no longer possible goes, what stays keeps its button, and nothing is offered to others', () => {
  const after = (stones, more) => ({ ...HEAP, n: 1, choices: moves(...['1', '2', '3'].slice(0, stones)), ...more });
  const board = shown(HEAP), [first] = board.buttons();
  board.game.show(after(3, { choices: null }), []);
  assert.deepEqual(board.buttons().map((button) => button.getAttribute('aria-disabled')), ['true', 'true', 'true'], 'the other player chooses');
  first.happens('click');
  assert.deepEqual([board.chosen, board.said], [[], []]);
  board.game.show(after(2), []);
  assert.deepEqual(board.buttons().map((button) => button.textContent), ['1', '2']);
  assert.ok(board.buttons()[0] === first && first.getAttribute('aria-disabled') === null);
  board.game.show(after(0, { choices: null, view: { ...HEAP.view, turn: null } }), []);
  assert.ok(board.moves.hidden);
  assert.ok(shown({ ...HEAP, you: null, choices: null }).moves.hidden);
});

test('hints mark a cell or a button', () => {
  const { game, cells, buttons } = shown(GRID);
  const marked = (nodes) => nodes.map((node) => node.classList.contains('hinted'));
  assert.equal(game.hinted({ choice: 'c2', note: { ends: 1 } }), 'c2. This wins in 1 move.');
  assert.deepEqual([marked(cells).indexOf(true), marked(buttons())], [5, [false]]);
  assert.equal(game.hinted({ choice: 'pass', note: {} }), 'Pass');
  assert.deepEqual([marked(cells).indexOf(true), marked(buttons())], [-1, [true]]);
  assert.equal(game.hinted({ choice: 'z9', note: {} }), 'z9');
});

test('a board of another size takes the place of the one before', () => {
  const cells = ['a1', 'b1', 'c1', 'd1'].map(empty);
  const { root, game } = shown(GRID, { ...GRID, view: { ...GRID.view, picture: { lines: [], grid: { columns: 2, cells } } }, choices: moves('d1') });
  assert.deepEqual(labels(root.all('duel-cell')), ['a1, empty', 'b1, empty', 'c1, empty', 'd1, empty, possible move']);
  assert.equal(root.all('duel-grid').length, 1);
  game.show({ ...GRID, choices: null, you: null }, []);
  assert.equal(labels(root.all('duel-cell')).filter((label) => label.includes('possible')).length, 0);
});

test('news, moves and passes are told in every language, and keys only where there is a text', () => {
  for (const code of Object.keys(LANGUAGES)) {
    use(code, texts(code));
    const table = { t, seatName: () => 'Ada' }, { root, game } = shown(GRID);
    assert.match(describe({ kind: 'move', seat: 0, choice: 'd3' }, table), /^Ada.*d3\.$/);
    assert.doesNotMatch(describe({ kind: 'move', seat: 0, choice: 'pass' }, table), /pass\./);
    assert.ok(root.all('duel-news')[0].textContent.includes('2') && game.account(GRID.view, 0).includes('2'), code);
    assert.equal(choiceText({ choice: 'd3' }, table), 'd3');
    assert.ok(root.all('keys')[0].hidden);
  }
  use('en', { ...texts('en'), 'duel.keys.nim': 'Keys 1 to 3.' });
  assert.equal(shown(HEAP).root.all('keys')[0].hidden, false);
  use('en', texts('en'));
  assert.equal(describe({ kind: 'constructor' }, { t }), null);
  assert.deepEqual(sounds, { move: 'drop' });
});
