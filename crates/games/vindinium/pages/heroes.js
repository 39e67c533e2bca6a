// The four heroes in words and numbers.

import { el, nameOf, setAttribute, setText } from './dom.js';
import { absence } from './hero_names.js';
import { badge } from './hero_token.js';
import { t } from './words.js';

const ARROWS = { North: '↑', South: '↓', East: '→', West: '←', Stay: '•' };

export class Heroes {
  #cards;

  constructor(root, history) {
    this.history = history;
    this.#cards = history.heroes.map(card);
    root.replaceChildren(...this.#cards.map(({ node }) => node));
  }

  /** Shows the state at `index`. */
  show(index) {
    const mover = this.history.moverAt(index);
    this.#cards.forEach((shown, seat) => update(shown, this.history.hero(index, seat + 1), mover === seat + 1));
  }
}

function card({ id, name, kind, elo }) {
  const life = el('b'), gold = el('b'), mines = el('b'), direction = el('span', { class: 'direction', role: 'img' });
  const fill = el('span', { class: 'fill' });
  const bar = el('span', { class: 'bar', role: 'meter', 'aria-label': t('seat.life'), 'aria-valuemin': 0, 'aria-valuemax': 100 }, fill);
  const fact = (label, value) => el('div', { class: 'fact' }, el('dt', {}, label), el('dd', {}, value));
  const node = el('li', { class: `hero hero-${id}`, 'data-hero': id },
    el('div', { class: 'who' }, badge(id, t('seat.hero')), nameOf(name)),
    el('div', { class: 'vigour' }, bar, life),
    el('dl', { class: 'facts' }, fact(t('seat.gold'), gold), fact(t('seat.mines'), mines), fact(t('seat.last'), direction), fact(t('seat.rating'), el('span', { class: 'rating' }, elo === undefined ? '–' : String(elo)))),
    el('span', { class: 'crashed', hidden: '' }, absence(kind)));
  return { node, life, gold, mines, direction, fill, bar, crashed: node.lastChild };
}

function update(shown, { x, y, life, gold, mines, lastDir, crashed }, moves) {
  const { node } = shown;
  const facts = { x, y, life, gold, mines, crashed, moves, dir: lastDir };
  for (const [name, value] of Object.entries(facts)) setAttribute(node, `data-${name}`, value);
  setText(shown.life, life);
  setText(shown.gold, gold);
  setText(shown.mines, mines);
  setText(shown.direction, ARROWS[lastDir] ?? '–');
  setAttribute(shown.direction, 'aria-label', lastDir ? t(`seat.go.${lastDir}`) : '–');
  setAttribute(shown.bar, 'aria-valuenow', life);
  const wide = `${life}%`;
  if (shown.fill.style.width !== wide) shown.fill.style.width = wide;
  shown.bar.classList.toggle('low', life <= 20);
  shown.crashed.hidden = !crashed;
}
