// Lines of numbers over time: a drawing, and the same numbers as a table.

import { el, svg } from './dom.js';
import { t } from './words.js';

/** Beyond this a value stands for a game that is decided, and is drawn at the edge. */
const DECIDED = 1e6;
const WIDTH = 100;
const HEIGHT = 50;

const isPlain = (value) => Math.abs(value) < DECIDED;

/** A number as it is shown. */
export const numberText = (value) => (isPlain(value) ? String(Math.round(value * 100) / 100).replace('-', '−') : value > 0 ? '+∞' : '−∞');

/** The edges of a drawing of these series, `{ points: [[x, y, error?], …] }`: the lowest and the highest x and y, never equal. */
export function edges(series) {
  const points = series.flatMap((one) => one.points), plain = points.filter(([, y]) => isPlain(y));
  const span = (values) => {
    const [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 0];
    return low < high ? [low, high] : [low - 1, high + 1];
  };
  return { x: span(points.map(([x]) => x)), y: span(plain.flatMap(([, y, error]) => [y - (error ?? 0), y + (error ?? 0)])) };
}

/** Where a point is in a drawing. */
export function place([x, y], { x: [left, right], y: [low, high] }) {
  const inside = Math.min(high, Math.max(low, y));
  return [((x - left) / (right - left)) * WIDTH, (1 - (inside - low) / (high - low)) * HEIGHT].map((value) => Number(value.toFixed(2)));
}

function line({ points, seat = 0 }, edge) {
  const path = points.map((point, at) => `${at ? 'L' : 'M'}${place(point, edge).join(' ')}`).join('');
  const dots = points.map((point) => `M${place(point, edge).join(' ')}h0`).join('');
  const errors = points.filter(([, , error]) => error).map(([x, y, error]) => `M${place([x, y - error], edge).join(' ')}L${place([x, y + error], edge).join(' ')}`).join('');
  return svg('g', { 'data-seat': seat }, svg('path', { class: 'error-bars', d: errors }), svg('path', { class: 'line', d: path }), svg('path', { class: 'dots', d: dots }));
}

/**
 * A drawing of series, `{ name, points, seat }`, with its edges in words. `title` stands above, `along` is what x is,
 * `xText` writes it; each series is a column of the table below.
 */
export function chart({ title, along, series, xText = String }) {
  const edge = edges(series), several = series.length > 1;
  const all = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const cell = (points, x) => {
    const found = points.find(([at]) => at === x);
    return found ? numberText(found[1]) + (found[2] ? ` ± ${found[2]}` : '') : '–';
  };
  return el('figure', { class: 'chart' },
    el('figcaption', null, el('b', null, title), several && series.map(({ name, seat }) => el('span', { class: 'key', 'data-seat': seat }, el('bdi', null, name)))),
    el('div', { class: 'plot', 'aria-hidden': 'true' },
      el('span', { class: 'high' }, numberText(edge.y[1])), el('span', { class: 'low' }, numberText(edge.y[0])),
      svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' }, series.map((one) => line(one, edge))),
      el('span', { class: 'first' }, xText(all[0])), all.length > 1 && el('span', { class: 'last' }, xText(all.at(-1)))),
    el('details', null, el('summary', null, t('league.as_table'), el('span', { class: 'visually-hidden' }, ` ${title}`)),
      el('div', { class: 'rows' , tabindex: 0, role: 'region', 'aria-label': title },
        el('table', { class: 'statistics' },
          el('thead', null, el('tr', null, el('th', { scope: 'col' }, along), series.map(({ name }) => el('th', { scope: 'col', class: 'number' }, el('bdi', null, name))))),
          el('tbody', null, all.map((x) => el('tr', null, el('th', { scope: 'row' }, xText(x)), series.map(({ points }) => el('td', { class: 'number' }, cell(points, x))))))))));
}
