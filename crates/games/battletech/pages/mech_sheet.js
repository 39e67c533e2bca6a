// A mech's record sheet: armour and structure by locations, heat, weapons, what is hit.

import { el, seatMark, svg } from './dom.js';
import { ails, itemName, mechName, place, side } from './mech_words.js';

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
