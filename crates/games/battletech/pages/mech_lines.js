// Lines of attacks on the map, and where their scores stand.

/** Attacks between the same two mechs as one line: who, whom, how many, how many hit. */
export function linesOf(attacks) {
  const lines = new Map();
  for (const { mech, target, hit, kind, from, at } of attacks) {
    if (target === null || target === undefined) continue;
    const key = `${mech} ${target} ${kind}`;
    const line = lines.get(key) ?? { mech, target, kind, from, at, count: 0, hits: 0 };
    line.count += 1;
    line.hits += hit ? 1 : 0;
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** Where a text fits among the places that are taken: the first of these that is free, or the first. */
export function free(places, taken) {
  const clear = (place) => taken.every((other) => Math.abs(other.x - place.x) > 28 || Math.abs(other.y - place.y) > 15);
  return places.find(clear) ?? places[0];
}
