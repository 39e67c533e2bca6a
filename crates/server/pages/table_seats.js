// The seats of a table: who sits there, whose turn it is, clocks, who is away.

import { el, nameOf, seatMark, setText } from './dom.js';
import { clock, left } from './times.js';
import { serverNow } from './wire.js';
import { namesAt, t } from './words.js';

/** Seconds left at which a clock is shown as short. */
const SHORT = 10;
const TICK_MS = 250;

/** What is said of a seat besides its name. */
export function about(seat, own, now) {
  if (seat.kind === 'invited') return { text: t(seat.name ? 'ui.awaited' : seat.invitation ? 'ui.free_open' : 'ui.free') };
  if (own) return { text: t('ui.you') };
  if (seat.kind === 'bot') return { text: t('ui.kind_bot') };
  if (!seat.here && seat.away_since !== null) return { text: t('ui.away', { time: clock(now - seat.away_since) }), away: true };
  return { text: t('ui.kind_human') };
}

/** The bar of seats. */
export class Seats {
  #root;
  #state = null;
  #own = [];
  #rows = [];

  constructor(root) {
    this.#root = root;
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** Shows the seats of this state; `own` are those of this browser, `account(view, seat)` says what a seat has in the game. */
  show(state, own, account = () => '') {
    this.#state = state;
    this.#own = own;
    const names = namesAt(state.seats);
    this.#rows = state.seats.map((seat) => ({ about: el('span', { class: 'about' }), clock: el('span', { class: 'clock' }), seat }));
    this.#root.replaceChildren(...this.#rows.map(({ seat, about: words, clock: time }) => el('li', {
      'data-seat': seat.seat, class: state.asked === seat.seat ? 'asked' : null,
    }, seatMark(seat.seat), el('span', { class: 'who' },
      el('span', { class: 'name' }, seat.name ? nameOf(names[seat.seat]) : t('ui.seat', { seat: seat.seat + 1 }),
        state.asked === seat.seat && el('span', { class: 'visually-hidden' }, ` (${t('ui.asked')})`)),
      el('span', {}, words, el('span', { class: 'account' }, account(state.view, seat.seat)))), time)));
    this.#tick();
  }

  #tick() {
    const state = this.#state;
    if (!state) return;
    const now = serverNow();
    // No clock runs before all players have come.
    const running = state.clock > 0 && state.ended === null && state.seats.every(({ kind }) => kind !== 'invited');
    for (const row of this.#rows) {
      const { text, away = false } = about(row.seat, this.#own.includes(row.seat.seat), now);
      setText(row.about, text);
      row.about.classList.toggle('away', away);
      const ticks = running && state.asked === row.seat.seat && row.seat.kind === 'human';
      const rest = ticks ? left(state.asked_since, state.clock, now) : null;
      setText(row.clock, ticks ? clock(rest) : '');
      row.clock.classList.toggle('short', ticks && rest <= SHORT);
    }
  }
}
