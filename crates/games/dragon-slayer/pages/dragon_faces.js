// The faces of the dice, drawn; all on a field of 64 × 64.

import { svg } from './dom.js';

/** Each face as outlines: [path, kind]. `line`, `wide` and `cut` are strokes; `cut` and `hole` are cut out. */
const FACES = {
  axe: [
    ['M23 58V7', 'wide'],
    ['M29 14h4c8 0 15-4 22-9 6 12 6 28 0 39-7-5-14-9-22-9h-4z', 'fill'],
    ['M17 17 7 14v19l10-3z', 'fill'],
  ],
  shield: [
    ['M32 8c7 4 13 5 20 5v18c0 12-8 20-20 26-12-6-20-14-20-26V13c7 0 13-1 20-5z', 'fill'],
    ['M32 16v33M18 29h28', 'cut'],
  ],
  flame: [
    ['M34 6c2 11 17 17 17 34 0 11-8 18-19 18s-19-7-19-18c0-8 4-13 9-18 0 5 2 8 5 10 5-7 8-15 7-26z', 'fill'],
    ['M33 35c1 5 7 7 7 13 0 5-3 8-8 8s-8-3-8-8c0-3 1-5 3-7 1 2 2 3 3 3 2-3 3-5 3-9z', 'hole'],
  ],
  mountain: [
    ['M3 53 24 15l11 19 7-9 19 28z', 'fill'],
    ['M17 31l5-4 4 5 4-5M38 34l4-3 4 4', 'cut'],
  ],
  head: [
    ['M5 59c-1-19 6-32 19-37L11 6l18 8 5-11 6 13c10 2 17 8 22 18l-3 8-10-1 1 6-7-5-1 6 13 2-4 6-15-1c-8 0-12 1-15 4z', 'fill'],
    ['M34 23l9 3-8 3z', 'hole'],
  ],
  wings: [
    ['M32 50c-2-9-6-13-12-13-5 0-8 3-10 8-5-13-5-24-3-33 9 2 16 8 20 18l5-8 5 8c4-10 11-16 20-18 2 9 2 20-3 33-2-5-5-8-10-8-6 0-10 4-12 13z', 'fill'],
    ['M11 19c6 3 11 9 13 16M53 19c-6 3-11 9-13 16', 'cut'],
  ],
  tail: [
    ['M5 50c19 10 47 6 48-14 1-15-16-20-24-9', 'wide'],
    ['M15 34 31 10l12 23z', 'fill'],
  ],
};

/** A face's drawing, to stand in an SVG of 64 × 64. */
export function drawing(face) {
  return FACES[face].map(([d, kind]) => svg('path', { d, class: `face-${kind}` }));
}

/**
 * A die that shows a face; with none, one that lies there unrolled. `look` says what it is like:
 * `warrior`, `blue`, `green` or `red`; `worth` are points that stand beside the face.
 */
export function die(face, look, worth = null) {
  const shown = face ? drawing(face) : [svg('circle', { class: 'face-blank', cx: 32, cy: 32, r: 5 })];
  return svg('svg', { class: `die ${look}`, viewBox: '0 0 64 64', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: 'die-body', x: 2, y: 2, width: 60, height: 60, rx: 12 }),
    ...(worth === null ? shown : [svg('g', { transform: 'translate(1 16) scale(.72)' }, ...shown), svg('text', { class: 'face-worth', x: 42, y: 25 }, String(worth))]));
}
