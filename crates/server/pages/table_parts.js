// The parts of the page of a table that stand around its game.

import { askFirst, el, isOn, nameOf, play, REACTIONS, seatMark, setAttribute, setText, signOf, soundsOf, switchSounds } from './dom.js';
import { get, post, Refused, serverNow } from './wire.js';
import { chancesText, clock, keep, kept, language, left, namesAt, t, valueText } from './words.js';

// The seats of a table: who sits there, whose turn it is, clocks, who is away.

/** Seconds left at which a clock is shown as short. */
const SHORT = 10;
const TICK_MS = 250;

/** What is said of a seat besides its name. */
export function about(seat, own, now) {
  if (seat.kind === 'invited') return { text: t(seat.name ? 'ui.awaited' : seat.invitation ? 'ui.free_open' : 'ui.free') };
  if (own) return { text: t('ui.you') };
  if (seat.kind === 'bot') return { text: t('ui.kind_bot') };
  if (seat.player === 'program') return { text: t('ui.kind_program') };
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

// The log of a game, step by step.

/** Steps of before that are asked for at once. */
const PAGE = 50;

/** Events of every game, and what they say. */
const COMMON = { undone: 'ui.log_undone', resigned: 'ui.log_resigned' };

/** What a step says, line by line: texts, or `{ text, lang }` for what is in another language. `describe` is the game's, if it has one. A choice that is still secret is null. */
export function linesOf(step, describe, seatName) {
  const lines = [];
  if (step.by === 'clock') lines.push(t('ui.log_clock', { name: seatName(step.seat) }));
  if (step.choice === null && !step.events.length) lines.push(t('ui.log_declared', { name: seatName(step.seat) }));
  // What a game says of the choice itself, if it says anything.
  const events = step.choice === null ? step.events : [{ kind: 'chosen', seat: step.seat, choice: step.choice }, ...step.events];
  for (const event of events) {
    const common = COMMON[event.kind];
    const text = common ? t(common, { name: seatName(step.seat) }) : describe?.(event);
    if (text) lines.push(text);
  }
  if (!describe && step.choice !== null && !step.events.some(({ kind }) => COMMON[kind])) lines.push(`${seatName(step.seat)}: ${step.choice}`);
  return lines;
}

/** The log. It is not read out: what is said aloud is said elsewhere, also while the log is shut. */
export class Log {
  #root;
  #lines;
  #past;
  #last = -1; // the latest step that was ever here
  #first = 1; // the earliest that is here
  #earlier = el('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.#back() }, t('ui.more'));

  /** `lines(step)` is what a step says; `past(from, count)` gives `{ steps }`, those after the first `from`. */
  constructor(root, lines, past) {
    this.#root = root;
    this.#lines = lines;
    this.#past = past;
    root.before(this.#earlier);
  }

  /** Shows these steps instead of all before; `more` is whether those before can be asked for. */
  fill(steps, more = false) {
    this.#root.replaceChildren(...this.#made(steps));
    this.#first = more ? (steps[0]?.n ?? 1) : 1;
    this.#earlier.hidden = this.#first <= 1;
    this.#root.scrollTop = this.#root.scrollHeight;
  }

  /** Adds those of these steps that are newer than all before. */
  add(steps) {
    const { scrollTop, scrollHeight, clientHeight } = this.#root;
    const atEnd = scrollHeight - scrollTop - clientHeight < 40;
    this.#root.append(...this.#made(steps.filter(({ n }) => n > this.#last)));
    if (atEnd) this.#root.scrollTop = this.#root.scrollHeight;
  }

  async #back() {
    const first = this.#first, from = Math.max(0, first - 1 - PAGE);
    const { steps } = await this.#past(from, first - 1 - from).catch(() => ({ steps: [] }));
    // A viewer who got none can ask again; meanwhile a replay may have taken the place.
    if (!steps.length || first !== this.#first) return;
    this.#root.prepend(...this.#made(steps));
    this.#first = from + 1;
    this.#earlier.hidden = !from;
    this.#root.focus();
  }

  /** The steps as elements, those that say something. */
  #made(steps) {
    return steps.flatMap((step) => {
      this.#last = Math.max(this.#last, step.n);
      const lines = this.#lines(step);
      return lines.length ? [el('div', { class: step.choice === 'undo' ? 'line undone' : 'line', 'data-n': step.n },
        seatMark(step.seat), el('div', {}, lines.map((line) => el('p', { lang: line.lang }, line.text ?? line))))] : [];
    });
  }
}

// The player's tools: a hint, taking back, and the state of the match.

const SHOWN = 'evaluation', RETRY_MS = 3000;

/** How the match stands for the first seat, as a bar for those who ask for it, which is remembered. */
class Evaluation {
  #root;
  #id;
  #share = el('span', { class: 'share' });
  #values = [el('span'), el('span')];
  #asked = -1;
  #state = null;
  #seatName;

  constructor(root, id, seatName) {
    this.#root = root;
    this.#id = id;
    this.#seatName = seatName;
    root.setAttribute('role', 'img');
    root.replaceChildren(this.#share, el('span', { class: 'value' }, ...this.#values));
    this.toggle = el('button', { type: 'button', onclick: () => {
      keep(SHOWN, kept(SHOWN) ? null : true);
      this.show(this.#state);
    } });
  }

  /** Asks how the match stands now, unless that is known, not wanted, or not allowed. */
  async show(state) {
    this.#state = state;
    const shown = kept(SHOWN) === true, may = state.hints && state.ended === null;
    this.toggle.hidden = !may;
    setText(this.toggle, t('ui.evaluation'));
    setAttribute(this.toggle, 'aria-pressed', shown);
    if (!may || !shown) this.#root.hidden = true;
    else if (this.#asked === state.n) this.#root.hidden = false;
    else await this.#ask(state.n);
  }

  async #ask(n) {
    this.#asked = n;
    try {
      const { n: at, value, ends } = await get(`/api/tables/${encodeURIComponent(this.#id)}/evaluation`);
      if (at === this.#state.n && value !== null) this.#draw(value, ends);
      else this.#root.hidden = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#asked = -1;
      setTimeout(() => this.show(this.#state), RETRY_MS);
    }
  }

  /** The value, or the end where it is certain: a draw is nobody's, so it stands in the middle. */
  #draw(value, ends) {
    const better = (ends ?? value) < 0 ? 1 : 0, certain = ends !== null;
    const text = !certain ? valueText(Math.abs(value)) : ends ? t('ui.end_wins', { count: Math.abs(ends) }) : t('ui.end_drawn');
    this.#share.style.width = `${certain ? 50 + 50 * Math.sign(ends) : (value + 1000) / 20}%`;
    this.#values.forEach((node, seat) => setText(node, seat === better ? text : ''));
    this.#root.classList.toggle('even', ends === 0);
    const whole = [ends !== 0 && this.#seatName(better), text].filter(Boolean).join(', ');
    this.#root.setAttribute('aria-label', certain ? `${t('ui.evaluation')}: ${whole}` : t('ui.evaluation_of', { name: this.#seatName(better), value: text }));
    this.#root.hidden = kept(SHOWN) !== true;
  }
}

/** The row of buttons. */
export class Tools {
  #root;
  #evaluation = null;
  #hint;
  #undo;
  #leave;
  #begun = false;

  /** `act` has `hint()`, `undo()`, `leave()` and `resign()`; `can` says what the game can do: `hint`, `undo`, `evaluates`. */
  constructor(root, bar, id, can, seatName, act) {
    this.#root = root;
    this.#hint = can.hint && el('button', { type: 'button', class: 'ask-hint', onclick: act.hint }, t('ui.hint'));
    this.#undo = can.undo && el('button', { type: 'button', onclick: act.undo }, t('ui.undo'));
    this.#leave = el('button', { type: 'button', class: 'quiet', onclick: async () => {
      const what = this.#begun ? 'resign' : 'leave';
      if (await askFirst(root, { title: t(`ui.${what}_sure`), yes: t(`ui.${what}`) }).answer) await act[what]();
    } });
    if (can.evaluates) this.#evaluation = new Evaluation(bar, id, seatName);
    root.replaceChildren(...[this.#hint, this.#undo, this.#evaluation?.toggle, this.#leave].filter(Boolean));
  }

  /** Shows what can be done now; `seated` says whether this browser has a seat. */
  show(state, seated) {
    if (this.#hint) {
      this.#hint.hidden = !seated || !state.hints;
      setAttribute(this.#hint, 'aria-disabled', state.choices ? null : 'true');
    }
    if (this.#undo) {
      this.#undo.hidden = !seated || !state.hints;
      setAttribute(this.#undo, 'aria-disabled', state.undo && state.n ? null : 'true');
    }
    this.#evaluation?.show(state);
    this.#begun = state.begun;
    setText(this.#leave, t(state.begun ? 'ui.resign' : 'ui.leave'));
    this.#leave.hidden = !seated || state.you === null || state.resigned.includes(state.you);
    this.#root.hidden = state.ended !== null || [...this.#root.children].every(({ hidden }) => hidden);
  }
}

// What a hint says.

/** A hint in words: the choice in the game's words, what it is worth, and what all choices are worth where that is known. */
export function hintNodes(choice, note, choiceName) {
  return [`${t('ui.hint')}: `, el('b', {}, choice), typeof note?.value === 'number' ? ` (${valueText(note.value)})` : '',
    note?.chances ? el('span', { class: 'chances' }, ` ${chancesText(note.chances, choiceName)}`) : ''];
}

// Those at the table: reactions, how many watch, sounds, and a call when it is your turn.

const SHOWN_MS = 5000;
const CALLS = 'calls';
/** Sounds of more steps at once than these would be noise. */
const HEARD = 3;
/** From the beginning of a sound to that of the next one. */
const APART_S = 0.2;

/** Whether the browser can call: pages without encryption cannot, unless they come from this machine. */
const canCall = () => 'Notification' in window && isSecureContext;

/** What stands around a table because people sit at it. */
export class Company {
  #id;
  #token;
  #seatName;
  #sounds;
  #watchers = el('p', { class: 'hint' });
  #bar;
  #shown = el('ul', { class: 'reactions', 'aria-live': 'polite' });
  #newest = null; // the number of the last reaction that was shown
  #mine = null; // whether it was our turn when we last looked
  #over = null;

  /**
   * Fills `root`. `token()` proves the own seat, null without one; `sounds` are those of the game, as
   * `soundsOf` has them.
   */
  constructor(root, id, { token, seatName, sounds = {} }) {
    this.#id = id;
    this.#token = token;
    this.#seatName = seatName;
    this.#sounds = sounds;
    this.#bar = el('div', { class: 'row', role: 'group', 'aria-label': t('ui.reactions') }, REACTIONS.map((name) => el('button', {
      type: 'button', class: 'quiet icon', title: t(`ui.reaction_${name}`), 'aria-label': t(`ui.reaction_${name}`), onclick: () => this.#react(name),
    }, signOf(name))));
    const toggle = (key, on, turn) => {
      const button = el('button', { type: 'button', 'aria-pressed': String(on()), onclick: async () => {
        await turn(!on());
        setAttribute(button, 'aria-pressed', on());
      } }, t(key));
      return button;
    };
    const calls = () => canCall() && Notification.permission === 'granted' && kept(CALLS) === true;
    root.replaceChildren(...[this.#shown, this.#bar, el('div', { class: 'row' }, toggle('ui.sounds', isOn, switchSounds),
      canCall() && toggle('ui.calls', calls, async (on) => {
        if (on) await Notification.requestPermission();
        keep(CALLS, on ? true : null);
      })), this.#watchers]);
  }

  /** Shows this state; `fresh` are its new steps, `own` whether one of our seats is asked. */
  show(state, fresh, own) {
    setText(this.#watchers, state.watchers ? t('ui.watchers', { count: state.watchers }) : '');
    this.#bar.hidden = !this.#token();
    this.#reactions(state.reactions);
    const heard = fresh.slice(-HEARD).flatMap(({ events }) => soundsOf(events, this.#sounds));
    heard.forEach((sound, at) => play(sound, at * APART_S));
    const over = state.ended !== null;
    if (over && this.#over === false) play('end');
    if (own && this.#mine === false) this.#call(state);
    [this.#mine, this.#over] = [own, over];
  }

  /** Says that it is our turn. */
  #call({ game }) {
    play('turn');
    if (!document.hidden || kept(CALLS) !== true || !canCall() || Notification.permission !== 'granted') return;
    try {
      const call = new Notification(t(`game.${game}`), { body: t('ui.your_turn'), tag: this.#id, icon: '/assets/mark.svg' });
      call.onclick = () => window.focus();
    } catch {
      // Phones want a service worker for it: there the sound is what there is.
    }
  }

  #reactions(reactions) {
    const newest = Math.max(0, ...reactions.map(({ number }) => number));
    // Those of before we came are over.
    const fresh = this.#newest === null ? [] : reactions.filter(({ number }) => number > this.#newest);
    this.#newest = Math.max(this.#newest ?? 0, newest);
    for (const { seat, reaction } of fresh) {
      const line = el('li', {}, signOf(reaction), nameOf(this.#seatName(seat)),
        el('span', { class: 'visually-hidden' }, `: ${t(`ui.reaction_${reaction}`)}`));
      this.#shown.append(line);
      setTimeout(() => line.remove(), SHOWN_MS);
    }
    if (fresh.length) play('reaction');
  }

  async #react(reaction) {
    try {
      await post(`/api/tables/${encodeURIComponent(this.#id)}/react`, { reaction }, this.#token());
    } catch (error) {
      // Too soon after the last one, or no connection: a reaction is not worth more words.
      if (!(error instanceof Refused)) throw error;
    }
  }
}

/** Names as a list, in the language of the page. */
export const listed = (names) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);

/** The result in a line, for the player on the seats `own`; a table can be closed without one. */
export function headline(outcome, own, seatName) {
  if (!outcome) return t('ui.closed');
  const { winners } = outcome;
  if (!winners.length) return t('ui.drawn');
  if (winners.length === 1 && own.length === 1) return t(own.includes(winners[0]) ? 'ui.you_won' : 'ui.has_won', { name: seatName(winners[0]) });
  if (winners.length === 1) return t('ui.has_won', { name: seatName(winners[0]) });
  return t('ui.have_won', { names: listed(winners.map(seatName)) });
}

/** Whose turn it is in a line, for the player on the seats `own`; the result once the match is over. */
export function turnText({ ended, asked, seats, outcome }, mine, own, seatName) {
  const count = own.length;
  if (ended !== null) return headline(outcome, own, seatName);
  if (mine) return count > 1 ? t('ui.turn_of', { name: seatName(asked) }) : t('ui.your_turn');
  const open = seats.filter(({ kind }) => kind === 'invited').length;
  if (open) return t('ui.waiting', { count: open });
  const turn = asked === null ? '' : t('ui.turn_of', { name: seatName(asked) });
  return count ? turn : `${t('ui.watching')} ${turn}`;
}
