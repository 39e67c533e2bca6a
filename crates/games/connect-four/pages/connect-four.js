// The board: pieces drop into columns, and four in a line win.

import { el, setAttribute, svg } from './dom.js';
import { duel } from './duel.js';
import { Grid, pieceNode } from './duel_grid.js';
import { dropName } from './duel_words.js';

const ROWS = 6, COLUMNS = 7;
/** Milliseconds that a piece falls through the first row; it falls faster and faster. */
const FALL_MS = 130;
/** The row of the grid, counted from the top, of a row of the game, counted from the bottom. */
const above = (row) => ROWS - 1 - row;

class Board {
  look = 'duel-drops';
  controls = null;
  #table;
  #grid;
  #buttons;
  #state = null;

  constructor(table) {
    this.#table = table;
    this.#grid = new Grid(ROWS, COLUMNS, {
      choose: (_, column) => this.#drop(column),
      key: (event) => this.key(event),
      enter: (_, column) => this.#preview(column),
      leave: () => this.#preview(null),
    });
    setAttribute(this.#grid.node, 'aria-label', table.t('connect-four.board'));
    this.#buttons = Array.from({ length: COLUMNS }, (_, column) => el('button', {
      type: 'button', class: 'duel-column', onclick: () => this.#drop(column), onfocus: () => this.#preview(column), onblur: () => this.#preview(null),
    }, svg('svg', { viewBox: '0 0 20 12', 'aria-hidden': 'true' }, svg('path', { d: 'M2 2h16l-8 9z' })), el('span', { text: column + 1 })));
    this.node = el('div', { class: 'duel-board' },
      el('div', { class: 'duel-columns', role: 'group', 'aria-label': table.t('duel.columns') }, this.#buttons), this.#grid.node);
  }

  show(state, events) {
    this.still();
    this.#state = state;
    this.#draw();
    const dropped = events.filter(({ kind }) => kind === 'drop').at(-1);
    if (dropped && !this.#table.still) this.#fall(dropped);
  }

  /** Stops what is moving. */
  still() {
    for (const animation of this.#grid.node.getAnimations({ subtree: true })) animation.cancel();
  }

  news({ ply }) {
    return this.#table.t('duel.played', { count: ply });
  }

  account({ cells }, seat) {
    return this.#table.t('duel.pieces', { count: cells.split(String(seat + 1)).length - 1 });
  }

  /** Marks the choice of a hint and returns it; null if it is none. */
  hint({ choice: text }) {
    const choice = this.#state.choices?.find((one) => one.choice === text) ?? null;
    for (const button of this.#buttons) button.classList.remove('hinted');
    if (choice) this.#buttons[choice.column].classList.add('hinted');
    return choice;
  }

  #choice(column) {
    return this.#state?.choices?.find((one) => one.column === column) ?? null;
  }

  #drop(column) {
    const choice = this.#choice(column);
    if (choice) this.#table.choose(choice.choice);
    else if (this.#state?.choices) this.#table.say(this.#table.t('duel.column_full', { column: column + 1 }));
  }

  /** A number drops a piece into that column. */
  key({ key, shiftKey, repeat }) {
    const column = key.length === 1 ? '1234567'.indexOf(key) : -1;
    if (column < 0 || shiftKey || repeat) return false;
    this.#drop(column);
    return true;
  }

  /** Shows where a piece would land. */
  #preview(column) {
    this.#grid.each((cell) => cell.classList.remove('ghost'));
    const choice = column === null ? null : this.#choice(column);
    if (!choice) return;
    const cell = this.#grid.cell(above(choice.row), column);
    cell.classList.add('ghost');
    cell.dataset.seat = this.#state.you;
  }

  #draw() {
    const { t, seatName } = this.#table, { cells, lines, last } = this.#state.view;
    const among = (list, row, column) => list.some(([r, c]) => r === row && c === column);
    this.#preview(null);
    this.#buttons.forEach((button, column) => {
      const choice = this.#choice(column);
      button.classList.remove('hinted');
      setAttribute(button, 'aria-disabled', choice ? null : 'true');
      setAttribute(button, 'aria-label', choice ? dropName(choice, t) : t('duel.column', { column: column + 1 }));
      setAttribute(button, 'data-seat', choice ? this.#state.you : null);
    });
    this.#grid.each((cell, fromTop, column) => {
      const row = above(fromTop), seat = Number(cells[row * COLUMNS + column]) - 1;
      const is = { line: among(lines, row, column), fresh: last.some((event) => event.row === row && event.column === column) };
      cell.replaceChildren(...(seat < 0 ? [] : [pieceNode(seat)]));
      for (const [name, on] of Object.entries(is)) cell.classList.toggle(name, on);
      const what = seat < 0 ? t('duel.cell_empty') : t('duel.cell_piece', { name: seatName(seat) });
      const marks = [is.line && t('duel.cell_line'), is.fresh && t('duel.cell_fresh')].filter(Boolean);
      setAttribute(cell, 'aria-label', [t('duel.cell', { column: column + 1, row: row + 1, what }), ...marks].join(', '));
    });
  }

  #fall({ row, column }) {
    const cell = this.#grid.cell(above(row), column), rows = ROWS - row;
    cell.firstElementChild.animate([{ transform: `translateY(${-rows * cell.offsetHeight}px)` }, { transform: 'none' }],
      { duration: FALL_MS * Math.sqrt(rows) + 60, easing: 'cubic-bezier(.5, 0, .9, .6)' });
  }
}

export const { mount, describe, choiceText, sounds } = duel({ Board, choiceName: dropName, sounds: { drop: 'drop' } });
