// What happens in a turn: who was hit and by whom, who died, which mines changed hands, who drank.
// It follows by the rules from the state before and the order that was played.

const WAYS = { North: [-1, 0], East: [0, 1], South: [1, 0], West: [0, -1] };
const BLOW = 20;
const BEER = 2;
const HEALED = 50;
const FULL = 100;

const next = ({ x, y }, [rows, columns]) => ({ x: x + rows, y: y + columns });
const same = (a, b) => a.x === b.x && a.y === b.y;

/**
 * What the turn did that led to the state at `index` of a history, in the order of the rules. Heroes are 1 to 4, places
 * `{ x, y }` are rows and columns:
 * `{ what: 'out', hero }`: missed the turn and is out of the game.
 * `{ what: 'drink', hero, life, place }`: bought a beer in the tavern at `place`, which gave `life`.
 * `{ what: 'hit', hero, by, life, place, from }`: stood at `place`, was hit from `from`, has `life` left.
 * `{ what: 'dead', hero, by, place, home }`: died at `place`, is at `home`; `by` is 0 for the guard of a mine.
 * `{ what: 'mine', hero, from, taken, place }`: a mine that has another owner now, 0 for nobody; `taken` says whether the
 * hero walked into it, or got it from a hero who died.
 */
export function eventsOf(history, index) {
  const mover = index > 0 ? history.moverAt(index - 1) : 0;
  if (!mover) return [];
  const heroes = history.heroes.map(({ id, spawn }) => ({ id, home: spawn, back: false, ...history.hero(index - 1, id) }));
  const me = heroes[mover - 1], { lastDir, crashed } = history.hero(index, mover);
  if (crashed && !me.crashed) return [{ what: 'out', hero: mover }];
  const events = [];
  const at = (place, not) => heroes.find((hero) => hero !== not && same(hero, place));
  const die = (hero, by) => {
    events.push({ what: 'dead', hero: hero.id, by, place: { x: hero.x, y: hero.y }, home: hero.home });
    const there = at(hero.home, hero);
    Object.assign(hero, hero.home, { back: true });
    // A hero who comes back kills any other at its spawn; on odd maps two could do so for ever.
    if (there && !there.back) die(there, hero.id);
  };

  const goal = next(me, WAYS[lastDir] ?? [0, 0]);
  const here = (place) => same(place, goal);
  const inside = goal.x >= 0 && goal.y >= 0 && goal.x < history.size && goal.y < history.size;
  let taken = -1;
  if (inside && !at(goal)) {
    const number = history.mines.findIndex(here);
    if (number >= 0) {
      if (history.owner(index - 1, number) !== String(mover)) {
        if (me.life > BLOW) taken = number;
        else die(me, 0);
      }
    } else if (history.taverns.some(here)) {
      if (me.gold >= BEER) events.push({ what: 'drink', hero: mover, life: Math.min(HEALED, FULL - me.life), place: goal });
    } else if (!history.walls.some(here)) {
      Object.assign(me, goal);
    }
  }
  const beside = Object.values(WAYS).map((way) => at(next(me, way))).filter(Boolean);
  for (const enemy of beside) {
    if (me.back || enemy.back) continue;
    const life = Math.max(0, enemy.life - BLOW);
    events.push({ what: 'hit', hero: enemy.id, by: mover, life, place: { x: enemy.x, y: enemy.y }, from: { x: me.x, y: me.y } });
    if (life === 0) die(enemy, mover);
  }
  history.mines.forEach(({ x, y }, number) => {
    const [from, hero] = [history.owner(index - 1, number), history.owner(index, number)].map((owner) => Number.parseInt(owner, 10) || 0);
    if (from !== hero) events.push({ what: 'mine', hero, from, taken: number === taken, place: { x, y } });
  });
  return events;
}
