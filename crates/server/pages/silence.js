// Noticing that a connection has gone silent: a laptop has slept, a phone has changed its network.

/** The server sends a pulse every 4 s where it has nothing else to say; after two that are missing the connection is given up. */
const SILENCE_MS = 9000;
/** A page that comes back to the screen, or a network that comes back, waits for one only. */
const DOUBT_MS = 5000;
const TICK_MS = 1000;

/** Calls `lost()` once `source` has been silent for too long, or its network is another one. Returns a function that stops it. */
export function heed(source, lost) {
  // The clock of the day: others stand still while a machine sleeps.
  let heard = Date.now(), over = false;
  const hear = () => { heard = Date.now(); };
  for (const name of ['open', 'message', 'state', 'pulse']) source.addEventListener(name, hear);
  const check = (most) => () => !over && Math.abs(Date.now() - heard) > most && lost();
  const tick = setInterval(check(SILENCE_MS), TICK_MS), seen = () => document.hidden || check(DOUBT_MS)();
  document.addEventListener('visibilitychange', seen);
  addEventListener('online', lost);
  return () => {
    over = true;
    clearInterval(tick);
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('online', lost);
  };
}
