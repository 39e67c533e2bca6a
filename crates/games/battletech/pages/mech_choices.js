// The choices of a player: ways to move, volleys of weapons, passing.

import { el } from './dom.js';
import { balance, itemName, place, side, tenths } from './mech_hex.js';
import { keep, kept } from './words.js';

// A volley as it is put together: what it needs, what can be expected, and its text.

/** The targets that a weapon can hit. */
export const targetsOf = (weapon) => weapon.targets.filter(({ needs }) => needs !== undefined);

/** The primary target of these picks: the mech with the most expected damage; null without any. */
export function primaryOf(weapons, picks) {
  const sums = new Map();
  for (const [id, { mech }] of picks) {
    const target = weapons.find((weapon) => weapon.id === id)?.targets.find((each) => each.mech === mech);
    sums.set(mech, (sums.get(mech) ?? 0) + (target?.expected ?? 0));
  }
  return [...sums].sort((one, other) => other[1] - one[1] || one[0] - other[0])[0]?.[0] ?? null;
}

/** What a weapon needs at a target: more if that is not the primary one. */
export function oddsOf(weapon, mech, primary) {
  const target = weapon.targets.find((each) => each.mech === mech);
  return target && (primary === null || primary === mech ? target : target.second);
}

/** Damage to be expected, in tenths, and heat at the end of the turn. */
export function sumOf({ weapons, base }, picks) {
  const primary = primaryOf(weapons, picks);
  let expected = 0, heat = base;
  for (const [id, { mech, double }] of picks) {
    const weapon = weapons.find((each) => each.id === id);
    expected += oddsOf(weapon, mech, primary)?.expected ?? 0;
    heat += weapon.heat * (double ? 2 : 1);
  }
  return { expected, heat: Math.max(0, heat) };
}

/** The picks of such a text, by id of the weapon. */
export function picksOf(text) {
  const [, primary, list] = text.split(' ');
  return new Map(list.split(',').map((word) => {
    const [, id, at, double, load] = /^(\d+)(?:@(\d+))?(\*2)?(?:\/(\d+))?$/.exec(word);
    return [Number(id), { mech: Number(at ?? primary), double: Boolean(double), load: load === undefined ? null : Number(load) }];
  }));
}

/** Whether a mech that lies props itself with the arm of this weapon, since it fires with the other. */
export const propsWith = (weapon, weapons, picks) => weapon.at.startsWith('B') && weapons.some(({ id, at }) => picks.has(id) && at.startsWith('B') && at !== weapon.at);

/** The text of a volley; `pass` without shots. `picks`: by id of the weapon, `{ mech, double, load }`; without a load the first that has rounds. */
export function volleyText(weapons, picks) {
  const primary = primaryOf(weapons, picks);
  if (primary === null) return 'pass';
  const words = [...picks].map(([id, { mech, double, load }]) => `${id}${mech === primary ? '' : `@${mech}`}${double ? '*2' : ''}${load == null ? '' : `/${load}`}`);
  return `fire ${primary} ${words.join(',')}`;
}

// The form of the movement phase: a way to move, a hex, a side to face.

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

// Phases that pass by themselves: what the rules decide, the table passes; what nobody would decide otherwise, this page.

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

// The forms of the phases after the movement: torso, weapons, blows, end of the turn.

const head = (table, phase) => el('h2', { tabindex: -1 }, table.t(`mech.ask.${phase}`));

/** Buttons by the texts of their choices; the one that a hint says is marked. */
function advised(root) {
  return {
    advise(choice) {
      for (const button of root.parentElement.querySelectorAll('button[data-choice]')) button.classList.toggle('hinted', button.dataset.choice === choice);
    },
  };
}

/** Where the torso turns. */
export function torsoForm(root, table, choices) {
  const { t, lang } = table;
  const word = (choice) => t(`mech.${choice.split(' ')[1]}`);
  root.append(head(table, 'reaction'), el('div', { class: 'mech-list' }, choices.map(({ choice, torso, expected }) => el('button', { type: 'button', 'data-choice': choice, onclick: () => table.choose(choice) },
    `${word(choice)}: ${side(table, torso)} · ${t('mech.deal', { damage: tenths(expected, lang) })}`))));
  return advised(root);
}

/** The weapons, each with its target. */
export function fireForm(root, table, choices, map, mech) {
  const { t, lang } = table;
  const fire = choices.find(({ weapons }) => weapons), picks = new Map();
  const send = (choice) => el('button', { type: 'button', 'data-choice': choice, onclick: () => table.choose(choice) }, t(`mech.choice.${choice}`));
  const others = choices.filter(({ weapons }) => !weapons).map(({ choice }) => send(choice));
  if (!fire) {
    root.append(head(table, 'weapons'), el('div', { class: 'row' }, others));
    return advised(root);
  }
  const about = el('p', { class: 'mech-about send', role: 'status' });
  const shoot = el('button', { type: 'button', class: 'primary', onclick: () => table.choose(volleyText(fire.weapons, picks)) }, t('mech.shoot'));
  const rows = fire.weapons.map((weapon) => row(weapon));

  function loadText({ id, at, rounds }) {
    const load = mech.loads.find((each) => each.id === id);
    return `${load ? `${itemName(table, load.name)}, ` : ''}${place(table, at)}: ${t('mech.rounds', { rounds })}`;
  }

  function row(weapon) {
    const targets = targetsOf(weapon), why = weapon.targets[0]?.why;
    const name = `${itemName(table, weapon.name)}, ${place(table, weapon.at, weapon.rear)}`;
    if (!targets.length) return { weapon, node: el('li', { class: 'mech-cannot' }, el('b', {}, name), ` — ${t(`mech.rule.${why}`)}`), draw() {}, put() {} };
    const box = el('input', { type: 'checkbox', onchange: () => set() });
    const whom = targets.length > 1 ? el('select', { 'aria-label': t('mech.target_of', { weapon: name }), onchange: () => set() }, targets.map(({ mech }) => el('option', { value: mech }, table.seatName(mech)))) : null;
    const double = weapon.double ? el('input', { type: 'checkbox', onchange: () => set() }) : null;
    const loads = weapon.loads.length > 1 ? el('select', { 'aria-label': t('mech.load_of', { weapon: name }), onchange: () => set() },
      el('option', { value: '' }, t('mech.any_load')), weapon.loads.map((load) => el('option', { value: load.id }, loadText(load)))) : null;
    const odds = el('span', { class: 'mech-odds' });
    const at = () => (whom ? Number(whom.value) : targets[0].mech);
    function set() {
      if (box.checked) picks.set(weapon.id, { mech: at(), double: Boolean(double?.checked), load: loads?.value ? Number(loads.value) : null });
      else picks.delete(weapon.id);
      draw();
    }
    const node = el('li', {}, el('label', { class: 'check' }, box, el('span', {}, el('b', {}, name), ' ', odds)), whom, double && el('label', { class: 'check' }, double, t('mech.double')), loads);
    return {
      weapon, node,
      put(pick) {
        box.checked = Boolean(pick);
        if (pick && whom) whom.value = pick.mech;
        if (double) double.checked = Boolean(pick?.double);
        if (loads) loads.value = pick?.load ?? '';
        set();
      },
      draw() {
        const { needs, chance, expected } = oddsOf(weapon, at(), primaryOf(fire.weapons, picks));
        const rounds = weapon.loads.length ? ` · ${t('mech.rounds', { rounds: weapon.loads.reduce((sum, { rounds }) => sum + rounds, 0) })}` : '';
        box.disabled = mech.prone && propsWith(weapon, fire.weapons, picks);
        odds.textContent = box.disabled ? t('mech.rule.means') : `${table.seatName(at())} · ${t('mech.needs', { needs, chance })} · ${t('mech.expected', { damage: tenths(expected, lang) })} · ${t('mech.heat_plus', { heat: weapon.heat })}${rounds}`;
      },
    };
  }

  function draw() {
    rows.forEach((each) => each.draw());
    const { expected, heat } = sumOf(fire, picks);
    about.textContent = `${t('mech.expected', { damage: tenths(expected, lang) })} · ${t('mech.heat_then', { heat })}`;
    shoot.disabled = picks.size === 0;
  }

  root.append(head(table, 'weapons'), el('ul', { class: 'mech-list' }, rows.map(({ node }) => node)), about, el('div', { class: 'row send' }, shoot, others));
  draw();
  const buttons = advised(root);
  return {
    advise(choice) {
      buttons.advise(choice);
      const wanted = choice.startsWith('fire') ? picksOf(choice) : new Map();
      for (const each of rows) each.put(wanted.get(each.weapon.id));
      draw();
    },
  };
}

/** Blows with arms and legs. */
export function strikeForm(root, table, choices) {
  const { t, lang } = table;
  const text = ({ choice, blows, expected }) => {
    if (!blows) return t(`mech.choice.${choice}`);
    const parts = blows.map(({ at, means, mech, needs, chance, damage }) => `${t(`mech.means.${means}`)}, ${place(table, at)} → ${table.seatName(mech)}: ${t('mech.needs', { needs, chance })}, ${t('mech.damage_of', { damage })}`);
    return `${parts.join(' + ')} · ${t('mech.expected', { damage: tenths(expected, lang) })}`;
  };
  const sorted = [...choices].sort((one, other) => (other.expected ?? -1) - (one.expected ?? -1));
  root.append(head(table, 'physical'), el('div', { class: 'mech-list' }, sorted.map((choice) => el('button', { type: 'button', 'data-choice': choice.choice, onclick: () => table.choose(choice.choice) }, text(choice)))));
  return advised(root);
}

/** The end of the turn: heat sinks, the club, ammunition. It passes by itself if nothing of that matters and nothing is `explained`. */
export function endForm(root, table, [choice], map, mech, explained) {
  const { t } = table;
  const count = (key) => (choice[key] ? el('input', { id: `mech-${key}`, type: 'number', min: 0, max: choice[key], value: 0, inputmode: 'numeric' }) : null);
  const on = count('on'), off = count('off');
  const drop = choice.drop ? el('input', { type: 'checkbox' }) : null;
  const dump = choice.dump.map(({ id, name, at, rounds }) => {
    const box = el('input', { type: 'checkbox', value: id });
    return { box, node: el('label', { class: 'check' }, box, t('mech.dump', { what: itemName(table, name), where: place(table, at), rounds })) };
  });
  const text = () => {
    const words = ['end'];
    for (const [key, input] of [['on', on], ['off', off]]) {
      const number = Math.min(choice[key], Math.max(0, Math.trunc(input?.valueAsNumber || 0)));
      if (number) words.push(key, number);
    }
    if (drop?.checked) words.push('drop');
    const ids = dump.filter(({ box }) => box.checked).map(({ box }) => box.value);
    if (ids.length) words.push('dump', ids.join(','));
    return words.join(' ');
  };
  const field = (key, input) => input && el('div', { class: 'field' }, el('label', { for: `mech-${key}` }, t(`mech.sinks_${key}`, { most: choice[key] })), input);
  root.append(head(table, 'end'), el('button', { type: 'button', class: 'primary send', onclick: () => table.choose(text()) }, t('mech.end_turn')),
    ...passing(root, table, isIdle(choice, mech.heat) && !explained, () => table.choose('end')),
    el('details', {}, el('summary', {}, t('mech.end_more')), el('div', { class: 'mech-fields' }, field('on', on), field('off', off)),
      drop && el('label', { class: 'check' }, drop, t('mech.drop')), dump.map(({ node }) => node)));
  return {
    advise(text) {
      const words = text.split(' '), after = (word) => words[words.indexOf(word) + 1];
      for (const [key, input] of [['on', on], ['off', off]]) if (input) input.value = words.includes(key) ? after(key) : 0;
      if (drop) drop.checked = words.includes('drop');
      const ids = words.includes('dump') ? after('dump').split(',') : [];
      for (const { box } of dump) box.checked = ids.includes(box.value);
      if (words.length > 1) root.querySelector('details').open = true;
    },
  };
}
