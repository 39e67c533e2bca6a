// A game for two that draws no page of its own. Its picture says everything: cells become a board and lines stand
// below it; a move that is the name of a cell is made there, any other by a button.

import { el, setAttribute } from './dom.js';
import { duel, Grid, pieceNode } from './duel.js';

/** The move of a player who makes none. */
const PASS = 'pass';

/** What a move is called: its text, which is the same in every language. */
export const choiceName = ({ choice }, t) => (choice === PASS ? t('duel.pass') : choice);

const say = {
  move: ({ seat, choice }, { t, seatName }) => t(choice === PASS ? 'duel.log.passes' : 'duel.log.move', { name: seatName(seat), choice }),
};

const isEmpty = ({ text }) => text === '.' || !text.trim();
const isPiece = ({ side }) => side !== undefined;
const isStrong = ({ ink }) => ink === 'strong';

/** A piece of text as the picture has it. */
const spanNode = ({ text, ink, side, marked }) => el('span', { class: `ink-${ink}${marked ? ' marked' : ''}`, 'data-seat': side, text });

/** What stands in a cell: a piece with the number of its seat, or its text if it is a special one; other texts as they are. */
function signOf(cell) {
  if (isPiece(cell)) return isStrong(cell) ? pieceNode(cell.side, 'strong', cell.text) : pieceNode(cell.side);
  return isEmpty(cell) ? '' : el('span', { 'aria-hidden': 'true' }, spanNode(cell));
}

/** What a cell is called; `possible` if a move can be made there. */
function labelOf(cell, possible, { t, seatName }) {
  const what = isPiece(cell) ? t('duel.cell_piece', { name: seatName(cell.side) }) : isEmpty(cell) ? t('duel.cell_empty') : cell.text;
  return [cell.name, what, isStrong(cell) && cell.text, cell.marked && t('duel.cell_marked'), possible && t('duel.cell_possible')].filter(Boolean).join(', ');
}

class Board {
  look = 'duel-plain';
  #table;
  #grid = null;
  #cells = [];
  #lines = el('div', { class: 'duel-lines' });
  #buttons = new Map();
  #state = null;

  constructor(table) {
    this.#table = table;
    this.node = el('div', { class: 'duel-board' }, this.#lines);
    this.controls = el('div', { class: 'duel-moves', role: 'group', 'aria-label': table.t('duel.moves') });
  }

  show(state) {
    const { grid = null, lines } = state.view.picture;
    this.#state = state;
    this.#cells = grid?.cells ?? [];
    if (grid) this.#draw(grid.columns);
    this.node.style.setProperty('--lines', lines.length);
    this.#lines.replaceChildren(...lines.map((line) => el('p', {}, line.map(spanNode))));
    this.#offer();
  }

  /** Nothing moves here. */
  still() {}

  news({ ply }) {
    return this.#table.t('duel.played', { count: ply });
  }

  /** The pieces of a seat, where there is a board. */
  account({ picture: { grid = null } }, seat) {
    return grid ? this.#table.t('duel.pieces', { count: grid.cells.filter(({ side }) => side === seat).length }) : '';
  }

  /** Marks the choice of a hint and returns it; null if it is none. */
  hint({ choice: text }) {
    this.#unmark('hinted');
    const choice = this.#choice(text);
    if (choice) this.#nodeOf(text)?.classList.add('hinted');
    return choice;
  }

  /** The key of a move that is one character. */
  key({ key, repeat }) {
    const choice = repeat ? null : this.#choice(key);
    if (choice) this.#table.choose(key);
    return Boolean(choice);
  }

  #choice(text) {
    return this.#state?.choices?.find(({ choice }) => choice === text) ?? null;
  }

  #cell(row, column) {
    return this.#cells[row * this.#grid.columns + column];
  }

  /** Where a move is made. */
  #nodeOf(choice) {
    const at = this.#cells.findIndex(({ name }) => name === choice);
    return at < 0 ? this.#buttons.get(choice) : this.#grid.cell(Math.floor(at / this.#grid.columns), at % this.#grid.columns);
  }

  #unmark(name) {
    this.#grid?.each((cell) => cell.classList.remove(name));
    for (const button of this.#buttons.values()) button.classList.remove(name);
  }

  #choose(choice) {
    if (this.#choice(choice)) this.#table.choose(choice);
    else if (this.#state.choices) this.#table.say(this.#table.t('duel.no_move'));
  }

  #lay(rows, columns) {
    this.#grid?.node.remove();
    this.#grid = new Grid(rows, columns, {
      choose: (row, column) => this.#choose(this.#cell(row, column).name),
      key: (event) => this.key(event),
      enter: (row, column) => {
        this.#unmark('ghost');
        this.#grid.cell(row, column).classList.toggle('ghost', Boolean(this.#choice(this.#cell(row, column).name)));
      },
      leave: () => this.#unmark('ghost'),
    });
    setAttribute(this.#grid.node, 'aria-label', this.#table.t('duel.board', { rows, columns }));
    this.node.prepend(this.#grid.node);
    this.node.style.setProperty('--ratio', columns / rows);
  }

  #draw(columns) {
    const rows = this.#cells.length / columns;
    if (this.#grid?.rows !== rows || this.#grid.columns !== columns) this.#lay(rows, columns);
    this.#unmark('ghost');
    this.#grid.each((node, row, column) => {
      const cell = this.#cell(row, column), possible = Boolean(this.#choice(cell.name));
      node.replaceChildren(signOf(cell));
      node.classList.toggle('fresh', Boolean(cell.marked));
      node.classList.toggle('possible', possible);
      setAttribute(node, 'data-seat', possible ? this.#state.you : null);
      setAttribute(node, 'aria-label', labelOf(cell, possible, this.#table));
    });
  }

  /** Buttons for the moves that no cell is named by. While others choose, those of before wait. */
  #offer() {
    const { choices, view, you } = this.#state;
    if (choices) {
      const names = new Set(this.#cells.map(({ name }) => name));
      const texts = choices.map(({ choice }) => choice).filter((choice) => !names.has(choice));
      // What stays keeps the focus.
      for (const [choice, button] of this.#buttons) {
        if (texts.includes(choice)) continue;
        button.remove();
        this.#buttons.delete(choice);
      }
      for (const choice of texts.filter((text) => !this.#buttons.has(text))) {
        const button = el('button', { type: 'button', onclick: () => this.#choose(choice) }, choiceName({ choice }, this.#table.t));
        this.#buttons.set(choice, button);
        this.controls.append(button);
      }
    }
    for (const button of this.#buttons.values()) setAttribute(button, 'aria-disabled', choices ? null : 'true');
    this.#unmark('hinted');
    this.controls.hidden = you === null || view.turn === null || !this.#buttons.size;
  }
}

export const { mount, describe, choiceText, sounds } = duel({ Board, choiceName, say, sounds: { move: 'drop' } });
