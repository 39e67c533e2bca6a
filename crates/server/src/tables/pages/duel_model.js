// What the boards of games for two become by an event, and what cells hold; nothing of this draws.

/** Rows and columns of Desconecta4-BOOM. */
export const SIDE = 7;

/** What is in a cell of Desconecta4-BOOM: null, or `{ seat, bomb }`. `cells` are the view's. */
export function pieceAt(cells, row, column) {
  const value = Number(cells[row * SIDE + column]);
  return value ? { seat: (value - 1) % 3, bomb: value > 3 } : null;
}

/** The cells of Desconecta4-BOOM after an event. */
function after(cells, event) {
  const next = [...cells];
  if (event.kind === 'drop') next[event.row * SIDE + event.column] = String(event.seat + 1 + (event.bomb ? 3 : 0));
  if (event.kind === 'boom') {
    for (const [row, column] of event.removed) next[row * SIDE + column] = '0';
    // From below, so that each piece falls into a cell that is empty already.
    for (const [column, from, to] of [...event.fallen].sort((a, b) => a[1] - b[1])) {
      next[to * SIDE + column] = next[from * SIDE + column];
      next[from * SIDE + column] = '0';
    }
  }
  return next.join('');
}

/** The boards of Desconecta4-BOOM event by event: `[{ event, cells }]`; null if they do not lead to `last`. */
export function boards(first, events, last) {
  let cells = first;
  const list = events.filter(({ kind }) => kind === 'drop' || kind === 'boom').map((event) => ({ event, cells: cells = after(cells, event) }));
  return list.length && cells === last ? list : null;
}

/** What is in a cell of TRON: `{ kind }` obstacle, trail or player (with `seat`), dirt (with `dirt`), floor. */
export function groundAt({ size, cells, places }, row, column) {
  const seat = places.findIndex(([r, c]) => r === row && c === column);
  if (seat >= 0) return { kind: 'player', seat };
  const cell = cells[row * size + column];
  if (cell === '#') return { kind: 'obstacle' };
  if (cell === 'v' || cell === 'a') return { kind: 'trail', seat: cell === 'v' ? 0 : 1 };
  const dirt = parseInt(cell, 36);
  return dirt ? { kind: 'dirt', dirt } : { kind: 'floor' };
}

/** The way from a cell to its neighbour; null if it is none. */
export function wayTo([row, column], [toRow, toColumn]) {
  const ways = { '-1,0': 'up', '1,0': 'down', '0,-1': 'left', '0,1': 'right' };
  return ways[`${toRow - row},${toColumn - column}`] ?? null;
}

/** In how many rounds pieces become bombs: 0 in a round in which they do. */
export const roundsToBomb = (round) => (5 - (round % 5)) % 5;

/** Where the focus goes by a key in a grid; null if the key is none of a grid's. */
export function stepped(key, row, column, rows, columns) {
  const within = (value, most) => Math.max(0, Math.min(most - 1, value));
  switch (key) {
    case 'ArrowUp': return [within(row - 1, rows), column];
    case 'ArrowDown': return [within(row + 1, rows), column];
    case 'ArrowLeft': return [row, within(column - 1, columns)];
    case 'ArrowRight': return [row, within(column + 1, columns)];
    case 'Home': return [row, 0];
    case 'End': return [row, columns - 1];
    case 'PageUp': return [0, column];
    case 'PageDown': return [rows - 1, column];
    default: return null;
  }
}
