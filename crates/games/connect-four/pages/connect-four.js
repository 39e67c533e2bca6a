// The board: pieces drop into columns, and four in a line win.

import { el, setAttribute } from './dom.js';
import { Columns, drop, dropName, duel, fall, Grid, pieceNode, tellCell } from './duel.js';

const ROWS = 6, COLUMNS = 7;
/** The row of the grid, counted from the top, of a row of the game, counted from the bottom. */
const above = (row) => ROWS - 1 - row;

class Board {
  look = 'duel-drops';
  controls = null;
  #table;
  #grid;
  #columns;
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
    this.#columns = new Columns(COLUMNS, table.t, { drop: (column) => this.#drop(column), enter: (column) => this.#preview(column), leave: () => this.#preview(null) });
    this.node = el('div', { class: 'duel-board' }, this.#columns.node, this.#grid.node);
  }

  show(state, events) {
    this.still();
    this.#state = state;
    this.#draw();
    const dropped = events.filter(({ kind }) => kind === 'drop').at(-1);
    if (dropped && !this.#table.still) fall(this.#grid.cell(above(dropped.row), dropped.column), ROWS - dropped.row);
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
    for (const button of this.#columns.buttons) button.classList.remove('hinted');
    if (choice) this.#columns.buttons[choice.column].classList.add('hinted');
    return choice;
  }

  #choice(column) {
    return this.#state?.choices?.find((one) => one.column === column) ?? null;
  }

  #drop(column) {
    drop(this.#table, this.#state, column, this.#choice(column));
  }

  /** A number drops a piece into that column. */
  key(event) {
    const column = this.#columns.at(event);
    if (column >= 0) this.#drop(column);
    return column >= 0;
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
    this.#preview(null);
    this.#columns.offer((column) => this.#choice(column), dropName, this.#state.you, t);
    for (const button of this.#columns.buttons) button.classList.remove('hinted');
    this.#grid.each((cell, fromTop, column) => {
      const row = above(fromTop), seat = Number(cells[row * COLUMNS + column]) - 1;
      cell.replaceChildren(...(seat < 0 ? [] : [pieceNode(seat)]));
      const what = seat < 0 ? t('duel.cell_empty') : t('duel.cell_piece', { name: seatName(seat) });
      tellCell(cell, t, { row, column, what, line: lines.some(([r, c]) => r === row && c === column), fresh: last.some((event) => event.row === row && event.column === column) });
    });
  }
}

export const { mount, describe, choiceText, sounds } = duel({ Board, choiceName: dropName, sounds: { drop: 'drop' } });
