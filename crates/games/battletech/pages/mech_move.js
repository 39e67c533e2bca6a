// The form of the movement phase: a way to move, a hex, a side to face.

import { el } from './dom.js';
import { balance, side, tenths } from './mech_words.js';

const MODES = ['stay', 'walk', 'run', 'jump'];
const ARROWS = ['↑', '↗', '↘', '↓', '↙', '↖'];
/** The sides as they lie around a hex, line by line. */
const AROUND = [6, 1, 2, 5, 4, 3];

/** Where one of the choices leads, by mode and hex. */
export const find = (choices, mode, hex) => choices.find((choice) => choice.mode === mode && choice.hex === hex && !choice.masc) ?? choices.find((choice) => choice.mode === mode && choice.hex === hex);

/** The text of a movement that faces a side; `low`: lying there at last, where one can also stand. */
export const textOf = (choice, facing, low = false) => (choice.form ? `${choice.form.replace('SIDE', facing)}${low ? ' prone' : ''}` : choice.choice);

/** The points of a movement that faces a side, standing or lying; null if it cannot be done. */
export const pointsOf = (choice, facing, low) => (low ? choice.down : choice.points)?.[facing - 1] ?? null;

/** What a movement is worth at its best, of its sides. */
export const worthOf = (choice) => Math.max(...choice.worth.filter((worth) => worth !== null));

/** The side that is best to face there. */
export const sideOf = (choice) => choice.worth.indexOf(worthOf(choice)) + 1;

/** Whether a movement can face a side, standing or lying. */
export const faces = (choice, facing) => choice.worth[facing - 1] !== null || pointsOf(choice, facing, true) !== null;

/** These movements, the best first; one that may ruin the hips is nobody's first thought. */
export const sorted = (choices) => [...choices].sort((one, other) => Boolean(one.masc) - Boolean(other.masc) || worthOf(other) - worthOf(one));

/** The form; `pick(hex)` takes a hex of the map. */
export function moveForm(root, table, choices, map, mech) {
  const { t, lang } = table;
  const ranked = sorted(choices), modes = MODES.filter((mode) => choices.some((choice) => choice.mode === mode));
  let mode = null, choice = null, facing = null, wished = false, low = false, hinted = false;
  const hexes = el('select', { id: 'mech-hex', onchange: () => { take(mode, hexes.value); map.reveal(choice.hex); } });
  const modeButtons = modes.map((each) => el('button', { type: 'button', onclick: () => { take(each, choice.hex); map.reveal(choice.hex); } }, t(`mech.mode.${each}`)));
  const sides = AROUND.map((number) => el('button', { type: 'button', class: 'icon', onclick: () => { facing = number; hinted = false; draw(); } }));
  const down = el('input', { type: 'checkbox', onchange: () => { wished = down.checked; hinted = false; draw(); } });
  const lie = el('label', { class: 'check' }, down, t('mech.lie'));
  const about = el('p', { class: 'mech-about send', role: 'status' });
  const go = el('button', { type: 'button', class: 'primary send', onclick: () => table.choose(textOf(choice, facing, low)) }, t('mech.go'));

  /** Takes a movement to a hex, or the best one; it faces as before where it can. */
  function take(wanted, hex, face = facing, lying = false, told = false) {
    mode = wanted;
    const list = ranked.filter((each) => each.mode === mode);
    choice = find(list, mode, hex) ?? list[0];
    facing = face && faces(choice, face) ? face : sideOf(choice);
    [wished, hinted] = [lying, told];
    hexes.replaceChildren(...list.map((each) => el('option', { value: each.hex, selected: each === choice }, label(each))));
    map.mark(list.map((each) => ({ hex: each.hex, kind: mode })), choice.hex);
    map.point(choice.hex);
    draw();
  }

  const label = (each) => {
    const points = (each.points ?? []).filter((number) => number !== null);
    return `${each.hex}${each.prone && each.form ? ` · ${t('mech.is.prone')}` : ''}${points.length ? ` · ${t('mech.points', { points: Math.min(...points) })}` : ''} · ${t('mech.balance', { balance: balance(worthOf(each), lang) })}`;
  };

  function draw() {
    // Some can only be done lying, such as to lie down where one stands.
    const stands = pointsOf(choice, facing, false), lies = pointsOf(choice, facing, true);
    low = lies !== null && (wished || stands === null);
    lie.hidden = lies === null;
    down.checked = low;
    down.disabled = stands === null;
    modeButtons.forEach((button, index) => button.setAttribute('aria-pressed', String(modes[index] === mode)));
    sides.forEach((button, index) => {
      const number = AROUND[index], points = pointsOf(choice, number, low) ?? pointsOf(choice, number, !low);
      const able = choice.points ? points !== null : number === choice.side;
      button.disabled = !able;
      button.setAttribute('aria-pressed', String(number === facing));
      button.setAttribute('aria-label', `${side(table, number)}${able && choice.points ? `, ${t('mech.points', { points })}` : ''}`);
      button.replaceChildren(ARROWS[number - 1]);
    });
    const at = facing - 1;
    const parts = [`${hinted ? `${t('ui.hint')}: ` : ''}${t(`mech.mode.${mode}`)} ${choice.hex}, ${side(table, facing)}`];
    if (choice.points) parts.push(t('mech.points', { points: pointsOf(choice, facing, low) }));
    if (low || choice.prone) parts.push(t('mech.is.prone'));
    else if (mech.prone && choice.form) parts.push(t('mech.stands'));
    parts.push(t('mech.heat_plus', { heat: choice.heat }));
    const sure = (low ? choice.down_sure : choice.sure)?.[at] ?? 100;
    if (sure < 100) parts.push(t('mech.sure', { chance: sure }));
    if (choice.sinks) parts.push(t('mech.sinks'));
    if (choice.masc) parts.push('MASC');
    if (choice.worth[at] !== null) parts.push(t('mech.balance', { balance: balance(choice.worth[at], lang) }));
    parts.push(t('mech.deal', { damage: tenths(choice.deal[at], lang) }), t('mech.take', { damage: tenths(choice.take, lang) }));
    if (choice.struck[at] !== '-') parts.push(t(`mech.struck.${choice.struck[at]}`));
    about.replaceChildren(parts.join(' · '));
  }

  root.append(el('h2', { tabindex: -1 }, t('mech.ask.movement')),
    el('div', { class: 'row', role: 'group', 'aria-label': t('mech.how') }, modeButtons),
    el('div', { class: 'mech-fields' },
      el('div', { class: 'field' }, el('label', { for: 'mech-hex' }, t('mech.to')), hexes),
      el('div', { class: 'field' }, el('span', { id: 'mech-facing' }, t('mech.facing')), el('div', { class: 'mech-sides', role: 'group', 'aria-labelledby': 'mech-facing' }, sides))),
    lie, about, go, el('p', { class: 'hint' }, t('mech.move_help')));
  take(ranked[0].mode, ranked[0].hex);
  return {
    pick(hex) {
      const wanted = find(choices, mode, hex) ? mode : modes.find((each) => find(choices, each, hex));
      if (wanted) take(wanted, hex);
    },
    advise(text) {
      const [wanted, hex, face, ...rest] = text.split(' ');
      const found = find(choices, wanted, hex ?? mech.hex);
      if (found) take(wanted, found.hex, face ? Number(face) : null, rest.includes('prone'), true);
      return Boolean(found);
    },
  };
}
