// Those at the table: reactions, how many watch, sounds, and a call when it is your turn.

import { el, nameOf, setAttribute, setText } from './dom.js';
import { keep, kept } from './kept.js';
import { REACTIONS, signOf } from './signs.js';
import { isOn, play, soundsOf, switchSounds } from './sounds.js';
import { Refused, post } from './wire.js';
import { t } from './words.js';

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
