// The page of one table: it stands around every game, live while it is played, a replay afterwards.

import { el, part, setText } from './dom.js';
import { offerLanguages } from './frame.js';
import { watchHealth } from './health.js';
import { Sitting } from './table_sitting.js';
import { tableOf } from './tokens.js';
import { Refused, get } from './wire.js';
import { speak, t } from './words.js';

const RETRY_MS = 3000;
const id = decodeURIComponent(location.pathname.split('/').pop());

/** The table as the server knows it, asked for until there is an answer; null if it knows none, or why it is set aside. */
async function load() {
  let token = tableOf(id)?.seats[0]?.token ?? null;
  for (;;) {
    try {
      return await get(`/api/tables/${encodeURIComponent(id)}`, token);
    } catch (error) {
      if (error instanceof Refused && [400, 404].includes(error.status)) return null;
      if (error instanceof Refused && error.aside) return { aside: error.message };
      // A token of another time: look on without it.
      if (token && error instanceof Refused && [401, 403].includes(error.status)) {
        token = null;
        continue;
      }
      setText(part('connection'), t('ui.lost'));
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

function showMissing(title, ...about) {
  document.title = title;
  part('main').replaceChildren(el('div', { id: 'game', class: 'missing', tabindex: -1 }, el('h1', {}, title), ...about.map((text) => el('p', {}, text)),
    el('a', { class: 'button', href: '/tables' }, t('ui.to_lobby'))));
}

/** A style, once it is there or cannot be had: a game measures nothing before. */
const loadStyle = (name) => new Promise((done) => document.head.append(
  el('link', { rel: 'stylesheet', href: `/assets/${name}.css`, onload: done, onerror: done })));

/** The game's module with its style; asked for until it is there. */
async function loadGame(name) {
  await loadStyle(name);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await import(`/assets/${name}.js${attempt ? `?attempt=${attempt}` : ''}`);
    } catch (error) {
      console.warn(error);
      setText(part('connection'), t('ui.lost'));
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

await speak();
watchHealth();
offerLanguages(part('languages'));
const state = await load();
if (state?.game) {
  const [module, about] = await Promise.all([loadGame(state.game), get('/api/games').catch(() => ({ games: [] }))]);
  setText(part('connection'), '');
  const { undo = true, hint = true, evaluation = false, analysis = false } = about.games.find((one) => one.game === state.game) ?? {};
  new Sitting(id, module, { undo, hint, evaluates: evaluation, analysis }).begin(state);
} else {
  // A seat is not forgotten: the server may only have been started without its tables.
  setText(part('connection'), '');
  if (state?.aside) showMissing(t('ui.aside'), t('ui.aside_about'), state.aside);
  else showMissing(t('ui.no_table'), t('ui.no_table_about'));
}
