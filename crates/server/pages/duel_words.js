// What happens in games for two, in words: what several of them have in common.

/** What an event says, by its kind. A game adds its own kinds. */
export const COMMON = {
  drop: (event, { t, seatName }) => t('duel.log.drop', { name: seatName(event.seat), column: event.column + 1 }),
  line: (event, { t, seatName }) => t('duel.log.line', { name: seatName(event.seat) }),
  pass: (event, { t, seatName }) => t('duel.log.pass', { name: seatName(event.seat) }),
};

/** What the drop of a piece is called. */
export const dropName = ({ column }, t) => t('duel.drop', { column: column + 1 });

/** What a hint says: the name of the choice, and whether it decides the game. */
export function hintText(name, note, t) {
  if (note?.ends === null || note?.ends === undefined) return name;
  const said = note.ends > 0 ? 'duel.wins_in' : note.ends < 0 ? 'duel.loses_in' : 'duel.is_drawn';
  return `${name}. ${t(said, { count: Math.abs(note.ends) })}`;
}
