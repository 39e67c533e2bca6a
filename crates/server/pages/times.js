// Times as people read them.

const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];

/** A span as on a clock: 0:07, 3:12, 1:02:09; never below zero. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** What is left of a clock of this many seconds that was started at a moment; it shows 0:00 only when nothing is left. */
export const left = (since, length, now) => Math.max(0, Math.ceil(since + length - now));

/** How long ago a moment was, in words: "3 minutes ago". Moments in Unix seconds. */
export function ago(moment, now, language) {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.max(0, now - moment);
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ['second', 0];
  return words.format(length ? -Math.floor(seconds / length) : 0, unit);
}
