// Directions from the keyboard and from the buttons on the screen.

import { el, svg } from './dom.js';
import { t } from './words.js';

// Letters by their place on the keyboard: the same keys in every script.
const KEYS = {
  ArrowUp: 'North', ArrowDown: 'South', ArrowRight: 'East', ArrowLeft: 'West',
  KeyW: 'North', KeyS: 'South', KeyD: 'East', KeyA: 'West', Space: 'Stay', Period: 'Stay',
};
const SHAPES = {
  North: 'M8 2l6 8H2z', South: 'M8 14l6-8H2z', East: 'M14 8L6 2v12z', West: 'M2 8l8-6v12z', Stay: 'M4.5 4.5h7v7h-7z',
};
// What stands on the buttons beside the arrows.
const LETTERS = { North: 'W', South: 'S', East: 'D', West: 'A', Stay: '␣' };
const FLASH_MS = 160;

/** The direction that leads from a place towards another: the longer way of the two first. */
export function towards(from, to) {
  const rows = to.x - from.x, columns = to.y - from.y;
  if (!rows && !columns) return 'Stay';
  if (Math.abs(rows) > Math.abs(columns)) return rows > 0 ? 'South' : 'North';
  return columns > 0 ? 'East' : 'West';
}

export class Input {
  #buttons = {};
  #active = false;

  /** `onDir(dir, again)` is called for every direction; `again` says that a key is being held down. */
  constructor(pad, onDir) {
    for (const [dir, shape] of Object.entries(SHAPES)) {
      const label = t(`seat.go.${dir}`);
      const button = el('button', { type: 'button', 'data-dir': dir, 'aria-label': label, title: label },
        svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: shape })),
        el('kbd', { 'aria-hidden': 'true' }, LETTERS[dir]));
      button.addEventListener('click', () => onDir(dir, false));
      this.#buttons[dir] = button;
    }
    pad.replaceChildren(...Object.values(this.#buttons));
    document.addEventListener('keydown', (event) => {
      const dir = KEYS[event.code];
      if (!this.#active || !dir || event.altKey || event.ctrlKey || event.metaKey) return;
      // What has the focus keeps the keys it needs.
      if (event.target.closest('input, select, textarea, .log')) return;
      if (event.code === 'Space' && event.target.closest('button, a')) return;
      event.preventDefault();
      onDir(dir, event.repeat);
    });
  }

  /** Whether directions are wanted at all. */
  set active(active) {
    this.#active = active;
  }

  /** Whether one would be taken now. Buttons keep the focus all the time. */
  set open(open) {
    for (const button of Object.values(this.#buttons)) button.setAttribute('aria-disabled', String(!open));
  }

  /** Shows which direction was taken. */
  flash(dir) {
    const button = this.#buttons[dir];
    button.classList.add('pressed');
    setTimeout(() => button.classList.remove('pressed'), FLASH_MS);
  }
}
