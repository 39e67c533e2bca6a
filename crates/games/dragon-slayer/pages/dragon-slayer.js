// Dragon Slayer at the table: the dice, the scores, the questions.

import { askFirst, el, setText } from './dom.js';
import { badge, Board, Help } from './dragon_board.js';
import * as story from './dragon_story.js';
import { after, moments, saidIn } from './dragon_story.js';
import { keep, kept } from './words.js';

const MODE = 'dragon-mode';
/** More steps at once than these are not shown one by one: the page was in the background. */
const MOST_STEPS = 6;
/** Comments in sight at once. */
const MOST_BUBBLES = 2;

export const describe = story.describe;
export const choiceText = story.choice;
export const sounds = { roll: 'roll', slain: 'hit', defeated: 'boom' };

/** Shows a table of Dragon Slayer in `root`. */
export function mount(root, table) {
  const game = new Dragon(root, table);
  return {
    show: (state, fresh) => game.show(state, fresh),
    hinted: (found) => game.hinted(found),
    key: (event) => game.key(event),
    end: () => game.end(),
    // Step by step the log must not tell more than the table: it gets each step when it has been shown.
    tells: true,
  };
}

/** Shows the key that presses a button. */
function numbered(button, key) {
  button.setAttribute('aria-keyshortcuts', key);
  button.append(el('kbd', { 'aria-hidden': 'true' }, String(key)));
}

class Dragon {
  #table;
  #root;
  #board;
  #help;
  #news = el('p', { class: 'dragon-news', role: 'note', tabindex: 0 });
  #question = el('h2', { class: 'dragon-question', tabindex: -1 });
  #bubbles = el('div', { class: 'dragon-bubbles' });
  #choices = el('div', { class: 'dragon-choices', role: 'group' });
  #modes = el('div', { class: 'dragon-modes', role: 'group' });
  #asked = null; // what is asked before a choice
  #state = null;
  #view = null; // what is shown
  #queue = []; // moments that are not shown yet
  #waits = false; // whether the moment that is shown waits to be gone on from
  #rolls = false; // whether going on is an own roll of the dice
  #sent = null; // the choice that was sent from here, until it comes back
  #aloud = []; // what has happened and is not yet said aloud
  #offered = ''; // what the buttons are for
  #interactive = kept(MODE) !== 'automatic';

  constructor(root, table) {
    this.#root = root;
    this.#table = table;
    root.classList.add('dragon');
    this.#help = new Help(root, table.t);
    this.#board = new Board(table, this.#help);
    this.#choices.setAttribute('aria-label', table.t('dragon.choices'));
    this.#modes.setAttribute('aria-label', table.t('dragon.mode'));
    this.#help.on(this.#modes, 'mode');
    for (const mode of ['interactive', 'automatic']) {
      this.#modes.append(el('button', { type: 'button', 'data-mode': mode, onclick: () => this.#setMode(mode === 'interactive') }, table.t(`dragon.${mode}`)));
    }
    this.#showMode();
    root.replaceChildren(
      this.#help.on(el('div', { class: 'dragon-head' }, this.#question, this.#news), 'news'),
      el('div', { class: 'dragon-row' }, this.#board.round, this.#bubbles), this.#board.dice, this.#choices,
      el('div', { class: 'dragon-aids' }, this.#modes, table.tools), this.#board.scores, this.#help.line, this.#help.texts);
  }

  /** Shows a state; `fresh` are the steps that led there. */
  show(state, fresh) {
    const { still } = this.#table;
    const before = this.#state;
    this.#state = state;
    // The table has moved on: whatever was sent has come back, or never will.
    let sent = this.#sent;
    if (state.n !== before?.n) this.#sent = null;
    // What was to be decided has been decided otherwise, or by the clock.
    if (before !== null && state.n !== before.n) this.#asked?.close();
    const onward = before !== null && this.#view !== null && state.n > before.n && fresh.length > 0 && fresh.length <= MOST_STEPS;
    if (onward && this.#interactive && state.you !== null) {
      for (const step of fresh) {
        const own = sent !== null && step.seat === sent.seat && step.choice === sent.choice;
        if (own) sent = null;
        const all = moments(step, own);
        all.forEach((moment, place) => this.#queue.push({ ...moment, step: place === all.length - 1 ? step : null }));
      }
      this.#pump(!still);
      return;
    }
    if (before !== null && state.n === before.n) {
      // The same match: a player has come or gone.
      if (!this.#queue.length) this.#view = state.view;
      this.#draw(false);
      return;
    }
    this.#flush();
    for (const step of fresh) this.#log(step);
    this.#view = state.view;
    this.#waits = false;
    const events = fresh.flatMap((step) => step.events);
    if (!onward) this.#bubbles.replaceChildren();
    this.#tell(events.length ? events : state.view.said, fresh.length > 0);
    this.#draw(!still && events.some(({ kind }) => kind === 'roll'));
  }

  /** What a hint says, in words. */
  hinted({ choice }) {
    const one = this.#state?.choices?.find((offered) => offered.choice === choice);
    return one ? story.choice(one, this.#table) : choice;
  }

  /** A number presses the button of that number. */
  key({ key, shiftKey, repeat }) {
    const button = /^[1-9]$/.test(key) && !shiftKey && this.#choices.children[key - 1];
    if (!button) return false;
    if (!repeat) button.click();
    return true;
  }

  /** The table is left. */
  end() {
    this.#asked?.close();
    this.#queue = [];
  }

  #setMode(interactive) {
    this.#interactive = interactive;
    keep(MODE, interactive ? null : 'automatic');
    this.#showMode();
    if (!interactive) this.#hurry();
  }

  #showMode() {
    for (const button of this.#modes.children) button.setAttribute('aria-pressed', String((button.dataset.mode === 'interactive') === this.#interactive));
  }

  /** A step has been shown whole: the log may tell it. */
  #log(step) {
    this.#table.log?.(step);
  }

  /** All that waits is taken as shown. */
  #flush() {
    for (const { step } of this.#queue) if (step) this.#log(step);
    this.#queue = [];
  }

  /** Shows at once all that waits. */
  #hurry() {
    if (!this.#queue.length) return;
    const events = this.#queue.flatMap((moment) => moment.events);
    this.#flush();
    this.#waits = false;
    this.#view = this.#state.view;
    this.#tell(events, true);
    this.#draw(false);
  }

  /** Goes on by one moment, when asked to. */
  #go() {
    this.#waits = false;
    this.#bubbles.replaceChildren();
    this.#pump(!this.#table.still);
  }

  /** Shows moments until one waits, or none is left. */
  #pump(tumble) {
    let rolled = false;
    while (this.#queue.length && !this.#waits) {
      const { events, waits, rolls, step } = this.#queue.shift();
      for (const event of events) this.#view = after(this.#view, event);
      this.#waits = waits;
      this.#rolls = rolls;
      rolled = events.some(({ kind }) => kind === 'roll');
      this.#tell(events, true);
      if (step) this.#log(step);
    }
    // With nothing left to come, what is shown is what the server says.
    if (!this.#queue.length) this.#view = this.#state.view;
    this.#draw(tumble && rolled);
  }

  /** Says what has happened: the news, comments in bubbles, and aloud. */
  #tell(events, aloud) {
    const lines = events.map((event) => [event.kind, story.describe(event, this.#table)]).filter(([, text]) => text);
    const news = lines.filter(([kind]) => !['said', 'turn', 'roll', 'win'].includes(kind)).map(([, text]) => text);
    const rolls = lines.filter(([kind]) => kind === 'roll').map(([, text]) => text);
    setText(this.#news, (news.length ? news.slice(-2) : rolls.slice(-1)).join(' '));
    this.#bubbles.append(...events.filter(({ kind }) => kind === 'said').map((event) => {
      const { text, lang } = saidIn(event, this.#table.seatName);
      return el('p', { class: 'dragon-bubble', 'data-seat': event.seat },
        el('b', {}, el('bdi', {}, this.#table.seatName(event.seat))), ' ', el('q', { lang }, text));
    }));
    while (this.#bubbles.children.length > MOST_BUBBLES) this.#bubbles.firstElementChild.remove();
    if (aloud) this.#aloud.push(...lines.map(([, text]) => text));
  }

  #draw(tumble) {
    const { you } = this.#state;
    const behind = this.#queue.length > 0;
    this.#board.show(this.#view, tumble);
    setText(this.#question, behind ? this.#pausing() : story.question(this.#state.view, you, this.#table));
    if (this.#aloud.length) this.#table.say(...this.#aloud, this.#question.textContent);
    this.#aloud = [];
    this.#modes.hidden = you === null;
    this.#offer(behind);
  }

  /** What stands where the question will stand, as long as something waits. */
  #pausing() {
    const { t, seatName } = this.#table;
    return this.#view.active === null ? '' : t('dragon.turn_of', { name: seatName(this.#view.active) });
  }

  /** The buttons: to go on, or to choose. */
  #offer(behind) {
    const { t } = this.#table;
    const choices = behind ? null : this.#state.choices;
    const offered = JSON.stringify([behind && (this.#rolls ? 'roll' : 'on'), choices, this.#state.n * !behind]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    const focused = this.#choices.contains(document.activeElement) || document.activeElement === this.#question;
    const buttons = [];
    if (behind) {
      const on = el('button', { type: 'button', class: 'primary', 'data-on': '', onclick: () => this.#go() }, t(this.#rolls ? 'dragon.roll' : 'dragon.on'));
      const all = el('button', { type: 'button', 'data-all': '', onclick: () => this.#hurry() }, t('dragon.all'));
      buttons.push(this.#help.on(on, this.#rolls ? 'roll' : 'on'), this.#help.on(all, 'all'));
    }
    for (const one of choices ?? []) buttons.push(this.#button(one));
    buttons.forEach((button, place) => numbered(button, place + 1));
    this.#choices.replaceChildren(...buttons);
    this.#choices.dataset.kind = behind ? 'on' : (choices?.[0]?.kind ?? 'none');
    if (focused) (buttons[0] ?? this.#question).focus({ preventScroll: true });
    this.#help.rest();
  }

  #button(one) {
    const text = story.choice(one, this.#table);
    const button = el('button', { type: 'button', 'data-choice': one.choice, class: `dragon-choice ${one.dragon ?? one.kind}` },
      one.dragon && badge(one.dragon), el('span', {}, text));
    button.addEventListener('click', () => this.#choose(one));
    return this.#help.on(button, one.kind);
  }

  async #choose(one) {
    if (this.#sent || (one.kind === 'challenge' && !(await this.#sure(one))) || this.#sent) return;
    const sent = { seat: this.#state.you, choice: one.choice };
    this.#sent = sent;
    this.#waits = false;
    this.#bubbles.replaceChildren();
    const taken = await this.#table.choose(one.choice);
    if (taken === false && this.#sent === sent) this.#sent = null;
  }

  /** Asks for confirmation once: the token is spent for good. */
  #sure(one) {
    const { t, seatName } = this.#table;
    this.#asked = askFirst(this.#root, { title: t('dragon.sure', { rival: seatName(one.rival) }), about: t('dragon.sure_about', { bonus: one.bonus }),
      yes: t('dragon.sure_yes'), no: t('dragon.sure_no') });
    return this.#asked.answer;
  }
}
