// What the pages of a league list: standings, and games with their faults.

import { el, nameOf, seatMark } from './dom.js';
import { numberText } from './league_chart.js';
import { serverNow } from './wire.js';
import { ago, known, language, t } from './words.js';

/** The address of a player's page. */
export const playerPath = (name) => `/league/players/${encodeURIComponent(name)}`;

/** A player's name as a link to their page. */
export const playerLink = (name) => el('a', { href: playerPath(name) }, nameOf(name));

/** A day or a moment in Unix seconds, as a date. */
export const dateOf = (seconds) => new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(seconds * 1000);

/** A number of Elo, with half the width of its interval. */
export const eloText = ({ elo, error }) => (elo === null ? '–' : `${numberText(elo)}${error === null ? '' : ` ± ${error}`}`);

/** The lowest and the highest Elo of all intervals; never nothing. */
export function rangeOf(ratings) {
  const rated = ratings.filter(({ elo }) => elo !== null);
  if (!rated.length) return [0, 1];
  const low = Math.min(...rated.map(({ elo, error }) => elo - (error ?? 0))), high = Math.max(...rated.map(({ elo, error }) => elo + (error ?? 0)));
  return high > low ? [low, high] : [low - 1, high + 1];
}

/** Puts these nodes into an element, and leaves alone those that are there already; the link that has the focus keeps it. */
export function renew(root, nodes) {
  const focused = root.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  nodes.forEach((node, at) => {
    const old = root.children[at];
    if (!old) root.append(node);
    else if (old !== node && !old.isEqualNode(node)) old.replaceWith(node);
  });
  while (root.children.length > nodes.length) root.lastElementChild.remove();
  if (focused && !root.contains(document.activeElement)) [...root.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus();
}

// Standings.

/** A table with these columns, `[text, class]`; `name` is what it is called. */
export function tableOf(name, columns, rows, kind = '') {
  return el('table', { class: `statistics ${kind}`.trim(), 'aria-label': name },
    el('thead', null, el('tr', null, columns.map(([text, style = null]) => el('th', { scope: 'col', class: style }, text)))), el('tbody', null, rows));
}

/** The interval of a rating and its middle, as a bar in CSS. */
function bar({ elo, error }, [low, high]) {
  if (elo === null) return null;
  const node = el('span', { class: 'elo-bar', 'aria-hidden': 'true' }), at = (value) => `${(((value - low) / (high - low)) * 100).toFixed(1)}%`;
  for (const [name, value] of [['--from', elo - (error ?? 0)], ['--at', elo], ['--to', elo + (error ?? 0)]]) node.style.setProperty(name, at(value));
  return node;
}

const STATES = { away: 'league.away', disabled: 'admin.disabled', removed: 'league.removed' };

function standing(row, place, range) {
  const { name, state, bot, there, candidate } = row, gone = STATES[state];
  const marks = [
    gone && el('span', { class: 'kind' }, t(gone)),
    !gone && !bot && el('span', { class: there ? 'dot' : 'dot off' }, el('span', { class: 'visually-hidden' }, t(there ? 'league.connected' : 'league.not_connected'))),
  ];
  return el('tr', { class: gone ? 'gone' : null },
    el('td', { class: 'rank' }, place),
    el('th', { scope: 'row' }, el('div', { class: 'who' }, playerLink(name), marks),
      candidate && el('div', { class: 'kind' }, t('league.candidate', { version: candidate.version, count: candidate.games }))),
    el('td', { class: 'number elo' }, el('span', null, eloText(row)), bar(row, range)),
    el('td', { class: 'number wide' }, String(row.games)),
    el('td', { class: 'number wide' }, `${row.wins}–${row.draws}–${row.losses}`),
    el('td', { class: 'number' }, String(row.points)));
}

/** The rows of standings. Those without a rating have no rank. */
export function standingsRows(standings) {
  const range = rangeOf(standings);
  return standings.map((row, at) => standing(row, row.elo === null ? '' : String(at + 1), range));
}

/** The table of standings. */
export const standingsTable = (name, rows) => tableOf(name, [['#'], [t('admin.player')], [t('league.elo'), 'number'], [t('admin.games'), 'number wide'],
  [t('league.tally'), 'number wide'], [t('league.points'), 'number']], rows, 'standings');

// Games.

/** What a player did wrong, in words. */
export function faultText({ seats }, { seat, fault }) {
  const key = `league.fault.${fault}`, name = seats[seat]?.name ?? '?';
  return known(key) ? t(key, { name }) : t('league.fault.other', { name, fault });
}

/** The seats of a game in the order of their places, those of running games in their own; `place` is 0 without a result. */
export function placed({ seats, places }) {
  return seats.map(({ name, version }, seat) => ({ seat, name: name ?? '?', version, place: places[seat] ?? 0 })).sort((a, b) => a.place - b.place);
}

/** How long ago a game ended, or began if it goes on. */
export const agoOf = ({ begun, ended }) => ago(ended ?? begun, serverNow(), language());

/** An entry of a list of games; `details` tells what programs said of faults, `more` stands at its end. */
export function gameEntry(game, { details = false, more = null } = {}) {
  const { number, cause, table, faults, length } = game, title = t('league.game', { number });
  const drawn = new Set(game.places).size === 1;
  const players = placed(game).map(({ seat, name, place }) => el('li', { class: place === 1 && !drawn ? 'won' : null },
    el('span', { class: 'place' }, place ? String(place) : seatMark(seat)), playerLink(name),
    faults.some((fault) => fault.seat === seat) && el('span', { class: 'fault-mark', 'aria-hidden': 'true' }, '!')));
  const how = cause && known(`league.cause.${cause}`) ? t(`league.cause.${cause}`) : null;
  return el('li', { class: 'result', 'data-game': number },
    el('div', { class: 'head' }, table ? el('a', { href: `/tables/${encodeURIComponent(table)}` }, title) : title,
      el('span', { class: 'kind' }, [how, length > 0 && t('ui.choices', { count: length })].filter(Boolean).map((text) => `${text} · `), el('time', null, agoOf(game)))),
    el('ol', { class: 'card-seats' }, players),
    faults.map((fault) => el('p', { class: 'fault' }, faultText(game, fault), details && fault.detail && el('code', null, fault.detail))), more);
}
