// The front page: running games, finished games, leaderboard.

import { refreshMoments } from './ago.js';
import { getJson, serverNow, sleep } from './api.js';
import { part, setAttribute, setText, showCourse, watchHealth } from './dom.js';
import { offerLanguages } from './languages.js';
import { showLeaderboard } from './leaderboard.js';
import { Recent, Running } from './lists.js';
import { speak, t } from './words.js';

const BUSY_MS = 1000;
const QUIET_MS = 2500;
const LEADERBOARD_MS = 30_000;
const LONGEST_PAUSE_MS = 15_000;

const running = new Running(part('running'));
const recent = new Recent(part('recent'), part('recent-more'));
const days = part('days');

function setStatus(status, text) {
  setAttribute(part('status'), 'data-status', status);
  setText(part('status'), text);
}

const chosenDays = () => {
  const wanted = new URLSearchParams(location.search).get('days') ?? '0';
  return [...days.options].some(({ value }) => value === wanted) ? wanted : '0';
};

async function refreshLeaderboard() {
  const wanted = days.value;
  const users = await getJson(wanted === '0' ? '/leaderboard.json' : `/leaderboard.json?days=${wanted}`);
  if (wanted !== days.value) return; // the user has chosen other days meanwhile
  const table = part('leaderboard');
  showLeaderboard(table.tBodies[0], users, serverNow());
  setAttribute(table, 'data-days', wanted);
  table.hidden = users.length === 0;
  const empty = part('leaderboard-empty');
  empty.hidden = users.length > 0;
  setText(empty, wanted === '0'
    ? t('arena.nobody')
    : t('arena.nobody-then'));
}

async function refreshGames() {
  const games = await getJson('/games.json');
  running.show(games.running);
  const changed = recent.show(games.recent);
  setText(part('running-count'), games.running.length || '');
  part('running-empty').hidden = games.running.length > 0;
  part('recent-empty').hidden = games.recent.length > 0;
  refreshMoments(document, serverNow());
  return { busy: games.running.length > 0, changed };
}

const visible = () => new Promise((done) => {
  if (!document.hidden) done();
  else document.addEventListener('visibilitychange', done, { once: true });
});

async function keepFresh() {
  let pause = BUSY_MS, ranked = -Infinity;
  for (;;) {
    await visible();
    try {
      const { busy, changed } = await refreshGames();
      if (changed || performance.now() - ranked > LEADERBOARD_MS) {
        await refreshLeaderboard();
        ranked = performance.now();
      }
      setStatus('live', '');
      pause = busy ? BUSY_MS : QUIET_MS;
    } catch {
      setStatus('lost', t('arena.lost'));
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
    }
    await sleep(pause);
  }
}

await speak();
watchHealth();
showCourse();
document.title = t('arena.title');
part('name').placeholder = t('arena.name-length');
part('rank').title = t('arena.rank');
offerLanguages(part('language'));
for (const node of document.querySelectorAll('.origin')) setText(node, location.origin);
days.value = chosenDays();
days.addEventListener('change', () => {
  history.pushState(null, '', days.value === '0' ? location.pathname : `?days=${days.value}`);
  refreshLeaderboard().catch(() => setStatus('lost', t('arena.lost')));
});
addEventListener('popstate', () => {
  days.value = chosenDays();
  refreshLeaderboard().catch(() => {});
});
keepFresh();
