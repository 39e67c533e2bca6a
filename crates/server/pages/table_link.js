// The connection to a table: its states as they come, through broken connections.

import { heed } from './silence.js';
import { Refused, get } from './wire.js';

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
