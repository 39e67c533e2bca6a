// What players are called on the pages.

import { namesAt, t } from './words.js';

/** The seats `{ name, kind }` of the arena as a table has them. */
export const seatsOf = (seats) => seats.map(({ name, kind }) => (kind === 'bot' ? { name, kind, player: `vindinium:${name}` } : { name, kind: 'human' }));

/** The names of seats `{ name, kind }`, in their order. */
export const namesOf = (seats) => namesAt(seatsOf(seats));

/** What is said of a hero who does not answer any more: programs crash, people are gone. */
export const absence = (kind) => t(kind === 'person' ? 'arena.gone' : 'arena.crashed');
