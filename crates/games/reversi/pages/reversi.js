// The board: a disc turns those that it encloses.

import { el, setAttribute } from './dom.js';
import { duel, Grid } from './duel.js';

const SIDE = 8;
/** Milliseconds that a disc takes to turn, and that the next one in its line waits. */
const TURN_MS = 280, WAIT_MS = 70;
const LETTERS = 'abcdefgh';

const say = {
  place: ({ seat, choice, turned }, { t, seatName }) => t('reversi.log.place', { name: seatName(seat), cell: choice, count: turned.length }),
};

/** What a choice is called. */
const choiceName = ({ kind, choice }, t) => (kind === 'pass' ? t('reversi.pass') : t('reversi.place', { cell: choice }));

/** A disc as it lies on the board: its seat's colour and number. */
const disc = (seat) => el('span', { class: 'duel-piece', 'data-seat': seat, 'aria-hidden': 'true' }, el('span', { class: 'number' }));

class Board {
  look = 'duel-discs';
  #table;
  #grid;
  #pass;
  #state = null;

  constructor(table) {
    const { t } = this.#table = table;
    this.#grid = new Grid(SIDE, SIDE, {
      choose: (row, column) => this.#place(row, column),
      key: (event) => this.key(event),
      enter: (row, column) => this.#preview(this.#choiceOn(row, column)),
      leave: () => this.#preview(null),
    });
    setAttribute(this.#grid.node, 'aria-label', t('reversi.board'));
    this.#grid.each((cell, row, column) => {
      if (row === SIDE - 1) cell.dataset.column = LETTERS[column];
      if (column === 0) cell.dataset.row = row + 1;
    });
    this.node = el('div', { class: 'duel-board' }, this.#grid.node);
    this.#pass = el('button', { type: 'button', onclick: () => this.#choose(this.#choice('pass')) }, t('reversi.pass'));
    this.controls = el('div', {}, this.#pass);
  }

  show(state, events) {
    this.still();
    this.#state = state;
    this.#draw();
    this.controls.hidden = !this.#choice('pass');
    const placed = events.findLast(({ kind }) => kind === 'place');
    if (placed && !this.#table.still) this.#turn(placed);
  }

  /** Stops what is moving. */
  still() {
    for (const animation of this.#grid.node.getAnimations({ subtree: true })) animation.cancel();
  }

  news({ counts }) {
    return this.#table.t('reversi.empty', { count: SIDE * SIDE - counts[0] - counts[1] });
  }

  account({ counts }, seat) {
    return this.#table.t('reversi.discs', { count: counts[seat] });
  }

  /** Marks the choice of a hint and returns it; null if it is none. */
  hint({ choice: text }) {
    const choice = this.#choice(text);
    this.#unmark('hinted');
    if (choice) this.#nodeOf(choice).classList.add('hinted');
    return choice;
  }

  /** The game has no keys beside those that every board has. */
  key() {
    return false;
  }

  #choice(text) {
    return this.#state?.choices?.find((one) => one.choice === text) ?? null;
  }

  #choiceOn(row, column) {
    return this.#choice(`${LETTERS[column]}${row + 1}`);
  }

  #nodeOf({ kind, row, column }) {
    return kind === 'pass' ? this.#pass : this.#grid.cell(row, column);
  }

  #choose(choice) {
    if (choice) this.#table.choose(choice.choice);
  }

  #place(row, column) {
    const choice = this.#choiceOn(row, column);
    if (!choice && this.#state?.choices) this.#table.say(this.#table.t('reversi.turns_none'));
    this.#choose(choice);
  }

  #unmark(...names) {
    this.#pass.classList.remove(...names);
    this.#grid.each((cell) => cell.classList.remove(...names));
  }

  /** Shows the disc of a choice, and which discs it would turn. */
  #preview(choice) {
    this.#unmark('ghost', 'turning');
    if (choice?.kind !== 'place') return;
    const cell = this.#nodeOf(choice);
    cell.classList.add('ghost');
    cell.dataset.seat = this.#state.you;
    for (const [row, column] of choice.turned) this.#grid.cell(row, column).classList.add('turning');
  }

  #draw() {
    const { t, seatName } = this.#table, { cells, last } = this.#state.view;
    this.#unmark('hinted', 'ghost', 'turning');
    this.#grid.each((cell, row, column) => {
      const seat = Number(cells[row * SIDE + column]) - 1;
      const is = {
        open: Boolean(this.#choiceOn(row, column)),
        fresh: last.some((event) => event.row === row && event.column === column),
      };
      cell.replaceChildren(...(seat < 0 ? [] : [disc(seat)]));
      for (const [name, on] of Object.entries(is)) cell.classList.toggle(name, on);
      const what = seat < 0 ? t('duel.cell_empty') : t('reversi.cell_disc', { name: seatName(seat) });
      const marks = [is.open && t('reversi.cell_open'), is.fresh && t('duel.cell_fresh')].filter(Boolean);
      setAttribute(cell, 'aria-label', [t('duel.cell', { column: LETTERS[column], row: row + 1, what }), ...marks].join(', '));
    });
  }

  /** Turns discs, the nearest first. */
  #turn({ seat, row, column, turned }) {
    this.#grid.cell(row, column).firstElementChild.animate([{ transform: 'scale(.4)' }, { transform: 'none' }], { duration: TURN_MS / 2 });
    for (const [r, c] of turned) {
      const cell = this.#grid.cell(r, c), before = disc(1 - seat);
      const duration = TURN_MS / 2, delay = WAIT_MS * Math.max(Math.abs(r - row), Math.abs(c - column));
      const edge = { transform: 'rotateY(90deg)' }, flat = { transform: 'none' };
      cell.firstElementChild.animate([edge, flat], { duration, delay: delay + duration, fill: 'backwards', easing: 'ease-out' });
      cell.append(before);
      before.animate([flat, edge], { duration, delay, fill: 'both', easing: 'ease-in' }).finished.catch(() => null).then(() => before.remove());
    }
  }
}

export const { mount, describe, choiceText, sounds } = duel({ Board, choiceName, say, sounds: { place: 'drop' } });
