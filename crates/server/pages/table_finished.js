// A match that is over: its end, its replay, its analysis.

import { el, nameOf, part, seatMark, setText, svg } from './dom.js';
import { asOwner, keyOf, shareButtons } from './setup.js';
import { headline, listed } from './table_parts.js';
import { Replay } from './table_replay.js';
import { get, post, Refused, remember, stepIn, tableOf } from './wire.js';
import { chancesText, endText, known, t, valueText, winText } from './words.js';

// Confetti that celebrates a win, for those who want things to move.

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

// How a match ended, and what can be done then.

const addressOf = (id) => `/tables/${encodeURIComponent(id)}`;

/** The end of a match: the result, the rematch, and the ways on. */
export class End {
  #root;
  #id;
  #game;
  #seatName;
  #act;
  #rematch = el('div', { class: 'rematch' });
  #error = el('p', { class: 'error', role: 'alert' });
  #shown = null; // of the rematch

  /** `act` has `replay()` and `analyse()`, which is null where there is no analysis. */
  constructor(root, id, game, seatName, act) {
    this.#root = root;
    this.#id = id;
    this.#game = game;
    this.#seatName = seatName;
    this.#act = act;
  }

  /** The own seats, `{ seat, token, name }`. */
  get #own() {
    return tableOf(this.#id)?.seats ?? [];
  }

  /** Shows the end of this table, or what has changed since; the end that comes `live` is brought into sight, and a win of ours is celebrated. */
  show({ outcome, seats, rematch = null }, live = false) {
    if (this.#root.hidden) {
      const { buttons, code } = shareButtons(() => location.href, t(`game.${this.#game}`));
      const own = this.#own.map(({ seat }) => seat);
      const places = (outcome ? seats : []).map(({ seat }) => ({ seat, name: this.#seatName(seat), place: outcome.places[seat] })).sort((a, b) => a.place - b.place || a.seat - b.seat);
      this.#root.replaceChildren(...[
        el('h2', { id: 'end-title', tabindex: -1 }, headline(outcome, own, this.#seatName)),
        known(outcome?.reason) && el('p', {}, t(outcome.reason)),
        places.length > 2 && el('ol', {}, places.map(({ seat, name, place }) => el('li', {}, el('span', { class: 'place-number' }, `${place}.`), seatMark(seat), nameOf(name)))),
        this.#rematch,
        el('div', { class: 'row' }, el('button', { type: 'button', onclick: this.#act.replay }, t('ui.replay_watch')),
          this.#act.analyse && el('button', { type: 'button', onclick: this.#act.analyse }, t('ui.analysis')), el('a', { class: 'button', href: '/tables' }, t('ui.to_lobby')), buttons), code,
        this.#error,
      ].filter(Boolean));
      this.#root.hidden = false;
      if (live) this.#root.scrollIntoView({ block: 'nearest' });
      const won = own.some((seat) => outcome?.winners.includes(seat));
      this.#root.classList.toggle('won', won);
      if (live && won) celebrate();
    }
    const shown = JSON.stringify(rematch);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#showRematch(rematch);
  }

  /** Who wants a rematch, and the way to it: those who played sit down there, others look on. */
  #showRematch(rematch) {
    const own = this.#own, focused = this.#rematch.contains(document.activeElement);
    const button = (text) => el('button', { type: 'button', class: 'primary', onclick: ({ currentTarget }) => this.#play(currentTarget) }, text);
    const link = (text) => el('a', { class: own.length ? 'button primary' : 'button', href: addressOf(rematch.id) }, text);
    const missing = own.some(({ seat }) => !rematch?.seats.includes(seat));
    const way = !rematch ? own.length && button(t('ui.rematch'))
      : missing ? button(t('ui.rematch_play')) : link(t(own.length ? 'ui.rematch_open' : 'ui.rematch_watch'));
    const people = rematch && missing ? rematch.seats : [];
    this.#rematch.replaceChildren(...[
      el('p', { role: 'status' }, people.length ? t('ui.rematch_wanted', { names: listed(people.map(this.#seatName)), count: people.length }) : ''),
      way,
    ].filter(Boolean));
    // The others are waiting.
    if (people.length) this.#root.scrollIntoView({ block: 'nearest' });
    if (focused) this.#rematch.querySelector('button, a')?.focus({ preventScroll: true });
  }

  /** Sits down at the rematch, with all own seats, and goes there. */
  async #play(button) {
    button.disabled = true;
    setText(this.#error, '');
    try {
      let next = null;
      for (const { seat, token, name } of this.#own) {
        const called = name ?? this.#seatName(seat);
        next = await asOwner((key) => post(`/api${addressOf(this.#id)}/rematch`, { key: keyOf(called) ?? key }, token));
        remember(next.id, { game: this.#game, seats: [{ seat: next.seat, token, name: called }] });
      }
      location.assign(addressOf(next.id));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setText(this.#error, refused.told());
      button.disabled = false;
    }
  }
}

// The analysis of a finished match: a graph, the mistakes, and what every step was worth.

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

// A match that is over: its end, its replay, its analysis.

/** What is shown of one table once its match is over. */
export class Finished {
  #id;
  #game;
  #analysed;
  #tell;
  #replay = null;
  #analysis;
  #end;

  /**
   * `analysed` says whether the game has an analysis. `tell` has `seatName(seat)`, `choiceName(choice)`, `step(at)`,
   * which shows a step of the replay, and `failed()`, which says that it could not be loaded.
   */
  constructor(id, game, analysed, tell) {
    this.#id = id;
    this.#game = game;
    this.#analysed = analysed;
    this.#tell = tell;
  }

  /** Shows the end of the match, or what has changed since; `live` if it has come about before our eyes. */
  show(state, live = false) {
    if (this.#replay === null) this.#begin(state);
    this.#end.show(state, live);
  }

  #begin({ n, seats }) {
    const { seatName, choiceName, step, failed } = this.#tell;
    this.#replay = new Replay(part('replay'), this.#id, n, { show: (at) => this.#step(at, n, step), failed });
    this.#analysis = new Analysis(part('analysis'), `/api/tables/${encodeURIComponent(this.#id)}`, n, seats.length, { seatName, choiceName, seek: (to) => this.#replay.seek(to) });
    this.#end = new End(part('end'), this.#id, this.#game, seatName, {
      replay: () => this.#replay.start(),
      analyse: this.#analysed ? () => this.#analysis.begin() : null,
    });
    const linked = stepIn(location.hash);
    if (linked !== null) this.#replay.seek(linked);
  }

  #step(at, total, step) {
    setText(part('verdict'), this.#analysis.at(at.index).join(' '));
    // A link to this very step.
    history.replaceState(null, '', at.index === total ? location.pathname : `#step=${at.index}`);
    step(at);
  }
}
