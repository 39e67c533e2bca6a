// Getting up from a table, and giving up a game.

import { forget, tableOf } from './tokens.js';
import { post } from './wire.js';

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
