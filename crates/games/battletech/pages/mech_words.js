// What happened and what is where, in words.

import { TERRAIN } from './mech_hex.js';

/** A number of tenths, as it is shown. */
export const tenths = (value, lang) => (value / 10).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** What a movement is worth, in percent of a mech, with its sign. */
export const balance = (worth, lang) => (worth / 10).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** What a mech is called: who plays it, and its name. */
export const mechName = (table, number, mech) => (mech ? `${table.seatName(number)} (${mech.name})` : table.seatName(number));

/** What a location is called. */
export const place = (table, word, rear) => table.t(`mech.at.${word}`) + (rear ? ` ${table.t('mech.rear')}` : '');

/** The direction of a side, 1 to 6. */
export const side = (table, number) => table.t(`mech.side.${number}`);

/** A hex in words. */
export function hexText({ t }, name, cell) {
  if (!cell) return name;
  const parts = [t('mech.hex', { hex: name }), t(`mech.terrain.${TERRAIN[cell.kind] ?? 'open'}`)];
  if (cell.level) parts.push(t('mech.level', { level: cell.level }));
  if (cell.fire) parts.push(t('mech.fire'));
  if (cell.smoke) parts.push(t('mech.smoke'));
  return parts.join(', ');
}

/** What ails a mech, in words. */
export function ails({ t }, mech) {
  const states = [['destroyed', !mech.operative], ['prone', mech.prone], ['shut', mech.shut], ['stuck', mech.stuck], ['burning', mech.burning], ['club', mech.club], ['out', mech.own && !mech.own.awake]];
  return states.filter(([, is]) => is).map(([word]) => t(`mech.is.${word}`));
}

/** A line for an event of the log; null for what needs none. */
export function describe(event, table) {
  const { t } = table, name = table.seatName(event.mech);
  const whom = event.target === null || event.target === undefined ? '' : table.seatName(event.target);
  const hits = () => event.hits.map((hit) => `${place(table, hit.location, hit.rear)} ${hit.damage}`).join(', ');
  switch (event.kind) {
    case 'turn': return t('mech.log.turn', { turn: event.turn });
    case 'initiative': return t('mech.log.initiative', { names: event.order.map((mech) => table.seatName(mech)).join(', ') });
    case 'move': {
      if (event.mode === 'still') return t('mech.log.stay', { name });
      return t(`mech.log.${event.mode}`, { name, hex: event.path.at(-1), side: side(table, event.facing), points: event.points });
    }
    case 'torso': return t('mech.log.torso', { name, side: side(table, event.torso) });
    case 'check': return event.roll ? t(event.passed ? 'mech.log.passed' : 'mech.log.failed', { name, why: t(`mech.why.${event.reason}`), needed: event.needed, roll: event.roll }) : t('mech.log.hopeless', { name, why: t(`mech.why.${event.reason}`) });
    case 'fall': return t('mech.log.fall', { name, damage: event.damage });
    case 'stuck': return t(event.stuck ? 'mech.log.stuck' : 'mech.log.free', { name });
    case 'masc': return t(event.passed ? 'mech.log.masc' : 'mech.log.masc_failed', { name });
    case 'club': return t(event.found ? 'mech.log.club' : 'mech.log.no_club', { name });
    case 'club_lost': return t('mech.log.club_lost', { name });
    case 'shot': return whom ? t(event.hit ? 'mech.log.hit' : 'mech.log.miss', { name, what: itemName(table, event.weapon), whom, needed: event.needed, roll: event.roll, where: hits() }) : null;
    case 'blow': return whom ? t(event.hit ? 'mech.log.hit' : 'mech.log.miss', { name, what: t(`mech.means.${event.means}`), whom, needed: event.needed, roll: event.roll, where: hits() }) : null;
    case 'jam': return t('mech.log.jam', { name });
    case 'narc': return t('mech.log.narc', { name, whom });
    case 'lost': return t('mech.log.lost', { name, where: place(table, event.location) });
    case 'critical': return t('mech.log.critical', { name, where: place(table, event.location), what: itemName(table, event.name) });
    case 'explosion': return t('mech.log.explosion', { name, what: itemName(table, event.name), damage: event.damage });
    case 'heat': return t('mech.log.heat', { name, before: event.before, after: event.after });
    case 'heat_check': return event.avoided ? null : t(`mech.danger.${event.danger}`, { name });
    case 'power': return t(event.on ? 'mech.log.on' : 'mech.log.off', { name });
    case 'destroyed': return t('mech.log.destroyed', { name, why: t(`mech.end.${event.why}`) });
    case 'dumped': return t('mech.log.dumped', { name, rounds: event.rounds });
    case 'passed': return t(`mech.log.passed_${event.phase}`, { names: event.mechs.map((mech) => table.seatName(mech)).join(', ') });
    case 'chosen': return ['pass', 'end'].includes(event.choice) ? t(`mech.log.chosen_${event.choice}`, { name: table.seatName(event.seat) }) : null;
    case 'fault': return event.rule === 'hopeless' ? null : t(`mech.rule.${event.rule}`);
    case 'over': return event.winner === null ? t('mech.over.tie') : t('mech.log.over', { name: table.seatName(event.winner) });
    default: return null;
  }
}

/** What a weapon or a part is called: the data's own name if the language has none for it. */
export function itemName({ t }, name) {
  const key = `mech.item.${name}`, text = t(key);
  return text === key ? name : text;
}

/** Where a hint points: hexes, and the side to face. */
export function hintOf(choice, mechs) {
  const [verb, first, second] = choice.split(' ');
  if (verb === 'walk' || verb === 'run' || verb === 'jump') return { hexes: [first], side: Number(second) };
  const at = verb === 'fire' ? [first, ...[...second.matchAll(/@(\d+)/g)].map(([, mech]) => mech)]
    : verb === 'strike' ? [...first.matchAll(/@(\d+)/g)].map(([, mech]) => mech) : [];
  return { hexes: [...new Set(at.map((mech) => mechs[mech]?.hex))].filter(Boolean), side: null };
}

/** What is aimed at whom, `[what, mech]`: each target once, with each kind of weapon once. */
function byTarget(table, aimed) {
  const targets = new Map();
  for (const [what, at] of aimed) {
    const counts = targets.get(at) ?? targets.set(at, new Map()).get(at);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...targets].map(([at, counts]) => `${[...counts].map(([what, count]) => (count > 1 ? `${count} × ${what}` : what)).join(', ')} → ${table.seatName(Number(at))}`).join('; ');
}

/** A choice in words, for a mech. */
export function choiceText(table, choice, mech) {
  const { t } = table, [verb, first, second, ...rest] = choice.split(' ');
  switch (verb) {
    case 'stay': return t('mech.mode.stay');
    case 'walk': case 'run': case 'jump': return `${t(`mech.mode.${verb}`)} ${first}, ${side(table, second)}${rest[0] === 'prone' ? `, ${t('mech.is.prone')}` : ''}`;
    case 'torso': return t(`mech.${first}`);
    case 'pass': case 'club': return t(`mech.choice.${verb}`);
    case 'fire': return byTarget(table, second.split(',').map((word) => {
      const id = Number.parseInt(word, 10), weapon = mech.weapons.find((each) => each.id === id);
      return [weapon ? itemName(table, weapon.name) : String(id), /@(\d+)/.exec(word)?.[1] ?? first];
    }));
    case 'strike': return byTarget(table, first.split(',').map((word) => {
      const [, limb, means, at] = /^(\w+):(\D+)\d*@(\d+)$/.exec(word);
      return [`${t(`mech.means.${means === 'blade' ? 'axe' : means}`)} (${place(table, limb)})`, at];
    }));
    default: return [t('mech.end_turn'), first, second, ...rest].filter(Boolean).join(' ');
  }
}
