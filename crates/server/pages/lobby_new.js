// The form for a new table: game, seats, options.

import { el, seatMark, setText } from './dom.js';
import { asOwner, keyOf, Options, ownerButton, takeSeat } from './setup.js';
import { LONGEST_NAME, newClaim, openTable, Refused } from './wire.js';
import { calledOf, keep, kept, known, t } from './words.js';

/** The value of a list of bots that asks for a player to be typed. */
const TYPED = '';

/** Where there is nothing to go by, the weakest bot from this strength on: it plays, and can be beaten. */
const FIRST = 2;

/** What a bot is called in the list, with its strength in words. */
const described = (bot) => `${calledOf(bot)} · ${t(`ui.strength_${bot.strength}`)}`;

/** What there is to know of a game before it is chosen: players, length, difficulty. */
function facts(game, [fewest, most]) {
  const players = fewest === most ? t('ui.players', { count: most }) : t('ui.players_range', { fewest, most });
  return [players, ...['length', 'level'].map((what) => `${what}.${game}`).filter(known).map((key) => t(key))];
}

/** A game in a sentence: what is said of it, or else its rules; nothing if there are none. */
function brief(game) {
  const key = [`about.${game}`, `rules.${game}`].find(known);
  return key ? t(key) : '';
}

/** What a game's card is about, for those who do not see the card. */
const describedBy = (game) => ({ 'aria-describedby': `about-${game} facts-${game}` });

/** The inside of a game's card; its name leads to the game's own page, if it has one. */
function about(game, seats, page = null) {
  const name = page ? el('a', { class: 'game-name', href: page, ...describedBy(game) }, t(`game.${game}`)) : el('span', { class: 'game-name' }, t(`game.${game}`));
  return [el('img', { src: `/assets/${game}.svg`, alt: '' }), name,
    el('span', { class: 'hint', id: `about-${game}` }, brief(game)),
    el('span', { class: 'facts', id: `facts-${game}` }, facts(game, seats).map((fact) => el('span', {}, fact)))];
}

/** This name, with a number where others have it. */
function unlike(name, others) {
  let called = name;
  for (let n = 2; others.includes(called); n += 1) called = `${name.slice(0, LONGEST_NAME - 3)} ${n}`;
  return called;
}

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
  #openSeat;

  /** `others` are games with a page of their own, `{ game, seats, page }`; `wanted` is the part of an address behind `#`: a game and its options, as `GAME?key=value`. `openSeat(game)` is a seat that waits for anybody, or null. */
  constructor(form, games, others, wanted, openSeat) {
    this.#openSeat = openSeat;
    this.#games = games.map((one) => ({ ...one, bots: one.bots.toSorted((a, b) => a.strength - b.strength) }));
    const [asked, query] = wanted.split('?'), last = kept('game');
    const of = (name) => this.#games.find(({ game }) => game === name);
    this.#game = of(asked) ?? of(last) ?? this.#games[0];
    form.append(
      el('fieldset', {}, el('legend', { class: 'visually-hidden' }, t('ui.game')), el('div', { class: 'games' }, games.map(({ game, seats }) => el('div', {}, el('label', {},
        el('input', { type: 'radio', name: 'game', value: game, checked: game === this.#game.game, 'aria-label': t(`game.${game}`), ...describedBy(game), onchange: () => this.#choose(game) }),
        about(game, seats)), this.#quickButton(game))), others.map(({ game, seats, page }) => el('div', { class: 'elsewhere' }, about(game, seats, page))))),
      el('fieldset', {}, el('legend', {}, t('ui.seats')), this.#places, this.#count),
      el('div', { class: 'beside' }, el('details', { class: 'more', open: Boolean(query) }, el('summary', {}, t('ui.options')), this.#optionFields), this.#rules),
      this.#error, this.#send);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (form.reportValidity()) this.#open();
    });
    // Another table is wanted as soon as anything differs.
    form.addEventListener('input', () => { this.#claim = null; });
    this.#choose(this.#game.game, new URLSearchParams(query));
  }

  #choose(name, wanted) {
    this.#game = this.#games.find(({ game }) => game === name);
    keep('game', name);
    setText(this.#rulesText, t(`rules.${name}`));
    this.#rules.hidden = !known(`rules.${name}`);
    const { seats: [fewest] } = this.#game;
    this.#seats = Array.from({ length: Math.max(2, fewest) }, (_, seat) => this.#seat(seat ? 'bot' : 'me'));
    this.#options = new Options(this.#optionFields, this.#game, wanted);
    this.#draw();
  }

  #quickButton(game) {
    return el('button', { type: 'button', class: 'quick', 'aria-label': `${t('ui.quick')}: ${t(`game.${game}`)}`, onclick: ({ currentTarget }) => {
      currentTarget.parentNode.querySelector('input').checked = true;
      this.#quick(game, currentTarget);
    } }, t('ui.quick'));
  }

  /** Plays at once: with a person who waits for anybody, else against a bot. */
  async #quick(game, button) {
    const name = this.#seats.find(({ kind }) => kind === 'me')?.name.trim();
    if (name) keep('name', name);
    this.#choose(game);
    button.disabled = true;
    try {
      const open = this.#openSeat(game), own = kept('name') ?? t('ui.guest');
      if (open) {
        await takeSeat(open.id, game, open.invitation, unlike(own, open.names));
        location.assign(`/tables/${encodeURIComponent(open.id)}`);
        return;
      }
    } catch (error) {
      // Another was faster: a bot has time.
      if (!(error instanceof Refused)) throw error;
    } finally {
      button.disabled = false;
    }
    await this.#open();
  }

  #seat(kind) {
    const { bots } = this.#game, last = kept(this.#lastBot);
    const bot = bots.find(({ player }) => player === last) ?? bots.find(({ strength }) => strength >= FIRST) ?? bots[0];
    return { kind, name: kept('name') ?? t('ui.guest'), player: bot?.player ?? TYPED, typed: '' };
  }

  /** Under which name the bot is kept that was chosen last at this game. */
  get #lastBot() {
    return `bot-${this.#game.game}`;
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
      // Two people at one screen have names of their own.
      const others = this.#seats.filter((other) => other !== seat && other.kind === 'me').map(({ name }) => name.trim());
      if (seat.kind === 'me' && others.includes(seat.name)) seat.name = unlike(t('ui.guest'), others);
      this.#draw();
      this.#places.children[index].querySelector('select').focus();
    } }, kinds);
    place.append(seatMark(index), kind);
    if (seat.kind === 'me') {
      const [owner, show] = ownerButton(() => seat.name);
      place.append(el('input', { 'aria-label': named(t('ui.name')), placeholder: t('ui.name'), value: seat.name, required: true, maxlength: LONGEST_NAME,
        autocomplete: 'nickname', oninput: ({ target }) => {
          seat.name = target.value;
          show();
        } }), owner);
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
      if (seat.player !== TYPED) keep(this.#lastBot, seat.player);
      show();
      if (seat.player === TYPED) typed.focus();
    } }, this.#game.bots.map((bot) => el('option', { value: bot.player, selected: bot.player === seat.player }, described(bot))),
    el('option', { value: TYPED, selected: seat.player === TYPED }, t('ui.bot_typed')));
    show();
    return [list, typed];
  }

  #setup(key) {
    return {
      game: this.#game.game,
      options: this.#options.values(),
      seats: this.#seats.map(({ kind, name, player, typed }) => {
        if (kind === 'me') return { kind, name: name.trim(), key: keyOf(name) ?? key };
        return kind === 'bot' ? { kind, player: (player || typed).trim() } : { kind };
      }),
    };
  }

  async #open() {
    const me = this.#seats.find(({ kind }) => kind === 'me');
    if (me) keep('name', me.name.trim());
    this.#send.disabled = true;
    setText(this.#error, '');
    try {
      this.#claim ??= newClaim();
      const id = await asOwner((key) => openTable(this.#setup(key), this.#claim));
      // A person who comes back to this page wants another one.
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
