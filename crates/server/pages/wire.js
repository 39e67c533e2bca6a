// The connection to the server: what is asked and answered, the events of a table, and the seats this browser holds.

import { el, part, setText } from './dom.js';
import { keep, kept, t } from './words.js';

// What is said to the server and what it answers: JSON, with a time limit.

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

// The seats this browser has taken, their tokens, and the invitations it can pass on.

const TABLES = 'tables';
const CLAIMS = 'claims';
/** This many are kept; the ones looked at longest ago are forgotten first. */
const MOST = 60;

const all = () => kept(TABLES) ?? {};

function bounded(entries, age) {
  return Object.fromEntries(Object.entries(entries).sort(([, a], [, b]) => age(b) - age(a)).slice(0, MOST));
}

/** What is known of a table: `game`, `seats` (`seat`, `token`, `name`), `invitations` (`seat`, `invitation`). */
export function tableOf(id) {
  return Object.hasOwn(all(), id) ? all()[id] : null;
}

/** Ids of the tables that are known, the one used last first. */
export const ownTables = () => Object.entries(all()).sort(([, a], [, b]) => b.at - a.at).map(([id]) => id);

/** Adds to what is known of a table; a seat that is known already gets the new token. */
export function remember(id, { seats = [], ...more }) {
  const before = tableOf(id) ?? { seats: [], invitations: [] };
  const others = before.seats.filter(({ seat }) => !seats.some((own) => own.seat === seat));
  const table = { ...before, ...more, seats: [...others, ...seats].sort((a, b) => a.seat - b.seat), at: Date.now() };
  keep(TABLES, bounded({ ...all(), [id]: table }, ({ at }) => at));
}

/** Forgets a table. */
export function forget(id) {
  const { [id]: gone, ...rest } = all();
  keep(TABLES, rest);
}

/** The claim that goes with an invitation: the same one each time, so that the seat is the same. */
export function claimFor(invitation, makeClaim) {
  const claims = kept(CLAIMS) ?? {};
  if (!Object.hasOwn(claims, invitation)) {
    keep(CLAIMS, bounded({ ...claims, [invitation]: { claim: makeClaim(), at: Date.now() } }, ({ at }) => at));
  }
  return kept(CLAIMS)[invitation].claim;
}

/** The link that brings a player to a seat. */
export const linkOf = (origin, id, { invitation, seat }) => `${origin}/tables/${encodeURIComponent(id)}#${new URLSearchParams({ invite: invitation, seat })}`;

/** What such a link says, `{ invitation, seat }`, or null if it says nothing. */
export function invitationIn(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const invitation = said.get('invite');
  if (!invitation) return null;
  const seat = Number.parseInt(said.get('seat') ?? '', 10);
  return { invitation, seat: Number.isInteger(seat) && seat >= 0 ? seat : null };
}

/** The step of a replay that a link leads to, or null. */
export function stepIn(hash) {
  const step = Number.parseInt(new URLSearchParams(hash.replace(/^#/, '')).get('step') ?? '', 10);
  return Number.isInteger(step) && step >= 0 ? step : null;
}

// Getting up from a table, and giving up a game.

const tell = (id, what, token) => post(`/api/tables/${encodeURIComponent(id)}/${what}`, {}, token);

/** Leaves a table with all own seats, so that it is closed or they are free again, and forgets it. Throws `Refused`. */
export async function leave(id) {
  for (const { token } of tableOf(id)?.seats ?? []) {
    if ((await tell(id, 'leave', token)).closed) break;
  }
  forget(id);
}

/** Gives up the game on the seat of this token. Throws `Refused`. */
export const resign = (id, token) => tell(id, 'resign', token);

// Opening a table.

/**
 * Opens a table of this setup (`game`, `options`, `seats`) and keeps its tokens and invitations.
 * Returns its id. The same claim does not open a second one. Throws `Refused`.
 */
export async function openTable(setup, claim) {
  const { id, seats } = await post('/api/tables', { ...setup, claim });
  const own = seats.filter(({ token }) => token).map(({ seat, token }) => ({ seat, token, name: setup.seats[seat].name }));
  const invitations = seats.filter(({ invitation }) => invitation).map(({ seat, invitation }) => ({ seat, invitation }));
  // A table of bots only is watched like any other.
  if (own.length || invitations.length) remember(id, { game: setup.game, seats: own, invitations });
  return id;
}

// The connection to a table: its states as they come, through broken connections.

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;
/** A browser has six connections to a server, and needs some to speak. */
const MOST_OTHERS = 2;

/** A table's events, for one seat or for a spectator. */
export class Link {
  #url;
  #token = null;
  #wanted = false;
  #resting = false; // the match is over
  #others = [];
  #present = [];
  #source = null;
  #pause = FIRST_PAUSE_MS;
  #retry = null;
  #ask = 0;
  #unheed = () => {}; // ends the wait for a silence
  #tell;

  /** `tell` has `state(state)`, `status('live' | 'lost')`, `gone(status)`: the server knows no such table or seat. */
  constructor(id, tell) {
    this.#url = `/api/tables/${encodeURIComponent(id)}`;
    this.#tell = tell;
    const again = () => this.#wanted && this.open(this.#token, this.#others);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) {
        // A browser has few connections: a spectator's hidden page holds none.
        if (!this.#token || this.#resting) this.#shut();
        // Players who share a hidden screen are away.
        this.#attend();
      } else if (!this.#source) {
        again();
      } else {
        this.#attend();
      }
    });
    addEventListener('online', () => this.#source || again());
    // A page that the browser keeps for the way back would keep its connections as well, until no page gets one.
    addEventListener('pagehide', () => this.#shut());
    addEventListener('pageshow', ({ persisted }) => persisted && !this.#source && again());
  }

  /**
   * Connects with this token. `others` are the tokens of those who sit at the same
   * screen: the server counts everyone connected as present.
   */
  open(token, others = []) {
    this.#shut();
    this.#wanted = true;
    this.#token = token;
    this.#others = others;
    if (this.#resting && document.hidden) return;
    this.#attend();
    const source = new EventSource(this.#events(token));
    this.#source = source;
    source.addEventListener('state', ({ data }) => {
      const state = JSON.parse(data);
      this.#pause = FIRST_PAUSE_MS;
      this.#tell.status('live');
      this.#tell.state(state);
    });
    this.#unheed = this.#resting ? () => {} : heed(source, () => {
      this.#tell.status('lost');
      this.open(this.#token, this.#others);
    });
    // A browser connects again by itself after most breaks, but not after an answer that is an error.
    source.onerror = () => {
      this.#tell.status('lost');
      if (source.readyState === EventSource.CLOSED) this.#again();
    };
  }

  /** The match is over: what comes now is rare, and can wait until the page is visible. */
  rest() {
    if (this.#resting) return;
    this.#resting = true;
    this.#attend([]);
    this.#unheed();
    if (document.hidden) this.#shut();
  }

  /** Disconnects for good. */
  close() {
    this.#wanted = false;
    this.#shut();
  }

  #events(token) {
    return `${this.#url}/events${token ? `?token=${encodeURIComponent(token)}` : ''}`;
  }

  /** Players who share the screen are present as long as it is visible. */
  #attend(others = document.hidden ? [] : this.#others) {
    for (const other of this.#present) other.close();
    this.#present = (this.#resting ? [] : others).slice(0, MOST_OTHERS).map((other) => new EventSource(this.#events(other)));
  }

  #shut() {
    this.#attend([]);
    this.#unheed();
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  async #again() {
    const ask = ++this.#ask;
    try {
      await get(this.#url, this.#token);
    } catch (error) {
      if (error instanceof Refused && [401, 403, 404].includes(error.status)) {
        this.close();
        this.#tell.gone(error.status);
        return;
      }
    }
    if (ask !== this.#ask || !this.#wanted) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(this.#token, this.#others), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE_MS, 2 * this.#pause);
  }
}

// What has come and is not shown yet.

/** States can be passed over, because a later one has come meanwhile. Their steps are not. */
export class Unseen {
  #steps = new Map();

  /** Takes in the steps of a state. */
  add(steps) {
    for (const step of steps) this.#steps.set(step.n, step);
  }

  /** All steps after the first `n`, now that this state is shown: in its words, where it has them. */
  after(n, { steps }) {
    this.add(steps);
    const fresh = [...this.#steps.values()].filter((step) => step.n > n).sort((one, other) => one.n - other.n);
    this.#steps.clear();
    return fresh;
  }
}

/** What of a state the game draws: if that is the same, the game need not draw again. */
export const drawn = ({ n, view, choices, you, asked, seats, outcome }) => JSON.stringify([n, view, choices, you, asked, outcome, seats.map(({ kind, name }) => [kind, name])]);

const RETRY_MS = 3000;

/** A table as the server knows it, asked for until there is an answer; null if it knows none, or why it is set aside. */
export async function loadTable(id) {
  let token = tableOf(id)?.seats[0]?.token ?? null;
  for (;;) {
    try {
      return await get(`/api/tables/${encodeURIComponent(id)}`, token);
    } catch (error) {
      if (error instanceof Refused && [400, 404].includes(error.status)) return null;
      if (error instanceof Refused && error.aside) return { aside: error.message };
      // A token of another time: look on without it.
      if (token && error instanceof Refused && [401, 403].includes(error.status)) {
        token = null;
        continue;
      }
      setText(part('connection'), t('ui.lost'));
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** A style, once it is there or cannot be had: a game measures nothing before. */
const loadStyle = (name) => new Promise((done) => document.head.append(
  el('link', { rel: 'stylesheet', href: `/assets/${name}.css`, onload: done, onerror: done })));

/** A module of ours; asked for until it is there. */
export async function loadScript(name) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const script = await import(`/assets/${name}.js${attempt ? `?attempt=${attempt}` : ''}`);
      if (attempt) setText(part('connection'), '');
      return script;
    } catch (error) {
      console.warn(error);
      setText(part('connection'), t('ui.lost'));
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** A game's module with its style; asked for until it is there. */
export const loadGame = (name) => loadStyle(name).then(() => loadScript(name));
