// What happens in games for two, in words.

const say = {
  drop: (event, { t, seatName }) => t(event.bomb ? 'duel.log.bomb' : 'duel.log.drop', { name: seatName(event.seat), column: event.column + 1 }),
  boom: (event, { t, seatName }) => t('duel.log.boom', { name: seatName(event.seat), row: event.row + 1, count: event.removed.length }),
  line: (event, { t, seatName }) => t('duel.log.line', { name: seatName(event.seat) }),
  move: (event, { t, seatName }) => {
    const moved = t(`duel.log.${event.way}`, { name: seatName(event.seat) });
    return event.gained ? `${moved} ${t('duel.log.gained', { count: event.gained })}` : moved;
  },
  pass: (event, { t, seatName }) => t('duel.log.pass', { name: seatName(event.seat) }),
};

/** What an event says; null if nothing. `table` has `t` and `seatName`. */
export const describe = (event, table) => (Object.hasOwn(say, event.kind) ? say[event.kind](event, table) : null);

/** What a choice is called. */
export function choiceName(choice, t) {
  if (choice.kind === 'drop') return t(choice.bomb ? 'duel.drop_bomb' : 'duel.drop', { column: choice.column + 1 });
  if (choice.kind === 'boom') return t('duel.boom_of', { row: choice.row + 1, count: choice.removed.length });
  return t(`duel.${choice.way}`);
}

/** What a hint says: the choice, and whether it decides the match. */
export function hintText(choice, note, t) {
  const name = choiceName(choice, t);
  if (note?.ends === null || note?.ends === undefined) return name;
  return `${name}. ${t(note.value > 0 ? 'duel.wins_in' : 'duel.loses_in', { count: Math.max(1, note.ends) })}`;
}
