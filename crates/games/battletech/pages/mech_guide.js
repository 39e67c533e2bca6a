// The guide through a first fight: what each phase is about, told until it has been read.

import { el, setAttribute, setText } from './dom.js';
import { keep, kept } from './kept.js';

const READ = 'mech-guide';
/** What is explained in each phase, one after the other. */
const STEPS = { movement: ['initiative', 'movement'], reaction: ['reaction'], weapons: ['weapons'], physical: ['physical'], end: ['heat', 'end'] };
const ALL = Object.values(STEPS).flat();

/** What is to be explained in a phase next, when this has been read; null if nothing. */
export const nextStep = (phase, read) => (STEPS[phase] ?? []).find((step) => !read.includes(step)) ?? null;

export class Guide {
  #table;
  #phase = null;
  #step = null; // what is shown
  #text = el('p');
  node;
  /** Switches the guide off, and on again from its beginning. */
  button;

  constructor(table) {
    const { t } = table;
    this.#table = table;
    const act = (label, read) => el('button', { type: 'button', onclick: () => this.#put(read()) }, t(label));
    this.node = el('section', { class: 'mech-guide', 'aria-label': t('mech.guide'), hidden: true }, this.#text,
      el('div', { class: 'mech-advice' }, act('mech.guide.next', () => [...this.#read, this.#step]), act('mech.guide.off', () => ALL)));
    this.button = el('button', { type: 'button', class: 'quiet', onclick: () => this.#put(this.#on ? ALL : []) }, t('mech.guide'));
    this.#draw();
  }

  get #read() {
    return kept(READ) ?? [];
  }

  get #on() {
    return ALL.some((step) => !this.#read.includes(step));
  }

  /** Explains a phase that is asked, or none; says whether there is something to read. What stood there before has been read. */
  explain(phase) {
    if (this.#step) keep(READ, [...this.#read, this.#step]);
    this.#phase = phase;
    this.#draw();
    return !this.node.hidden;
  }

  #put(read) {
    const focused = this.node.contains(document.activeElement);
    keep(READ, read);
    this.#draw();
    if (focused && this.node.hidden) this.button.focus({ preventScroll: true });
  }

  #draw() {
    const before = this.#step;
    this.#step = nextStep(this.#phase, this.#read);
    setAttribute(this.button, 'aria-pressed', this.#on);
    this.node.hidden = !this.#step;
    if (!this.#step || this.#step === before) return;
    setText(this.#text, this.#table.t(`mech.guide.${this.#step}`));
    this.#table.say(this.#text.textContent);
  }
}
