// The page of one game: live while it runs, a replay afterwards.

import { Refused, getJson, sleep } from './api.js';
import { Board } from './board.js';
import { Chart } from './chart.js';
import { badge, html, nameOf, setAttribute, setText } from './element.js';
import { watchHealth } from './health.js';
import { Heroes } from './heroes.js';
import { History } from './history.js';
import { offerLanguages } from './languages.js';
import { Playback } from './playback.js';
import { thing } from './seat_words.js';
import { follow } from './stream.js';
import { language, speak, t } from './words.js';

const RETRY_MS = 2000;
// The text for a status; what is no key stands as it is.
const STATUS = { loading: '…', live: 'arena.live', lost: 'ui.lost', gone: 'arena.unknown', finished: 'arena.over' };
const id = decodeURIComponent(location.pathname.slice(1));
const part = (name) => document.getElementById(name);

function setStatus(status) {
  setText(part('status'), t(STATUS[status]));
  setAttribute(part('status'), 'data-status', status);
}

/** The game as the server knows it; asks again until there is an answer. */
async function load() {
  for (;;) {
    try {
      return await getJson(`/${encodeURIComponent(id)}.json`);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return null;
      setStatus('lost');
      await sleep(RETRY_MS);
    }
  }
}

function showMissing() {
  setText(part('missing-id'), id);
  setText(part('status'), '');
  setAttribute(part('status'), 'data-status', 'missing');
  part('missing').hidden = false;
}

function showResult(history) {
  const places = history.places(history.last);
  part('places').replaceChildren(...places.map((seat) => html('li', {
    'data-hero': seat.id, 'data-place': seat.place, 'data-gold': seat.gold },
  html('span', { class: 'place' }, `${seat.place}.`), badge(seat.id, t('seat.hero')), nameOf(seat.name),
  html('b', { class: 'number' }, String(seat.gold)))));
  const first = places.filter(({ place }) => place === 1);
  const ending = [];
  if (first.length > 1) ending.push(`${t('ui.drawn')}.`);
  if (history.timedOut) ending.push(t('arena.timed-out', { n: history.timedOut }));
  setText(part('ending'), ending.join(' '));
  part('result').hidden = false;
}

/** The page's parts around one game, drawn at most once for each frame of the screen. */
class Page {
  #history;
  #playback;
  #board;
  #heroes;
  #chart;
  #pending = false;
  #pointed = null;
  #ended = false;

  constructor({ game, kind, finished, started }) {
    const history = new History(game);
    this.#history = history;
    this.#playback = new Playback(history);
    const content = t('arena.size', { size: history.size, mines: history.mines.length });
    const redraw = () => this.redraw();
    this.#board = new Board(part('board'), history, (place) => {
      this.#pointed = place;
      redraw();
    }, `${t('seat.board-section')}: ${content}`);
    this.#heroes = new Heroes(part('heroes'), history);
    this.#chart = new Chart(part('chart'), history, (index) => this.seek(index), redraw);
    setText(part('kind'), t(`arena.kind-${kind}`));
    setText(part('game-id'), history.id);
    const [before, after] = t('seat.round', { of: history.maxTurns }).split('{turn}');
    part('turn-now').before(before);
    part('turn-now').after(after);
    setText(part('about'), `${content}, ${new Date(started * 1000).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' })}`);
    setStatus(finished ? 'loading' : 'live');
    part('live').hidden = finished;
    this.#listen();
    part('game').hidden = false;
    redraw();
    // A finished game comes as fast as it can be read: it is shown when it is whole.
    const news = () => {
      if (!finished || history.finished) redraw();
    };
    follow(history, news, (status) => {
      if (!finished || status !== 'live') setStatus(status);
    }).then(redraw);
  }

  #listen() {
    const { slider, speed } = { slider: part('slider'), speed: part('speed') };
    const click = (name, act) => part(name).addEventListener('click', () => this.#act(act));
    const actions = {
      first: () => this.#playback.seek(0),
      back: () => this.#playback.seek(this.#playback.index - 1),
      play: () => this.#playback.toggle(),
      forward: () => this.#playback.seek(this.#playback.index + 1),
      last: () => this.#playback.latest(),
    };
    const names = { first: 'Home', back: '←', play: t('ui.key_space'), forward: '→', last: 'End' };
    for (const [name, act] of Object.entries(actions)) {
      click(name, act);
      part(name).title = `${t(`ui.replay_${name}`)} (${names[name]})`;
    }
    click('live', actions.last);
    slider.addEventListener('input', () => this.seek(slider.valueAsNumber));
    speed.addEventListener('change', () => {
      this.#playback.speed = Number(speed.value);
      this.redraw();
    });
    const keys = { ' ': actions.play, ArrowLeft: actions.back, ArrowRight: actions.forward, Home: actions.first, End: actions.last };
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
      // What has the focus keeps the keys it needs: a list all, a button and a link the space bar.
      if (event.target.closest('select') || (event.key === ' ' && event.target.closest('button, a'))) return;
      event.preventDefault();
      this.#act(keys[event.key]);
    });
  }

  #act(action) {
    action();
    this.redraw();
  }

  seek(index) {
    this.#act(() => this.#playback.seek(index));
  }

  redraw() {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame((now) => {
      this.#pending = false;
      this.#playback.advance(now);
      this.#draw();
      if (this.#playback.moving) this.redraw();
    });
  }

  #draw() {
    const history = this.#history, { index, mode } = this.#playback;
    this.#board.show(index);
    this.#heroes.show(index);
    part('chart-section').hidden = history.length < 2;
    this.#chart.show(index);
    const turn = history.turnOf(index), mover = history.moverAt(index);
    const slider = part('slider');
    setAttribute(slider, 'max', history.last);
    if (slider.valueAsNumber !== index) slider.value = index;
    setAttribute(slider, 'aria-valuetext', t('seat.round', { turn, of: history.maxTurns }));
    setAttribute(part('turn'), 'data-turn', turn);
    setAttribute(part('player'), 'data-index', index);
    setAttribute(part('player'), 'data-last', history.last);
    setAttribute(part('player'), 'data-mode', mode);
    setText(part('turn-now'), turn);
    setText(part('mover'), mover ? t('seat.phase-others', { who: `${t('seat.hero')} ${mover}` }) : t('arena.over'));
    setAttribute(part('mover'), 'data-mover', mover);
    setAttribute(part('play'), 'aria-label', t(mode === 'paused' ? 'ui.replay_play' : 'ui.replay_pause'));
    setAttribute(part('live'), 'aria-pressed', mode === 'live');
    const place = this.#pointed;
    setText(part('tile'), place ? `x ${place.x}, y ${place.y}: ${thing(history, 0, this.#board.find(index, place))}` : '');
    if (history.finished && !this.#ended) {
      this.#ended = true;
      part('live').hidden = true;
      setStatus('finished');
      showResult(history);
    }
  }
}

await speak();
watchHealth();
document.title = `${t('seat.kind')} ${id} · ${t('arena.title')}`;
offerLanguages(part('language'));
const about = await load();
if (about) new Page(about);
else showMissing();
