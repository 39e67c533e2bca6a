// The table of users by rating.

import { setMoment } from './ago.js';
import { el, nameOf, setAttribute } from './dom.js';
import { t } from './words.js';

/** Fills the body of the table. */
export function showLeaderboard(body, users, now) {
  let rank = 0;
  body.replaceChildren(...users.map((user, index) => {
    // Equal ratings share a rank.
    if (index === 0 || users[index - 1].rating !== user.rating) rank = index + 1;
    const seen = el('time');
    setMoment(seen, user.lastSeen, now);
    const number = (text) => el('td', { class: 'number' }, text);
    return el('tr', { 'data-name': user.name, 'data-rating': user.rating, 'data-games': user.games, 'data-wins': user.wins },
      number(String(rank)),
      el('th', { scope: 'row' }, nameOf(user.name), user.house ? el('small', {}, ` ${t('arena.house')}`) : ''),
      number(String(user.rating)),
      number(String(user.games)),
      number(user.games ? `${Math.round(user.winRate * 100)}\u2009%` : '–'),
      el('td', { class: 'seen' }, seen));
  }));
  setAttribute(body.parentElement, 'data-count', users.length);
}
