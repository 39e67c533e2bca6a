// The analysis of a finished match: a graph, the mistakes, and what every step was worth.

import { el, nameOf, seatMark, setText, svg } from './dom.js';
import { Refused, get } from './wire.js';
import { chancesText, endText, valueText, winText } from './values.js';
import { t } from './words.js';

/** Choices that are asked for at once: an answer comes within seconds on a small board, too. */
const PART = 3;
const WIDTH = 400, HEIGHT = 100;

/** What a match is worth to the first of two seats after a judged choice, from -1000 to 1000. */
export const valueFor = ({ seat, made }) => made * (seat ? -1 : 1);

/** The mistakes and blunders of each seat, as `{ mistake, blunder }`. */
export function counted(choices, seats) {
  const counts = Array.from({ length: seats }, () => ({ mistake: 0, blunder: 0 }));
  for (const { seat, mark } of choices) if (mark) counts[seat][mark] += 1;
  return counts;
}

/** The analysis of one table. */
export class Analysis {
  #root;
  #url;
  #total;
  #tell;
  #choices = new Map();
  #progress = el('progress', { 'aria-label': t('ui.analysis') });
  #status = el('p', { class: 'hint', role: 'status' });
  #error = el('p', { class: 'error', role: 'alert' });
  #graph = el('div', { class: 'graph' });
  #counts = el('ul', { class: 'counts' });
  #list = el('ol', { class: 'mistakes' });
  #line = svg('line', { y1: 0, y2: HEIGHT, class: 'at' });
  #begun = false;

  /**
   * The analysis of the table at `url`, which has `total` steps and a number of `seats`. `tell` has `seatName(seat)`,
   * `choiceName(choice)` and `seek(step)`.
   */
  constructor(root, url, total, seats, tell) {
    this.#root = root;
    this.#url = url;
    this.#total = total;
    this.#tell = { ...tell, seats };
    root.replaceChildren(el('h2', { id: 'analysis-title', tabindex: -1 }, t('ui.analysis')), this.#progress, this.#status, this.#error, this.#graph, this.#counts, this.#list,
      el('p', { class: 'row' }, el('a', { class: 'button', href: `${url}/export`, download: '' }, t('ui.export'))));
  }

  /** Shows it, and has all choices judged unless that is done or under way. */
  async begin() {
    this.#root.hidden = false;
    this.#root.querySelector('h2').focus();
    if (this.#begun) return;
    this.#begun = true;
    setText(this.#error, '');
    let from = Math.max(0, ...this.#choices.keys());
    try {
      while (from !== null) {
        const { total, choices, next } = await get(`${this.#url}/analysis?from=${from}&count=${PART}`);
        for (const choice of choices) this.#choices.set(choice.n, choice);
        this.#progress.max = total;
        this.#progress.value = this.#choices.size;
        setText(this.#status, next === null ? '' : t('ui.analysis_of', { count: this.#choices.size, total }));
        from = next;
        this.#draw(from === null);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(this.#error, error.told());
      this.#begun = false;
    }
  }

  /** What there is to say about the step that led to this place, as lines; marks the place in the graph. */
  at(step) {
    const x = (step / Math.max(1, this.#total)) * WIDTH;
    for (const end of ['x1', 'x2']) this.#line.setAttribute(end, x);
    const found = this.#choices.get(step);
    return found ? this.#about(found) : [];
  }

  #about(found) {
    return [found.mark && this.#verdict(found), found.chances && chancesText(found.chances, this.#tell.choiceName)].filter(Boolean);
  }

  /** A mistake in words. */
  #verdict({ mark, best, value, ends, made, made_ends: madeEnds, chances }) {
    const text = (worth, plies) => endText(plies) ?? (chances ? winText : valueText)(worth);
    return t(`ui.${mark}_better`, { best: this.#tell.choiceName(best), better: text(value, ends), worse: text(made, madeEnds) });
  }

  #draw(complete) {
    const choices = [...this.#choices.values()].sort((a, b) => a.n - b.n);
    const { seats, seatName, seek } = this.#tell;
    this.#progress.hidden = complete;
    if (seats === 2) this.#graph.replaceChildren(this.#drawing(choices));
    const counts = counted(choices, seats);
    this.#counts.replaceChildren(...counts.map(({ mistake, blunder }, seat) => el('li', {}, seatMark(seat), nameOf(seatName(seat)),
      el('span', {}, `${t('ui.blunders', { count: blunder })}, ${t('ui.mistakes', { count: mistake })}`))));
    this.#list.replaceChildren(...choices.filter(({ mark }) => mark).map((found) => el('li', { class: found.mark },
      el('button', { type: 'button', 'data-step': found.n, onclick: () => seek(found.n) }, seatMark(found.seat),
        el('span', {}, `${t('ui.step_number', { step: found.n })} ${this.#tell.choiceName(found.choice)}. ${this.#verdict(found)}`)))));
  }

  /** How the match stood for the first seat, step by step. */
  #drawing(choices) {
    const x = (n) => (n / Math.max(1, this.#total)) * WIDTH, y = (value) => HEIGHT / 2 - (value / 1000) * (HEIGHT / 2);
    const points = choices.filter(({ value }) => value !== null).map((one) => [x(one.n), y(valueFor(one)), one]);
    const path = points.map(([left, top], index) => `${index ? 'L' : 'M'}${left.toFixed(1)} ${top.toFixed(1)}`).join('');
    const last = points.at(-1), seat = (n) => this.#tell.seatName(n);
    const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('ui.graph', { up: seat(0), down: seat(1) }) },
      svg('rect', { width: WIDTH, height: HEIGHT, class: 'below' }),
      last && svg('path', { d: `M0 ${HEIGHT / 2}${path.replace('M', 'L')}L${last[0].toFixed(1)} ${HEIGHT}L0 ${HEIGHT}Z`, class: 'area' }),
      svg('line', { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: 'even' }),
      points.filter(([, , { mark }]) => mark).map(([left, top, { mark }]) => svg('line', { x1: left, x2: left, y1: top - 6, y2: top + 6, class: mark })),
      this.#line);
    drawing.addEventListener('click', ({ clientX }) => {
      const { left, width } = drawing.getBoundingClientRect();
      this.#tell.seek(Math.round(((clientX - left) / width) * this.#total));
    });
    return drawing;
  }
}
