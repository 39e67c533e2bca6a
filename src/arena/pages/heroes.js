// The four heroes in words and numbers.

import { badge, html, nameOf, setAttribute, setText } from './element.js';

const ENGLISH = { life: 'Life', gold: 'Gold', mines: 'Mines', last: 'Last', rating: 'Rating', crashed: 'crashed', hero: 'Hero' };
const ARROWS = { North: '↑', South: '↓', East: '→', West: '←', Stay: '•' };

export class Heroes {
  #cards;

  constructor(root, history, words = ENGLISH) {
    this.history = history;
    this.#cards = history.heroes.map((hero) => card(hero, words));
    root.replaceChildren(...this.#cards.map(({ node }) => node));
  }

  /** Shows the state at `index`. */
  show(index) {
    const mover = this.history.moverAt(index);
    this.#cards.forEach((shown, seat) => update(shown, this.history.hero(index, seat + 1), mover === seat + 1));
  }
}

function card({ id, name, elo }, words) {
  const life = html('b'), gold = html('b'), mines = html('b'), direction = html('span', { class: 'direction' });
  const fill = html('span', { class: 'fill' });
  const bar = html('span', { class: 'bar', role: 'meter', 'aria-label': words.life, 'aria-valuemin': 0, 'aria-valuemax': 100 }, fill);
  const fact = (label, value) => html('div', { class: 'fact' }, html('dt', {}, label), html('dd', {}, value));
  const node = html('li', { class: `hero hero-${id}`, 'data-hero': id },
    html('div', { class: 'who' }, badge(id, words.hero), nameOf(name)),
    html('div', { class: 'vigour' }, bar, life),
    html('dl', { class: 'facts' }, fact(words.gold, gold), fact(words.mines, mines), fact(words.last, direction), fact(words.rating, html('span', { class: 'rating' }, elo === undefined ? '–' : String(elo)))),
    html('span', { class: 'crashed', hidden: '' }, words.crashed));
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
  setAttribute(shown.direction, 'aria-label', lastDir || 'none');
  setAttribute(shown.bar, 'aria-valuenow', life);
  const wide = `${life}%`;
  if (shown.fill.style.width !== wide) shown.fill.style.width = wide;
  shown.bar.classList.toggle('low', life <= 20);
  shown.crashed.hidden = !crashed;
}
