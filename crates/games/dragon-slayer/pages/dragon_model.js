// What lies on the table of Dragon Slayer while a choice is shown bit by bit: the view before it,
// changed by what happens, event by event. Touches no page.

const DRAGONS = ['blue', 'green', 'red'];
const POINTS = [2, 4, 6];
const WARRIORS = 3;

const fresh = () => ({ alive: [...DRAGONS], slain: [], warriors: WARRIORS, lost: 0, points: 0, challenger: null, worth: [...POINTS] });

/** The view with this event done; the one that is given stays as it is. */
export function after(view, event) {
  const next = structuredClone(view);
  const player = next.players[event.seat];
  next.asked = null;
  next.said = [];
  const score = (points) => {
    player.score = points;
    next.last_round ||= points >= next.goal;
  };
  const end = (points) => {
    player.last = points;
    next.turn = fresh();
    for (const one of next.players) one.ghost = null;
  };
  switch (event.kind) {
    case 'fight':
      next.rolled = { seat: event.seat, dragon: event.dragon, throw: null, left: event.warriors };
      break;
    case 'roll':
      next.turn.warriors -= event.throw.lost.length;
      next.turn.lost += event.throw.lost.length;
      next.rolled = { seat: event.seat, dragon: event.throw.dragon, throw: event.throw, left: next.turn.warriors };
      break;
    case 'slain':
      next.turn.points = event.turn;
      next.turn.alive = event.all ? [...DRAGONS] : next.turn.alive.filter((dragon) => dragon !== event.dragon);
      next.turn.slain = DRAGONS.filter((dragon) => !next.turn.alive.includes(dragon));
      player.ghost = player.score + event.turn;
      break;
    case 'defeated':
      end(0);
      break;
    case 'kept':
    case 'refused':
      score(event.score);
      end(event.points);
      break;
    case 'bonus':
      score(event.score);
      break;
    case 'challenged':
      player.token = false;
      break;
    case 'accepted':
      next.turn.challenger = event.rival;
      if (event.doubling) next.turn.worth = POINTS.map((points) => 2 * points);
      break;
    case 'round':
      next.round = event.round;
      break;
    case 'turn':
      next.active = event.seat;
      break;
    case 'win':
      next.winner = event.seat;
      next.active = null;
      break;
    default:
  }
  return next;
}

/** What begins something to be seen by itself; all else belongs to what was before it. */
const BEGINS = ['fight', 'roll', 'stopped', 'challenged', 'passed', 'accepted', 'refused'];

/**
 * A step of the match as the moments in which it is shown: `{ events, waits, rolls }`. `own` is
 * whether it was chosen here. A viewer who watches step by step is waited for after a moment that
 * `waits`; with `rolls`, the next one is an own roll of the dice.
 */
export function moments({ events }, own) {
  const moments = [];
  for (const event of events) {
    // The first roll of an own fight is thrown with the choice itself.
    const joins = moments.length > 0 && (!BEGINS.includes(event.kind) || (own && event.kind === 'roll' && moments.at(-1).events.at(-1).kind === 'fight'));
    if (joins) moments.at(-1).events.push(event);
    else moments.push({ events: [event], waits: true, rolls: false });
  }
  for (const [place, moment] of moments.entries()) {
    moment.rolls = own && moments[place + 1]?.events[0].kind === 'roll';
    // A player's own choice is no news to that player, but the dice are.
    moment.waits = !own || moment.events.some(({ kind }) => kind === 'roll');
  }
  return moments;
}

/** Which place of the score track a score takes, in hundredths of its length. */
export function place(score, view) {
  const most = Math.max(view.goal, ...view.players.map((player) => Math.max(player.score, player.ghost ?? 0)));
  return (100 * score) / most;
}
