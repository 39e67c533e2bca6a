// The administration of a league: the invitation to register, and the end of a season.

import { askFirst, copy, el, part, setText } from './dom.js';
import { get, post } from './wire.js';
import { t } from './words.js';

/** The link by which whoever has this invitation can register. */
export const registerLink = (origin, invitation) => `${origin}/league/register#${invitation}`;

/**
 * Shows what there is to do in a league, nothing on other servers. `act(work)` does what the server may refuse, and
 * `key()` is the key of the administration.
 */
export async function showLeague(root, key, act) {
  const league = await get('/api/league').catch(() => null);
  if (!league) return;
  const link = el('code', { id: 'invitation' }), copied = el('button', { type: 'button' }, t('ui.copy'));
  const show = ({ invitation }) => setText(link, registerLink(location.origin, invitation));
  copied.addEventListener('click', async () => setText(copied, t(await copy(link) ? 'ui.copied' : 'ui.copy')));
  /** Asks first: nothing of it can be undone. */
  const button = (id, work) => el('button', { type: 'button', id, onclick: async () => {
    const { answer } = askFirst(part('main'), { title: t(`admin.${id}_title`), about: t(`admin.${id}_about`), yes: t(`admin.${id}`) });
    if (await answer) await act(work);
  } }, t(`admin.${id}`));
  if (league.registration === 'invitation') {
    show(await get('/api/league/invitation', key()));
    root.append(el('h3', null, t('admin.invitation')), el('p', { class: 'hint' }, t('admin.invitation_about')), el('p', null, link),
      el('div', { class: 'row' }, copied, button('new_link', async () => show(await post('/api/league/invitation', {}, key())))));
  }
  const season = el('h3', null, t('league.season', { number: league.season.number }));
  root.append(season, el('div', { class: 'row' }, button('close_season', async () => {
    setText(season, t('league.season', { number: (await post('/api/league/seasons', {}, key())).season }));
  })));
  root.hidden = false;
}
