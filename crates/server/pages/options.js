// The options of a table: what they are called, what is asked for in the lobby, what is sent.

import { el } from './dom.js';
import { clock } from './times.js';
import { known, t } from './words.js';

/** Seconds per choice that are offered; 0 is no clock. */
const CLOCKS = [0, 15, 30, 60, 120, 300, 3600, 86_400];
/** Milliseconds between bots' choices that are offered. */
const PACES = [0, 300, 700, 1500, 3000];
/** Options that every game has; they are offered below the game's own. */
const COMMON = ['clock', 'hints', 'pace'];
/** The option by which a random map can be had again, 0 for any; its values from the page, short enough to be told to a friend. */
const SEED = 'seed', SEEDS = 999_999;

function first(keys, otherwise, variables) {
  const key = keys.find(known);
  return key ? t(key, variables) : otherwise;
}

/** The seat, from 1, whose option this is (`mech3`); 0 if it is the table's. */
const seatOf = (key) => Number(/^\D+([1-9])$/.exec(key)?.[1] ?? 0);

/** The option's key without its seat. */
const plainOf = (key) => (seatOf(key) ? key.slice(0, -1) : key);

/** What an option is called. */
export function optionName(game, key) {
  const plain = plainOf(key);
  return first([`option.${game}.${plain}`, `option.${plain}`], key, { seat: seatOf(key) });
}

/** What a value of an option is called. */
export const valueName = (game, key, value) => first([`option.${game}.${plainOf(key)}.${value}`, `option.${plainOf(key)}.${value}`], String(value));

/** What a clock of this many seconds is called. */
export const clockName = (seconds) => (seconds ? t('ui.clock_length', { length: clock(seconds) }) : t('ui.clock_none'));

/** What a pause of this many milliseconds is called. */
export const paceName = (ms) => (ms ? t('ui.pace_seconds', { seconds: ms / 1000 }) : t('ui.pace_none'));

/** What the server takes for granted: hints where at most one person sits, a pause where only bots do. */
export function usual(seats) {
  const people = seats.filter(({ kind }) => kind !== 'bot').length;
  return { clock: 0, hints: people <= 1, pace: people ? 0 : 700 };
}

/** The options of a table of this many seats in words: what was chosen, without what is switched off. */
export function optionsText(game, options, seats) {
  const common = { clock: clockName, pace: paceName };
  const counts = ([key, value]) => value !== false && value !== null && seatOf(key) <= seats;
  return Object.entries(options).filter(counts).filter(([key]) => key !== 'hints').flatMap(([key, value]) => {
    const name = optionName(game, key);
    if (key === SEED) return [];
    if (value === true) return [name];
    if (Object.hasOwn(common, key)) return value ? [`${name}: ${common[key](value)}`] : [];
    return [`${name}: ${valueName(game, key, value)}`];
  });
}

/** Whether these options are of a map that was made at random from a number. */
const numbered = (options) => options.map === 'random' && options[SEED] > 0;

/** The way from a table with a random map to the form for another one on the same map; nothing if it has none. */
export function mapLink({ game, options }) {
  if (!numbered(options)) return [];
  const own = Object.entries(options).filter(([key]) => !COMMON.includes(key));
  return [' · ', el('a', { class: 'map', href: `/tables#${game}?${new URLSearchParams(own)}`, title: t('ui.map_again') }, t('ui.map', { seed: options[SEED] }))];
}

/** The option with another default, from an address, if it can have that value. */
function preset(option, text) {
  const value = option.kind === 'number' ? Number(text) : option.kind === 'flag' ? text === 'true' : option.values.find((one) => String(one) === text);
  const fits = option.kind === 'number' ? Number.isInteger(value) && value >= option.min && value <= option.max : value !== undefined;
  return fits ? { ...option, default: value } : option;
}

/** The controls for a game's options. */
export class Options {
  #game;
  #read = new Map();
  #common = new Map();
  #touched = new Set();
  #bySeat = [];

  /** `wanted` are values, as texts by keys, that some of the game's own options begin with. */
  constructor(root, { game, options, undo, hint }, wanted = new URLSearchParams()) {
    this.#game = game;
    const own = options.filter(({ key }) => !COMMON.includes(key)).map((option) => (wanted.has(option.key) ? preset(option, wanted.get(option.key)) : option));
    const common = [this.#select('clock', CLOCKS.map((seconds) => [seconds, clockName(seconds)]))];
    if (undo || hint) common.push(this.#flag({ key: 'hints', default: false }, this.#common));
    common.push(this.#select('pace', PACES.map((ms) => [ms, paceName(ms)])));
    root.replaceChildren(...own.map((option) => this.#own(option)), ...common);
  }

  /** Shows what is usual for these seats, where nothing else was chosen, and no options of other seats. */
  suit(seats) {
    for (const [seat, field] of this.#bySeat) field.hidden = seat > seats.length;
    for (const [key, value] of Object.entries(usual(seats))) {
      const control = this.#common.get(key);
      if (control && !this.#touched.has(key)) control.set(value);
    }
  }

  /** The options as they are sent: the game's own, and of the common ones those that were chosen. */
  values() {
    const values = {};
    for (const [key, read] of this.#read) values[key] = read();
    for (const key of this.#touched) values[key] = this.#common.get(key).get();
    // Any map gets its number here, so that it can be told.
    if (values[SEED] === 0 && values.map === 'random') values[SEED] = 1 + Math.floor(Math.random() * SEEDS);
    return values;
  }

  #own(option) {
    if (option.kind === 'flag') return this.#flag(option, this.#read);
    const id = `option-${option.key}`;
    const control = option.kind === 'choice'
      ? el('select', { id }, option.values.map((value) => el('option', { value, selected: value === option.default }, valueName(this.#game, option.key, value))))
      : el('input', { id, type: 'number', inputmode: 'numeric', required: true, step: 1, min: option.min, max: option.max, value: option.default });
    this.#read.set(option.key, () => (option.kind === 'choice' ? option.values.find((value) => String(value) === control.value) : control.valueAsNumber));
    const field = el('div', { class: 'field' }, el('label', { for: id }, optionName(this.#game, option.key)), control);
    if (seatOf(option.key)) this.#bySeat.push([seatOf(option.key), field]);
    return field;
  }

  #flag(option, readers) {
    const control = el('input', { type: 'checkbox', checked: option.default, onchange: () => this.#touch(option.key) });
    if (readers === this.#common) readers.set(option.key, { get: () => control.checked, set: (value) => { control.checked = value; } });
    else readers.set(option.key, () => control.checked);
    return el('label', { class: 'check' }, control, optionName(this.#game, option.key));
  }

  #select(key, values) {
    const id = `option-${key}`;
    const control = el('select', { id, onchange: () => this.#touch(key) }, values.map(([value, text]) => el('option', { value }, text)));
    this.#common.set(key, { get: () => Number(control.value), set: (value) => { control.value = String(value); } });
    return el('div', { class: 'field' }, el('label', { for: id }, optionName(this.#game, key)), control);
  }

  #touch(key) {
    if (this.#common.has(key)) this.#touched.add(key);
  }
}
