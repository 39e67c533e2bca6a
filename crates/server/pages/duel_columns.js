// Boards into which pieces drop: a button above each column, cells that say what lies in them, and pieces that fall.

import { el, setAttribute, svg } from './dom.js';

/** Milliseconds that a piece takes for the first row; it falls faster and faster. */
const FALL_MS = 130;

const arrowShape = () => svg('svg', { viewBox: '0 0 20 12', 'aria-hidden': 'true', class: 'duel-arrow' }, svg('path', { d: 'M2 2h16l-8 9z' }));

/** Listeners by which a control shows beforehand what it does. */
export const previews = (enter, leave) => ({ onfocus: enter, onpointerenter: enter, onblur: leave, onpointerleave: leave });

/** The buttons above the columns. */
export class Columns {
  /** `on.drop(column)` drops a piece; `on.enter(column)` and `on.leave()` show where. `sign()` makes what else a button has. */
  constructor(count, t, on, sign = () => null) {
    this.buttons = Array.from({ length: count }, (_, column) => el('button', {
      type: 'button', class: 'duel-column', onclick: () => on.drop(column), ...previews(() => on.enter(column), on.leave),
    }, arrowShape(), sign(), el('span', { text: column + 1 })));
    this.node = el('div', { class: 'duel-columns', role: 'group', 'aria-label': t('duel.columns') }, this.buttons);
  }

  /** Offers the choices that `choiceAt(column)` finds to a seat; `choiceName` names them. */
  offer(choiceAt, choiceName, seat, t) {
    this.buttons.forEach((button, column) => {
      const choice = choiceAt(column);
      setAttribute(button, 'aria-disabled', choice ? null : 'true');
      setAttribute(button, 'aria-label', choice ? choiceName(choice, t) : t('duel.column', { column: column + 1 }));
      setAttribute(button, 'data-seat', choice ? seat : null);
    });
  }

  /** The column of a key, a number from 1; -1 if it is none. */
  at({ key, shiftKey, repeat }) {
    return shiftKey || repeat ? -1 : this.buttons.findIndex((_, column) => key === String(column + 1));
  }
}

/** Drops a piece, or says why that cannot be. */
export function drop(table, state, column, choice) {
  if (choice) table.choose(choice.choice);
  else if (state?.choices) table.say(table.t('duel.column_full', { column: column + 1 }));
}

/** Marks a cell and says what it holds (`what`); rows and columns are the game's. */
export function tellCell(cell, t, { row, column, what, line, fresh }) {
  cell.classList.toggle('line', line);
  cell.classList.toggle('fresh', fresh);
  const marks = [line && t('duel.cell_line'), fresh && t('duel.cell_fresh')].filter(Boolean);
  setAttribute(cell, 'aria-label', [t('duel.cell', { column: column + 1, row: row + 1, what }), ...marks].join(', '));
}

/** Lets the piece in a cell fall into it through some rows; returns the animation. */
export const fall = (cell, rows) => cell.firstElementChild.animate([{ transform: `translateY(${-rows * cell.offsetHeight}px)` }, { transform: 'none' }],
  { duration: FALL_MS * Math.sqrt(rows) + 60, easing: 'cubic-bezier(.5, 0, .9, .6)' });
