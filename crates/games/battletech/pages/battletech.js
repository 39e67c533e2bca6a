// BattleTech at a table: the map, the mechs' record sheets, and the form of the phase that is asked.

import { el, seatMark, setAttribute, setText, svg } from './dom.js';
import { endForm, fireForm, moveForm, passedIn, strikeForm, torsoForm } from './mech_choices.js';
import { ails, choiceText, describe, hexOf, hexText, hintOf, itemName, mechName, place, side } from './mech_hex.js';
import { MechMap } from './mech_map.js';
import { keep, kept } from './words.js';

// The guide through a first fight: what each phase is about, told until it has been read.

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

// A mech's record sheet: armour and structure by locations, heat, weapons, what is hit.

const HOT = 30;
/** Heat from which on something happens: aiming, shutting down, ammunition. */
const MARKS = [8, 14, 19, 24];

/** Where the eleven places of armour stand: column and row, and the location's word. */
const PLACES = [
  [0, 1, 'BI'], [1, 1, 'TI'], [1, 2.76, 'PI'], [3, 2.76, 'PD'], [3, 1, 'TD'], [4, 1, 'BD'], [2, 1, 'TC'], [2, 0, 'CAB'],
  [1, 2, 'TI'], [3, 2, 'TD'], [2, 2, 'TC'],
];
const CELL = { width: 62, height: 38 };

/** How much is left, in four classes. */
export function stateOf(now, full) {
  if (!full) return 'none';
  const share = now / full;
  return now === 0 ? 'gone' : share <= 0.34 ? 'low' : share <= 0.67 ? 'worn' : 'whole';
}

function diagram(table, mech) {
  const [armour, structure] = mech.whole;
  const cells = PLACES.map(([column, row, word], index) => {
    const x = 2 + column * (CELL.width + 4), y = 2 + row * 42, rear = index > 7;
    const height = rear ? 26 : CELL.height, now = mech.armour[index], full = armour[index];
    const fill = full ? Math.round(now / full * (CELL.width - 2)) : 0;
    const label = `${table.t(`mech.short.${word}`)}${rear ? table.t('mech.short.rear') : ''}`;
    return svg('g', { class: `mech-part ${stateOf(now, full)}` },
      svg('rect', { class: 'edge', x, y, width: CELL.width, height, rx: 4 }),
      svg('rect', { class: 'fill', x: x + 1, y: y + 1, width: fill, height: height - 2, rx: 3 }),
      svg('text', { x: x + CELL.width / 2, y: y + (rear ? 17 : 15) }, `${label} ${now}`),
      rear ? null : svg('text', { class: 'inner', x: x + CELL.width / 2, y: y + 31 }, `${mech.structure[index]}/${structure[index]}`));
  });
  const text = PLACES.map(([, , word], index) => `${place(table, word, index > 7)} ${mech.armour[index]}/${armour[index]}${index < 8 ? ` + ${mech.structure[index]}/${structure[index]}` : ''}`).join('; ');
  return svg('svg', { class: 'mech-diagram', viewBox: '0 0 330 160', role: 'img', 'aria-label': text }, ...cells);
}

function heat({ t }, mech) {
  const step = 9, width = HOT * step;
  return svg('svg', { class: 'mech-heat', viewBox: '0 0 330 38', role: 'img', 'aria-label': t('mech.heat', { heat: mech.heat }) },
    svg('rect', { class: 'edge', x: 2, y: 2, width, height: 16, rx: 3 }),
    svg('rect', { class: mech.heat >= 14 ? 'hot' : mech.heat >= 8 ? 'warm' : 'cool', x: 3, y: 3, width: Math.max(0, Math.min(mech.heat, HOT) * step - 2), height: 14, rx: 2 }),
    ...MARKS.flatMap((at) => [svg('path', { class: 'tick', d: `M${2 + at * step} 2v20` }), svg('text', { class: 'tick-text', x: 2 + at * step, y: 34 }, String(at))]),
    svg('text', { class: 'heat-now', x: width + 10, y: 16 }, `${mech.heat} ♨`));
}

function weapons(table, mech) {
  const { t } = table;
  const row = (part) => el('tr', { class: part.works ? null : 'broken' },
    el('th', { scope: 'row' }, itemName(table, part.name), part.works ? null : ` — ${t('mech.broken')}`),
    el('td', {}, t(`mech.short.${part.at}`) + (part.rear ? t('mech.short.rear') : '')),
    el('td', {}, String(part.heat)), el('td', {}, part.shots > 1 ? `${part.damage}×${part.shots}` : String(part.damage)), el('td', {}, part.ranges.slice(1).join('/')));
  const head = ['weapon', 'place', 'heat_short', 'damage', 'range'].map((key) => el('th', { scope: 'col' }, t(`mech.${key}`)));
  return el('table', { class: 'mech-weapons' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, mech.weapons.map(row)));
}

/** The sheet of a mech; open unless it was closed before. */
export function sheet(table, mech, number, open, toggled) {
  const { t } = table;
  const share = Math.round(mech.kept[0] / Math.max(1, mech.kept[1]) * 100);
  const state = [t('mech.where', { hex: mech.hex, side: side(table, mech.facing) }), t(`mech.mode.${mech.mode}`), t('mech.kept', { share }), ...ails(table, mech)];
  const own = mech.own && t('mech.own', { walk: mech.own.walk, run: mech.own.run, jump: mech.own.jump, on: mech.own.on, off: mech.own.off, wounds: mech.own.wounds });
  const loads = mech.loads.map(({ name, rounds, works }) => `${itemName(table, name)} ${works ? rounds : '—'}`).join(', ');
  const hit = mech.hit.map(({ name, at, hits }) => `${itemName(table, name)} (${t(`mech.short.${at}`)})${hits > 1 ? ` ×${hits}` : ''}`).join(', ');
  return el('details', { class: 'mech-sheet panel', open, ontoggle: (event) => toggled(event.target.open) },
    el('summary', {}, seatMark(number), el('span', {}, `${mechName(table, number, mech)} · ${t('mech.tons', { tons: mech.tons })}`)),
    el('p', {}, state.join(' · ')), own && el('p', {}, own), diagram(table, mech), heat(table, mech), weapons(table, mech),
    loads && el('p', {}, `${t('mech.loads')}: ${loads}`), hit && el('p', { class: 'mech-hits' }, `${t('mech.hits')}: ${hit}`));
}

export { describe };

/** What is heard of a fight. */
export const sounds = {
  move: ({ mode }) => mode !== 'still' && 'step', fall: 'hit', shot: ({ hit }) => (hit ? 'hit' : 'shot'),
  blow: ({ hit }) => (hit ? 'hit' : 'shot'), explosion: 'boom', destroyed: 'boom',
};

const PHASES = ['movement', 'reaction', 'weapons', 'physical', 'end'];

/** Shows fights in `root`. */
export function mount(root, table) {
  const { t } = table;
  let shown = null;
  const turn = el('p', { class: 'mech-turn' }), phases = el('ol', { class: 'mech-phases' }), guide = new Guide(table);
  const hex = el('p', { class: 'hint mech-hex-text' });
  const form = el('section', { class: 'mech-form panel', 'aria-label': t('mech.your_choice') });
  const sheets = el('div', { class: 'mech-sheets' });
  const legend = el('details', { class: 'mech-legend' }, el('summary', {}, t('mech.legend')), el('p', {}, t('mech.legend_text')));
  const where = el('ul', { class: 'visually-hidden', 'aria-label': t('mech.summary') });
  const field = el('div', { class: 'mech-field' }), whole = el('div', { class: 'mech' });
  const closed = new Set();
  let picker = null, asked = '', left = false, shut = false, passed = [];
  // On a phone the form lies over the page, and can be shut.
  const handle = el('button', { type: 'button', class: 'quiet mech-handle', onclick: () => { shut = !shut; fold(); } });
  function fold() {
    form.classList.toggle('shut', shut);
    handle.setAttribute('aria-expanded', String(!shut));
    handle.textContent = t(shut ? 'mech.sheet_open' : 'mech.sheet_shut');
  }
  const map = new MechMap(field, table, (name) => {
    hex.textContent = hexText(table, name, map.cell(hexOf(name)));
    picker?.pick?.(name);
  });
  field.append(hex);
  whole.append(el('div', { class: 'mech-top' }, turn, guide.button, phases), field, form, sheets, legend, where);
  root.replaceChildren(whole);

  /** Asks what a bot would choose, puts it into the form and says it. */
  async function advise(button, line) {
    const { n } = shown, form = picker;
    if (button.getAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    line.textContent = t('ui.thinking');
    const found = await table.hint();
    button.removeAttribute('aria-disabled');
    if (n !== shown.n) return;
    line.textContent = '';
    if (!found) return;
    const { hexes, side } = hintOf(found.choice, shown.view.mechs);
    // What the form says itself is not said twice.
    if (!form?.advise(found.choice)) line.textContent = `${t('ui.hint')}: ${choiceText(table, found.choice, shown.view.mechs[shown.you])}`;
    map.hint(hexes, side);
  }

  function ask(state) {
    const key = state.choices ? `${state.n} ${state.you}` : '';
    if (key === asked && key) return;
    // A player who chose by keys goes on in the next form.
    const had = left || form.contains(document.activeElement);
    asked = key;
    picker = null;
    map.mark([]);
    map.hint([]);
    form.replaceChildren();
    form.hidden = !state.choices;
    left = !state.choices && had && state.outcome == null;
    const explained = guide.explain(state.choices ? state.view.phase : null);
    if (!state.choices) return;
    const forms = { movement: moveForm, reaction: torsoForm, weapons: fireForm, physical: strikeForm, end: endForm };
    const body = el('div', { class: 'mech-choices' });
    picker = forms[state.view.phase]?.(body, table, state.choices, map, state.view.mechs[state.you], explained) ?? null;
    // What is asked and what sends the choice stay in sight while the rest scrolls.
    const title = body.querySelector('h2');
    body.prepend(guide.node);
    form.append(el('div', { class: 'mech-bar' }, title, handle), body, ...body.querySelectorAll(':scope > .send'));
    fold();
    if (state.hints) {
      const line = el('p', { class: 'hint', role: 'status' });
      const button = el('button', { type: 'button', class: 'mech-advise', onclick: () => advise(button, line) }, t('ui.hint'));
      guide.node.after(el('div', { class: 'mech-advice' }, button, line));
    }
    // The shell puts the focus on the game while others choose.
    const free = [document.body, root, null].includes(document.activeElement);
    if (had && free) title.focus({ preventScroll: true });
  }

  return {
    show(state, fresh) {
      const { view } = state;
      passed = passedIn(shown ? fresh : state.steps, passed);
      const gone = (phase) => phase !== view.phase && passed.some((each) => each.phase === phase && each.mechs.includes(state.you));
      shown = state;
      whole.classList.toggle('seated', state.you !== null && state.outcome === null);
      turn.textContent = t('mech.turn', { turn: view.turn, rounds: view.rounds });
      phases.replaceChildren(...PHASES.map((phase) => el('li', { class: phase === view.phase ? 'now' : gone(phase) ? 'passed' : null, 'aria-current': phase === view.phase ? 'step' : null },
        t(`mech.phase.${phase}`), gone(phase) && el('span', { class: 'visually-hidden' }, ` (${t('mech.passed')})`))));
      map.show(view, fresh, table.still);
      const at = [...sheets.children].findIndex((each) => each.contains(document.activeElement));
      sheets.replaceChildren(...view.mechs.map((mech, number) => sheet(table, mech, number, !closed.has(number), (open) => { if (open) closed.delete(number); else closed.add(number); })));
      sheets.children[at]?.querySelector('summary').focus({ preventScroll: true });
      where.replaceChildren(...MechMap.summary(table, view, (place) => map.cell(place)).map((text) => el('li', {}, text)));
      ask(state);
    },
    /** What a hint says, in words. */
    hinted: ({ choice }) => choiceText(table, choice, shown.view.mechs[shown.you ?? shown.asked ?? 0]),
    end() {
      root.replaceChildren();
    },
  };
}
