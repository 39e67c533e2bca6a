// The page of a player: ratings, versions, opponents, games.

import { el, setText } from './dom.js';
import { chart } from './league_chart.js';
import { agoOf, dateOf, eloText, gameEntry, playerLink, renew, tableOf } from './league_lists.js';
import { get } from './wire.js';
import { language, t } from './words.js';

const DAY = 86_400;

/** The ratings by day as series, one for each version, the oldest first. */
export function seriesOf(days) {
  const versions = [...new Set(days.map(({ version }) => version))];
  return versions.map((version, at) => ({ name: version, seat: at % 6, points: days.filter((day) => day.version === version).map(({ day, elo, error }) => [day, elo, error]) }));
}

/** The numbers of a game by their names: `{ key, series }`, a series for each seat that reported them. */
export function numbersOf({ seats, numbers }) {
  const reported = numbers ?? [], keys = [...new Set(reported.flatMap((one) => Object.keys(one)))];
  return keys.map((key) => ({ key, series: reported.flatMap((one, seat) => (Object.hasOwn(one, key) ? [{ name: `${seat + 1} ${seats[seat]?.name ?? '?'}`, seat, points: one[key] }] : [])) }));
}

const section = (id, title, ...children) => el('section', { class: ['by-day', 'games'].includes(id) ? 'whole' : null, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), ...children);

const versionRow = ({ version, stage, made, games, elo, error }) => el('tr', null, el('th', { scope: 'row' }, el('bdi', null, version)),
  el('td', null, t(`league.stage_${stage}`)), el('td', { class: 'number' }, eloText({ elo, error })), el('td', { class: 'number' }, String(games)), el('td', { class: 'number wide' }, dateOf(made)));

function opponentRow({ name, wins, draws, losses }) {
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 });
  return el('tr', null, el('th', { scope: 'row' }, playerLink(name)), el('td', { class: 'number' }, `${wins}–${draws}–${losses}`),
    el('td', { class: 'number' }, percent.format((wins + draws / 2) / Math.max(1, wins + draws + losses))));
}

/** What programs reported of a game, once somebody asks for it. */
function numbersPart({ number, ended }) {
  if (!ended) return null;
  const root = el('details', { class: 'numbers' }, el('summary', null, t('league.numbers'), el('span', { class: 'visually-hidden' }, ` ${t('league.game', { number })}`)));
  root.addEventListener('toggle', async () => {
    if (!root.open || root.children.length > 1) return;
    const found = await get(`/api/league/games/${number}`).then(numbersOf, () => null);
    if (!found || root.children.length > 1) return;
    root.append(...(found.length
      ? found.map(({ key, series }) => chart({ title: key, along: t('league.choice'), series }))
      : [el('p', { class: 'hint' }, t('league.no_numbers'))]));
  });
  return root;
}

const made = new Map();

/** What was made of this value before, if there is such a thing: what is open there stays open. */
function madeOf(value, make) {
  const key = JSON.stringify(value);
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}

function entryOf(game) {
  const node = madeOf(game, () => gameEntry(game, { details: true, more: numbersPart(game) }));
  setText(node.querySelector('time'), agoOf(game));
  return node;
}

function draw(root, { name, state, versions, days, opponents, games }) {
  const current = versions.find(({ stage }) => stage === 'current'), series = seriesOf(days);
  setText(root.querySelector('h1 .name'), name);
  setText(root.querySelector('.standing'), [current && `${t('league.elo')}: ${eloText(current)}`, t(state === 'active' ? 'admin.active' : state === 'disabled' ? 'admin.disabled' : `league.${state}`)].filter(Boolean).join(' · '));
  renew(root.querySelector('.ratings'), [madeOf(days, () => (series.length
    ? chart({ title: t('league.elo'), along: t('league.day'), series, xText: (day) => dateOf(day * DAY) })
    : el('p', { class: 'hint' }, t('league.by_day_empty'))))]);
  renew(root.querySelector('.versions > tbody'), versions.map(versionRow).reverse());
  renew(root.querySelector('.opponents > tbody'), opponents.map(opponentRow));
  renew(root.querySelector('.results'), games.map(entryOf));
  document.title = `${name} · boardbots`;
}

/** Shows the player of this name, which is part of an address; what it returns shows what has become of them. */
export function showPlayer(root, name) {
  const table = (kind, title, columns) => tableOf(title, columns, [], kind);
  root.hidden = false;
  root.append(el('div', null, el('h1', null, el('bdi', { class: 'name' })), el('p', { class: 'hint standing' })),
    section('by-day', t('league.by_day'), el('div', { class: 'ratings' })),
    section('versions', t('league.versions'), table('versions', t('league.versions'), [[t('league.version')], [t('league.stage')], [t('league.elo'), 'number'], [t('admin.games'), 'number'], [t('league.since'), 'number wide']])),
    section('opponents', t('league.opponents'), table('opponents', t('league.opponents'), [[t('admin.player')], [t('league.tally'), 'number'], [t('league.score'), 'number']])),
    section('games', t('admin.games'), el('ul', { class: 'results' })));
  let missing = false;
  return async () => {
    if (missing) return;
    try {
      draw(root, await get(`/api/league/players/${name}`));
    } catch (error) {
      if (error.status !== 404) throw error;
      missing = true;
      document.title = t('league.no_player');
      root.replaceChildren(el('h1', null, t('league.no_player')), el('a', { class: 'button', href: '/' }, t('league.back')));
    }
  };
}
