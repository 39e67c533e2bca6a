// Confetti that celebrates a win, for those who want things to move.

import { el } from './dom.js';

const PIECES = 70, SEATS = 4, LONGEST_MS = 2600;

/** Lets confetti fall over the page once. */
export function celebrate() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const between = (least, most) => least + Math.random() * (most - least);
  const pieces = Array.from({ length: PIECES }, (_, index) => el('i', { 'data-seat': index % SEATS }));
  const root = el('div', { class: 'confetti', 'aria-hidden': 'true' }, pieces);
  document.body.append(root);
  const falls = pieces.map((piece) => {
    piece.style.left = `${between(0, 100)}%`;
    return piece.animate([{ transform: 'translateY(-2rem)' }, { transform: `translate(${between(-6, 6)}rem, 105vh) rotate(${between(-900, 900)}deg)` }],
      { duration: between(LONGEST_MS / 2, LONGEST_MS), easing: 'cubic-bezier(.3, .2, .7, 1)', fill: 'both' }).finished;
  });
  Promise.allSettled(falls).then(() => root.remove());
}
