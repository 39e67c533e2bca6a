// A game for two on a board of squares: what all of them share.

import { el, setAttribute, setText, svg } from './dom.js';
import { known } from './words.js';

// What happens in games for two, in words: what several of them have in common.

/** What an event says, by its kind. A game adds its own kinds. */
export const COMMON = {
  drop: (event, { t, seatName }) => t('duel.log.drop', { name: seatName(event.seat), column: event.column + 1 }),
  line: (event, { t, seatName }) => t('duel.log.line', { name: seatName(event.seat) }),
  pass: (event, { t, seatName }) => t('duel.log.pass', { name: seatName(event.seat) }),
};

/** What the drop of a piece is called. */
export const dropName = ({ column }, t) => t('duel.drop', { column: column + 1 });

/** What a hint says: the name of the choice, and whether it decides the game. */
export function hintText(name, note, t) {
  if (note?.ends === null || note?.ends === undefined) return name;
  const said = note.ends > 0 ? 'duel.wins_in' : note.ends < 0 ? 'duel.loses_in' : 'duel.is_drawn';
  return `${name}. ${t(said, { count: Math.abs(note.ends) })}`;
}

// Moving over a grid of cells by keys; nothing of this draws.

/** Where the focus goes by a key in a grid; null if the key is none of a grid's. */
export function stepped(key, row, column, rows, columns) {
  const within = (value, most) => Math.max(0, Math.min(most - 1, value));
  switch (key) {
    case 'ArrowUp': return [within(row - 1, rows), column];
    case 'ArrowDown': return [within(row + 1, rows), column];
    case 'ArrowLeft': return [row, within(column - 1, columns)];
    case 'ArrowRight': return [row, within(column + 1, columns)];
    case 'Home': return [row, 0];
    case 'End': return [row, columns - 1];
    case 'PageUp': return [0, column];
    case 'PageDown': return [rows - 1, column];
    default: return null;
  }
}

// A board of cells that can be walked over by keys: one of them can have the focus.

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

// Boards into which pieces drop: a button above each column, cells that say what lies in them, and pieces that fall.

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

// Games for two. The boards differ, what stands around them does not.

/**
 * The module of a game for two, as the page of a table needs it:
 *
 * - `Board`, a class made with the table (`t`, `seatName`, `choose`, `say`, `still`). It has the elements `node` and
 *   `controls`, a class for the style in `look`, and the methods `show(state, events)`, `still()`, `news(view)`,
 *   `account(view, seat)`, `key(event)`, which says whether a key is one of the game's, and `hint({ choice })`, which
 *   marks a choice and returns it;
 * - `choiceName(choice, t)`: what a choice is called;
 * - `say`: what events say, `say[kind](event, table)`, beside those that games have in common.
 * - `sounds`: the sounds of events, by their kinds, as `soundsOf` has them.
 *
 * The keys are the text `duel.keys.GAME`, if there is one.
 */
export function duel({ Board, choiceName, say = {}, sounds = {} }) {
  const all = { ...COMMON, ...say };
  return {
    mount: (root, table) => mount(root, table, new Board(table), choiceName),
    sounds,
    /** What a choice is called. */
    choiceText: (choice, { t }) => choiceName(choice, t),
    /** What an event says; null if nothing. */
    describe: (event, table) => (Object.hasOwn(all, event.kind) ? all[event.kind](event, table) : null),
  };
}

/** Shows a game for two in `root`. */
function mount(root, table, board, choiceName) {
  const news = el('p', { class: 'duel-news' }), help = `duel.keys.${table.game}`;
  const keys = el('p', { class: 'hint keys' }, table.t(help));
  root.replaceChildren(el('div', { class: 'duel-frame' }, el('div', { class: `duel ${board.look}` },
    board.node,
    el('div', { class: 'duel-side' }, news, board.controls, keys))));

  return {
    /** Shows a state, and what has happened since the last one. */
    show(state, fresh) {
      const events = fresh.flatMap((step) => step.events), { view } = state;
      board.show(state, events);
      setText(news, board.news(view));
      keys.hidden = !known(help) || state.you === null || view.turn === null;
      if (state.hint) board.hint(state.hint);
      // What was done is said by the page.
      if (fresh.length) table.say(board.news(view));
    },
    /** Marks the choice of a hint; its text, with what it leads to. */
    hinted({ choice, note }) {
      const found = board.hint({ choice });
      return found ? hintText(choiceName(found, table.t), note, table.t) : choice;
    },
    /** What a seat has, for the line about its player. */
    account: (view, seat) => board.account(view, seat),
    key: (event) => board.key(event),
    end() {
      board.still();
      root.replaceChildren();
    },
  };
}
