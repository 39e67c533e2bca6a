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
