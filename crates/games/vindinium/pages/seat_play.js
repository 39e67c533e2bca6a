// A game as the person in it sees it.

import { getJson, sleep } from './api.js';
import { Board } from './board.js';
import { el, nameOf, part, setAttribute, setText, svg } from './dom.js';
import { badge } from './hero_token.js';
import { Heroes } from './heroes.js';
import { History } from './history.js';
import { roundOf, rounds } from './rounds.js';
import { Input, towards } from './seat_input.js';
import { attend, leave, move, No, reason } from './seat_wire.js';
import { happenings, surroundings } from './seat_words.js';
import { follow } from './stream.js';
import { t } from './words.js';

const STEP_MS = 140; // between two moves of bots that are shown
const TICK_MS = 250;
const SHORT_MS = 10_000; // so little time left is said
const SURE_MS = 5000; // how long the first click on Leave waits for the second
const LOGGED = 60; // lines that are kept
const RECENT = 16; // moves shown to a player who comes back
const FRAME = 'M-3 4v-7h7M16-3h7v7M23 16v7h-7M4 23h-7v-7';
const STILL = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether nothing comes after this state of a seat. */
const isEnd = ({ phase }) => phase === 'over' || phase === 'left';

export class Play {
  #token;
  #state = { now: 0 };
  #history = null;
  #board = null;
  #heroes = null;
  #input;
  #index = 0;
  #told = 0; // the last state whose happenings were told
  #news = []; // what happened since the person's last turn
  #asked = -1; // the turn that was announced
  #sending = false;
  #deadline = 0;
  #warned = false;
  #sure = 0; // the timer of a first click on leaving
  #trouble;

  /** Shows the seat until the game is over; `onTrouble(text)` gets what goes wrong, '' when it is well again. */
  constructor(token, state, onTrouble) {
    this.#token = token;
    this.#trouble = onTrouble;
    this.#input = new Input(part('pad'), (dir, again) => this.#choose(dir, again));
    part('board').addEventListener('click', (event) => {
      const tile = this.#board?.tileAt(event);
      if (tile) this.#choose(towards(this.#history.hero(this.#index, this.#state.hero), tile), false);
    });
    part('leave').addEventListener('click', () => this.#leave());
    part('leave').addEventListener('blur', () => this.#unsure());
    part('playing').hidden = false;
    setInterval(() => this.#tick(), TICK_MS);
    this.#take(state);
    attend(token, (news) => this.#take(news), (status) => onTrouble(status === 'lost' ? t('seat.lost') : ''))
      .then((known) => known || onTrouble(t('seat.forgotten')));
  }

  /** Takes what the arena says about the seat, unless something newer is known: an answer to leaving can come after the end. */
  #take(state) {
    if (state.now < this.#state.now || isEnd(this.#state)) return;
    const began = state.game && !this.#state.game;
    this.#state = state;
    this.#deadline = state.deadline === null ? 0 : performance.now() + state.deadline - state.now;
    if (began) this.#open();
    this.#draw();
  }

  /** Follows the game from its first turn on. */
  async #open() {
    const { game, hero } = this.#state;
    let about = null;
    while (!about) about = await getJson(`/${game}.json`).catch(() => sleep(STEP_MS * 10));
    const history = new History(about);
    this.#board = new Board(part('board'), history, t('seat.board', { size: history.size, n: hero }), hero);
    // Corners around the own hero: a shape, not a colour, says which one it is.
    part('board').querySelector(`[data-hero="${hero}"]`).append(
      svg('path', { class: 'mine-frame-back', d: FRAME }), svg('path', { class: 'mine-frame', d: FRAME }));
    this.#heroes = new Heroes(part('heroes'), history);
    part('heroes').querySelector(`[data-hero="${hero}"] .who`).append(el('span', { class: 'you' }, t('seat.you')));
    this.#history = history;
    // What was played before we came is not played again.
    const start = this.#state.state.turn;
    let walking = false;
    const walk = async () => {
      if (walking) return;
      walking = true;
      while (this.#index < history.last) {
        const jump = STILL.matches || document.hidden || history.last < start;
        this.#index = jump ? history.last : this.#index + 1;
        this.#tell();
        this.#draw();
        if (!jump) await sleep(STEP_MS);
      }
      walking = false;
      this.#draw();
    };
    if (start > 0) this.#told = Math.max(0, start - RECENT);
    this.#draw();
    follow(history, walk, () => {}).then(walk);
  }

  /** Writes down what has happened up to the state that is shown. */
  #tell() {
    const history = this.#history, { hero } = this.#state;
    for (let index = this.#told + 1; index <= this.#index; index += 1) {
      for (const line of happenings(history, index, hero)) {
        this.#news.push(line);
        const own = history.moverAt(index - 1) === hero;
        part('log').prepend(el('li', own ? { class: 'self' } : {}, t('seat.log-line', { turn: roundOf(index - 1, history.maxTurns), line })));
      }
    }
    this.#told = Math.max(this.#told, this.#index);
    while (part('log').childElementCount > LOGGED) part('log').lastChild.remove();
  }

  #draw() {
    const { phase, kind, game, joined, wanted, missed, misses, turn, state } = this.#state, history = this.#history;
    const focused = document.activeElement;
    setAttribute(part('turnbox'), 'data-phase', phase);
    setAttribute(part('turnbox'), 'data-turn', turn ?? '');
    const heading = t(kind === 'training' ? 'seat.game-training' : 'seat.game-arena');
    const round = state ? t('seat.round', { turn: roundOf(turn, state.maxTurns), of: rounds(state.maxTurns) }) : '';
    part('title').replaceChildren(heading, ...(game ? [' ', el('code', {}, game), ` · ${round}`] : []));
    document.title = `${phase === 'yours' ? '● ' : ''}${t(phase === 'yours' ? 'seat.phase-yours' : 'seat.title')} · Vindinium`;
    setText(part('phase'), {
      waiting: () => t('seat.phase-waiting', { joined, wanted }),
      yours: () => t('seat.phase-yours'),
      others: () => t('seat.phase-others', { who: this.#named()[turn % 4].name }),
      out: () => t('seat.phase-out'),
      over: () => this.#result(),
      left: () => t('seat.phase-left'),
    }[phase]());
    const warn = phase === 'yours' && missed > 0;
    part('warning').hidden = !warn;
    if (warn) setText(part('warning'), t('seat.missed', { missed, misses }));
    const ended = isEnd(this.#state);
    this.#input.active = !ended && phase !== 'waiting';
    this.#input.open = phase === 'yours' && !this.#sending;
    document.querySelector('.pad-section').hidden = ended || !game;
    for (const name of ['.stage', '.players', '.log-section h2']) document.querySelector(`#playing ${name}`).hidden = !game;
    part('leave').hidden = ended || phase === 'out';
    part('end-links').hidden = !ended;
    part('replay').hidden = !game;
    if (game) setAttribute(part('replay'), 'href', `/${game}`);
    // The focus does not get lost with what is hidden.
    if (focused.closest('[hidden]')) part(ended ? 'again' : 'title').focus();
    this.#tick();
    if (!history) return;
    this.#board.show(this.#index);
    this.#heroes.show(this.#index);
    const { life, gold, mines } = history.hero(this.#index, this.#state.hero);
    part('own').hidden = false;
    part('own').replaceChildren(badge(this.#state.hero, t('seat.hero')),
      ...[['life', life], ['gold', gold], ['mines', mines]].map(([key, value]) => el('span', {}, `${t(`seat.${key}`)} `, el('b', { 'data-own': key }, String(value)))));
    this.#announce();
  }

  /** Says once for each turn that it has come, what was played since the last, and what is around. */
  #announce() {
    const { phase, turn, hero, state } = this.#state, history = this.#history;
    if (phase === 'over' && this.#asked !== Infinity) {
      this.#asked = Infinity;
      setText(part('said'), this.#result());
    }
    if (phase !== 'yours' || this.#asked >= turn || this.#index < turn) return;
    this.#asked = turn;
    const { life, gold, mines } = history.hero(this.#index, hero);
    const now = t('seat.say', { turn: roundOf(turn, state.maxTurns), of: rounds(state.maxTurns), life, gold, mines });
    setText(part('said'), [now, ...this.#news, surroundings(history, this.#board, this.#index, hero)].join(' '));
    this.#news = [];
  }

  /** The heroes with their names: as the arena calls them until it has said who plays. */
  #named() {
    return this.#history?.heroes ?? this.#state.state.heroes;
  }

  /** How it ended, as a sentence; the places stand below. */
  #result() {
    const { state, hero } = this.#state;
    const own = state.heroes[hero - 1];
    const named = this.#named();
    const placed = state.heroes.map(({ id, gold }) => ({ id, name: named[id - 1].name, gold, place: 1 + state.heroes.filter((other) => other.gold > gold).length }));
    placed.sort((a, b) => a.place - b.place || a.id - b.id);
    part('places').hidden = false;
    part('places').replaceChildren(...placed.map((one) => el('li', { 'data-place': one.place },
      el('span', { class: 'place' }, `${one.place}.`), badge(one.id, t('seat.hero')), nameOf(one.name),
      el('b', { class: 'number' }, String(one.gold)))));
    const result = t('seat.phase-over', { place: placed.find(({ id }) => id === hero).place, gold: own.gold });
    return own.crashed ? `${result} ${t('seat.was-out')}` : result;
  }

  #tick() {
    const asked = this.#state.phase === 'yours';
    part('clock').hidden = !asked;
    if (!asked) {
      this.#warned = false;
      return;
    }
    const left = Math.max(0, this.#deadline - performance.now()), seconds = Math.ceil(left / 1000);
    setText(part('clock-text'), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
    part('clock-fill').style.width = `${Math.min(100, (100 * left) / this.#state.limit)}%`;
    const short = left < SHORT_MS && left < this.#state.limit / 2;
    part('clock').classList.toggle('short', short);
    if (short && !this.#warned) {
      this.#warned = true;
      setText(part('said'), t('seat.seconds', { n: seconds }));
    }
  }

  /** Plays a direction, if it is the person's turn. A held key waits until the board shows what there is. */
  async #choose(dir, again) {
    const { phase, turn } = this.#state;
    if (phase !== 'yours' || this.#sending) return;
    if (again && this.#history && this.#index < this.#history.last) return;
    this.#sending = true;
    this.#input.flash(dir);
    try {
      await move(this.#token, turn, dir);
      // The next turn may have been announced before this answer came.
      if (this.#state.phase === 'yours' && this.#state.turn === turn) this.#state = { ...this.#state, phase: 'others' };
      this.#trouble('');
    } catch (error) {
      if (error instanceof No && error.status === 409) this.#take(error.said);
      else this.#trouble(reason(error));
    } finally {
      this.#sending = false;
      this.#draw();
    }
  }

  /** Leaves at the second click, if it follows soon. */
  async #leave() {
    if (!this.#sure) {
      this.#sure = setTimeout(() => this.#unsure(), SURE_MS);
      setText(part('leave'), t('seat.leave-sure'));
      return;
    }
    this.#unsure();
    try {
      this.#take(await leave(this.#token));
    } catch (error) {
      this.#trouble(reason(error));
    }
  }

  #unsure() {
    clearTimeout(this.#sure);
    this.#sure = 0;
    setText(part('leave'), t('seat.leave'));
  }
}
