// What has happened at a table, step by step.

import { el, seatMark } from './dom.js';
import { t } from './words.js';

/** Steps that are kept in sight. */
const MOST = 200;

/** What a step says, line by line; `describe` is the game's, if it has one. A choice that nobody else may know yet is null. */
export function linesOf(step, describe, seatName) {
  const lines = [];
  if (step.by === 'clock') lines.push(t('ui.log_clock', { name: seatName(step.seat) }));
  if (step.choice === null && !step.events.length) lines.push(t('ui.log_declared', { name: seatName(step.seat) }));
  for (const event of step.events) {
    const text = event.kind === 'undone' ? t('ui.log_undone', { name: seatName(step.seat) }) : describe?.(event);
    if (text) lines.push(text);
  }
  if (!describe && step.choice !== null && step.choice !== 'undo') lines.push(`${seatName(step.seat)}: ${step.choice}`);
  return lines;
}

/** The log. It is not read out: what is said aloud is said elsewhere, also while the log is shut. */
export class Log {
  #root;
  #lines;
  #last = -1; // the latest step that was ever here

  /** `lines(step)` is what a step says. */
  constructor(root, lines) {
    this.#root = root;
    this.#lines = lines;
  }

  /** Shows these steps instead of all before. */
  fill(steps) {
    this.#root.replaceChildren();
    this.#append(steps);
    this.#root.scrollTop = this.#root.scrollHeight;
  }

  /** Adds those of these steps that are newer than all before. */
  add(steps) {
    const { scrollTop, scrollHeight, clientHeight } = this.#root;
    const atEnd = scrollHeight - scrollTop - clientHeight < 40;
    this.#append(steps.filter(({ n }) => n > this.#last));
    while (this.#root.children.length > MOST) this.#root.firstElementChild.remove();
    if (atEnd) this.#root.scrollTop = this.#root.scrollHeight;
  }

  #append(steps) {
    for (const step of steps) {
      this.#last = Math.max(this.#last, step.n);
      const lines = this.#lines(step);
      if (!lines.length) continue;
      this.#root.append(el('div', { class: step.choice === 'undo' ? 'line undone' : 'line', 'data-n': step.n },
        seatMark(step.seat), el('div', {}, lines.map((text) => el('p', {}, text)))));
    }
  }
}
