// How a match ended, and what can be done then.

import { celebrate } from './celebration.js';
import { el, nameOf, seatMark, setText } from './dom.js';
import { asOwner, keyOf } from './owners.js';
import { shareButtons } from './share.js';
import { remember, tableOf } from './tokens.js';
import { Refused, post } from './wire.js';
import { known, language, t } from './words.js';

const listed = (names) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);
const addressOf = (id) => `/tables/${encodeURIComponent(id)}`;

/** The result in a line, for the player on the seats `own`; a table can be closed without one. */
export function headline(outcome, own, seatName) {
  if (!outcome) return t('ui.closed');
  const { winners } = outcome;
  if (!winners.length) return t('ui.drawn');
  if (winners.length === 1 && own.length === 1) return t(own.includes(winners[0]) ? 'ui.you_won' : 'ui.has_won', { name: seatName(winners[0]) });
  if (winners.length === 1) return t('ui.has_won', { name: seatName(winners[0]) });
  return t('ui.have_won', { names: listed(winners.map(seatName)) });
}

/** The end of a match: the result, the rematch, and the ways on. */
export class End {
  #root;
  #id;
  #game;
  #seatName;
  #act;
  #rematch = el('div', { class: 'rematch' });
  #error = el('p', { class: 'error', role: 'alert' });
  #shown = null; // of the rematch

  /** `act` has `replay()` and `analyse()`, which is null where there is no analysis. */
  constructor(root, id, game, seatName, act) {
    this.#root = root;
    this.#id = id;
    this.#game = game;
    this.#seatName = seatName;
    this.#act = act;
  }

  /** The own seats, `{ seat, token, name }`. */
  get #own() {
    return tableOf(this.#id)?.seats ?? [];
  }

  /** Shows the end of this table, or what has changed since; the end that comes `live` is brought into sight, and a win of ours is celebrated. */
  show({ outcome, seats, rematch = null }, live = false) {
    if (this.#root.hidden) {
      const { buttons, code } = shareButtons(() => location.href, t(`game.${this.#game}`));
      const own = this.#own.map(({ seat }) => seat);
      const places = (outcome ? seats : []).map(({ seat }) => ({ seat, name: this.#seatName(seat), place: outcome.places[seat] })).sort((a, b) => a.place - b.place || a.seat - b.seat);
      this.#root.replaceChildren(...[
        el('h2', { id: 'end-title', tabindex: -1 }, headline(outcome, own, this.#seatName)),
        known(outcome?.reason) && el('p', {}, t(outcome.reason)),
        places.length > 2 && el('ol', {}, places.map(({ seat, name, place }) => el('li', {}, el('span', { class: 'place-number' }, `${place}.`), seatMark(seat), nameOf(name)))),
        this.#rematch,
        el('div', { class: 'row' }, el('button', { type: 'button', onclick: this.#act.replay }, t('ui.replay_watch')),
          this.#act.analyse && el('button', { type: 'button', onclick: this.#act.analyse }, t('ui.analysis')), el('a', { class: 'button', href: '/tables' }, t('ui.to_lobby')), buttons), code,
        this.#error,
      ].filter(Boolean));
      this.#root.hidden = false;
      if (live) this.#root.scrollIntoView({ block: 'nearest' });
      const won = own.some((seat) => outcome?.winners.includes(seat));
      this.#root.classList.toggle('won', won);
      if (live && won) celebrate();
    }
    const shown = JSON.stringify(rematch);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#showRematch(rematch);
  }

  /** Who wants a rematch, and the way to it: those who played sit down there, others look on. */
  #showRematch(rematch) {
    const own = this.#own, focused = this.#rematch.contains(document.activeElement);
    const button = (text) => el('button', { type: 'button', class: 'primary', onclick: ({ currentTarget }) => this.#play(currentTarget) }, text);
    const link = (text) => el('a', { class: own.length ? 'button primary' : 'button', href: addressOf(rematch.id) }, text);
    const missing = own.some(({ seat }) => !rematch?.seats.includes(seat));
    const way = !rematch ? own.length && button(t('ui.rematch'))
      : missing ? button(t('ui.rematch_play')) : link(t(own.length ? 'ui.rematch_open' : 'ui.rematch_watch'));
    const people = rematch && missing ? rematch.seats : [];
    this.#rematch.replaceChildren(...[
      el('p', { role: 'status' }, people.length ? t('ui.rematch_wanted', { names: listed(people.map(this.#seatName)), count: people.length }) : ''),
      way,
    ].filter(Boolean));
    // The others are waiting.
    if (people.length) this.#root.scrollIntoView({ block: 'nearest' });
    if (focused) this.#rematch.querySelector('button, a')?.focus({ preventScroll: true });
  }

  /** Sits down at the rematch, with all own seats, and goes there. */
  async #play(button) {
    button.disabled = true;
    setText(this.#error, '');
    try {
      let next = null;
      for (const { seat, token, name } of this.#own) {
        const called = name ?? this.#seatName(seat);
        next = await asOwner((key) => post(`/api${addressOf(this.#id)}/rematch`, { key: keyOf(called) ?? key }, token));
        remember(next.id, { game: this.#game, seats: [{ seat: next.seat, token, name: called }] });
      }
      location.assign(addressOf(next.id));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setText(this.#error, refused.told());
      button.disabled = false;
    }
  }
}
