// Moments on a page, as people say them.

import { ago, language } from './words.js';

/** Points a `<time>` element at a moment and says how long ago that is. */
export function setMoment(node, moment, now) {
  const words = ago(moment, now, language());
  if (node.textContent !== words) node.textContent = words;
  if (node.dataset.moment !== String(moment)) {
    node.dataset.moment = String(moment);
    const date = new Date(moment * 1000);
    node.dateTime = date.toISOString();
    node.title = date.toLocaleString(language());
  }
}

/** Says anew how long ago the moments of all `<time>` elements inside `root` are. */
export function refreshMoments(root, now) {
  for (const node of root.querySelectorAll('time[data-moment]')) setMoment(node, Number(node.dataset.moment), now);
}
