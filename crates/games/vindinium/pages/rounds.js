// Rounds, in which each of the four heroes moves once.

const HEROES = 4;

/** How many rounds a number of single moves takes. */
export const rounds = (moves) => Math.max(0, Math.ceil(moves / HEROES));

/** The round, from 1, that is being played after `turn` moves of a game of `most`. */
export const roundOf = (turn, most) => Math.min(Math.floor(turn / HEROES) + 1, Math.max(1, rounds(most)));
