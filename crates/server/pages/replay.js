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
