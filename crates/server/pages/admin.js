// The administration: players with their names and keys, and the course.

import { showLeague } from './admin_league.js';
import { askFirst, copy, el, nameOf, offerLanguages, part, setText, showCourse, watchHealth } from './dom.js';
import { get, LONGEST_NAME, post, serverNow } from './wire.js';
import { ago, language, speak, t } from './words.js';

const KEY = 'admin-key';
/** The key, for as long as this tab is open, also where the browser keeps nothing. */
let key = null;

function keepKey(value) {
  key = value;
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Forbidden: it is asked for again when the page is loaded again.
  }
}

function keptKey() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Does something that the server may refuse, and shows what has become of it. */
async function act(work) {
  setText(part('error'), '');
  setText(part('done'), '');
  try {
    await work();
    setText(part('done'), t('admin.done'));
  } catch (error) {
    const { status, message } = error;
    setText(part('error'), status === 403 ? t('admin.wrong_key') : status ? `${t('ui.refused')} ${message}` : t('ui.unanswered'));
    if (status === 403) show(false);
  }
}

function show(inside) {
  if (!inside) keepKey(null);
  part('inside').hidden = !inside;
  part('enter').hidden = inside;
}

/** Shows keys, which nobody can ask for again. */
function tellKeys(made) {
  part('made-rows').replaceChildren(...made.map(({ name, key: own }) => el('tr', null, el('th', { scope: 'row' }, nameOf(name)), el('td', null, el('code', null, own)))));
  part('made').hidden = false;
  part('made-title').focus();
  const cell = (text) => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const table = ['name,key', ...made.map(({ name, key: own }) => `${cell(name)},${own}`)].join('\n');
  part('copy').onclick = async () => setText(part('copy'), t(await copy(part('made-rows')) ? 'ui.copied' : 'ui.copy'));
  part('download').onclick = () => {
    const link = el('a', { href: URL.createObjectURL(new Blob([`${table}\n`], { type: 'text/csv' })), download: 'keys.csv' });
    link.click();
    URL.revokeObjectURL(link.href);
  };
}

async function showPlayers() {
  const { users } = await get('/api/admin/users', key);
  part('players').replaceChildren(...users.map(rowOf));
  part('nobody').hidden = users.length > 0;
}

async function change(name, what, body = {}) {
  const answer = await post(`/api/admin/users/${encodeURIComponent(name)}/${what}`, body, key);
  await showPlayers();
  part('players-title').focus();
  if (answer.key) tellKeys([answer]);
}

/** Asks before a change that cannot be undone, or for the new name. */
async function asked(name, what, field = null) {
  const about = field ? null : t(`admin.${what}_about`);
  const { answer } = askFirst(part('main'), { title: t(`admin.${what}_title`, { name }), about, field, yes: t(`admin.${what}`) });
  if (await answer) await act(() => change(name, what, field ? { name: field.querySelector('input').value } : {}));
}

function rowOf({ name, disabled, games, lastSeen }) {
  const button = (what, onclick) => el('button', { type: 'button', onclick }, t(`admin.${what}`), el('span', { class: 'visually-hidden' }, ` ${name}`));
  const nameField = () => el('div', { class: 'field' }, el('label', { for: 'new-name' }, t('admin.new_name')),
    el('input', { id: 'new-name', value: name, maxlength: LONGEST_NAME, autocomplete: 'off' }));
  const toggle = disabled ? 'enable' : 'disable';
  return el('tr', null,
    el('th', { scope: 'row' }, nameOf(name)),
    el('td', null, t(disabled ? 'admin.disabled' : 'admin.active')),
    el('td', { class: 'number wide' }, String(games)),
    el('td', { class: 'wide' }, ago(lastSeen, serverNow(), language())),
    el('td', null, el('div', { class: 'row' },
      button('reset', () => asked(name, 'reset')),
      button('rename', () => asked(name, 'rename', nameField())),
      button(toggle, () => act(() => change(name, toggle))),
      button('remove', () => asked(name, 'remove')))));
}

/** Shows everything that the key opens. */
async function enter() {
  await showPlayers();
  const course = await get('/api/course');
  for (const [id, text] of [['course-name', course.name], ['colour', course.colour], ['announcements', course.announcements]]) part(id).value = text;
  keepKey(key);
  if (part('league').hidden) await showLeague(part('league'), () => key, act);
  show(true);
}

const onSubmit = (id, work) => part(id).addEventListener('submit', (event) => {
  event.preventDefault();
  act(work);
});

await speak();
watchHealth();
offerLanguages(part('languages'));
showCourse(false);
document.title = `${t('admin.title')} · boardbots`;
onSubmit('enter', async () => {
  key = part('key').value.trim();
  part('key').value = '';
  await enter();
  part('players-title').focus();
});
onSubmit('add', async () => {
  const made = await post('/api/admin/users', part('names').value.split('\n'), key);
  part('names').value = '';
  await showPlayers();
  tellKeys(made);
});
onSubmit('course', async () => {
  const [name, colour, announcements] = ['course-name', 'colour', 'announcements'].map((id) => part(id).value);
  await post('/api/admin/course', { name, colour, announcements }, key);
  showCourse(false);
});
key = keptKey();
if (key) await act(enter);
part('enter').hidden = !part('inside').hidden;
