// A board of cells that can be walked over by keys: one of them can have the focus.

import { el } from './dom.js';
import { stepped } from './duel_model.js';

/** A piece of a seat, with its number unless it has a text of its own; `kind` is a further class. */
export const pieceNode = (seat, kind = null, text = null) => el('span', { class: kind ? `duel-piece ${kind}` : 'duel-piece', 'data-seat': seat, 'aria-hidden': 'true' },
  text ?? el('span', { class: 'number' }));

/** The cells, rows counted from the top as they are seen. */
export class Grid {
  #cells;
  #at = [0, 0];

  /**
   * `on.choose(row, column)` is called for a cell that is clicked, or on which Enter or space is pressed;
   * `on.key(event)` before any other key is looked at: true if it was one of its own; `on.enter(row,
   * column)` and `on.leave()` for the cell that is pointed at or has the focus.
   */
  constructor(rows, columns, on) {
    this.rows = rows;
    this.columns = columns;
    this.#cells = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => el('div', {
      class: 'duel-cell',
      role: 'gridcell',
      tabindex: row || column ? -1 : 0,
      onclick: () => on.choose(row, column),
      onfocus: () => {
        this.#stand(row, column);
        on.enter(row, column);
      },
      onblur: on.leave,
      onpointerenter: () => on.enter(row, column),
    })));
    this.node = el('div', { class: 'duel-grid', role: 'grid', 'aria-rowcount': rows, 'aria-colcount': columns, onpointerleave: on.leave },
      this.#cells.map((cells) => el('div', { class: 'duel-row', role: 'row' }, cells)));
    this.node.style.setProperty('--columns', columns);
    this.node.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const [row, column] = this.#at;
      const to = stepped(event.key, row, column, rows, columns);
      if (on.key(event)) event.preventDefault();
      else if (to) {
        event.preventDefault();
        this.cell(...to).focus();
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        if (!event.repeat) on.choose(row, column);
      }
    });
  }

  /** The element of a cell. */
  cell(row, column) {
    return this.#cells[row][column];
  }

  /** Calls `act(cell, row, column)` for all. */
  each(act) {
    this.#cells.forEach((cells, row) => cells.forEach((cell, column) => act(cell, row, column)));
  }

  /** Lets the focus enter here; takes it along if it is on the board. */
  enterAt(row, column) {
    const within = this.node.contains(document.activeElement);
    this.#stand(row, column);
    if (within) this.cell(row, column).focus();
  }

  #stand(row, column) {
    this.cell(...this.#at).tabIndex = -1;
    this.#at = [row, column];
    this.cell(row, column).tabIndex = 0;
  }
}
