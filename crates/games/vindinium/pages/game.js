// The page of one game: live while it runs, a replay afterwards.

import { getJson, Refused, sleep } from './api.js';
import { Board } from './board.js';
import { Chart } from './chart.js';
import { el, nameOf, part, setAttribute, setText, showCourse, watchHealth } from './dom.js';
import { badge } from './hero_token.js';
import { Heroes } from './heroes.js';
import { History } from './history.js';
import { offerLanguages } from './languages.js';
import { Playback } from './playback.js';
import { roundOf, rounds } from './rounds.js';
import { happenings, thing } from './seat_words.js';
import { follow } from './stream.js';
import { language, speak, t } from './words.js';

const RETRY_MS = 2000;
/** A hero takes this long from tile to tile at most, in milliseconds; less where turns follow faster. */
const LONGEST_STEP_MS = 160;
/** How many happenings are listed at most, and of how many turns. */
const TOLD = 4;
const TURNS_BACK = 60;
// The text for a status; what is no key stands as it is.
const STATUS = { loading: '…', live: 'arena.live', lost: 'ui.lost', gone: 'arena.unknown', finished: 'arena.over' };
const id = decodeURIComponent(location.pathname.slice(1));

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
  part('places').replaceChildren(...places.map((seat) => el('li', {
    'data-hero': seat.id, 'data-place': seat.place, 'data-gold': seat.gold },
  el('span', { class: 'place' }, `${seat.place}.`), badge(seat.id, t('seat.hero')), nameOf(seat.name),
  el('b', { class: 'number' }, String(seat.gold)))));
  const first = places.filter(({ place }) => place === 1);
  const ending = [];
  if (first.length > 1) ending.push(`${t('ui.drawn')}.`);
  const out = history.heroes[history.timedOut - 1];
  if (out) ending.push(t(out.kind === 'person' ? 'arena.ended-gone' : 'arena.timed-out', { n: out.id }));
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
  #lines = []; // what happened, by turn, as far as it was told

  constructor(about) {
    const { kind, finished, started } = about, history = new History(about);
    this.#history = history;
    this.#playback = new Playback(history);
    const content = t('arena.size', { size: history.size, mines: history.mines.length });
    const redraw = () => this.redraw();
    this.#board = new Board(part('board'), history, `${t('seat.board-section')}: ${content}`);
    for (const moved of ['pointermove', 'pointerleave']) {
      part('board').addEventListener(moved, (event) => {
        this.#pointed = moved === 'pointermove' ? this.#board.tileAt(event) : null;
        redraw();
      });
    }
    this.#heroes = new Heroes(part('heroes'), history);
    this.#chart = new Chart(part('chart'), history, (index) => this.seek(index), redraw);
    setText(part('kind'), t(`arena.kind-${kind}`));
    setText(part('game-id'), history.id);
    const [before, after] = t('seat.round', { of: rounds(history.maxTurns) }).split('{turn}');
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
    part('board').style.setProperty('--step', `${mode === 'playing' ? Math.min(this.#playback.pace, LONGEST_STEP_MS) : LONGEST_STEP_MS}ms`);
    this.#board.show(index, mode === 'paused');
    this.#heroes.show(index);
    part('chart-section').hidden = history.length < 2;
    this.#chart.show(index);
    this.#tell(index);
    const turn = history.turnOf(index), mover = history.moverAt(index), round = roundOf(turn, history.maxTurns);
    const moving = mover ? t('seat.phase-others', { who: `${t('seat.hero')} ${mover}` }) : t('arena.over');
    const slider = part('slider');
    setAttribute(slider, 'max', history.last);
    if (slider.valueAsNumber !== index) slider.value = index;
    setAttribute(slider, 'aria-valuetext', `${t('seat.round', { turn: round, of: rounds(history.maxTurns) })}, ${moving}`);
    setAttribute(part('turn'), 'data-turn', turn);
    setAttribute(part('player'), 'data-index', index);
    setAttribute(part('player'), 'data-last', history.last);
    setAttribute(part('player'), 'data-mode', mode);
    setText(part('turn-now'), round);
    setText(part('mover'), moving);
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

  /** Lists what has happened lately, the newest first. */
  #tell(index) {
    const list = part('events');
    if (list.dataset.index === String(index)) return;
    list.dataset.index = index;
    const told = [];
    for (let turn = index; turn > Math.max(0, index - TURNS_BACK) && told.length < TOLD; turn -= 1) {
      this.#lines[turn] ??= happenings(this.#history, turn, 0).reverse()
        .map((line) => t('seat.log-line', { turn: roundOf(turn - 1, this.#history.maxTurns), line }));
      told.push(...this.#lines[turn]);
    }
    told.slice(0, TOLD).forEach((line, at) => {
      if (!list.children[at]) list.append(el('li'));
      setText(list.children[at], line);
    });
    while (list.childElementCount > Math.min(TOLD, told.length)) list.lastChild.remove();
  }
}

await speak();
watchHealth();
showCourse(false);
document.title = `${t('seat.kind')} ${id} · ${t('arena.title')}`;
offerLanguages(part('language'));
const about = await load();
if (about) new Page(about);
else showMissing();
