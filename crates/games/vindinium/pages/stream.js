// Reading a game's states from the server until its end, across lost connections.

import { getJson, Refused, sleep } from './api.js';
import { heed } from './wire.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/**
 * Fills `history` until the game is finished. Calls `onState()` after every new state and
 * `onStatus(status)` with 'live', 'lost' (being tried again) or 'gone' (the arena forgot the game).
 */
export async function follow(history, onState, onStatus) {
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    const before = history.length;
    const read = await readOnce(history, onState, onStatus);
    if (history.finished) return;
    let about = null;
    try {
      about = await getJson(`/${history.id}.json`);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        onStatus('gone');
        return;
      }
    }
    if (about?.finished) {
      // Over, but no state said so: either the connection broke, or the last hero ran out of
      // time, which is no turn. A whole reading that brings nothing new tells which.
      if (read.opened && read.turn === history.last && history.length === before) {
        history.endByTimeout();
        onState();
        return;
      }
    } else {
      onStatus('lost');
      if (history.length > before) pause = FIRST_PAUSE_MS;
      await sleep(pause);
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
    }
  }
}

/** Reads the stream until it closes. Answers whether it opened and the last turn it brought. */
function readOnce(history, onState, onStatus) {
  return new Promise((done) => {
    const source = new EventSource(`/events/${history.id}`);
    const read = { opened: false, turn: 0 };
    // A page that the browser keeps for the way back would keep its connection, too; there, it is read again.
    const left = ({ persisted }) => persisted && close();
    function close() {
      removeEventListener('pagehide', left);
      unheed();
      source.close(); // otherwise it would connect again by itself, for ever
      done(read);
    }
    addEventListener('pagehide', left);
    const unheed = heed(source, close);
    source.onopen = () => {
      read.opened = true;
      onStatus('live');
    };
    source.onerror = close;
    source.onmessage = (event) => {
      try {
        const game = JSON.parse(event.data);
        read.turn = Math.max(read.turn, game.turn);
        history.add(game);
      } catch (error) {
        console.warn(error);
        close();
        return;
      }
      onState();
      if (history.finished) close();
    };
  });
}
