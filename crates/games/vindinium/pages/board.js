// The board as two layers of SVG: what never changes below, mines and heroes above.
// x is the row and grows down, y is the column and grows to the right.

import { el, setAttribute, setText, svg } from './dom.js';
import { Marks } from './hero_marks.js';
import { token } from './hero_token.js';
import { t } from './words.js';

const TILE = 20;
/** Maps of more tiles than these have tiles too small for a phone: there they can be looked at from near. */
const WIDE = 17;
const TURN_OF = { North: 0, East: 90, South: 180, West: 270 };

/** A small number that depends on the place only: trees of different kinds, the same each time. */
const grain = ({ x, y }, kinds) => (((x * 73_856_093) ^ (y * 19_349_663)) >>> 0) % kinds;
const circle = (cx, cy, r) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const square = ({ x, y }) => `M${y * TILE} ${x * TILE}h${TILE}v${TILE}h${-TILE}z`;
const at = ({ x, y }) => `translate(${y * TILE} ${x * TILE})`;

export class Board {
  #root;
  #history;
  #mines;
  #heroes;
  #marks;
  #index = 0;
  #followed;

  /** `name` is what the board is called where it is not seen; `followed` is the hero who stays in sight, or 0. */
  constructor(root, history, name, followed = 0) {
    this.#followed = followed;
    this.#history = history;
    const side = history.size * TILE;
    const box = { viewBox: `0 0 ${side} ${side}` };
    this.#mines = history.mines.map((place, number) => mine(place, number));
    this.#heroes = history.heroes.map(({ id }) => hero(id));
    this.#marks = new Marks(history);
    root.replaceChildren(
      svg('svg', { ...box, class: 'ground', 'aria-hidden': 'true' }, ...ground(history)),
      // Heroes stand last: what comes later is drawn above.
      svg('svg', { ...box, class: 'pieces', role: 'img', 'aria-label': name }, ...this.#mines, ...this.#heroes, this.#marks.node));
    this.#root = root;
    root.style.setProperty('--tiles', history.size);
    const frame = root.parentElement, wide = history.size > WIDE;
    const zoom = el('button', { type: 'button', class: 'zoom', hidden: !wide, onclick: () => look(!frame.classList.contains('near')) }, t('seat.zoom'));
    const look = (near) => {
      frame.classList.toggle('near', near);
      setAttribute(frame, 'tabindex', near ? 0 : null);
      setAttribute(zoom, 'aria-pressed', near);
      this.#follow();
    };
    frame.after(zoom);
    look(wide && followed > 0);
  }

  /** Keeps the hero who is followed in the middle of what is seen from near. */
  #follow() {
    if (!this.#followed) return;
    const { x, y } = this.#history.hero(this.#index, this.#followed), frame = this.#root.parentElement, tile = this.#root.clientWidth / this.#history.size;
    frame.scrollTo({ left: (y + 0.5) * tile - frame.clientWidth / 2, top: (x + 0.5) * tile - frame.clientHeight / 2, behavior: 'smooth' });
  }

  /** The tile that the pointer of an event is at; null beside the board. */
  tileAt({ clientX, clientY }) {
    const area = this.#root.getBoundingClientRect(), { size } = this.#history;
    const tile = { x: Math.floor(((clientY - area.top) / area.height) * size), y: Math.floor(((clientX - area.left) / area.width) * size) };
    return Math.min(tile.x, tile.y) >= 0 && Math.max(tile.x, tile.y) < size ? tile : null;
  }

  /** Draws the state at `index`, touching only what differs from the one before; `still` if the board stays there. */
  show(index, still = false) {
    const history = this.#history;
    this.#mines.forEach((node, number) => claim(node, history.owner(index, number)));
    const mover = history.moverAt(index);
    // Heroes walk from one turn to the next; over several turns, or home from death, they jump.
    const leap = Math.abs(index - this.#index) > 1;
    this.#heroes.forEach((node, seat) => this.#place(node, history.hero(index, seat + 1), mover === seat + 1, leap));
    this.#marks.show(index, this.#index, still);
    this.#index = index;
    this.#follow();
  }

  #place(node, { x, y, life, lastDir, crashed }, moves, leap) {
    const far = leap || Math.abs(x - node.dataset.x) + Math.abs(y - node.dataset.y) > 1;
    if (node.dataset.x !== String(x) || node.dataset.y !== String(y)) {
      node.classList.toggle('jump', far);
      node.style.transform = `translate(${y * TILE}px, ${x * TILE}px)`;
      node.dataset.x = x;
      node.dataset.y = y;
    }
    setAttribute(node, 'data-crashed', crashed);
    setAttribute(node, 'data-moves', moves);
    setAttribute(node, 'data-dir', lastDir);
    const [, pointer, , , bar] = node.children;
    setAttribute(pointer, 'transform', `rotate(${TURN_OF[lastDir] ?? 0} 10 10)`);
    setAttribute(bar, 'width', (life * 16) / 100);
    setAttribute(bar, 'class', life <= 20 ? 'life low' : 'life');
  }

  /** What there is at a place: `{ what, hero }`, where `hero` is the hero it belongs to, or 0. */
  find(index, { x, y }) {
    const history = this.#history, here = (place) => place.x === x && place.y === y;
    if (x < 0 || y < 0 || x >= history.size || y >= history.size) return { what: 'edge', hero: 0 };
    const standing = history.heroes.find(({ id }) => here(history.hero(index, id)));
    if (standing) return { what: 'hero', hero: standing.id };
    const number = history.mines.findIndex(here);
    if (number >= 0) return { what: 'mine', hero: Number.parseInt(history.owner(index, number), 10) || 0 };
    if (history.taverns.some(here)) return { what: 'tavern', hero: 0 };
    if (history.walls.some(here)) return { what: 'wood', hero: 0 };
    const home = history.heroes.find(({ spawn }) => here(spawn));
    return home ? { what: 'spawn', hero: home.id } : { what: 'grass', hero: 0 };
  }
}

function ground({ size, walls, taverns, heroes }) {
  const side = size * TILE, squares = [];
  for (let x = 0; x < size; x += 1) {
    for (let y = x % 2; y < size; y += 2) squares.push(square({ x, y }));
  }
  const trunks = [], crowns = [], lights = [];
  for (const wall of walls) {
    const cx = wall.y * TILE + 10 + grain(wall, 3) - 1, cy = wall.x * TILE + 8 + grain(wall, 2);
    trunks.push(`M${cx - 1.5} ${cy + 4}h3v7h-3z`);
    crowns.push(grain(wall, 5) < 2
      ? `M${cx} ${cy - 8}l7 9h-3l4 6h-16l4-6h-3z`
      : circle(cx - 3, cy + 1, 5.5) + circle(cx + 3, cy + 1, 5.5) + circle(cx, cy - 3, 5.5));
    lights.push(circle(cx - 2, cy - 3, 2));
  }
  return [
    svg('rect', { class: 'grass', width: side, height: side }),
    svg('path', { class: 'meadow', d: squares.join('') }),
    svg('path', { class: 'thicket', d: walls.map(square).join('') }),
    svg('path', { class: 'trunk', d: trunks.join('') }),
    svg('path', { class: 'crown', d: crowns.join('') }),
    svg('path', { class: 'light', d: lights.join('') }),
    ...heroes.map(({ id, spawn }) => svg('rect', {
      class: `spawn hero-${id}`, x: spawn.y * TILE + 2, y: spawn.x * TILE + 2, width: 16, height: 16, rx: 5 })),
    ...taverns.map((place) => svg('g', { class: 'tavern', transform: at(place), 'data-x': place.x, 'data-y': place.y },
      svg('path', { class: 'wall', d: 'M3.5 9h13v9h-13z' }),
      svg('path', { class: 'roof', d: 'M10 1.5l9 8H1z' }),
      svg('path', { class: 'door', d: 'M8 18v-4.5a2 2 0 0 1 4 0V18z' }),
      svg('path', { class: 'lamp', d: 'M5 11h2v2H5zM13 11h2v2h-2z' }))),
  ];
}

const mine = (place, number) => svg('g', {
  class: 'mine', transform: at(place), 'data-mine': number, 'data-x': place.x, 'data-y': place.y },
svg('path', { class: 'rock', d: 'M1 19V9l4-6 5-2 5 2 4 6v10z' }),
svg('g', { class: 'inside' },
  svg('path', { d: 'M5.5 19v-7a4.5 4.5 0 0 1 9 0v7z' }),
  svg('path', { class: 'coin', d: circle(10, 14.5, 3) })),
svg('text', { x: 10, y: 16.6, 'text-anchor': 'middle' }));

function claim(node, owner) {
  if (node.dataset.owner === owner) return;
  node.dataset.owner = owner;
  node.setAttribute('class', `mine hero-${owner}`);
  setText(node.lastChild, owner === '-' ? '' : owner);
}

const hero = (id) => svg('g', { class: `hero hero-${id}`, 'data-hero': id, 'data-x': -9, 'data-y': -9 },
  svg('path', { class: 'turn-ring', d: circle(10, 10, 11.5) }),
  svg('path', { class: 'pointer', d: 'M10-4l3.5 5h-7z' }),
  svg('g', { class: 'body' }, token(id), svg('path', { class: 'cross', d: 'M13-2l7 7M20-2l-7 7' })),
  svg('rect', { class: 'life-back', x: 2, y: 19, width: 16, height: 3, rx: 1 }),
  svg('rect', { class: 'life', x: 2, y: 19, width: 16, height: 3, rx: 1 }));
