// What happens in a game, and what is around a hero, in words.

import { eventsOf } from './hero_events.js';
import { t } from './words.js';

const DIGITS = '①②③④';
const STEPS = [['North', -1, 0], ['East', 0, 1], ['South', 1, 0], ['West', 0, -1]];

/** What the person at `own` calls a hero. */
export const called = (history, own, id) => (id === own ? t('seat.you') : `${DIGITS[id - 1]} ${history.heroes[id - 1].name}`);

/** What is worth telling about the move that led to the state at `index`, as seen from `own`; 0 for a spectator. */
export function happenings(history, index, own) {
  const who = (id) => called(history, own, id);
  return eventsOf(history, index).flatMap((event) => {
    const { what, hero, by, from, life } = event;
    // A death says all about its blow, and about the mines that go with it.
    if ((what === 'mine' && !event.taken) || (what === 'hit' && !life)) return [];
    const [key, vars] = {
      out: () => ['out'],
      drink: () => ['beer', { life }],
      hit: () => ['hit', { by: who(by), life }],
      dead: () => (by ? ['killed', { by: who(by) }] : ['dead']),
      mine: () => (from ? ['robbed', { other: who(from) }] : ['mine']),
    }[what]();
    return [t('seat.event', { who: who(hero), what: t(`seat.event.${key}`, vars) })];
  });
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
