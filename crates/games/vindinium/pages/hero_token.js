// The token of a hero.

import { svg } from './dom.js';

// One outline for each hero, so that neither colours nor digits alone have to tell them apart.
const OUTLINES = [
  'M10 1.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17z',
  'M4 2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
  'M10 .5l9.5 9.5-9.5 9.5L.5 10z',
  'M10 .8l8.2 4.7v9L10 19.2l-8.2-4.7v-9z',
];

/** The shape and digit of hero `id` (1 to 4) on a 20 × 20 field. */
export function token(id) {
  return svg('g', { class: `token hero-${id}` },
    svg('path', { d: OUTLINES[id - 1] }),
    svg('text', { x: 10, y: 14.2, 'text-anchor': 'middle' }, String(id)));
}

/** The token as an image of its own, to stand before a name. */
export const badge = (id, hero) => svg('svg', { class: 'badge', viewBox: '0 0 20 20', role: 'img', 'aria-label': `${hero} ${id}` }, token(id));
