// How to play along: a name, its key, and the commands that start a bot with it.

import { copy, el, setText } from './dom.js';
import { LONGEST_NAME, post } from './wire.js';
import { t } from './words.js';

/** The commands that fetch a bot and have it play with a key. */
export function commands({ game, over_http: overHttp }, origin, key) {
  const kit = `boardbots kit python ${game} my-bot`;
  if (overHttp) return [kit, `python3 my-bot/bot.py ${origin} ${key}`];
  return [`(umask 077; echo ${key} > my.key)`, kit, `boardbots join ${origin}/league 'cmd:python3 my-bot/bot.py' --key-file my.key`];
}

/** A text of a program with a button that copies it. */
export function copied(node, about) {
  const button = el('button', { type: 'button', onclick: async () => setText(text, t(await copy(node) ? 'ui.copied' : 'ui.copy')) });
  const text = el('span', null, t('ui.copy'));
  button.append(text, el('span', { class: 'visually-hidden' }, ` ${about}`));
  return el('div', { class: 'copied', role: 'status' }, node, button);
}

/** Shows a key, which nobody can ask for again. */
function showKey(root, league, { name, key }) {
  const title = el('h3', { tabindex: -1 }, t('league.key', { name })), lines = commands(league, location.origin, key).join('\n');
  root.replaceChildren(el('div', { class: 'join' }, title, copied(el('code', { id: 'join-key' }, key), t('admin.player_key')), el('p', null, t('league.key_about')),
    el('p', null, t(league.over_http ? 'league.commands_http' : 'league.commands')),
    league.over_http && el('p', null, el('code', null, `${location.origin}/api/arena`)),
    copied(el('pre', { id: 'join-commands', tabindex: 0 }, el('code', null, lines)), t('league.join'))));
  title.focus();
}

/** Offers to register, with the invitation of the address if there has to be one; `league` is what the server says of it. */
export function offer(section, league, invitation) {
  const root = el('div', { class: 'panel join' });
  const say = (...keys) => root.replaceChildren(...keys.map((key) => el('p', null, t(key))));
  section.append(root);
  if (league.registration === 'closed') return say('league.join_about', 'league.join_closed');
  if (league.registration === 'invitation' && !invitation) return say('league.join_about', 'league.join_ask');
  const error = el('p', { class: 'error', role: 'alert' });
  const field = el('input', { id: 'join-name', required: true, minlength: 3, maxlength: LONGEST_NAME, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'join-about' });
  const send = el('button', { class: 'primary' }, t('league.register'));
  async function register(event) {
    event.preventDefault();
    setText(error, '');
    send.disabled = true;
    try {
      showKey(root, league, await post('/api/league/register', { name: field.value, invitation }));
    } catch ({ status, message }) {
      setText(error, status ? `${t('ui.refused')} ${message}` : t('ui.unanswered'));
    }
    send.disabled = false;
  }
  root.append(el('p', null, t('league.join_about')), el('form', { onsubmit: register },
    el('div', { class: 'field' }, el('label', { for: 'join-name' }, t('ui.name')), field), el('p', { id: 'join-about', class: 'hint' }, t('league.name_about')), error, send));
}
