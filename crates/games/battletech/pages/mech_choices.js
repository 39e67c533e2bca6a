// The forms of the phases after the movement: torso, weapons, blows, end of the turn.

import { el } from './dom.js';
import { isIdle, passing } from './mech_pass.js';
import { itemName, place, side, tenths } from './mech_words.js';
import { oddsOf, picksOf, primaryOf, propsWith, sumOf, targetsOf, volleyText } from './mech_volley.js';

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
