// The log of a game, step by step.

import { el, seatMark } from './dom.js';
import { t } from './words.js';

/** Steps of before that are asked for at once. */
const PAGE = 50;

/** Events of every game, and what they say. */
const COMMON = { undone: 'ui.log_undone', resigned: 'ui.log_resigned' };

/** What a step says, line by line: texts, or `{ text, lang }` for what is in another language. `describe` is the game's, if it has one. A choice that is still secret is null. */
export function linesOf(step, describe, seatName) {
  const lines = [];
  if (step.by === 'clock') lines.push(t('ui.log_clock', { name: seatName(step.seat) }));
  if (step.choice === null && !step.events.length) lines.push(t('ui.log_declared', { name: seatName(step.seat) }));
  // What a game says of the choice itself, if it says anything.
  const events = step.choice === null ? step.events : [{ kind: 'chosen', seat: step.seat, choice: step.choice }, ...step.events];
  for (const event of events) {
    const common = COMMON[event.kind];
    const text = common ? t(common, { name: seatName(step.seat) }) : describe?.(event);
    if (text) lines.push(text);
  }
  if (!describe && step.choice !== null && !step.events.some(({ kind }) => COMMON[kind])) lines.push(`${seatName(step.seat)}: ${step.choice}`);
  return lines;
}

/** The log. It is not read out: what is said aloud is said elsewhere, also while the log is shut. */
export class Log {
  #root;
  #lines;
  #past;
  #last = -1; // the latest step that was ever here
  #first = 1; // the earliest that is here
  #earlier = el('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.#back() }, t('ui.more'));

  /** `lines(step)` is what a step says; `past(from, count)` gives `{ steps }`, those after the first `from`. */
  constructor(root, lines, past) {
    this.#root = root;
    this.#lines = lines;
    this.#past = past;
    root.before(this.#earlier);
  }

  /** Shows these steps instead of all before; `more` is whether those before can be asked for. */
  fill(steps, more = false) {
    this.#root.replaceChildren(...this.#made(steps));
    this.#first = more ? (steps[0]?.n ?? 1) : 1;
    this.#earlier.hidden = this.#first <= 1;
    this.#root.scrollTop = this.#root.scrollHeight;
  }

  /** Adds those of these steps that are newer than all before. */
  add(steps) {
    const { scrollTop, scrollHeight, clientHeight } = this.#root;
    const atEnd = scrollHeight - scrollTop - clientHeight < 40;
    this.#root.append(...this.#made(steps.filter(({ n }) => n > this.#last)));
    if (atEnd) this.#root.scrollTop = this.#root.scrollHeight;
  }

  async #back() {
    const first = this.#first, from = Math.max(0, first - 1 - PAGE);
    const { steps } = await this.#past(from, first - 1 - from).catch(() => ({ steps: [] }));
    // A viewer who got none can ask again; meanwhile a replay may have taken the place.
    if (!steps.length || first !== this.#first) return;
    this.#root.prepend(...this.#made(steps));
    this.#first = from + 1;
    this.#earlier.hidden = !from;
    this.#root.focus();
  }

  /** The steps as elements, those that say something. */
  #made(steps) {
    return steps.flatMap((step) => {
      this.#last = Math.max(this.#last, step.n);
      const lines = this.#lines(step);
      return lines.length ? [el('div', { class: step.choice === 'undo' ? 'line undone' : 'line', 'data-n': step.n },
        seatMark(step.seat), el('div', {}, lines.map((line) => el('p', { lang: line.lang }, line.text ?? line))))] : [];
    });
  }
}
