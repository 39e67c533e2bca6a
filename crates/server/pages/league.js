// The league: its front, and the page of a player.

import { el, offerLanguages, part, setText, showCourse, watchHealth } from './dom.js';
import { offer } from './league_join.js';
import { dateOf, gameEntry, renew, standingsRows, standingsTable } from './league_lists.js';
import { showPlayer } from './league_player.js';
import { Cards } from './lobby_lists.js';
import { get, Refused, serverNow } from './wire.js';
import { ago, language, speak, t } from './words.js';

const EVERY_MS = 5000;
/** Results shown at first. */
const FEW = 8;
const PLAYER = /^\/league\/players\/([^/]+)$/;

/** Calls `look()` now and every few seconds while the page is visible, and tells whether it works. */
async function follow(look) {
  let busy = false;
  async function again() {
    if (document.hidden || busy) return;
    busy = true;
    try {
      await look();
      setText(part('connection'), '');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(part('connection'), t('ui.lost'));
    } finally {
      busy = false;
    }
  }
  setInterval(again, EVERY_MS);
  document.addEventListener('visibilitychange', again);
  await again();
}

/** A game that goes on, as the lobby shows tables. */
const cardOf = ({ table, begun, seats }, game) => ({
  id: table, game, seats: seats.map(({ name }) => ({ kind: 'bot', name, player: null })), ended: null,
  state: t('ui.since', { ago: ago(begun, serverNow(), language()) }),
});

/** What holds for all players, in words. */
function rulesOf({ game, rules }) {
  const seconds = (milliseconds) => String(milliseconds / 1000);
  return [t(`rules.${game}`), t('league.rule_deadline', { seconds: seconds(rules.deadline) }),
    rules.movetime && t('league.rule_movetime', { seconds: seconds(rules.movetime) }), rules.depth && t('league.rule_depth', { depth: rules.depth }),
    rules.tests && t('league.rule_tests', { count: rules.games_of_a_test, margin: rules.margin })].filter(Boolean).join('\n');
}

/** A row of standings that are over, without what was true of its player then. */
const asThen = (row) => ({ ...row, bot: true, candidate: null });

async function showSeasons() {
  const { seasons } = await get('/api/league/seasons');
  part('seasons').append(...seasons.map(({ number, begun, ended, standings }) => {
    const title = t('league.season', { number });
    return el('div', null, el('h3', null, title), el('p', { class: 'hint' }, `${dateOf(begun)} – ${dateOf(ended)}`), standingsTable(title, standingsRows(standings.map(asThen))));
  }));
}

function showFront() {
  const cards = new Cards(part('live'));
  let shown = FEW, body = null;
  part('front').hidden = false;
  part('links').append(...[['/league/standings.csv', `${t('league.standings')} (CSV)`], ['/league/games.csv', `${t('admin.games')} (CSV)`],
    ['/api/league', `${t('league.standings')} (JSON)`], ['/league/feed.xml', t('league.feed')]].map(([href, text]) => el('li', null, el('a', { href }, text))));
  part('seasons').addEventListener('toggle', showSeasons, { once: true });
  const draw = ({ game, season, standings, live, recent }) => {
    setText(part('about'), [t(`game.${game}`), t('league.season', { number: season.number }), t('league.begun', { ago: ago(season.begun, serverNow(), language()) })].join(' · '));
    renew(body, standingsRows(standings));
    const boards = live.filter(({ table }) => table);
    cards.show(boards.map((one) => cardOf(one, game)));
    renew(part('recent'), recent.slice(0, shown).map((one) => gameEntry(one)));
    part('standings').hidden = !standings.length;
    part('nobody').hidden = standings.length > 0;
    part('live-empty').hidden = boards.length > 0;
    part('recent-empty').hidden = recent.length > 0;
    part('recent-more').hidden = recent.length <= shown;
    part('seasons').hidden = season.number < 2;
  };
  let league = null;
  part('recent-more').addEventListener('click', () => {
    shown = Infinity;
    draw(league);
    part('recent').children[FEW]?.querySelector('a')?.focus();
  });
  return async () => {
    league = await get('/api/league');
    if (!body) {
      const table = standingsTable(t('league.standings'), []);
      part('standings').append(table);
      body = table.querySelector('tbody');
      document.title = `${league.name} · boardbots`;
      setText(part('rules-text'), rulesOf(league));
      offer(part('join'), league, location.pathname === '/league/register' ? location.hash.slice(1) : '');
      // Only now it is where it stays.
      if (location.pathname === '/league/register') requestAnimationFrame(() => part('join').scrollIntoView());
    }
    draw(league);
  };
}

await speak();
watchHealth();
offerLanguages(part('languages'));
const player = PLAYER.exec(location.pathname);
showCourse(!player, player ? 'strong' : 'h1');
await follow(player ? showPlayer(part('player'), player[1]) : showFront());
