// The pages on which a bot is registered: in the language of the others, and with buttons that copy.

import { copy, el, setText } from './dom.js';
import { speak, t } from './words.js';

await speak();
for (const node of document.querySelectorAll('.origin')) setText(node, location.origin);
for (const node of document.querySelectorAll('#user-key, pre')) {
  const button = el('button', { type: 'button', onclick: async () => setText(button, t(await copy(node) ? 'ui.copied' : 'ui.copy')) }, t('ui.copy'));
  node.after(el('p', { role: 'status' }, button));
}
