// The form for a new table: game, seats, options.

import { el, seatMark, setText } from './dom.js';
import { keep, kept } from './kept.js';
import { Options } from './options.js';
import { openTable } from './open.js';
import { LONGEST_NAME, Refused, newClaim } from './wire.js';
import { calledOf, t } from './words.js';

/** The value of a list of bots that asks for a player to be typed. */
const TYPED = '';

/** The form for a new table. */
export class NewTable {
  #games;
  #game;
  #seats = [];
  #claim = null;
  #options = null;
  #places = el('ol', { class: 'places' });
  #rulesText = el('p');
  #rules = el('details', { class: 'rules' }, el('summary', {}, t('ui.rules')), this.#rulesText);
  #optionFields = el('div', { class: 'options' });
  #fewer = el('button', { type: 'button', onclick: () => this.#setCount(-1) }, '− ', t('ui.seat_fewer'));
  #more = el('button', { type: 'button', onclick: () => this.#setCount(1) }, '+ ', t('ui.seat_more'));
  #count = el('div', { class: 'row' }, this.#more, this.#fewer);
  #error = el('p', { class: 'error', role: 'alert' });
  #send = el('button', { type: 'submit', class: 'primary send' }, t('ui.open'));

  constructor(form, games) {
    this.#games = games;
    const last = kept('game');
    this.#game = games.find(({ game }) => game === last) ?? games[0];
    form.append(
      el('fieldset', {}, el('legend', {}, t('ui.game')), el('div', { class: 'games' }, games.map(({ game }) => el('label', {},
        el('input', { type: 'radio', name: 'game', value: game, checked: game === this.#game.game, 'aria-label': t(`game.${game}`), 'aria-describedby': `about-${game}`, onchange: () => this.#choose(game) }),
        el('span', { class: 'game-name' }, t(`game.${game}`)), el('span', { class: 'hint', id: `about-${game}` }, t(`about.${game}`)))))),
      this.#rules,
      el('fieldset', {}, el('legend', {}, t('ui.seats')), this.#places, this.#count),
      el('details', { class: 'more' }, el('summary', {}, t('ui.options')), this.#optionFields),
      this.#error, this.#send);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (form.reportValidity()) this.#open();
    });
    // Another table is wanted as soon as anything differs.
    form.addEventListener('input', () => { this.#claim = null; });
    this.#choose(this.#game.game);
  }

  #choose(name) {
    this.#game = this.#games.find(({ game }) => game === name);
    keep('game', name);
    setText(this.#rulesText, t(`rules.${name}`));
    const { seats: [fewest] } = this.#game;
    this.#seats = Array.from({ length: Math.max(2, fewest) }, (_, seat) => this.#seat(seat ? 'bot' : 'me'));
    this.#options = new Options(this.#optionFields, this.#game);
    this.#draw();
  }

  #seat(kind) {
    return { kind, name: kept('name') ?? t('ui.guest'), player: this.#game.bots[0]?.player ?? TYPED, typed: '' };
  }

  #setCount(change) {
    this.#claim = null;
    if (change > 0) this.#seats.push(this.#seat('bot'));
    else this.#seats.pop();
    this.#draw();
    if (change > 0) this.#places.lastElementChild.querySelector('select').focus();
    if (document.activeElement === document.body) (change > 0 ? this.#fewer : this.#more).focus();
  }

  #draw() {
    const [fewest, most] = this.#game.seats;
    this.#places.replaceChildren(...this.#seats.map((seat, index) => this.#place(seat, index)));
    this.#count.hidden = fewest === most;
    this.#fewer.disabled = this.#seats.length <= fewest;
    this.#more.disabled = this.#seats.length >= most;
    this.#options.suit(this.#seats);
  }

  #place(seat, index) {
    const place = el('li', { class: 'place' });
    const named = (what) => `${t('ui.seat', { seat: index + 1 })}: ${what}`;
    const kinds = ['me', 'invited', 'open', 'bot'].map((kind) => el('option', { value: kind, selected: kind === seat.kind }, t(`ui.seat_${kind}`)));
    const kind = el('select', { 'aria-label': named(t('ui.who')), onchange: () => {
      seat.kind = kind.value;
      this.#draw();
      this.#places.children[index].querySelector('select').focus();
    } }, kinds);
    place.append(seatMark(index), kind);
    if (seat.kind === 'me') {
      place.append(el('input', { 'aria-label': named(t('ui.name')), placeholder: t('ui.name'), value: seat.name, required: true, maxlength: LONGEST_NAME,
        autocomplete: 'nickname', oninput: ({ target }) => { seat.name = target.value; } }));
    } else if (seat.kind !== 'bot') {
      place.append(el('span', { class: 'hint' }, t(seat.kind === 'open' ? 'ui.open_about' : 'ui.link_comes')));
    } else {
      place.append(...this.#bot(seat, named));
    }
    return place;
  }

  #bot(seat, named) {
    const typed = el('input', { class: 'wide', 'aria-label': named(t('ui.player')), placeholder: this.#game.bots[0]?.player ?? '', value: seat.typed,
      autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', required: true, oninput: ({ target }) => { seat.typed = target.value; } });
    const show = () => {
      typed.hidden = typed.disabled = seat.player !== TYPED;
    };
    const list = el('select', { 'aria-label': named(t('ui.bot')), onchange: () => {
      seat.player = list.value;
      show();
      if (seat.player === TYPED) typed.focus();
    } }, this.#game.bots.map((bot) => el('option', { value: bot.player, selected: bot.player === seat.player }, calledOf(bot))),
    el('option', { value: TYPED, selected: seat.player === TYPED }, t('ui.bot_typed')));
    show();
    return [list, typed];
  }

  #setup() {
    return {
      game: this.#game.game,
      options: this.#options.values(),
      seats: this.#seats.map(({ kind, name, player, typed }) => {
        if (kind === 'me') return { kind, name: name.trim() };
        return kind === 'bot' ? { kind, player: (player || typed).trim() } : { kind };
      }),
    };
  }

  async #open() {
    const setup = this.#setup();
    const me = setup.seats.find(({ kind }) => kind === 'me');
    if (me) keep('name', me.name);
    this.#send.disabled = true;
    setText(this.#error, '');
    try {
      this.#claim ??= newClaim();
      const id = await openTable(setup, this.#claim);
      // Who comes back to this page wants another one.
      this.#claim = null;
      location.assign(`/tables/${encodeURIComponent(id)}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(this.#error, error.told());
    } finally {
      this.#send.disabled = false;
    }
  }
}
