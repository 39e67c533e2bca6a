// What the server says: JSON with a time limit, and its clock.

const PATIENCE_MS = 8000;

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/** The server's time in Unix seconds: a phone whose clock is wrong still says "a minute ago". */
export const serverNow = () => (Date.now() + ahead) / 1000;

/** An answer that is not 200. */
export class Refused extends Error {
  constructor(url, status) {
    super(`${url}: ${status}`);
    this.status = status;
  }
}

/** GET `url` as JSON. Throws `Refused`, or whatever fetch throws when there is no answer in time. */
export async function getJson(url) {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(date)) ahead = date + 500 - Date.now();
  if (!answer.ok) throw new Refused(url, answer.status);
  return answer.json();
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
