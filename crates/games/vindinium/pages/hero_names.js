// What players are called on the pages.

import { calledOf, t } from './words.js';

/**
 * The names of seats `{ name, kind }`, in their order: house bots are called as the page's language has them, and are
 * numbered where one kind has several seats.
 */
export function namesOf(seats) {
  const same = ({ kind, name }) => seats.filter((other) => kind === 'bot' && other.kind === kind && other.name === name);
  return seats.map((seat) => {
    if (seat.kind !== 'bot') return seat.name;
    const name = calledOf({ player: `vindinium:${seat.name}`, name: seat.name }), alike = same(seat);
    return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
  });
}

/** What is said of a hero who does not answer any more: programs crash, people are gone. */
export const absence = (kind) => t(kind === 'person' ? 'arena.gone' : 'arena.crashed');
