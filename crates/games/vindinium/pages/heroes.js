// The four heroes in words and numbers.

import { badge, html, nameOf, setAttribute, setText } from './element.js';
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

function card({ id, name, elo }) {
  const life = html('b'), gold = html('b'), mines = html('b'), direction = html('span', { class: 'direction', role: 'img' });
  const fill = html('span', { class: 'fill' });
  const bar = html('span', { class: 'bar', role: 'meter', 'aria-label': t('seat.life'), 'aria-valuemin': 0, 'aria-valuemax': 100 }, fill);
  const fact = (label, value) => html('div', { class: 'fact' }, html('dt', {}, label), html('dd', {}, value));
  const node = html('li', { class: `hero hero-${id}`, 'data-hero': id },
    html('div', { class: 'who' }, badge(id, t('seat.hero')), nameOf(name)),
    html('div', { class: 'vigour' }, bar, life),
    html('dl', { class: 'facts' }, fact(t('seat.gold'), gold), fact(t('seat.mines'), mines), fact(t('seat.last'), direction), fact(t('seat.rating'), html('span', { class: 'rating' }, elo === undefined ? '–' : String(elo)))),
    html('span', { class: 'crashed', hidden: '' }, t('seat.crashed')));
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
