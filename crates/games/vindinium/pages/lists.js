// The lists of running and of finished games.

import { setMoment } from './ago.js';
import { serverNow } from './api.js';
import { el, nameOf, setAttribute, setText } from './dom.js';
import { absence, namesOf, seatsOf } from './hero_names.js';
import { badge } from './hero_token.js';
import { roundOf, rounds } from './rounds.js';
import { t } from './words.js';

/** Finished games shown until the user asks for all. */
const FEW = 6;

const KINDS = ['training', 'arena', 'friendly'];
// A game of which only the result is left leads nowhere.
const cover = ({ id, kind, replay = true }) => el(replay ? 'a' : 'span', replay ? { href: `/${id}`, class: 'cover' } : {},
  `${t(`arena.kind-${KINDS.includes(kind) ? kind : 'arena'}`)} `, el('code', {}, id));
const sizeOf = ({ size, mines }) => t('arena.size', { size, mines });

/** Running games as the lobby shows tables, each with its `page` and `state` in words. */
export const asTables = (games) => games.map(({ id, seats, turn, maxTurns }) => ({
  id, game: 'vindinium', ended: null, page: `/${id}`, seats: seatsOf(seats), state: t('seat.round', { turn: roundOf(turn, maxTurns), of: rounds(maxTurns) }),
}));

/** Running games: one card each, changed in place so that focus and scroll position stay. */
export class Running {
  #root;
  #cards = new Map();

  constructor(root) {
    this.#root = root;
  }

  show(games) {
    const ids = new Set(games.map(({ id }) => id));
    for (const [id, { node }] of this.#cards) {
      if (ids.has(id)) continue;
      node.remove();
      this.#cards.delete(id);
    }
    games.forEach((game, place) => {
      const shown = this.#cards.get(game.id) ?? runningCard(game);
      this.#cards.set(game.id, shown);
      if (this.#root.children[place] !== shown.node) this.#root.insertBefore(shown.node, this.#root.children[place] ?? null);
      updateRunning(shown, game);
    });
    setAttribute(this.#root, 'data-count', games.length);
  }
}

function runningCard(game) {
  const turn = el('span', { class: 'turns' });
  const progress = el('progress', { 'aria-label': t('arena.turns-played') });
  const names = namesOf(game.seats), standing = el('span', { class: 'standing' });
  const seats = names.map((name, seat) => {
    const gold = el('b', { class: 'number' }), mines = el('span', { class: 'mines' });
    const node = el('li', { class: 'seat', 'data-seat': seat + 1 }, badge(seat + 1, t('arena.hero')), nameOf(name), mines, gold);
    return { node, gold, mines };
  });
  const node = el('li', { class: 'card', 'data-game': game.id },
    cover(game),
    el('span', { class: 'about' }, sizeOf(game)),
    standing,
    el('ol', { class: 'seats' }, ...seats.map((seat) => seat.node)),
    el('div', { class: 'progress' }, progress, turn));
  return { node, turn, progress, seats, standing, names };
}

function updateRunning({ node, turn, progress, seats, standing, names }, game) {
  setAttribute(node, 'data-turn', game.turn);
  setText(turn, t('seat.round', { turn: roundOf(game.turn, game.maxTurns), of: rounds(game.maxTurns) }));
  setText(standing, leads(game.seats, names));
  progress.max = Math.max(1, game.maxTurns);
  progress.value = game.turn;
  game.seats.forEach(({ kind, gold, mines, crashed }, seat) => {
    const shown = seats[seat];
    setText(shown.gold, gold);
    setText(shown.mines, crashed ? absence(kind) : t('arena.mines', { mines }));
    setAttribute(shown.node, 'data-gold', gold);
    setAttribute(shown.node, 'data-mines', mines);
    setAttribute(shown.node, 'data-crashed', crashed);
  });
}

/** Who has most gold while a game runs, and by how much. */
function leads(seats, names) {
  const [first, second] = seats.map(({ gold }, seat) => ({ gold, name: names[seat] })).sort((a, b) => b.gold - a.gold);
  return first.gold > second.gold ? t('arena.leads', { name: first.name, gold: first.gold - second.gold }) : t('arena.level');
}

/** Finished games, newest first; a few of them until the button asks for all. */
export class Recent {
  #root;
  #more;
  #games = [];
  #all = false;
  #known = '';

  constructor(root, more) {
    this.#root = root;
    this.#more = more;
    more.addEventListener('click', () => {
      this.#all = true;
      this.#draw();
    });
  }

  /** Answers whether the list has changed. */
  show(games) {
    const known = JSON.stringify(games);
    if (known === this.#known) return false;
    this.#known = known;
    this.#games = games;
    this.#draw();
    return true;
  }

  #draw() {
    const games = this.#all ? this.#games : this.#games.slice(0, FEW);
    this.#root.replaceChildren(...games.map(finishedCard));
    setAttribute(this.#root, 'data-count', games.length);
    this.#more.hidden = games.length === this.#games.length;
    setText(this.#more, t('arena.all', { count: this.#games.length }));
  }
}

function finishedCard(game) {
  const when = el('time');
  setMoment(when, game.finished, serverNow());
  const names = namesOf(game.seats), seats = game.seats.map((seat, index) => ({ ...seat, name: names[index], id: index + 1 }));
  seats.sort((a, b) => a.place - b.place || a.id - b.id);
  const won = seats[1].place > 1 ? t('ui.has_won', { name: seats[0].name }) : t('ui.drawn');
  return el('li', { class: 'card', 'data-game': game.id, 'data-turns': game.turns },
    cover(game),
    el('span', { class: 'about' }, `${sizeOf(game)}, ${t('arena.rounds', { rounds: rounds(game.turns) })}, `, when),
    el('span', { class: 'standing' }, won),
    el('ol', { class: 'seats' }, ...seats.map(finishedSeat)));
}

function finishedSeat({ id, name, kind, gold, place, crashed, ratingChange }) {
  const change = ratingChange === undefined ? ''
    : ratingChange > 0 ? `+${ratingChange}` : ratingChange < 0 ? `−${-ratingChange}` : '±0';
  return el('li', { class: 'seat', 'data-seat': id, 'data-place': place, 'data-gold': gold, 'data-crashed': crashed },
    el('span', { class: 'place' }, `${place}.`), badge(id, t('arena.hero')), nameOf(name),
    el('span', { class: 'change', title: t('arena.change') }, crashed && !change ? absence(kind) : change),
    el('b', { class: 'number' }, String(gold)));
}
