// Dragon Slayer in sentences: the log, what is said aloud, and the questions. Touches no page.

import { saidIn } from './dragon_said.js';
import { FALLBACK } from './words.js';

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
