// The rules of a game: open at the first table, out of the way afterwards.

import { setText } from './dom.js';
import { keep, kept } from './kept.js';
import { t } from './words.js';

const READ = 'rules-read';

/** Shows the rules of a game in this `details` element, open unless they have been read or closed before. */
export function showRules(root, text, game) {
  setText(text, t(`rules.${game}`));
  const read = kept(READ) ?? [];
  root.open = !read.includes(game);
  if (root.open) keep(READ, [...read, game]);
}
