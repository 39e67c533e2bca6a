// What this browser keeps for us, as JSON. Where it keeps nothing (private windows, full or
// forbidden storage), everything works as long as the page is open.

const here = new Map();

/** What was kept under this name, or null. */
export function kept(name) {
  try {
    const text = localStorage.getItem(name);
    if (text !== null) return JSON.parse(text);
  } catch {
    // Forbidden, or written by another program: what this page knows is what there is.
  }
  return here.get(name) ?? null;
}

/** Keeps a value under this name; null forgets it. */
export function keep(name, value) {
  here.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // As above.
  }
}
