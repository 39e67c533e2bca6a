// The moments of a match and their words, and what the dragon says of them.

import { FALLBACK, filled, language, textsOf } from './words.js';

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

// What characters say, in the language of the page. Without the lines of a language they speak English.

// Pages load the scripts of a game when they know their language.
let lines = language() === FALLBACK ? {} : await textsOf(`said_${language()}`);

/** Takes lines as they are. */
export const speakBy = (some) => { lines = some; };

/** The `text` of an event, and the language `lang` it is in. */
export function saidIn({ line, text, rival, points, dragon }, seatName) {
  const [voice, occasion, number] = line.split('.');
  const own = lines[voice]?.[occasion]?.[number];
  if (!own) return { text, lang: FALLBACK };
  const name = Number.isInteger(rival) ? seatName(rival) : '';
  return { text: filled(own, { rival: name, points, dragon: lines.dragons[dragon] }, language()), lang: language() };
}

// Dragon Slayer in sentences: the log, what is said aloud, and the questions. Touches no page.

/** A roll in words: our dice, the dragon's, and what they cost. */
export function roll(number, dice, t) {
  const faces = (kind) => dice[kind].filter((face) => face !== null).map((face) => t(`dragon.face_${face}`)).join(', ');
  const shown = [faces('warriors'), faces('scales')].filter(Boolean).join(' | ');
  const told = t('dragon.log_roll', { number, dice: shown });
  return dice.lost.length ? `${told} → ${t('dragon.burnt', { count: dice.lost.length })}` : told;
}

const spoken = (name, { text, lang }) => {
  // Spanish, Catalan and Russian have the same ones.
  const [open, close] = lang === FALLBACK ? '“”' : '«»';
  return { text: `${name}: ${open}${text}${close}`, lang };
};

/** What an event says in the log, with its language where that is not the page's: text or `{ text, lang }`; null for those that say nothing of their own. */
export function describe(event, table) {
  const { t, seatName } = table;
  const name = seatName(event.seat);
  const rival = Number.isInteger(event.rival) ? seatName(event.rival) : '';
  const dragon = event.dragon && t(`dragon.the_${event.dragon}`);
  const { points, score } = event;
  switch (event.kind) {
    case 'said':
      return spoken(name, saidIn(event, seatName));
    case 'roll':
      return roll(event.number, event.throw, t);
    case 'fight':
      return t('dragon.log_fight', { name, dragon, count: event.warriors });
    case 'slain':
      return t('dragon.log_slain', { dragon, points, turn: event.turn, count: event.left }) + (event.all ? ` ${t('dragon.log_all')}` : '');
    case 'defeated':
      return points ? t('dragon.log_defeated', { name, dragon, points }) : t('dragon.log_defeated_early', { name, dragon });
    case 'kept':
      return (event.met ? `${t('dragon.log_met')} ` : '') + t('dragon.log_kept', { name, points, score });
    case 'accepted':
      return t(event.doubling ? 'dragon.log_accepted' : 'dragon.log_accepted_plain', { name });
    case 'stopped':
    case 'challenged':
    case 'passed':
    case 'refused':
    case 'bonus':
    case 'win':
      return t(`dragon.log_${event.kind}`, { name, rival, points, score });
    case 'turn':
      return t(event.last ? 'dragon.log_turn_last' : 'dragon.log_turn', { name, round: event.round });
    default:
      return null;
  }
}

/** Where the game is: its round, whose turn it is, and whether a challenge was accepted. */
export function round({ round, last_round: last, active, turn: { challenger, worth } }, { t, seatName }) {
  if (active === null) return '';
  const name = seatName(active), told = t(last ? 'dragon.log_turn_last' : 'dragon.log_turn', { name, round });
  return challenger === null ? told : `${told} ${t(worth[0] > 2 ? 'dragon.log_accepted' : 'dragon.log_accepted_plain', { name })}`;
}

/** What is asked, of whom. */
export function question(view, you, table) {
  const { t, seatName } = table;
  if (view.winner !== null) return t('dragon.log_win', { name: seatName(view.winner), score: view.players[view.winner].score });
  if (!view.asked) return '';
  const { seat, question: asked, rival } = view.asked;
  const own = seat === you;
  const name = seatName(seat);
  const points = view.turn.points;
  if (asked === 'fight') return own ? t('dragon.ask_fight') : t('dragon.wait_fight', { name });
  if (asked === 'fight or stop') return own ? t('dragon.ask_stop', { points }) : t('dragon.wait_stop', { name, points });
  const total = view.players[view.active].score + points;
  const key = asked === 'challenge' ? 'challenge' : 'answer';
  return t(`dragon.${own ? 'ask' : 'wait'}_${key}`, { name, rival: seatName(rival), points, total });
}

/** What a choice says: the words on its button. */
export function choice(one, table) {
  const { t, seatName } = table;
  switch (one.kind) {
    case 'fight':
      return t('dragon.do_fight', { dragon: t(`dragon.name_${one.dragon}`), points: one.points });
    case 'stop':
      return t('dragon.do_stop', { points: one.points, total: one.total });
    case 'challenge':
    case 'pass':
      return t(`dragon.do_${one.kind}`, { rival: seatName(one.rival) });
    case 'accept':
      return t(one.doubling ? 'dragon.do_accept' : 'dragon.do_accept_plain');
    default:
      return t('dragon.do_refuse', { points: one.points, bonus: one.bonus });
  }
}

/** A player as a screen reader hears it. */
export function player(view, seat, table) {
  const { t, seatName } = table;
  const { score, ghost, token } = view.players[seat];
  const parts = [t('dragon.player', { name: seatName(seat), points: score, goal: view.goal })];
  if (ghost !== null) parts.push(t('dragon.player_ghost', { points: ghost }));
  parts.push(t(token ? 'dragon.player_token' : 'dragon.player_spent'));
  return parts.join('; ');
}
