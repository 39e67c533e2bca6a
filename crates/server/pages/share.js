// Passing a link on: to a program of the phone, or as a QR code that another phone takes from the screen.

import { el, svg } from './dom.js';
import { Refused, post } from './wire.js';
import { t } from './words.js';

/** The buttons for the link that `link()` gives: one to share it, where the browser can, and one for its QR code. */
export function shareButtons(link, title) {
  const code = el('div', { class: 'qr', hidden: true });
  const share = navigator.share && el('button', { type: 'button', onclick: () => navigator.share({ title, url: link() }).catch(() => {}) }, t('ui.share'));
  const toggle = el('button', { type: 'button', 'aria-expanded': 'false', onclick: async () => {
    if (code.hidden) code.replaceChildren(await drawing(link()));
    code.hidden = !code.hidden;
    toggle.setAttribute('aria-expanded', String(!code.hidden));
  } }, t('ui.qr'));
  return { buttons: [share, toggle].filter(Boolean), code };
}

/** The QR code of a text, or why there is none. */
async function drawing(text) {
  try {
    const { side, path } = await post('/api/qr', { text });
    return svg('svg', { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': t('ui.qr'), 'shape-rendering': 'crispEdges' },
      svg('rect', { width: side, height: side, fill: '#fff' }), svg('path', { d: path, fill: '#000' }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return el('p', { class: 'error' }, error.told());
  }
}
