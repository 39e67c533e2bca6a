// What a person's page and the arena say to each other; docs/seats.md has it for other clients.

import { sleep } from './api.js';
import { heed } from './wire.js';
import { t } from './words.js';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 2000;

/** An answer that says no: its status, and what it says. */
export class No extends Error {
  constructor(status, said) {
    super(said.error ?? String(status));
    this.status = status;
    this.said = said;
  }
}

const REASONS = { 400: 'refused', 403: 'closed', 404: 'forgotten', 429: 'many', 503: 'full' };
/** What went wrong, in the language of the page; the arena says it in English. */
export const reason = ({ status }) => t(`seat.${REASONS[status] ?? 'no-answer'}`);

async function ask(path, body) {
  const answer = await fetch(`/api/seats${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const said = await answer.json();
  if (!answer.ok) throw new No(answer.status, said);
  return said;
}

const path = (token, what = '') => `/${encodeURIComponent(token)}${what}`;

/** What can be asked for. */
export const offers = () => ask('');
/** Takes a seat. */
export const sit = (wish) => ask('', wish);
/** The seat now; null if the arena does not know it. */
export const look = (token) => ask(path(token)).catch((error) => {
  if (error instanceof No && error.status === 404) return null;
  throw error;
});
/** Plays `dir` in `turn`. */
export const move = (token, turn, dir) => ask(path(token, '/move'), { turn, dir });
/** Gives the seat up. */
export const leave = (token) => ask(path(token, '/leave'), {});

/**
 * Calls `onState(state)` now and after every change, and `onStatus('live' | 'lost')`, until the seat
 * is over; answers whether the arena still knew it.
 */
export async function attend(token, onState, onStatus) {
  for (;;) {
    if (await readOnce(token, onState, onStatus)) return true;
    onStatus('lost');
    await Promise.race([sleep(PAUSE_MS), new Promise((done) => addEventListener('online', done, { once: true }))]);
    const state = await look(token).catch(() => undefined);
    if (state === null) return false;
    if (state) onState(state);
  }
}

/** Reads the stream until it breaks or goes silent; answers whether the seat is over. */
function readOnce(token, onState, onStatus) {
  return new Promise((done) => {
    const source = new EventSource(`/api/seats${path(token, '/events')}`);
    // A page that the browser keeps for the way back would keep its connection, too; there, it is read again.
    const left = ({ persisted }) => persisted && close(false);
    const close = (over) => {
      removeEventListener('pagehide', left);
      unheed();
      source.close();
      done(over);
    };
    addEventListener('pagehide', left);
    const unheed = heed(source, () => close(false));
    source.onopen = () => onStatus('live');
    source.onerror = () => close(false);
    source.onmessage = ({ data }) => {
      const state = JSON.parse(data);
      onState(state);
      if (state.phase === 'over' || state.phase === 'left') close(true);
    };
  });
}
