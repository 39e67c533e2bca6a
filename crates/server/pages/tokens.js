// The seats this browser has taken, their tokens, and the invitations it can pass on.

import { keep, kept } from './kept.js';

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
