// A question before something that cannot be undone.

import { el } from './dom.js';
import { t } from './words.js';

/**
 * Asks in a dialog inside `root`: a title, something about it if there is more to say, and what the buttons say. The
 * answer resolves to whether yes was chosen; `close()` gives up.
 */
export function askFirst(root, { title, about = null, yes, no = t('ui.cancel') }) {
  const dialog = el('dialog', { class: 'ask panel', 'aria-labelledby': 'ask-title', 'aria-describedby': about && 'ask-about' }, el('form', { method: 'dialog' },
    el('h2', { id: 'ask-title' }, title), about && el('p', { id: 'ask-about' }, about),
    el('div', { class: 'row' }, el('button', { value: 'no' }, no), el('button', { value: 'yes', class: 'primary' }, yes))));
  const answer = new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
  root.append(dialog);
  dialog.showModal();
  return { answer, close: () => dialog.close('no') };
}
