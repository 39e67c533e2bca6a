// What is said to the server and what it answers: JSON, with a time limit.

import { t } from './words.js';

const PATIENCE_MS = 10_000;
/** Characters that a player's name can have. */
export const LONGEST_NAME = 20;

/** What is told of answers by their status; those of 409, 429 and 503 are that something is not possible now. */
const TOLD = { 0: 'unanswered', 403: 'seat_lost', 404: 'no_table', 409: 'not_now', 429: 'not_now', 503: 'not_now' };

/** How far the server's clock is ahead of ours, in seconds. */
let ahead = 0;
/** Whether it has told its time itself; the dates of its answers are a second coarse. */
let told = false;

/** Sets our idea of the server's clock by a moment it has told just now, in Unix seconds. */
export function setNow(now) {
  ahead = now - Date.now() / 1000;
  told = true;
}

/** The server's time in Unix seconds: a phone whose clock is wrong still shows the right times. */
export const serverNow = () => Date.now() / 1000 + ahead;

/**
 * An answer that is not what was asked for; `status` is 0 if there was none. `n` is how far the
 * table is, if that is why; `aside` is true of a table that is kept and cannot be played again; `owned` is the
 * protected name that is in the way.
 */
export class Refused extends Error {
  constructor(status, said, n = null, aside = false, owned = null) {
    super(said);
    this.status = status;
    this.n = n;
    this.aside = aside;
    this.owned = owned;
  }

  /** What is shown of it. What was wrong with a request is told as the server says it: a text of ours, or English. */
  told() {
    if (this.owned !== null) return t('ui.name_protected', { name: this.owned });
    const key = TOLD[this.status];
    return key ? t(`ui.${key}`) : `${t('ui.refused')} ${t(this.message)}`;
  }
}

/** The server is heard again: whatever says that it did not answer can be tried once more. */
export function heard() {
  for (const node of document.querySelectorAll('[role=alert]')) if (node.textContent === t('ui.unanswered')) node.textContent = '';
}

async function ask(url, token, request) {
  const headers = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (request.body) headers['content-type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(url, { ...request, headers, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new Refused(0, error.message);
  }
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (!told && !Number.isNaN(date)) ahead = (date + 500 - Date.now()) / 1000;
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, body?.error ?? '', body?.n ?? null, body?.aside === true, body?.protected ?? null);
  if (body === null) throw new Refused(0, '');
  return body;
}

/** GET as JSON. Throws `Refused`. */
export const get = (url, token) => ask(url, token, {});

/** POST of JSON, answered by JSON. Throws `Refused`. */
export const post = (url, body, token) => ask(url, token, { method: 'POST', body: JSON.stringify(body) });

/** 32 characters that cannot be guessed, by which the server knows us again if its answer was lost. */
export const newClaim = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
