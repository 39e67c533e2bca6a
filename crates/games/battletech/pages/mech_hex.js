// Hexes: where they lie on the picture, and what is on them. Flat tops, even columns half a hex lower.

/** From the middle of a hex to its left and right corner, and to the middle of its upper side. */
export const RADIUS = 32, HALF = 28;
const STEP = 48, EDGE = 6;

/** Column and row, from 0, of a hex such as `0504`. */
export const hexOf = (name) => ({ column: Number(name.slice(0, 2)) - 1, row: Number(name.slice(2)) - 1 });

/** The name of a hex, counted from 1. */
export const nameOfHex = ({ column, row }) => `${String(column + 1).padStart(2, '0')}${String(row + 1).padStart(2, '0')}`;

/** The middle of a hex. */
export const centre = ({ column, row }) => ({ x: EDGE + RADIUS + STEP * column, y: EDGE + HALF * (1 + 2 * row + (column % 2)) });

/** How large the picture of a map is. */
export const sizeOf = ({ width, height }) => ({ width: 2 * EDGE + STEP * (width - 1) + 2 * RADIUS, height: 2 * EDGE + HALF * (2 * height + (width > 1 ? 1 : 0)) });

/** A point so far from another in the direction over a side, 1 (north) to 6, clockwise. */
export function towards({ x, y }, side, far) {
  const angle = (side - 1) * Math.PI / 3;
  return { x: x + Math.sin(angle) * far, y: y - Math.cos(angle) * far };
}

/** The corners of a hex as the points of a polygon, drawn in by `less`. */
export function corners(hex, less = 0) {
  const { x, y } = centre(hex);
  const half = RADIUS / 2 - less / 2, far = RADIUS - less, up = HALF - less;
  return [[-half, -up], [half, -up], [far, 0], [half, up], [-half, up], [-far, 0]].map(([right, down]) => `${x + right},${y + down}`).join(' ');
}

/** The next hex over a side; null off the map. */
export function neighbour({ column, row }, side, map) {
  const high = column % 2 === 0;
  const ways = high ? [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]] : [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
  const [right, down] = ways[side - 1];
  const next = { column: column + right, row: row + down };
  return next.column >= 0 && next.row >= 0 && next.column < map.width && next.row < map.height ? next : null;
}

/** The hex that an arrow key leads to; null if it is none or leads off the map. */
export function byKey(hex, key, map) {
  const level = (right) => {
    const sides = right > 0 ? (hex.column % 2 ? [2, 3] : [3, 2]) : (hex.column % 2 ? [6, 5] : [5, 6]);
    return neighbour(hex, sides[0], map) ?? neighbour(hex, sides[1], map);
  };
  switch (key) {
    case 'ArrowUp': return neighbour(hex, 1, map);
    case 'ArrowDown': return neighbour(hex, 4, map);
    case 'ArrowRight': return level(1);
    case 'ArrowLeft': return level(-1);
    default: return null;
  }
}

/** What the server says of a hex: level, letter, roads, rivers, what a building bears, and marks. */
export function cellOf(text) {
  const [, level, kind, rest] = /^(-?\d+)(\D)(.*)$/.exec(text) ?? [null, '0', '.', ''];
  const number = (letter) => Number(new RegExp(`${letter}(\\d+)`).exec(rest)?.[1] ?? 0);
  return {
    level: Number(level), kind, roads: number('r'), rivers: number('w'), bears: number('s'),
    fire: rest.includes('*'), smoke: rest.includes('^'), club: rest.includes('!'), fallen: rest.includes('x'),
  };
}

/** All hexes of a map, row by row. */
export const cellsOf = (map) => map.rows.map((row) => row.split(' ').map(cellOf));

/** Whether a building stands on a hex. */
export const isBuilt = ({ kind }) => 'LMHDB'.includes(kind);

/** What stands written below in a hex: a letter for what is there, and its level; nothing on plain ground. */
export function labelOf({ level, kind }) {
  if (kind === '~') return `~${Math.max(0, -level)}`;
  const what = 'fF%:'.includes(kind) ? kind : '';
  const high = level > 0 ? `+${level}` : level < 0 ? `−${-level}` : '';
  return [what, high].filter(Boolean).join(' ');
}

/** The keys of the texts that say what is on a hex. */
export const TERRAIN = { '.': 'open', '=': 'paved', '~': 'water', '%': 'swamp', ':': 'rubble', f: 'light', F: 'heavy', L: 'building_l', M: 'building_m', H: 'building_h', D: 'building_d', B: 'bunker' };
