// The pages on which a bot is registered: in the language of the others, and with buttons that copy.

import { el, setText } from './dom.js';
import { speak, t } from './words.js';

/** Copies the text of a node, or selects it where the browser forbids that. */
async function copy(node) {
  getSelection().selectAllChildren(node);
  try {
    await navigator.clipboard.writeText(node.textContent);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

await speak();
for (const node of document.querySelectorAll('.origin')) setText(node, location.origin);
for (const node of document.querySelectorAll('#user-key, pre')) {
  const button = el('button', { type: 'button', onclick: async () => setText(button, t(await copy(node) ? 'ui.copied' : 'ui.copy')) }, t('ui.copy'));
  node.after(el('p', { role: 'status' }, button));
}
