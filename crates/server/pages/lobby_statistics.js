// Who has played how much and won how often.

import { el, nameOf } from './dom.js';
import { calledOf, language, t } from './words.js';

/** Rows for a table: those of this game (all games if empty) and kind, one for each player, the busiest first. */
export function summed(players, game, kind) {
  const rows = new Map();
  for (const player of players) {
    if ((game && player.game !== game) || (kind && player.kind !== kind)) continue;
    // Bots of different games can be called the same; people play them all.
    const name = calledOf(player), bot = player.player, own = player.protected === true, key = `${own} ${player.kind} ${bot ?? name}`;
    const row = rows.get(key) ?? { name, kind: player.kind, own, game: bot && player.game, played: 0, won: 0 };
    row.played += player.played;
    row.won += player.won;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.played - a.played || b.won - a.won || a.name.localeCompare(b.name));
}

/**
 * Fills the section of statistics: a choice of game and kind, and the table. Returns what takes
 * newer statistics.
 */
export function showStatistics(root, games, { players }) {
  const choose = (id, label, values, change) => el('div', { class: 'field' },
    el('label', { for: id }, label),
    el('select', { id, onchange: ({ target }) => change(target.value) }, values.map(([value, text]) => el('option', { value }, text))));
  const body = el('tbody'), empty = el('p', { class: 'hint' }, t('ui.statistics_empty'));
  let game = '', kind = '';
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 });
  const table = el('table', { class: 'statistics' },
    el('caption', {}, t('ui.statistics_about')),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('ui.name')), el('th', { scope: 'col', class: 'number' }, t('ui.played')),
      el('th', { scope: 'col', class: 'number' }, t('ui.wins')), el('th', { scope: 'col', class: 'number' }, '%'))),
    body);
  function draw() {
    const rows = summed(players, game, kind);
    body.replaceChildren(...rows.map((row) => el('tr', {},
      el('th', { scope: 'row' }, nameOf(row.name), ' ', el('span', { class: 'kind' }, t(row.own ? 'ui.kind_owned' : `ui.kind_${row.kind}`), !game && row.game && `, ${t(`game.${row.game}`)}`)),
      ...[row.played, row.won, percent.format(row.played ? row.won / row.played : 0)].map((text) => el('td', { class: 'number' }, String(text))))));
    table.hidden = !rows.length;
    empty.hidden = rows.length > 0;
  }
  const filter = el('div', { class: 'filter' },
    choose('statistics-game', t('ui.game'), [['', t('ui.all_games')], ...games.map((one) => [one.game, t(`game.${one.game}`)])], (value) => {
      game = value;
      draw();
    }),
    choose('statistics-kind', t('ui.who'), [['', t('ui.everybody')], ['human', t('ui.people')], ['bot', t('ui.bots')]], (value) => {
      kind = value;
      draw();
    }));
  root.append(filter, table, empty);
  draw();
  return (newer) => {
    ({ players } = newer);
    draw();
  };
}
