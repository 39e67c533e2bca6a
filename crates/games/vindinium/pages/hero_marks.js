// What has just happened, marked on the board: blows, deaths, mines, beer. Marks stay while the board stands still, and fade otherwise.

import { svg } from './dom.js';
import { eventsOf } from './hero_events.js';

const TILE = 20;
/** As many turns at once still have marks; a longer jump has none. */
const MOST = 4;
const SKULL = 'M0-8a7 7 0 0 0-4 12.7V8h8V4.7A7 7 0 0 0 0-8zM-3-2a2 2 0 1 0 .1 0zM3-2a2 2 0 1 0 .1 0z';

const middle = ({ x, y }) => [y * TILE + TILE / 2, x * TILE + TILE / 2];
const at = (place) => `translate(${middle(place).join(' ')})`;
const mark = (what, hero, ...parts) => svg('g', { class: `mark ${what} hero-${hero}` }, ...parts);
const number = (text, below) => svg('text', { y: below ? 19 : -10, 'text-anchor': 'middle' }, text);
/** The middle part of the way between two tiles. */
const between = (from, to) => [[0.3, 'M'], [0.7, 'L']].map(([part, letter]) => (
  letter + middle(from).map((value, axis) => value + part * (middle(to)[axis] - value)).join(' '))).join('');

const SHAPES = {
  hit: ({ by, place, from }) => mark('hit', by,
    svg('g', { transform: at(place) }, svg('circle', { r: 11 }), number('−20', from.x < place.x)),
    svg('path', { class: 'blow', d: between(from, place) })),
  dead: ({ hero, place, home }) => mark('dead', hero,
    svg('path', { class: 'skull', transform: at(place), d: SKULL, 'fill-rule': 'evenodd' }),
    svg('circle', { transform: at(home), r: 12 })),
  mine: ({ hero, place }) => mark('claim', hero, svg('rect', { transform: at(place), x: -11, y: -11, width: 22, height: 22, rx: 4 })),
  drink: ({ hero, life, place }) => mark('drink', hero, svg('g', { transform: at(place) }, svg('circle', { r: 11 }), number(`+${life}`))),
};

export class Marks {
  #history;
  #shown = null;
  #still = false;
  node = svg('g', { 'aria-hidden': 'true' });

  constructor(history) {
    this.#history = history;
    this.node.addEventListener('animationend', ({ target }) => target.remove());
  }

  /** Marks what led from the state at `before` to that at `index`; `still` says whether the board stands still there. */
  show(index, before, still) {
    if (index === this.#shown && still === this.#still) return;
    const jump = index < before || index - before > MOST;
    if (still || jump || this.#still) this.node.replaceChildren();
    this.#shown = index;
    this.#still = still;
    const first = still ? index : jump ? index + 1 : before + 1;
    for (let turn = first; turn <= index; turn += 1) {
      for (const event of eventsOf(this.#history, turn)) {
        const made = SHAPES[event.what]?.(event);
        if (made) this.node.append(made);
        made?.classList.toggle('fading', !still);
      }
    }
  }
}
