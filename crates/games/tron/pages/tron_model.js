// What cells of a map hold; nothing of this draws.

/** What is in a cell: `{ kind }` obstacle, trail or player (with `seat`), dirt (with `dirt`), floor. */
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
