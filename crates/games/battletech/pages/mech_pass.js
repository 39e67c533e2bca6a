// Phases that pass by themselves: what the rules decide, the table passes; what nobody would decide otherwise, this page.

import { el } from './dom.js';
import { keep, kept } from './kept.js';

const ASKS = 'mech-asks';
/** From this heat on ammunition is a danger soon. */
const HOT = 14;
/** How long one sees that a phase passes. */
const MOMENT_MS = 1500;

/** Whether nothing needs to be decided at the end of a turn: no heat sink is off, no club is held, and ammunition is safe. */
export const isIdle = ({ on, drop, dump }, heat) => !on && !drop && (heat < HOT || !dump.length);

/** What has passed in this turn, `{ phase, mechs }`, after these steps; `before` is what had passed before them. */
export function passedIn(steps, before) {
  const events = steps.flatMap((step) => step.events), from = events.findLastIndex(({ kind }) => kind === 'turn');
  return [...(from < 0 ? before : []), ...events.slice(from + 1).filter(({ kind }) => kind === 'passed')];
}

/** Has an idle phase pass unless its player turns to it; and what switches that off and on again. */
export function passing(root, { t }, idle, act) {
  const asks = kept(ASKS) === true;
  const box = el('input', { type: 'checkbox', checked: asks, onchange: () => keep(ASKS, box.checked || null) });
  const note = el('p', { class: 'hint', role: 'status' });
  if (idle && !asks) {
    note.textContent = t('mech.end_passes');
    const pass = async () => {
      // What was not taken is left to the player.
      if (note.isConnected && !await act()) note.textContent = '';
    };
    const timer = setTimeout(pass, MOMENT_MS);
    for (const kind of ['pointerdown', 'keydown']) {
      root.addEventListener(kind, () => {
        clearTimeout(timer);
        note.textContent = '';
      }, { once: true });
    }
  }
  return [note, el('label', { class: 'check' }, box, t('mech.end_asks'))];
}
