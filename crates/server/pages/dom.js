// What all pages are built of: elements, the languages, the health of the server, dialogs, keys, sounds.

import { choose, keep, kept, known, language, LANGUAGES, t } from './words.js';

// Making and changing elements. Text from elsewhere only ever goes in as text.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (typeof value === 'function' && name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * An HTML element. Attributes are set as such, except `text` (the content) and functions under
 * `on…` (listeners, such as `onclick`); those that are null or false are left out. Strings among
 * the children become text, missing children are left out, lists of children are taken apart.
 */
export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element; everything else as with [`el`]. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** The page's element with this id. */
export const part = (id) => document.getElementById(id);

/** Sets the text, touching the page only if it differs. */
export function setText(node, text) {
  const wanted = String(text);
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Sets an attribute, touching the page only if it differs; null takes it away. */
export function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/** A name that a user chose: its writing direction stays inside, the whole of it is in the tooltip. */
export const nameOf = (name) => el('bdi', { class: 'name', title: name }, name);

/** The mark of a seat: its number in its colour. */
export const seatMark = (seat) => el('span', { class: 'seat-mark', 'data-seat': seat, 'aria-hidden': 'true' }, String(seat + 1));

// What stands around every page: the choice of language.

/** Fills the element for the languages with a button for each. */
export function offerLanguages(root) {
  root.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => el('button', {
    type: 'button', lang: code, title: name, 'aria-pressed': String(code === language()), onclick: () => choose(code),
  }, code.toUpperCase(), el('span', { class: 'visually-hidden' }, ` ${name}`))));
}

// A line at the top of every page as long as the server cannot store anything.

const EVERY_MS = 5000;
/** Reasons that have a text of their own; others are told as the server says them. */
const REASONS = { 'the disk is full': 'ui.disk_full' };

/** What is shown for what `/health` says; nothing if all is well. */
export function told({ status, reason } = {}) {
  if (status !== 'degraded') return '';
  const why = Object.hasOwn(REASONS, reason) ? t(REASONS[reason]) : reason;
  return t('ui.unstored', { why });
}

/** Looks after the server for as long as the page can be seen, and shows what is wrong above everything else. */
export function watchHealth() {
  const line = document.createElement('p');
  line.id = 'health';
  line.className = 'trouble';
  line.setAttribute('role', 'alert');
  line.hidden = true;
  document.body.prepend(line);
  async function look() {
    if (document.hidden) return;
    let text;
    try {
      // It answers 503 with the reason while something is wrong.
      text = told(await (await fetch('/health', { cache: 'no-store' })).json());
    } catch {
      return; // that there is no answer at all is told by the page itself
    }
    setText(line, text);
    line.hidden = !text;
  }
  look();
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
}

// The course of the server, if its operator has set one.

/** How bright a colour is, from 0 to 1 (WCAG 2). */
function luminance(rgb) {
  const linear = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return linear.reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
}

/** A colour `#rrggbb` for light and for dark pages, darkened or lightened until it can be read there. */
export function shades(colour) {
  const rgb = colour.slice(1).match(/../g).map((digits) => Number.parseInt(digits, 16));
  const shade = (target, isReadable) => {
    const mixed = (share) => rgb.map((part) => Math.round(part + (target - part) * share));
    const share = Array.from({ length: 20 }, (_, at) => at / 20).find((one) => isReadable(luminance(mixed(one)))) ?? 1;
    return `#${mixed(share).map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  return [shade(0, (light) => light < 0.15), shade(255, (light) => light > 0.3)];
}

/** Shows the name of the course below the head of the page as an element `name`, its announcements if `whole`, and its colour everywhere. */
export async function showCourse(whole = true, name = 'strong') {
  const course = await fetch('/api/course').then((answer) => (answer.ok ? answer.json() : {}), () => ({}));
  const style = document.documentElement.style, said = whole && course.announcements;
  if (course.colour) style.setProperty('--accent', `light-dark(${shades(course.colour).join()})`);
  else style.removeProperty('--accent');
  document.querySelector('.course')?.remove();
  if (!course.name && !said) return;
  document.querySelector('header').after(el('section', { class: 'course', 'aria-label': t('ui.course') }, course.name && el(name, null, name === 'h1' ? course.name : el('a', { href: '/' }, course.name)), said && el('p', null, said)));
}

// What is copied.

/** Copies the text of a node, or selects it where the browser forbids that. Returns whether it was copied. */
export async function copy(node) {
  getSelection().selectAllChildren(node);
  try {
    await navigator.clipboard.writeText(node.innerText);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

// A question before something that cannot be undone.

/**
 * Asks in a dialog inside `root`: a title, something about it if there is more to say, a field if there is something to
 * fill in, and what the buttons say. The answer resolves to whether yes was chosen; `close()` gives up.
 */
export function askFirst(root, { title, about = null, field = null, yes, no = t('ui.cancel') }) {
  const dialog = el('dialog', { class: 'ask panel', 'aria-labelledby': 'ask-title', 'aria-describedby': about && 'ask-about' }, el('form', { method: 'dialog' },
    el('h2', { id: 'ask-title' }, title), about && el('p', { id: 'ask-about' }, about), field,
    el('div', { class: 'row' }, el('button', { value: 'no' }, no), el('button', { value: 'yes', class: 'primary' }, yes))));
  const answer = new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
  // The first button is that of Enter, and says no.
  field?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    dialog.close('yes');
  });
  root.append(dialog);
  dialog.showModal();
  return { answer, close: () => dialog.close('no') };
}

// The rules of a game: open at the first table, out of the way afterwards.

const READ = 'rules-read';

/** Shows the rules of a game, if there are any, in this `details` element, open unless they have been read or closed before. */
export function showRules(root, text, game) {
  root.hidden = !known(`rules.${game}`);
  if (root.hidden) return;
  setText(text, t(`rules.${game}`));
  const read = kept(READ) ?? [];
  root.open = !read.includes(game);
  if (root.open) keep(READ, [...read, game]);
}

// What is read out by a screen reader.

/** A place whose content is read out when it changes. */
export class Voice {
  #root;
  #lines = [];

  constructor(root) {
    this.#root = root;
  }

  /** Has lines read out, texts or `{ text, lang }`, with all else that is said in the same moment; also what was said before is read out again. */
  say(...lines) {
    if (lines.length && !this.#lines.length) {
      queueMicrotask(() => {
        if (this.#lines.length) this.#root.replaceChildren(...this.#lines);
        this.#lines = [];
      });
    }
    this.#lines.push(...lines.map((line) => {
      const text = line.text ?? line;
      return el('span', { lang: line.lang }, /[\p{L}\p{N})]$/u.test(text) ? `${text}. ` : `${text} `);
    }));
  }

  /** Forgets what is about to be read out. */
  hush() {
    this.#lines = [];
  }
}

// Keys that work wherever the focus is, except in what needs them itself.

/** What takes any key while it has the focus. */
const FIELDS = 'input, select, textarea, [contenteditable], [role=log], dialog';
/** What space and Enter press. */
const BUTTONS = 'button, a, summary, [role=button]';

/** Whether a key is free: nobody has used it, and what has the focus does not need it. */
function isFree(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(FIELDS)) return false;
  return ![' ', 'Enter'].includes(event.key) || !event.target.closest(BUTTONS);
}

/** Calls `use(event)` for every free key; if that says yes, the page does nothing else with it. */
export function followKeys(use) {
  document.addEventListener('keydown', (event) => {
    if (isFree(event) && use(event)) event.preventDefault();
  });
}

// Signs of reactions, drawn here: fonts for emoji are not on every machine.

const FACE = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM9 9v.5M15 9v.5';
const SIGNS = {
  hello: 'M8.5 13L6 7.5M10.5 11.5L9.5 4.5M13.5 11.5V4.5M16 12.5L17.5 6.5M8.5 13.5L5 12M8.5 13.5C9 18 10.5 20 12.5 20C15 20 16 17 16 12.5',
  bravo: 'M7.5 10.5L11 3.5C13 3.5 13.5 5 13 6.5L12.2 9.5H18C19.5 9.5 20.3 10.5 20 12L18.6 18C18.3 19.3 17.5 20 16.2 20H7.5zM4 10.5V20',
  laugh: `${FACE}M7.5 13H16.5C16.2 19 7.8 19 7.5 13z`,
  surprise: `${FACE}M12 13a1.8 2.3 0 1 0 0 4.6a1.8 2.3 0 1 0 0-4.6z`,
  sad: `${FACE}M8 16.5C9.5 13.5 14.5 13.5 16 16.5`,
  thanks: 'M12 20C6 15.5 3.5 12.5 3.5 9A4.4 4.4 0 0 1 12 7.6A4.4 4.4 0 0 1 20.5 9C20.5 12.5 18 15.5 12 20z',
};

/** The names of all reactions. */
export const REACTIONS = Object.keys(SIGNS);

/** What stands for a reaction; its name is for the text beside it. */
export const signOf = (name) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] ?? '' }));

// Sounds, made by the browser itself; off until they are switched on.

const ON = 'sounds';
/** Tones as [hertz, start, seconds]; a sound without tones is noise that dies away in `noise` seconds, lower with a lower `pass`. */
const SOUNDS = {
  turn: { tones: [[660, 0, 0.12], [880, 0.12, 0.2]] },
  end: { tones: [[523, 0, 0.15], [659, 0.15, 0.15], [784, 0.3, 0.35]] },
  reaction: { tones: [[990, 0, 0.08]] },
  drop: { noise: 0.07, pass: 900 },
  step: { noise: 0.04, pass: 2500 },
  roll: { noise: 0.35, pass: 3500 },
  shot: { noise: 0.1, pass: 5000 },
  hit: { noise: 0.18, pass: 700 },
  boom: { noise: 0.8, pass: 350 },
};
const VOLUME = 0.2;
let context = null;

/** Whether sounds are on. */
export const isOn = () => kept(ON) === true;

/** Switches sounds on or off for good. */
export function switchSounds(on) {
  keep(ON, on ? true : null);
  if (on) play('turn');
}

/**
 * The sounds of a step's events, each once, in their order. `sounds` has for a kind of event the name of a sound, or a
 * function of the event that may return one.
 */
export function soundsOf(events, sounds) {
  const names = events.map((event) => {
    const sound = Object.hasOwn(sounds, event.kind) ? sounds[event.kind] : null;
    return typeof sound === 'function' ? sound(event) : sound;
  });
  return [...new Set(names.filter(Boolean))];
}

/** Plays a sound by its name, `delay` seconds from now, if sounds are on. */
export function play(name, delay = 0) {
  if (!isOn() || !Object.hasOwn(SOUNDS, name)) return;
  // Browsers allow it after the first click or key; what is played before stays silent.
  context ??= new AudioContext();
  context.resume();
  const { tones = [], noise = 0, pass } = SOUNDS[name], now = context.currentTime + delay;
  for (const [hertz, start, seconds] of tones) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' });
    tone.connect(fading(now + start, seconds));
    tone.start(now + start);
    tone.stop(now + start + seconds);
  }
  if (noise) {
    const buffer = new AudioBuffer({ length: Math.ceil(noise * context.sampleRate), sampleRate: context.sampleRate });
    buffer.getChannelData(0).forEach((_, at, all) => { all[at] = Math.random() * 2 - 1; });
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: pass })).connect(fading(now, noise));
    source.start(now);
  }
}

/** The way to the loudspeaker, which is shut slowly from then on. */
function fading(from, seconds) {
  const gain = new GainNode(context, { gain: VOLUME });
  gain.gain.setValueAtTime(VOLUME, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  gain.connect(context.destination);
  return gain;
}

/** Shows that there is nothing here to be shown, in place of what the page is of. */
export function showMissing(title, ...about) {
  document.title = title;
  part('main').replaceChildren(el('div', { id: 'game', class: 'missing', tabindex: -1 }, el('h1', {}, title), ...about.map((text) => el('p', {}, text)),
    el('a', { class: 'button', href: '/tables' }, t('ui.to_lobby'))));
}
