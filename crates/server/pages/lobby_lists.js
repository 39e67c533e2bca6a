// The tables of the lobby, and the statistics of their games.

import { el, nameOf, seatMark, setAttribute, setText } from './dom.js';
import { forget, leave, linkOf, ownTables, serverNow, tableOf } from './wire.js';
import { ago, calledOf, language, namesAt, t } from './words.js';

// The tables there are: one's own, those being played, finished ones.

/** Finished tables shown at first, and how many more at each press of the button. */
const FEW = 12;
const REFRESH_MS = 30_000;
/** A table without a choice of a person is listed this long. */
const UNUSED_SECONDS = 600;

/** The three lists of the lobby. */
export class Lists {
  #root;
  #tables = null;
  #arena = []; // its games
  #shown = FEW;
  #cards = {};

  constructor(root) {
    this.#root = root;
    for (const name of ['own', 'running', 'finished']) this.#cards[name] = new Cards(this.#part(name));
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

  /** Shows these games of the arena, as tables, below those that run. */
  showArena(games) {
    this.#arena = games;
    this.#draw();
  }

  /** The newest seat at this game that waits for anybody, `{ id, invitation, names }`; null if there is none. */
  openSeat(game) {
    const own = ownTables(), waits = ({ invitation }) => invitation;
    const found = (this.#tables?.running ?? []).filter((table) => table.game === game && table.seats.some(waits) && !own.includes(table.id));
    const table = found.sort((a, b) => b.created - a.created)[0];
    return table ? { id: table.id, ...table.seats.find(waits), names: table.seats.map(({ name }) => name) } : null;
  }

  #draw() {
    this.#drawOwn();
    if (!this.#tables) return;
    const { running, finished } = this.#tables;
    const own = new Set(ownTables());
    this.#fill('running', [...running.filter((table) => !own.has(table.id) && isLive(table)).map(watched), ...this.#arena]);
    this.#fill('finished', finished.filter(({ id }) => !own.has(id)).slice(0, this.#shown).map(watched));
    this.#part('finished-more').hidden = finished.filter(({ id }) => !own.has(id)).length <= this.#shown;
  }

  #drawOwn() {
    const { running, finished } = this.#tables ?? { running: [], finished: [] };
    const listed = new Map([...running, ...finished].map((table) => [table.id, table]));
    const cards = ownTables().map((id) => ownCard(id, tableOf(id), listed.get(id), this.#tables && (async () => {
      // A table that goes on after all stays.
      if (listed.get(id)?.ended === null) await leave(id).catch(() => {});
      else forget(id);
      this.#draw();
      this.#part('own').querySelector('a')?.focus();
    })));
    // Where we are waited for comes first.
    this.#cards.own.show([...cards.filter(({ mine }) => mine), ...cards.filter(({ mine }) => !mine)]);
    this.#part('own-section').hidden = !cards.length;
  }

  #fill(name, tables) {
    this.#cards[name].show(tables);
    this.#part(`${name}-empty`).hidden = tables.length > 0;
  }
}

/** The cards of a list. Each stays as long as its table is listed: what is pressed or has the focus is not replaced. */
export class Cards {
  #root;
  #cards = new Map();

  constructor(root) {
    this.#root = root;
  }

  /** Shows these tables: as the server lists them, with `state` (words), `mine` (we are asked) and `forget()` if it can be forgotten. */
  show(tables) {
    for (const [id, { node }] of this.#cards) {
      if (tables.some((table) => table.id === id)) continue;
      node.remove();
      this.#cards.delete(id);
    }
    const focused = document.activeElement;
    tables.forEach((table, place) => {
      const card = this.#cards.get(table.id) ?? newCard(table), there = this.#root.children[place] ?? null;
      this.#cards.set(table.id, card);
      if (there !== card.node) this.#root.insertBefore(card.node, there);
      update(card, table);
    });
    // What moves loses it.
    if (this.#root.contains(focused)) focused.focus();
  }
}

function newCard({ id, game, page = `/tables/${encodeURIComponent(id)}` }) {
  const card = { seats: el('ol', { class: 'card-seats' }), state: el('span', { class: 'state' }) };
  card.button = el('button', { type: 'button', class: 'quiet icon forget', onclick: () => card.forget() },
    el('span', { 'aria-hidden': 'true' }, '×'));
  card.link = el('a', { class: 'cover', href: page }, t(`game.${game}`));
  card.node = el('li', { class: 'card', 'data-table': id }, el('div', { class: 'head' }, el('img', { src: `/assets/${game}.svg`, alt: '' }), card.link, card.button), card.seats, card.state);
  return card;
}

function update(card, { id, game, seats, asked, winners, state, ended = 0, mine = false, own = false, forget = null }) {
  card.forget = forget;
  card.button.hidden = !forget;
  const names = namesAt(seats), closes = t(ended === null ? 'ui.close_table' : 'ui.forget');
  // Tables of one game are told apart by who sits there, also by those who only hear of them.
  const about = [t(`game.${game}`), ...names.filter(Boolean)].join(', ');
  setAttribute(card.link, 'aria-label', about);
  setAttribute(card.button, 'aria-label', `${closes}: ${about}`);
  card.button.title = closes;
  card.node.classList.toggle('yours', mine);
  card.seats.replaceChildren(...seats.map((seat, index) => seatLine(seat, seat.seat ?? index, { asked, winners, id, about, name: names[index] })));
  card.state.replaceChildren(mine ? el('b', {}, state) : state, ended === null && !own && !seats.some(({ invitation }) => invitation) ? el('b', { class: 'watch', 'aria-hidden': 'true' }, t('ui.watch')) : '');
}

function seatLine(seat, index, { asked, winners, id, about, name }) {
  const { invitation = null } = seat;
  const free = seat.kind === 'invited' && !seat.name;
  const marks = [asked === index ? 'asked' : '', winners?.includes(index) ? 'won' : '', free ? 'free' : ''].join(' ').trim();
  return el('li', { class: marks || null }, seatMark(index), free ? el('span', {}, t(invitation ? 'ui.free_open' : 'ui.free')) : nameOf(name),
    invitation && el('a', { class: 'button sit', href: linkOf('', id, { invitation, seat: index }), 'aria-label': `${t('ui.sit')}: ${t('ui.seat', { seat: index + 1 })}, ${about}` }, t('ui.sit')),
    winners?.includes(index) && el('span', { class: 'visually-hidden' }, t('ui.won')));
}

/** Whether it is worth a look: a table of people at which none has chosen for some minutes is not. */
function isLive({ begun, asked_since: since, seats }) {
  return begun || serverNow() - since < UNUSED_SECONDS || seats.every(({ kind }) => kind === 'bot');
}

/** A table with what goes on there, in a few words. */
const watched = (table) => ({ ...table, state: stateOf(table) });

function stateOf(table) {
  const moves = t('ui.choices', { count: table.n }), name = namesAt(table.seats)[table.asked];
  if (table.ended !== null) return `${moves}, ${ago(table.ended, serverNow(), language())}`;
  if (table.open) return t('ui.waiting', { count: table.open });
  return [name && t('ui.turn_of', { name }), moves, t('ui.since', { ago: ago(table.created, serverNow(), language()) })].filter(Boolean).join(' · ');
}

/** An own table, as it is listed (`table`) or else as we know it ourselves (`own`). */
function ownCard(id, own, table, forget) {
  const runs = table && table.ended === null;
  const mine = Boolean(runs) && own.seats.some(({ seat }) => seat === table.asked);
  const known = table ?? { id, game: own.game, seats: own.seats.map(({ seat, name }) => ({ seat, kind: 'human', name })) };
  // With a game under way its seat would be lost for good.
  return { ...known, mine, own: true, forget: runs && table.begun ? null : forget, state: mine ? t('ui.your_turn') : table ? stateOf(table) : t('ui.come_back') };
}

// Who has played how much and won how often.

/** Rows for a table: those of this game (all games if empty) and kind, one for each player, the busiest first. */
export function summed(players, game, kind) {
  const rows = new Map();
  for (const player of players) {
    if ((game && player.game !== game) || (kind && player.kind !== kind)) continue;
    // Bots of different games can be called the same; people play them all.
    const name = calledOf(player), bot = player.kind === 'bot' ? player.player : null, own = player.protected === true, key = `${own} ${player.kind} ${bot ?? name}`;
    const row = rows.get(key) ?? { name, kind: player.kind, own, game: bot && player.game, played: 0, won: 0 };
    row.played += player.played;
    row.won += player.won;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.played - a.played || b.won - a.won || a.name.localeCompare(b.name));
}

/**
 * Fills the section of statistics: a choice of game and kind, and the table. Returns what takes
 * newer statistics.
 */
export function showStatistics(root, games, { players }) {
  const choose = (id, label, values, change) => el('div', { class: 'field' },
    el('label', { for: id }, label),
    el('select', { id, onchange: ({ target }) => change(target.value) }, values.map(([value, text]) => el('option', { value }, text))));
  const body = el('tbody'), empty = el('p', { class: 'hint' }, t('ui.statistics_empty'));
  let game = '', kind = '';
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 });
  const table = el('table', { class: 'statistics' },
    el('caption', {}, t('ui.statistics_about')),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('ui.name')), el('th', { scope: 'col', class: 'number' }, t('ui.played')),
      el('th', { scope: 'col', class: 'number' }, t('ui.wins')), el('th', { scope: 'col', class: 'number' }, '%'))),
    body);
  function draw() {
    const rows = summed(players, game, kind);
    body.replaceChildren(...rows.map((row) => el('tr', {},
      el('th', { scope: 'row' }, nameOf(row.name), ' ', el('span', { class: 'kind' }, t(row.own ? 'ui.kind_owned' : `ui.kind_${row.kind}`), !game && row.game && `, ${t(`game.${row.game}`)}`)),
      ...[row.played, row.won, percent.format(row.played ? row.won / row.played : 0)].map((text) => el('td', { class: 'number' }, String(text))))));
    table.hidden = !rows.length;
    empty.hidden = rows.length > 0;
  }
  const filter = el('div', { class: 'filter' },
    choose('statistics-game', t('ui.game'), [['', t('ui.all_games')], ...games.map((one) => [one.game, t(`game.${one.game}`)])], (value) => {
      game = value;
      draw();
    }),
    choose('statistics-kind', t('ui.who'), [['', t('ui.everybody')], ['human', t('ui.people')], ['bot', t('ui.bots')]], (value) => {
      kind = value;
      draw();
    }));
  root.append(filter, table, empty);
  draw();
  return (newer) => {
    ({ players } = newer);
    draw();
  };
}
