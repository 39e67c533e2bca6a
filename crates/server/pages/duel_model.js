// Moving over a grid of cells by keys; nothing of this draws.

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
