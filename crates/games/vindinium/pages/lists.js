// The lists of running and of finished games.

import { setMoment } from './ago.js';
import { serverNow } from './api.js';
import { badge, html, nameOf, setAttribute, setText } from './element.js';
import { t } from './words.js';

/** Finished games shown until the user asks for all. */
const FEW = 6;

const KINDS = ['training', 'arena', 'friendly'];
const cover = ({ id, kind }) => html('a', { href: `/${id}`, class: 'cover' },
  `${t(`arena.kind-${KINDS.includes(kind) ? kind : 'arena'}`)} `, html('code', {}, id));
const sizeOf = ({ size, mines }) => t('arena.size', { size, mines });

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
  const turn = html('span', { class: 'turns' });
  const progress = html('progress', { 'aria-label': t('arena.turns-played') });
  const seats = game.seats.map(({ name }, seat) => {
    const gold = html('b', { class: 'number' }), mines = html('span', { class: 'mines' });
    const node = html('li', { class: 'seat', 'data-seat': seat + 1 }, badge(seat + 1, t('arena.hero')), nameOf(name), mines, gold);
    return { node, gold, mines };
  });
  const node = html('li', { class: 'card', 'data-game': game.id },
    cover(game),
    html('span', { class: 'about' }, sizeOf(game)),
    html('ol', { class: 'seats' }, ...seats.map((seat) => seat.node)),
    html('div', { class: 'progress' }, progress, turn));
  return { node, turn, progress, seats };
}

function updateRunning({ node, turn, progress, seats }, game) {
  setAttribute(node, 'data-turn', game.turn);
  setText(turn, `${game.turn} / ${game.maxTurns}`);
  progress.max = Math.max(1, game.maxTurns);
  progress.value = game.turn;
  game.seats.forEach(({ gold, mines, crashed }, seat) => {
    const shown = seats[seat];
    setText(shown.gold, gold);
    setText(shown.mines, crashed ? t('arena.crashed') : t('arena.mines', { mines }));
    setAttribute(shown.node, 'data-gold', gold);
    setAttribute(shown.node, 'data-mines', mines);
    setAttribute(shown.node, 'data-crashed', crashed);
  });
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
  const when = html('time');
  setMoment(when, game.finished, serverNow());
  const seats = game.seats.map((seat, index) => ({ ...seat, id: index + 1 }));
  seats.sort((a, b) => a.place - b.place || a.id - b.id);
  return html('li', { class: 'card', 'data-game': game.id, 'data-turns': game.turns },
    cover(game),
    html('span', { class: 'about' }, `${sizeOf(game)}, ${t('arena.turns', { turns: game.turns })}, `, when),
    html('ol', { class: 'seats' }, ...seats.map(finishedSeat)));
}

function finishedSeat({ id, name, gold, place, crashed, ratingChange }) {
  const change = ratingChange === undefined ? ''
    : ratingChange > 0 ? `+${ratingChange}` : ratingChange < 0 ? `−${-ratingChange}` : '±0';
  return html('li', { class: 'seat', 'data-seat': id, 'data-place': place, 'data-gold': gold, 'data-crashed': crashed },
    html('span', { class: 'place' }, `${place}.`), badge(id, t('arena.hero')), nameOf(name),
    html('span', { class: 'change', title: t('arena.change') }, crashed && !change ? t('arena.crashed') : change),
    html('b', { class: 'number' }, String(gold)));
}
