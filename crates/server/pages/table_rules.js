// The rules of a game: open at the first table, out of the way afterwards.

import { setText } from './dom.js';
import { keep, kept } from './kept.js';
import { known, t } from './words.js';

const READ = 'rules-read';

/** Shows the rules of a game, if there are any, in this `details` element, open unless they have been read or closed before. */
export function showRules(root, text, game) {
  root.hidden = !known(`rules.${game}`);
  if (root.hidden) return;
  setText(text, t(`rules.${game}`));
  const read = kept(READ) ?? [];
  root.open = !read.includes(game);
  if (root.open) keep(READ, [...read, game]);
}
