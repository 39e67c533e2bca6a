// Times as people say them.

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];

/** "3 minutes ago" for a moment in Unix seconds. */
export function ago(moment, now) {
  const seconds = Math.max(0, now - moment);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return WORDS.format(-Math.floor(seconds / length), unit);
  }
  return 'seconds ago';
}

/** Points a `<time>` element at a moment and says how long ago that is. */
export function setMoment(node, moment, now) {
  const words = ago(moment, now);
  if (node.textContent !== words) node.textContent = words;
  if (node.dataset.moment !== String(moment)) {
    node.dataset.moment = String(moment);
    const date = new Date(moment * 1000);
    node.dateTime = date.toISOString();
    node.title = date.toLocaleString();
  }
}

/** Says anew how long ago the moments of all `<time>` elements inside `root` are. */
export function refreshMoments(root, now) {
  for (const node of root.querySelectorAll('time[data-moment]')) setMoment(node, Number(node.dataset.moment), now);
}
