// Opening a table.

import { remember } from './tokens.js';
import { post } from './wire.js';

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
