// The player's tools: a hint, taking back, and the state of the match.

import { el, setAttribute, setText } from './dom.js';
import { keep, kept } from './kept.js';
import { askFirst } from './dialog.js';
import { valueText } from './values.js';
import { Refused, get } from './wire.js';
import { t } from './words.js';

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
