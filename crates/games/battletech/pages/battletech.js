// BattleTech at a table: the map, the mechs' record sheets, and the form of the phase that is asked.

import { el } from './dom.js';
import { endForm, fireForm, strikeForm, torsoForm } from './mech_choices.js';
import { Guide } from './mech_guide.js';
import { hexOf } from './mech_hex.js';
import { MechMap } from './mech_map.js';
import { moveForm } from './mech_move.js';
import { passedIn } from './mech_pass.js';
import { sheet } from './mech_sheet.js';
import { choiceText, describe, hexText, hintOf } from './mech_words.js';

export { describe };

/** What is heard of a fight. */
export const sounds = {
  move: ({ mode }) => mode !== 'still' && 'step', fall: 'hit', shot: ({ hit }) => (hit ? 'hit' : 'shot'),
  blow: ({ hit }) => (hit ? 'hit' : 'shot'), explosion: 'boom', destroyed: 'boom',
};

const PHASES = ['movement', 'reaction', 'weapons', 'physical', 'end'];

/** Shows fights in `root`. */
export function mount(root, table) {
  const { t } = table;
  let shown = null;
  const turn = el('p', { class: 'mech-turn' }), phases = el('ol', { class: 'mech-phases' }), guide = new Guide(table);
  const hex = el('p', { class: 'hint mech-hex-text' });
  const form = el('section', { class: 'mech-form panel', 'aria-label': t('mech.your_choice') });
  const sheets = el('div', { class: 'mech-sheets' });
  const legend = el('details', { class: 'mech-legend' }, el('summary', {}, t('mech.legend')), el('p', {}, t('mech.legend_text')));
  const where = el('ul', { class: 'visually-hidden', 'aria-label': t('mech.summary') });
  const field = el('div', { class: 'mech-field' }), whole = el('div', { class: 'mech' });
  const closed = new Set();
  let picker = null, asked = '', left = false, shut = false, passed = [];
  // On a phone the form lies over the page, and can be shut.
  const handle = el('button', { type: 'button', class: 'quiet mech-handle', onclick: () => { shut = !shut; fold(); } });
  function fold() {
    form.classList.toggle('shut', shut);
    handle.setAttribute('aria-expanded', String(!shut));
    handle.textContent = t(shut ? 'mech.sheet_open' : 'mech.sheet_shut');
  }
  const map = new MechMap(field, table, (name) => {
    hex.textContent = hexText(table, name, map.cell(hexOf(name)));
    picker?.pick?.(name);
  });
  field.append(hex);
  whole.append(el('div', { class: 'mech-top' }, turn, guide.button, phases), field, form, sheets, legend, where);
  root.replaceChildren(whole);

  /** Asks what a bot would choose, puts it into the form and says it. */
  async function advise(button, line) {
    const { n } = shown, form = picker;
    if (button.getAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    line.textContent = t('ui.thinking');
    const found = await table.hint();
    button.removeAttribute('aria-disabled');
    if (n !== shown.n) return;
    line.textContent = '';
    if (!found) return;
    const { hexes, side } = hintOf(found.choice, shown.view.mechs);
    // What the form says itself is not said twice.
    if (!form?.advise(found.choice)) line.textContent = `${t('ui.hint')}: ${choiceText(table, found.choice, shown.view.mechs[shown.you])}`;
    map.hint(hexes, side);
  }

  function ask(state) {
    const key = state.choices ? `${state.n} ${state.you}` : '';
    if (key === asked && key) return;
    // A player who chose by keys goes on in the next form.
    const had = left || form.contains(document.activeElement);
    asked = key;
    picker = null;
    map.mark([]);
    map.hint([]);
    form.replaceChildren();
    form.hidden = !state.choices;
    left = !state.choices && had && state.outcome == null;
    const explained = guide.explain(state.choices ? state.view.phase : null);
    if (!state.choices) return;
    const forms = { movement: moveForm, reaction: torsoForm, weapons: fireForm, physical: strikeForm, end: endForm };
    const body = el('div', { class: 'mech-choices' });
    picker = forms[state.view.phase]?.(body, table, state.choices, map, state.view.mechs[state.you], explained) ?? null;
    // What is asked and what sends the choice stay in sight while the rest scrolls.
    const title = body.querySelector('h2');
    body.prepend(guide.node);
    form.append(el('div', { class: 'mech-bar' }, title, handle), body, ...body.querySelectorAll(':scope > .send'));
    fold();
    if (state.hints) {
      const line = el('p', { class: 'hint', role: 'status' });
      const button = el('button', { type: 'button', class: 'mech-advise', onclick: () => advise(button, line) }, t('ui.hint'));
      guide.node.after(el('div', { class: 'mech-advice' }, button, line));
    }
    // The shell puts the focus on the game while others choose.
    const free = [document.body, root, null].includes(document.activeElement);
    if (had && free) title.focus({ preventScroll: true });
  }

  return {
    show(state, fresh) {
      const { view } = state;
      passed = passedIn(shown ? fresh : state.steps, passed);
      const gone = (phase) => phase !== view.phase && passed.some((each) => each.phase === phase && each.mechs.includes(state.you));
      shown = state;
      whole.classList.toggle('seated', state.you !== null && state.outcome === null);
      turn.textContent = t('mech.turn', { turn: view.turn, rounds: view.rounds });
      phases.replaceChildren(...PHASES.map((phase) => el('li', { class: phase === view.phase ? 'now' : gone(phase) ? 'passed' : null, 'aria-current': phase === view.phase ? 'step' : null },
        t(`mech.phase.${phase}`), gone(phase) && el('span', { class: 'visually-hidden' }, ` (${t('mech.passed')})`))));
      map.show(view, fresh, table.still);
      const at = [...sheets.children].findIndex((each) => each.contains(document.activeElement));
      sheets.replaceChildren(...view.mechs.map((mech, number) => sheet(table, mech, number, !closed.has(number), (open) => { if (open) closed.delete(number); else closed.add(number); })));
      sheets.children[at]?.querySelector('summary').focus({ preventScroll: true });
      where.replaceChildren(...MechMap.summary(table, view, (place) => map.cell(place)).map((text) => el('li', {}, text)));
      ask(state);
    },
    /** What a hint says, in words. */
    hinted: ({ choice }) => choiceText(table, choice, shown.view.mechs[shown.you ?? shown.asked ?? 0]),
    end() {
      root.replaceChildren();
    },
  };
}
