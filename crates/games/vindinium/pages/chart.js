// Gold over time: a line for each hero, a cursor at the turn shown.

import { setAttribute, svg } from './dom.js';
import { rounds } from './rounds.js';
import { t } from './words.js';

const EDGE = { left: 40, right: 22, top: 8, bottom: 20 };
const LABEL_GAP = 13;

export class Chart {
  #history;
  #root;
  #width = 0;
  #height = 0;
  #drawn = 0; // states in the lines
  #lines;
  #labels;
  #cursor = svg('line', { class: 'cursor' });
  #dots;
  #grid = svg('g', { class: 'grid' });
  #picture = svg('svg', { role: 'img' });

  /** `onSeek(index)` is called for the place the pointer is at, `onResize()` when it must be drawn anew. */
  constructor(root, history, onSeek, onResize) {
    this.#history = history;
    this.#root = root;
    const each = (make) => history.heroes.map(({ id }) => make(id));
    this.#lines = each((id) => svg('path', { class: `line hero-${id}`, 'data-hero': id }));
    this.#dots = each((id) => svg('circle', { class: `dot hero-${id}`, r: 3 }));
    this.#labels = each((id) => svg('text', { class: `label hero-${id}` }, String(id)));
    this.#picture.append(this.#grid, this.#cursor, ...this.#lines, ...this.#dots, ...this.#labels);
    root.replaceChildren(this.#picture);
    new ResizeObserver(([{ contentRect }]) => {
      this.#width = contentRect.width;
      this.#height = contentRect.height;
      this.#drawn = 0;
      onResize();
    }).observe(root);

    const seek = (event) => {
      const across = (event.clientX - root.getBoundingClientRect().left - EDGE.left) / this.#innerWidth;
      onSeek(Math.round(Math.max(0, Math.min(1, across)) * history.last));
    };
    root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      root.setPointerCapture(event.pointerId);
      seek(event);
    });
    root.addEventListener('pointermove', (event) => {
      if (root.hasPointerCapture(event.pointerId)) seek(event);
    });
  }

  get #innerWidth() {
    return Math.max(1, this.#width - EDGE.left - EDGE.right);
  }

  #across(index) {
    return EDGE.left + (index / Math.max(1, this.#history.last)) * this.#innerWidth;
  }

  #down(gold) {
    return this.#height - EDGE.bottom - (gold / this.top) * (this.#height - EDGE.top - EDGE.bottom);
  }

  /** Draws the lines if there are new states, and the cursor at `index`. */
  show(index) {
    if (!this.#width) return;
    if (this.#drawn !== this.#history.length) this.#draw();
    const x = this.#across(index).toFixed(1);
    setAttribute(this.#cursor, 'x1', x);
    setAttribute(this.#cursor, 'x2', x);
    setAttribute(this.#root, 'data-index', index);
    this.#dots.forEach((dot, seat) => {
      setAttribute(dot, 'cx', x);
      setAttribute(dot, 'cy', this.#down(this.#history.gold(index, seat + 1)).toFixed(1));
    });
  }

  #draw() {
    const { last, heroes } = this.#history;
    const stride = Math.max(1, Math.ceil(last / this.#innerWidth));
    let most = 0;
    for (let index = 0; index <= last; index += 1) {
      for (const { id } of heroes) most = Math.max(most, this.#history.gold(index, id));
    }
    const step = roundStep(most / 3);
    this.top = Math.max(step, Math.ceil(most / step) * step);
    this.#lines.forEach((line, seat) => {
      const points = [];
      const point = (index) => points.push(
        `${this.#across(index).toFixed(1)} ${this.#down(this.#history.gold(index, seat + 1)).toFixed(1)}`);
      for (let index = 0; index < last; index += stride) point(index);
      point(last);
      line.setAttribute('d', `M${points.join('L')}`);
    });
    this.#drawn = this.#history.length;
    this.#drawGrid(step);
    this.#placeLabels();
    setAttribute(this.#cursor, 'y1', EDGE.top);
    setAttribute(this.#cursor, 'y2', this.#height - EDGE.bottom);
    setAttribute(this.#root, 'data-states', this.#history.length);
    const standing = this.#history.places(last).map(({ id, gold }) => `${t('seat.hero')} ${id}: ${gold}`).join(', ');
    setAttribute(this.#picture, 'aria-label', `${t('seat.gold')}, ${t('arena.rounds', { rounds: rounds(this.#history.turnOf(last)) })}. ${standing}`);
  }

  #drawGrid(step) {
    const marks = [];
    for (let gold = 0; gold <= this.top; gold += step) {
      const y = this.#down(gold);
      marks.push(svg('line', { x1: EDGE.left, x2: this.#width - EDGE.right, y1: y, y2: y }));
      marks.push(svg('text', { x: EDGE.left - 6, y: y + 4, 'text-anchor': 'end' }, String(gold)));
    }
    const { last } = this.#history, y = this.#height - 4;
    marks.push(svg('text', { x: EDGE.left, y }, t('arena.rounds', { rounds: 0 })));
    marks.push(svg('text', { x: this.#width - EDGE.right, y, 'text-anchor': 'end' }, String(rounds(this.#history.turnOf(last)))));
    this.#grid.replaceChildren(...marks);
  }

  /** Digits at the ends of the lines, pushed apart where the lines meet. */
  #placeLabels() {
    const { last, heroes } = this.#history;
    const ends = heroes.map(({ id }, seat) => ({ label: this.#labels[seat], y: this.#down(this.#history.gold(last, id)) }));
    ends.sort((a, b) => b.y - a.y);
    let floor = this.#height - EDGE.bottom + 4;
    for (const { label, y } of ends) {
      const free = Math.min(y + 4, floor);
      floor = free - LABEL_GAP;
      setAttribute(label, 'x', this.#width - EDGE.right + 7);
      setAttribute(label, 'y', free.toFixed(1));
    }
  }
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below `wanted`. */
function roundStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= wanted);
}
