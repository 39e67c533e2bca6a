// The map.

import { el, setAttribute, svg } from './dom.js';
import { duel, Grid } from './duel.js';

// What cells of a map hold; nothing of this draws.

/** What is in a cell: `{ kind }` obstacle, trail or player (with `seat`), dirt (with `dirt`), floor. */
export function groundAt({ size, cells, places }, row, column) {
  const seat = places.findIndex(([r, c]) => r === row && c === column);
  if (seat >= 0) return { kind: 'player', seat };
  const cell = cells[row * size + column];
  if (cell === '#') return { kind: 'obstacle' };
  if (cell === 'v' || cell === 'a') return { kind: 'trail', seat: cell === 'v' ? 0 : 1 };
  const dirt = parseInt(cell, 36);
  return dirt ? { kind: 'dirt', dirt } : { kind: 'floor' };
}

/** The way from a cell to its neighbour; null if it is none. */
export function wayTo([row, column], [toRow, toColumn]) {
  const ways = { '-1,0': 'up', '1,0': 'down', '0,-1': 'left', '0,1': 'right' };
  return ways[`${toRow - row},${toColumn - column}`] ?? null;
}

const MOVE_MS = 180;
const WAYS = ['up', 'left', 'right', 'down'];
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
/** Turns an arrow that points up. */
const TURNS = { up: 0, right: 90, down: 180, left: 270 };

const sign = {
  player: ({ seat }) => el('span', { class: 'duel-player', 'data-seat': seat, 'aria-hidden': 'true' }),
  dirt: ({ dirt }) => el('span', { class: 'duel-dirt', 'aria-hidden': 'true', text: dirt }),
};

const say = {
  move: (event, { t, seatName }) => {
    const moved = t(`duel.log.${event.way}`, { name: seatName(event.seat) });
    return event.gained ? `${moved} ${t('duel.log.gained', { count: event.gained })}` : moved;
  },
};

/** What a choice is called. */
export const choiceName = ({ way }, t) => t(`duel.${way}`);

class Board {
  look = 'duel-map';
  #table;
  #grid = null;
  #pad;
  #state = null;

  constructor(table) {
    const { t } = this.#table = table;
    this.node = el('div', { class: 'duel-board' });
    this.#pad = new Map(WAYS.map((way) => [way, el('button', { type: 'button', class: `duel-way ${way}`, onclick: () => this.#go(way) },
      svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: 'M10 2l7 8h-4v8H7v-8H3z', transform: `rotate(${TURNS[way]} 10 10)` })),
      el('span', { class: 'gain', 'aria-hidden': 'true' }))]));
    this.controls = el('div', { class: 'duel-pad', role: 'group', 'aria-label': t('duel.steer') }, [...this.#pad.values()]);
  }

  show(state, events) {
    this.still();
    this.#state = state;
    if (this.#grid?.rows !== state.view.size) this.#lay(state.view.size);
    this.#draw();
    this.#offer();
    if (!this.#table.still) this.#animate(events);
  }

  /** Whatever moves is where it goes. */
  still() {
    for (const animation of this.node.getAnimations({ subtree: true })) animation.finish();
  }

  /** What is left to collect. */
  news({ rest }) {
    return this.#table.t('duel.rest', { count: rest });
  }

  /** What a seat has collected. */
  account({ scores, blocked, turn }, seat) {
    const { t } = this.#table;
    const score = t('duel.score', { count: scores[seat] });
    return blocked[seat] && turn !== null ? `${score}, ${t('duel.blocked')}` : score;
  }

  /** Marks the choice of a hint and returns it; null if it is none. */
  hint({ choice: text }) {
    const choice = this.#state.choices?.find((one) => one.choice === text);
    this.#unmark();
    if (!choice) return null;
    this.#pad.get(choice.way).classList.add('hinted');
    this.#grid.cell(...choice.to).classList.add('hinted');
    return choice;
  }

  #lay(size) {
    const { t } = this.#table;
    this.#grid = new Grid(size, size, {
      choose: (row, column) => this.#choose(row, column),
      key: (event) => this.key(event),
      enter: (row, column) => this.#grid.cell(row, column).classList.toggle('ghost', Boolean(this.#choiceTo(row, column))),
      leave: () => this.#grid.each((cell) => cell.classList.remove('ghost')),
    });
    setAttribute(this.#grid.node, 'aria-label', t('duel.board.tron', { size }));
    this.node.replaceChildren(this.#grid.node);
    this.node.classList.toggle('fine', size > 16);
  }

  #choiceTo(row, column) {
    return this.#state.choices?.find(({ to }) => to[0] === row && to[1] === column) ?? null;
  }

  #choose(row, column) {
    const { choices, view, you } = this.#state;
    const choice = this.#choiceTo(row, column);
    if (choice) this.#table.choose(choice.choice);
    else if (choices && wayTo(view.places[you], [row, column])) this.#table.say(this.#table.t('duel.no_way'));
  }

  #go(way) {
    const choice = this.#state?.choices?.find((one) => one.way === way);
    if (choice) this.#table.choose(choice.choice);
    else if (this.#state?.choices) this.#table.say(this.#table.t('duel.no_way'));
  }

  /** Arrows steer the player who has the turn; with Shift, and for everyone else, they move the cursor. */
  key(event) {
    const way = ARROWS[event.key];
    if (!way || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || this.#state.you === null) return false;
    // A key that is held down steers once.
    if (!event.repeat) this.#go(way);
    return true;
  }

  #unmark() {
    for (const button of this.#pad.values()) button.classList.remove('hinted');
    this.#grid.each((cell) => cell.classList.remove('hinted', 'ghost'));
  }

  #offer() {
    const { t } = this.#table, { choices, view, you } = this.#state;
    this.#unmark();
    this.controls.hidden = you === null || view.turn === null;
    for (const [way, button] of this.#pad) {
      const choice = choices?.find((one) => one.way === way);
      setAttribute(button, 'aria-disabled', choice ? null : 'true');
      const name = choiceName({ way }, t);
      setAttribute(button, 'aria-label', choice?.gained ? `${name}, ${t('duel.log.gained', { count: choice.gained })}` : name);
      button.lastElementChild.textContent = choice?.gained ? `+${choice.gained}` : '';
    }
  }

  /** The map; only cells that differ are touched. */
  #draw() {
    const { t, seatName } = this.#table, { view, you } = this.#state;
    const from = view.last.filter(({ kind }) => kind === 'move').map((event) => String(event.from));
    this.#grid.each((cell, row, column) => {
      const ground = groundAt(view, row, column), { kind } = ground;
      const value = Object.values(ground).join(' ');
      cell.classList.toggle('fresh', from.includes(String([row, column])));
      const what = t(`duel.ground.${kind}`, { name: kind === 'trail' || kind === 'player' ? seatName(ground.seat) : '', dirt: ground.dirt });
      setAttribute(cell, 'aria-label', t('duel.cell', { row: row + 1, column: column + 1, what }));
      if (cell.dataset.value === value) return;
      cell.dataset.value = value;
      cell.dataset.kind = kind;
      setAttribute(cell, 'data-seat', ground.seat ?? null);
      cell.style.setProperty('--dirt', Math.min(9, ground.dirt ?? 0));
      cell.replaceChildren(...(sign[kind] ? [sign[kind](ground)] : []));
    });
    this.#grid.enterAt(...view.places[you ?? 0]);
  }

  /** Each player's last move, one after the other. */
  #animate(events) {
    const { view } = this.#state;
    const moves = events.filter(({ kind }) => kind === 'move');
    const last = [0, 1].map((seat) => moves.findLast((event) => event.seat === seat))
      .filter((event) => event && String(view.places[event.seat]) === String(event.to))
      .sort((a, b) => moves.indexOf(a) - moves.indexOf(b));
    last.forEach(({ from, to, gained }, index) => {
      const cell = this.#grid.cell(...to), timing = { duration: MOVE_MS, delay: index * MOVE_MS, fill: 'backwards', easing: 'ease-in-out' };
      const [down, right] = [from[0] - to[0], from[1] - to[1]].map((cells) => cells * cell.offsetHeight);
      cell.firstElementChild.animate([{ transform: `translate(${right}px, ${down}px)` }, { transform: 'none' }], timing);
      this.#grid.cell(...from).animate([{ opacity: 0 }, { opacity: 1 }], timing);
      if (gained) this.#float(cell, gained, index * MOVE_MS + MOVE_MS / 2);
    });
  }

  /** A number that rises from a cell and vanishes. */
  #float(cell, gained, delay) {
    const node = el('span', { class: 'duel-gain', 'aria-hidden': 'true', text: `+${gained}` });
    cell.append(node);
    const rising = node.animate([{ transform: 'translateY(0)', opacity: 1 }, { transform: 'translateY(-1.6rem)', opacity: 0 }], { duration: 800, delay, fill: 'both', easing: 'ease-out' });
    rising.finished.catch(() => null).then(() => node.remove());
  }
}

export const { mount, describe, choiceText, sounds } = duel({ Board, choiceName, say, sounds: { move: 'step' } });
