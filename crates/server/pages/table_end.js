// How a match ended, and what can be done then.

import { el, nameOf, seatMark, setText } from './dom.js';
import { openTable } from './open.js';
import { Refused, newClaim } from './wire.js';
import { language, t } from './words.js';

/** The result in a line, for the player on the seats `own`; a table can be closed without one. */
export function headline(outcome, own, seatName) {
  if (!outcome) return t('ui.closed');
  const { winners } = outcome;
  if (!winners.length) return t('ui.drawn');
  if (winners.length === 1 && own.length === 1) return t(own.includes(winners[0]) ? 'ui.you_won' : 'ui.has_won', { name: seatName(winners[0]) });
  if (winners.length === 1) return t('ui.has_won', { name: seatName(winners[0]) });
  return t('ui.have_won', { names: new Intl.ListFormat(language(), { type: 'conjunction' }).format(winners.map(seatName)) });
}

/** Shows the result; `setup` is how this browser opened the table, if it did; `replay` starts the replay. */
export function showEnd(root, { outcome, seats }, own, seatName, setup, replay) {
  if (!root.hidden) return;
  const error = el('p', { class: 'error', role: 'alert' });
  let claim = null;
  const again = setup && el('button', { type: 'button', class: 'primary', onclick: async () => {
    again.disabled = true;
    try {
      claim ??= newClaim();
      const id = await openTable(setup, claim);
      // Who comes back to this page wants another one.
      claim = null;
      location.assign(`/tables/${encodeURIComponent(id)}`);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setText(error, refused.told());
    } finally {
      again.disabled = false;
    }
  } }, t('ui.again'));
  const places = (outcome ? seats : []).map(({ seat }) => ({ seat, name: seatName(seat), place: outcome.places[seat] })).sort((a, b) => a.place - b.place || a.seat - b.seat);
  root.replaceChildren(...[
    el('h2', { id: 'end-title', tabindex: -1 }, headline(outcome, own, seatName)),
    outcome?.reason && el('p', {}, t(outcome.reason)),
    places.length > 2 && el('ol', {}, places.map(({ seat, name, place }) => el('li', {}, el('span', { class: 'place-number' }, `${place}.`), seatMark(seat), nameOf(name)))),
    el('div', { class: 'row' }, again, el('button', { type: 'button', onclick: replay }, t('ui.replay_watch')), el('a', { class: 'button', href: '/tables' }, t('ui.to_lobby'))),
    error,
  ].filter(Boolean));
  root.hidden = false;
}
