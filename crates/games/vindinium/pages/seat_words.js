// What happens in a game, and what is around a hero, in words.

import { t } from './words.js';

const STEPS = [['North', -1, 0], ['East', 0, 1], ['South', 1, 0], ['West', 0, -1]];

/** What the person at `own` calls a hero. */
export const called = (history, own, id) => (id === own ? t('seat.you') : `${id} ${history.heroes[id - 1].name}`);

/** What is worth telling about the move that led to the state at `index`, as the person of `own` sees it. */
export function happenings(history, index, own) {
  const mover = history.moverAt(index - 1), told = [];
  if (!mover) return told;
  const tell = (id, what, vars) => told.push(t('seat.event', { who: called(history, own, id), what: t(`seat.event.${what}`, vars) }));
  const before = history.hero(index - 1, mover), after = history.hero(index, mover);
  if (after.crashed && !before.crashed) tell(mover, 'out');
  history.mines.forEach((_, mine) => {
    const [was, is] = [history.owner(index - 1, mine), history.owner(index, mine)];
    if (is === String(mover) && was !== is) tell(mover, was === '-' ? 'mine' : 'robbed', { other: was === '-' ? '' : called(history, own, Number(was)) });
  });
  // Beer costs gold; who has died has more life, too, but has paid nothing.
  if (after.life > before.life && after.gold < before.gold + after.mines) tell(mover, 'beer');
  for (const { id } of history.heroes) {
    const was = history.hero(index - 1, id), is = history.hero(index, id);
    const paid = id === mover && is.gold < was.gold + is.mines;
    if (is.life > was.life && !paid) tell(id, 'dead');
    else if (id !== mover && was.life - is.life >= 20) tell(id, 'hit', { life: is.life, by: called(history, own, mover) });
  }
  return told;
}

/** What there is at a place, as `Board.find` has it; without an own hero it is 0. */
export const thing = (history, own, { what, hero }) => {
  if (what === 'hero') return called(history, own, hero);
  if (what === 'mine' && hero) return hero === own ? t('seat.thing.mine-own') : t('seat.thing.mine-of', { who: called(history, own, hero) });
  return t(`seat.thing.${what === 'spawn' ? 'grass' : what}`);
};

/** The way from one place to another in rows and columns, or null if there is none such place. */
function nearest(from, places) {
  const distance = ({ x, y }) => Math.abs(x - from.x) + Math.abs(y - from.y);
  const place = [...places].sort((a, b) => distance(a) - distance(b))[0];
  if (!place) return null;
  const parts = [];
  if (place.x !== from.x) parts.push(t(place.x < from.x ? 'seat.way.North' : 'seat.way.South', { n: Math.abs(place.x - from.x) }));
  if (place.y !== from.y) parts.push(t(place.y < from.y ? 'seat.way.West' : 'seat.way.East', { n: Math.abs(place.y - from.y) }));
  return parts.join(', ');
}

/** What is beside hero `own`, and where the nearest tavern and the nearest mine of others are. */
export function surroundings(history, board, index, own) {
  const from = history.hero(index, own);
  const said = STEPS.map(([dir, rows, columns]) => t(`seat.beside.${dir}`, {
    what: thing(history, own, board.find(index, { x: from.x + rows, y: from.y + columns })) }));
  const mine = nearest(from, history.mines.filter((_, number) => history.owner(index, number) !== String(own)));
  const tavern = nearest(from, history.taverns);
  if (mine) said.push(t('seat.nearest-mine', { way: mine }));
  if (tavern) said.push(t('seat.nearest-tavern', { way: tavern }));
  return said.join(' ');
}
