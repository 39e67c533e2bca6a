// The lobby: a new table, the tables there are, and statistics.

import { offerLanguages, part, setText, showCourse, watchHealth } from './dom.js';
import { asTables } from './lists.js';
import { Lists, showStatistics } from './lobby_lists.js';
import { NewTable } from './lobby_new.js';
import { get, heard, heed } from './wire.js';
import { speak, t } from './words.js';

const RETRY_MS = 3000;
/** How often the games of the arena are looked at. */
const ARENA_MS = 5000;

/** Asks until there is an answer. */
async function untilAnswered(url) {
  for (;;) {
    try {
      return await get(url);
    } catch {
      setText(part('connection'), t('ui.lost'));
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** Follows the lists while they are visible: a hidden page holds no connection. `finish()` is called when a match has ended. */
function follow(lists, finish) {
  let source = null, retry = null, unheed = () => {}, known;
  function open() {
    clearTimeout(retry);
    unheed();
    source?.close();
    source = null;
    if (document.hidden) return;
    source = new EventSource('/api/tables/events');
    unheed = heed(source, open);
    source.onmessage = ({ data }) => {
      setText(part('connection'), '');
      heard();
      const tables = JSON.parse(data), newest = tables.finished[0]?.id;
      lists.show(tables);
      if (newest !== known) finish();
      known = newest;
    };
    source.onerror = () => {
      setText(part('connection'), t('ui.lost'));
      if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    };
  }
  document.addEventListener('visibilitychange', open);
  open();
}

await speak();
watchHealth();
showCourse();
offerLanguages(part('languages'));
document.title = `${t('ui.lobby')} · boardbots`;
const lists = new Lists(part('main'));
const { games, arena, others } = await untilAnswered('/api/games');
setText(part('connection'), '');
part('arena').hidden = !arena;
if (arena) {
  const look = () => document.hidden || get('/games.json').then(({ running }) => lists.showArena(asTables(running)), () => {});
  setInterval(look, ARENA_MS);
  look();
}
new NewTable(part('new'), games, others, location.hash.slice(1), (game) => lists.openSeat(game));
let renew = null;
follow(lists, () => renew && get('/api/statistics').then(renew, () => {}));
renew = showStatistics(part('statistics'), games, await untilAnswered('/api/statistics'));
setText(part('connection'), '');
