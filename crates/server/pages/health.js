// A line at the top of every page as long as the server cannot store anything.

import { setText } from './dom.js';
import { t } from './words.js';

const EVERY_MS = 5000;
/** Reasons that have a text of their own; others are told as the server says them. */
const REASONS = { 'the disk is full': 'ui.disk_full' };

/** What is shown for what `/health` says; nothing if all is well. */
export function told({ status, reason } = {}) {
  if (status !== 'degraded') return '';
  const why = Object.hasOwn(REASONS, reason) ? t(REASONS[reason]) : reason;
  return t('ui.unstored', { why });
}

/** Looks after the server for as long as the page can be seen, and shows what is wrong above everything else. */
export function watchHealth() {
  const line = document.createElement('p');
  line.id = 'health';
  line.className = 'trouble';
  line.setAttribute('role', 'alert');
  line.hidden = true;
  document.body.prepend(line);
  async function look() {
    if (document.hidden) return;
    let text;
    try {
      // It answers 503 with the reason while something is wrong.
      text = told(await (await fetch('/health', { cache: 'no-store' })).json());
    } catch {
      return; // that there is no answer at all is told by the page itself
    }
    setText(line, text);
    line.hidden = !text;
  }
  look();
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
}
