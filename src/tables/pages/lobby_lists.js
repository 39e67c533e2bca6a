// The tables there are: one's own, those being played, finished ones.

import { el, nameOf, seatMark, setText } from './dom.js';
import { ago } from './times.js';
import { forget, ownTables, tableOf } from './tokens.js';
import { serverNow } from './wire.js';
import { calledOf, language, t } from './words.js';

/** Finished tables shown at first, and how many more at each press of the button. */
const FEW = 12;
const REFRESH_MS = 30_000;

/** The three lists of the lobby. */
export class Lists {
  #root;
  #tables = { running: [], finished: [] };
  #shown = FEW;

  constructor(root) {
    this.#root = root;
    const more = this.#part('finished-more');
    setText(more, t('ui.more'));
    more.addEventListener('click', () => {
      const next = this.#shown;
      this.#shown += FEW;
      this.#draw();
      this.#part('finished').children[next]?.querySelector('a').focus();
    });
    setInterval(() => this.#draw(), REFRESH_MS);
    this.#drawOwn();
  }

  #part(name) {
    return this.#root.querySelector(`#${name}`);
  }

  /** Shows these tables, as the server lists them. */
  show(tables) {
    this.#tables = tables;
    this.#draw();
  }

  #draw() {
    const { running, finished } = this.#tables;
    this.#drawOwn();
    const own = new Set(ownTables());
    this.#fill('running', running.filter(({ id }) => !own.has(id)));
    this.#fill('finished', finished.filter(({ id }) => !own.has(id)).slice(0, this.#shown));
    this.#part('finished-more').hidden = finished.filter(({ id }) => !own.has(id)).length <= this.#shown;
  }

  #drawOwn() {
    const listed = new Map([...this.#tables.running, ...this.#tables.finished].map((table) => [table.id, table]));
    const cards = ownTables().map((id) => ownCard(id, tableOf(id), listed.get(id), () => {
      forget(id);
      this.#draw();
      this.#part('own').querySelector('a')?.focus();
    }));
    replace(this.#part('own'), cards);
    this.#part('own-section').hidden = !cards.length;
  }

  #fill(name, tables) {
    replace(this.#part(name), tables.map((table) => card(table)));
    this.#part(`${name}-empty`).hidden = tables.length > 0;
  }
}

/** Puts new cards in place of the old ones; the focus stays on the same table's. */
function replace(list, cards) {
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  list.replaceChildren(...cards);
  if (focused) list.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}

const cover = (id, game) => el('a', { class: 'cover', href: `/tables/${encodeURIComponent(id)}`, 'data-focus': `go ${id}` }, t(`game.${game}`));

function seatLine(seat, index, { asked, winners }) {
  const free = seat.kind === 'invited';
  const marks = [asked === index ? 'asked' : '', winners?.includes(index) ? 'won' : '', free ? 'free' : ''].join(' ').trim();
  return el('li', { class: marks || null }, seatMark(index), free ? el('span', {}, t('ui.free')) : nameOf(calledOf(seat)),
    winners?.includes(index) && el('span', { class: 'visually-hidden' }, t('ui.won')));
}

/** What goes on at a table, in a few words. */
function stateOf(table) {
  const moves = t('ui.choices', { count: table.n });
  if (table.ended !== null) return [`${moves}, ${ago(table.ended, serverNow(), language())}`];
  if (table.open) return [t('ui.waiting', { count: table.open })];
  return [`${moves}, ${t('ui.since', { ago: ago(table.created, serverNow(), language()) })}`];
}

function card(table) {
  return el('li', { class: 'card', 'data-table': table.id },
    el('div', { class: 'head' }, cover(table.id, table.game)),
    el('ol', { class: 'card-seats' }, table.seats.map((seat, index) => seatLine(seat, index, table))),
    el('span', { class: 'state' }, stateOf(table)));
}

function ownCard(id, own, table, onForget) {
  const mine = table && table.ended === null && own.seats.some(({ seat }) => seat === table.asked);
  const button = el('button', {
    type: 'button', class: 'quiet icon forget', title: t('ui.forget'), 'aria-label': t('ui.forget'), 'data-focus': `forget ${id}`, onclick: onForget,
  }, el('span', { 'aria-hidden': 'true' }, '×'));
  const seats = table
    ? table.seats.map((seat, index) => seatLine(seat, index, table))
    : own.seats.map(({ seat, name }) => seatLine({ kind: 'human', name }, seat, {}));
  return el('li', { class: mine ? 'card yours' : 'card', 'data-table': id },
    el('div', { class: 'head' }, cover(id, table?.game ?? own.game), button),
    el('ol', { class: 'card-seats' }, seats),
    el('span', { class: 'state' }, mine ? el('b', {}, t('ui.your_turn')) : table ? stateOf(table) : t('ui.come_back')));
}
