// What the board becomes by an event, and what cells hold; nothing of this draws.

/** Rows and columns. */
export const SIDE = 7;

/** What is in a cell: null, or `{ seat, bomb }`. `cells` are the view's. */
export function pieceAt(cells, row, column) {
  const value = Number(cells[row * SIDE + column]);
  return value ? { seat: (value - 1) % 3, bomb: value > 3 } : null;
}

/** The cells after an event. */
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

/** The boards event by event: `[{ event, cells }]`; null if they do not lead to `last`. */
export function boards(first, events, last) {
  let cells = first;
  const list = events.filter(({ kind }) => kind === 'drop' || kind === 'boom').map((event) => ({ event, cells: cells = after(cells, event) }));
  return list.length && cells === last ? list : null;
}

/** In how many rounds pieces become bombs: 0 in a round in which they do. */
export const roundsToBomb = (round) => (5 - (round % 5)) % 5;
