// The board.

import { el, setAttribute, svg } from './dom.js';
import { Columns, COMMON, drop, dropName, duel, fall, Grid, previews, tellCell } from './duel.js';

// What the board becomes by an event, and what cells hold; nothing of this draws.

/** Rows and columns. */
export const SIDE = 7;

/** What is in a cell: null, or `{ seat, bomb }`. `cells` are the view's. */
export function pieceAt(cells, row, column) {
  const value = Number(cells[row * SIDE + column]);
  return value ? { seat: (value - 1) % 3, bomb: value > 3 } : null;
}

/** The cells after an event. */
function after(cells, event) {
  const next = [...cells];
  if (event.kind === 'drop') next[event.row * SIDE + event.column] = String(event.seat + 1 + (event.bomb ? 3 : 0));
  if (event.kind === 'boom') {
    for (const [row, column] of event.removed) next[row * SIDE + column] = '0';
    // From below, so that each piece falls into a cell that is empty already.
    for (const [column, from, to] of [...event.fallen].sort((a, b) => a[1] - b[1])) {
      next[to * SIDE + column] = next[from * SIDE + column];
      next[from * SIDE + column] = '0';
    }
  }
  return next.join('');
}

/** The boards event by event: `[{ event, cells }]`; null if they do not lead to `last`. */
export function boards(first, events, last) {
  let cells = first;
  const list = events.filter(({ kind }) => kind === 'drop' || kind === 'boom').map((event) => ({ event, cells: cells = after(cells, event) }));
  return list.length && cells === last ? list : null;
}

/** In how many rounds pieces become bombs: 0 in a round in which they do. */
export const roundsToBomb = (round) => (5 - (round % 5)) % 5;

const BLAST_MS = 420;
/** Plies before the draw from which on it is announced. */
const LATE = 40;

const bombShape = () => svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'duel-bomb' },
  svg('circle', { cx: 9, cy: 12, r: 6.5 }),
  svg('path', { d: 'M13.2 7.2q1.4-3 3.6-2.4', class: 'fuse' }),
  svg('path', { d: 'M17.5.8l.6 1.9 1.8-.2-1.1 1.6 1.1 1.5-1.9-.1-.7 1.8-.7-1.8-1.8.1 1.1-1.6-1-1.5 1.9.2z', class: 'spark' }));

/** A piece as it lies on the board: its seat's shape and number. */
function pieceNode({ seat, bomb }) {
  return el('span', { class: bomb ? 'duel-piece bomb' : 'duel-piece', 'data-seat': seat, 'aria-hidden': 'true' },
    bomb && bombShape(), el('span', { class: 'number' }));
}

/** The cell of the grid, whose rows count from the top, for one of the game, whose rows count from the bottom. */
const above = (row) => SIDE - 1 - row;

const say = {
  drop: (event, table) => (event.bomb ? table.t('duel.log.bomb', { name: table.seatName(event.seat), column: event.column + 1 }) : COMMON.drop(event, table)),
  boom: (event, { t, seatName }) => t('duel.log.boom', { name: seatName(event.seat), row: event.row + 1, count: event.removed.length }),
};

/** What a choice is called. */
export function choiceName(choice, t) {
  if (choice.kind === 'boom') return t('duel.boom_of', { row: choice.row + 1, count: choice.removed.length });
  return choice.bomb ? t('duel.drop_bomb', { column: choice.column + 1 }) : dropName(choice, t);
}

class Board {
  look = 'duel-drops';
  #table;
  #grid;
  #columns;
  #boom;
  #state = null;
  #cells = '0'.repeat(SIDE * SIDE);
  #run = 0;

  constructor(table) {
    const { t } = this.#table = table;
    this.#grid = new Grid(SIDE, SIDE, {
      choose: (_, column) => this.#drop(column),
      key: (event) => this.key(event),
      enter: (_, column) => this.#preview(this.#dropAt(column)),
      leave: () => this.#preview(null),
    });
    setAttribute(this.#grid.node, 'aria-label', t('duel.board.desconecta4'));
    this.#columns = new Columns(SIDE, t,
      { drop: (column) => this.#drop(column), enter: (column) => this.#preview(this.#dropAt(column)), leave: () => this.#preview(null) }, bombShape);
    this.node = el('div', { class: 'duel-board' }, this.#columns.node, this.#grid.node);
    this.#boom = el('button', { type: 'button', class: 'duel-boom', onclick: () => this.#explode(), ...previews(() => this.#preview(this.#choice((one) => one.kind === 'boom')), () => this.#preview(null)) },
      bombShape(), el('span', { text: t('duel.boom') }));
    this.controls = el('div', { class: 'duel-controls' }, this.#boom);
  }

  show(state, events) {
    this.still();
    const before = this.#cells;
    this.#state = state;
    this.#cells = state.view.cells;
    const steps = this.#table.still ? null : boards(before, events, this.#cells);
    this.#offer();
    if (!steps) this.#finish();
    else this.#play(steps, before);
  }

  /** The present state at once, whatever was moving. */
  still() {
    if (!this.#state) return;
    this.#run += 1;
    for (const animation of this.#grid.node.getAnimations({ subtree: true })) animation.cancel();
    this.#finish();
  }

  /** Round, bombs to come, and the draw that is near. */
  news({ round, drops_bomb: drops, turn, seen, ply, most_plies: most }) {
    const { t, seatName } = this.#table;
    const rounds = roundsToBomb(round);
    const parts = [t('duel.round', { round })];
    if (turn !== null) {
      if (drops) parts.push(t('duel.bomb_now', { name: seatName(turn) }));
      else parts.push(rounds ? t('duel.bomb_in', { count: rounds }) : t('duel.bomb_round'));
      if (seen > 1) parts.push(t('duel.seen'));
      if (most - ply <= LATE) parts.push(t('duel.plies_left', { count: most - ply }));
    }
    return parts.join(' ');
  }

  /** What a seat has on the board. */
  account({ counts, bombs }, seat) {
    const { t } = this.#table;
    const pieces = t('duel.pieces', { count: counts[seat] });
    const bomb = bombs[seat];
    return bomb ? `${pieces}, ${t('duel.bomb_at', { row: bomb[0] + 1, column: bomb[1] + 1 })}` : pieces;
  }

  /** Marks the choice of a hint and returns it; null if it is none. */
  hint({ choice: text }) {
    const choice = this.#choice((one) => one.choice === text);
    this.#unmark('hinted');
    if (!choice) return null;
    if (choice.kind === 'boom') {
      this.#boom.classList.add('hinted');
      for (const [row, column] of choice.removed) this.#cell(row, column).classList.add('hinted');
    } else {
      this.#columns.buttons[choice.column].classList.add('hinted');
      this.#cell(choice.row, choice.column).classList.add('hinted');
    }
    return choice;
  }

  #cell(row, column) {
    return this.#grid.cell(above(row), column);
  }

  #choice(is) {
    return this.#state?.choices?.find(is) ?? null;
  }

  #dropAt(column) {
    return this.#choice((one) => one.kind === 'drop' && one.column === column);
  }

  #drop(column) {
    drop(this.#table, this.#state, column, this.#dropAt(column));
  }

  #explode() {
    const choice = this.#choice((one) => one.kind === 'boom');
    if (choice) this.#table.choose(choice.choice);
  }

  /** A number drops a piece into that column, B lets the bomb explode. */
  key(event) {
    const column = this.#columns.at(event);
    if (column >= 0) this.#drop(column);
    else if (event.code === 'KeyB' && !event.shiftKey && !event.repeat) this.#explode();
    else return false;
    return true;
  }

  #unmark(...names) {
    for (const node of [this.#boom, ...this.#columns.buttons]) node.classList.remove(...names);
    this.#grid.each((cell) => cell.classList.remove(...names));
  }

  /** Shows what a choice would change. */
  #preview(choice) {
    this.#unmark('ghost', 'doomed');
    if (choice?.kind === 'drop') {
      const cell = this.#cell(choice.row, choice.column);
      cell.classList.add('ghost');
      cell.dataset.seat = this.#state.you;
    } else if (choice) {
      for (const [row, column] of choice.removed) this.#cell(row, column).classList.add('doomed');
    }
  }

  /** Buttons for what can be chosen now. */
  #offer() {
    const { t } = this.#table;
    this.#unmark('hinted', 'ghost', 'doomed');
    this.#columns.offer((column) => this.#dropAt(column), choiceName, this.#state.you, t);
    this.#columns.buttons.forEach((button, column) => button.classList.toggle('bomb', Boolean(this.#dropAt(column)?.bomb)));
    const boom = this.#choice((one) => one.kind === 'boom');
    this.#boom.hidden = this.#state.you === null || this.#state.view.turn === null;
    setAttribute(this.#boom, 'aria-disabled', boom ? null : 'true');
    setAttribute(this.#boom, 'aria-label', boom ? `${t('duel.boom')} ${choiceName(boom, t)}` : t('duel.boom_none'));
  }

  /** Pieces as in `cells`; only cells that differ are touched. */
  #draw(cells) {
    this.#grid.each((cell, fromTop, column) => {
      const row = above(fromTop), piece = pieceAt(cells, row, column);
      const value = piece ? `${piece.seat}${piece.bomb}` : '';
      if (cell.dataset.piece === value) return;
      cell.dataset.piece = value;
      cell.replaceChildren(...(piece ? [pieceNode(piece)] : []));
    });
  }

  /** The whole state, with what the last move changed and the lines. */
  #finish() {
    const { t, seatName } = this.#table, { view } = this.#state;
    setAttribute(this.#grid.node, 'aria-busy', null);
    this.#draw(view.cells);
    const fresh = new Set(), lines = new Set(view.lines.map(String));
    for (const event of view.last) {
      if (event.kind === 'drop') fresh.add(String([event.row, event.column]));
      if (event.kind === 'boom') for (const [column, , to] of event.fallen) fresh.add(String([to, column]));
    }
    this.#grid.each((cell, fromTop, column) => {
      const row = above(fromTop), at = String([row, column]), piece = pieceAt(view.cells, row, column);
      const what = piece ? t(piece.bomb ? 'duel.cell_bomb' : 'duel.cell_piece', { name: seatName(piece.seat) }) : t('duel.cell_empty');
      tellCell(cell, t, { row, column, what, line: lines.has(at), fresh: fresh.has(at) });
    });
  }

  /** One event after the other. */
  async #play(steps, before) {
    const run = this.#run;
    setAttribute(this.#grid.node, 'aria-busy', 'true');
    this.#grid.each((cell) => cell.classList.remove('fresh', 'line'));
    this.#draw(before);
    for (const { event, cells } of steps) {
      const moved = event.kind === 'boom' ? await this.#blast(event, cells, run) : this.#fall(cells, [[event.column, SIDE, event.row]]);
      await Promise.allSettled(moved.map(({ finished }) => finished));
      if (run !== this.#run) return;
    }
    this.#finish();
  }

  /** Shows `cells`, into which these pieces have fallen: column, row before and row after. */
  #fall(cells, pieces) {
    this.#draw(cells);
    return pieces.map(([column, from, to]) => fall(this.#cell(to, column), from - to));
  }

  async #blast(event, cells, run) {
    const gone = event.removed.map(([row, column]) => this.#cell(row, column).firstElementChild?.animate([
      { transform: 'none', opacity: 1, filter: 'none' },
      { transform: 'scale(1.3)', opacity: 1, filter: 'brightness(1.7)', offset: .45 },
      { transform: 'scale(.2)', opacity: 0, filter: 'brightness(2)' },
    ], { duration: BLAST_MS, easing: 'ease-in', fill: 'forwards' })).filter(Boolean);
    await Promise.allSettled(gone.map(({ finished }) => finished));
    return run === this.#run ? this.#fall(cells, event.fallen) : [];
  }
}

export const { mount, describe, choiceText, sounds } = duel({ Board, choiceName, say, sounds: { drop: 'drop', boom: 'boom' } });
