// A finished match, step by step.

import { el, followKeys, setAttribute, setText, svg } from './dom.js';
import { get } from './wire.js';
import { t } from './words.js';

// A finished match, step by step: where in it we are, and the steps as they are loaded.

/** Milliseconds from step to step at speed 1. */
const PACE_MS = 1000;
/** Steps asked for at once. */
const PAGE = 50;

/** Where in a match of `total` steps we are: before the first step at 0, after the last at `total`. */
export class Place {
  constructor(total) {
    this.total = total;
    this.index = total;
    this.playing = false;
    this.speed = 1;
    this.since = null;
  }

  /** Goes there and stays. */
  seek(index) {
    this.index = Math.max(0, Math.min(this.total, index));
    this.playing = false;
  }

  /** Plays on, from the beginning if we are at the end; or pauses. */
  toggle() {
    if (!this.playing && this.index === this.total) this.index = 0;
    this.playing = !this.playing && this.total > 0;
    this.since = null;
  }

  /** Moves on by one step if its time has come; says whether. `now` in milliseconds. */
  advance(now) {
    if (!this.playing) return false;
    this.since ??= now;
    if (now - this.since < PACE_MS / this.speed) return false;
    // A page that comes back from the background goes on from where it was.
    this.since = now;
    this.index += 1;
    this.playing = this.index < this.total;
    return true;
  }
}

/** The steps of a match, loaded in pages as they are needed. */
export class Steps {
  #load;
  #first = null;
  #steps = new Map();
  #pages = new Map();

  /** `load(from, count)` gives `{ steps, first }`, the steps after the first `from` ones. */
  constructor(load) {
    this.#load = load;
  }

  /** The view after `index` steps and the step that led there, `{ view, step }`; null if it is not loaded. */
  loaded(index) {
    if (index === 0) return this.#first && { view: this.#first.view, step: null };
    const step = this.#steps.get(index);
    return step ? { view: step.view, step } : null;
  }

  /** The same, loaded if needed. Throws what `load` throws. */
  async at(index) {
    await this.#page(Math.floor(Math.max(0, index - 1) / PAGE));
    return this.loaded(index);
  }

  /** Loads what comes soon after `index`. */
  async ahead(index) {
    await this.#page(Math.floor((index + PAGE / 2) / PAGE));
  }

  /** The loaded steps up to and with `index` that follow one another, at most `most`. */
  until(index, most) {
    const steps = [];
    for (let at = index; at > 0 && steps.length < most && this.#steps.has(at); at -= 1) steps.unshift(this.#steps.get(at));
    return steps;
  }

  #page(page) {
    if (!this.#pages.has(page)) {
      const loading = this.#load(page * PAGE, PAGE).then(({ steps, first }) => {
        if (page === 0) this.#first = first;
        steps.forEach((step, offset) => this.#steps.set(page * PAGE + offset + 1, step));
      });
      this.#pages.set(page, loading);
      // What could not be loaded is tried again the next time.
      loading.catch(() => this.#pages.delete(page));
    }
    return this.#pages.get(page);
  }
}

// The controls of a replay: buttons, slider, speed, keys.

const SPEEDS = [0.5, 1, 2, 4, 8];
/** Lines of the log that stand beside a step. */
const LOGGED = 60;
const SHAPES = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z',
  back: 'M11.5 3v10L4.5 8z',
  play: 'M4 2.5v11L13.5 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  forward: 'M4.5 3v10l7-5z',
  last: 'M11 3h2v10h-2zM3 3v10l7-5z',
};
const shape = (name) => svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[name] }));

/** The replay of a finished match. */
export class Replay {
  #place;
  #steps;
  #tell;
  #shown;
  #frame = null;
  #slider;
  #where = el('span');
  #play;

  /**
   * Shows the controls for a match of `total` steps in `root`. `tell` has `show({ index, view, step,
   * next, still, playing, log })` for a step to be shown, and `failed(error)`.
   */
  constructor(root, id, total, tell) {
    this.#tell = tell;
    this.#place = new Place(total);
    this.#shown = total;
    this.#steps = new Steps((from, count) => get(`/api/tables/${encodeURIComponent(id)}/history?from=${from}&count=${count}`));
    const actions = {
      first: () => this.#place.seek(0),
      back: () => this.#place.seek(this.#place.index - 1),
      play: () => this.#place.toggle(),
      forward: () => this.#place.seek(this.#place.index + 1),
      last: () => this.#place.seek(total),
    };
    const button = (name, key) => el('button', {
      type: 'button', class: name === 'play' ? 'primary icon' : 'icon', title: `${t(`ui.replay_${name}`)} (${key})`, 'aria-label': t(`ui.replay_${name}`),
      onclick: () => this.#act(actions[name]),
    }, shape(name));
    this.#play = button('play', t('ui.key_space'));
    this.#slider = el('input', { type: 'range', min: 0, max: total, step: 1, value: total, 'aria-label': t('ui.step'), oninput: () => this.#act(() => this.#place.seek(this.#slider.valueAsNumber)) });
    const speed = el('select', { 'aria-label': t('ui.speed'), onchange: () => { this.#place.speed = Number(speed.value); } },
      SPEEDS.map((times) => el('option', { value: times, selected: times === 1 }, `${times}×`)));
    root.replaceChildren(el('p', { class: 'where' }, this.#where), this.#slider, el('p', { id: 'verdict', class: 'hint' }),
      el('div', { class: 'row' }, button('first', 'Home'), button('back', '←'), this.#play, button('forward', '→'), button('last', 'End'), speed));
    const keys = { ' ': actions.play, ArrowLeft: actions.back, ArrowRight: actions.forward, Home: actions.first, End: actions.last };
    followKeys((event) => {
      if (event.shiftKey || !Object.hasOwn(keys, event.key) || event.target.closest('[role=grid], .mech-box')) return false;
      this.#act(keys[event.key]);
      return true;
    });
    root.hidden = false;
    this.#draw();
  }

  /** Goes to a step and stays there. */
  seek(step) {
    this.#act(() => this.#place.seek(step));
  }

  /** Plays from the beginning. */
  start() {
    this.#act(() => {
      this.#place.seek(0);
      this.#place.toggle();
    });
    this.#play.focus();
  }

  #act(action) {
    action();
    this.#update();
    this.#run();
  }

  #run() {
    if (!this.#place.playing || this.#frame !== null) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = null;
      // No step is passed over: the next one's time begins when this one stands there.
      if (this.#shown === this.#place.index && this.#place.advance(now)) this.#update();
      this.#run();
    });
  }

  async #update() {
    this.#draw();
    const { index, total } = this.#place;
    try {
      const at = await this.#steps.at(index);
      if (index !== this.#place.index || !at) return;
      const still = index !== this.#shown + 1;
      this.#shown = index;
      const next = index < total ? (this.#steps.loaded(index + 1) ?? await this.#steps.at(index + 1)) : null;
      if (index !== this.#place.index) return;
      this.#tell.show({ index, ...at, next: next?.step ?? null, still, playing: this.#place.playing, log: this.#steps.until(index, LOGGED) });
      if (index < total) await this.#steps.ahead(index);
    } catch (error) {
      this.#place.playing = false;
      this.#draw();
      this.#tell.failed(error);
    }
  }

  #draw() {
    const { index, total, playing } = this.#place;
    const where = t('ui.step_of', { step: index, total });
    setText(this.#where, where);
    this.#slider.value = String(index);
    setAttribute(this.#slider, 'aria-valuetext', where);
    const name = playing ? 'pause' : 'play';
    if (this.#play.dataset.shape !== name) {
      this.#play.dataset.shape = name;
      this.#play.replaceChildren(shape(name));
      this.#play.setAttribute('aria-label', t(`ui.replay_${name}`));
    }
  }
}
