// The table of Dragon Slayer: dice, what lies aside, the score track.

import { el, seatMark, setAttribute, setText, svg } from './dom.js';
import { place, player as playerText, round as roundText } from './dragon_story.js';

// The faces of the dice, drawn; all on a field of 64 × 64.

/** Each face as outlines: [path, kind]. `line`, `wide` and `cut` are strokes; `cut` and `hole` are cut out. */
const FACES = {
  axe: [
    ['M23 58V7', 'wide'],
    ['M29 14h4c8 0 15-4 22-9 6 12 6 28 0 39-7-5-14-9-22-9h-4z', 'fill'],
    ['M17 17 7 14v19l10-3z', 'fill'],
  ],
  shield: [
    ['M32 8c7 4 13 5 20 5v18c0 12-8 20-20 26-12-6-20-14-20-26V13c7 0 13-1 20-5z', 'fill'],
    ['M32 16v33M18 29h28', 'cut'],
  ],
  flame: [
    ['M34 6c2 11 17 17 17 34 0 11-8 18-19 18s-19-7-19-18c0-8 4-13 9-18 0 5 2 8 5 10 5-7 8-15 7-26z', 'fill'],
    ['M33 35c1 5 7 7 7 13 0 5-3 8-8 8s-8-3-8-8c0-3 1-5 3-7 1 2 2 3 3 3 2-3 3-5 3-9z', 'hole'],
  ],
  mountain: [
    ['M3 53 24 15l11 19 7-9 19 28z', 'fill'],
    ['M17 31l5-4 4 5 4-5M38 34l4-3 4 4', 'cut'],
  ],
  head: [
    ['M5 59c-1-19 6-32 19-37L11 6l18 8 5-11 6 13c10 2 17 8 22 18l-3 8-10-1 1 6-7-5-1 6 13 2-4 6-15-1c-8 0-12 1-15 4z', 'fill'],
    ['M34 23l9 3-8 3z', 'hole'],
  ],
  wings: [
    ['M32 50c-2-9-6-13-12-13-5 0-8 3-10 8-5-13-5-24-3-33 9 2 16 8 20 18l5-8 5 8c4-10 11-16 20-18 2 9 2 20-3 33-2-5-5-8-10-8-6 0-10 4-12 13z', 'fill'],
    ['M11 19c6 3 11 9 13 16M53 19c-6 3-11 9-13 16', 'cut'],
  ],
  tail: [
    ['M5 50c19 10 47 6 48-14 1-15-16-20-24-9', 'wide'],
    ['M15 34 31 10l12 23z', 'fill'],
  ],
};

/** A face's drawing, to stand in an SVG of 64 × 64. */
export function drawing(face) {
  return FACES[face].map(([d, kind]) => svg('path', { d, class: `face-${kind}` }));
}

/**
 * A die that shows a face; with none, one that lies there unrolled. `look` says what it is like:
 * `warrior`, `blue`, `green` or `red`; `worth` are points that stand beside the face.
 */
export function die(face, look, worth = null) {
  const shown = face ? drawing(face) : [svg('circle', { class: 'face-blank', cx: 32, cy: 32, r: 5 })];
  return svg('svg', { class: `die ${look}`, viewBox: '0 0 64 64', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: 'die-body', x: 2, y: 2, width: 60, height: 60, rx: 12 }),
    ...(worth === null ? shown : [svg('g', { transform: 'translate(1 16) scale(.72)' }, ...shown), svg('text', { class: 'face-worth', x: 42, y: 25 }, String(worth))]));
}

// Help on every element of the table, under the pointer, by keyboard, and for screen readers.

/** Shows what there is to know about whatever the pointer or the focus is on. */
export class Help {
  #t;
  #root;
  #texts = new Map();

  /** `root` is the element in which help is wanted. */
  constructor(root, t) {
    this.#t = t;
    this.#root = root;
    this.line = el('p', { class: 'dragon-help', 'aria-hidden': 'true' });
    this.texts = el('div', { hidden: true });
    const show = ({ target, type }) => {
      const about = target.closest?.('[data-help]');
      if (about && root.contains(about)) this.#show(about.dataset.help);
      // A finger beside everything wants no help any more.
      else if (type === 'click') this.rest();
    };
    for (const kind of ['pointerover', 'focusin', 'click']) root.addEventListener(kind, show);
    root.addEventListener('pointerleave', () => this.rest());
    root.addEventListener('focusout', () => this.rest());
    root.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#show(null));
    this.#show(null);
  }

  /** Has the help under this key shown for an element. */
  on(node, key) {
    node.dataset.help = key;
    if (!this.#texts.has(key)) {
      const text = el('p', { id: `dragon-help-${key}` }, this.#t(`dragon.help_${key}`));
      this.#texts.set(key, text);
      this.texts.append(text);
    }
    setAttribute(node, 'aria-describedby', `dragon-help-${key}`);
    return node;
  }

  /** Nothing is pointed at any more: what has the focus keeps its help. */
  rest() {
    const focused = document.activeElement?.closest?.('[data-help]');
    this.#show(focused && this.#root.contains(focused) && focused.matches(':focus-visible') ? focused.dataset.help : null);
  }

  #show(key) {
    setText(this.line, key ? this.#t(`dragon.help_${key}`) : this.#t(matchMedia('(hover: none)').matches ? 'dragon.help_touch' : 'dragon.help'));
    this.line.classList.toggle('idle', !key);
  }
}

const PARTS = ['head', 'wings', 'tail'];
const WORTH = { blue: 2, green: 4, red: 6 };

/** Everything on the table but words and buttons. */
export class Board {
  #table;
  #help;
  #parts;
  #thrown = '';
  #players = [];

  constructor(table, help) {
    const { t } = table;
    this.#table = table;
    this.#help = help;
    const group = (key) => help.on(el('div', { class: `dragon-dice ${key}`, role: 'img', tabindex: 0 }), key);
    const pile = (key) => help.on(el('div', { class: 'dragon-pile', role: 'img', tabindex: 0 }), key);
    this.#parts = {
      warriors: group('warriors'), scales: group('scales'), lost: pile('lost'), slain: pile('slain'), points: pile('points'), players: el('ol', { class: 'dragon-players' }),
    };
    const { warriors, scales, lost, slain, points, players } = this.#parts;
    this.dice = el('div', { class: 'dragon-tray' }, warriors, scales, el('div', { class: 'dragon-aside' }, points, lost, slain));
    this.round = help.on(el('p', { class: 'dragon-round', role: 'note', tabindex: 0 }), 'round');
    this.scores = el('section', { class: 'dragon-scores', 'aria-label': t('dragon.scores') }, players);
  }

  /** Draws a view; `tumble` says whether dice that were just thrown are to be seen tumbling. */
  show(view, tumble) {
    setText(this.round, roundText(view, this.#table));
    this.#dice(view, tumble);
    this.#aside(view);
    this.#scores(view);
  }

  #dice({ rolled, turn }, tumble) {
    const thrown = JSON.stringify([rolled, turn.warriors]);
    if (thrown === this.#thrown) return;
    this.#thrown = thrown;
    const { t } = this.#table;
    const dice = rolled?.throw ?? null;
    const look = rolled?.dragon ?? 'none';
    const state = (face, aside, word) => ({ face, class: aside, word });
    const warriors = [0, 1, 2].map((at) => {
      if (!dice) return at < (rolled?.left ?? turn.warriors) ? state(null, '', '') : state(null, 'gone', 'lost');
      if (dice.warriors[at] === null) return state(null, 'gone', 'lost');
      return dice.lost.includes(at) ? state(dice.warriors[at], 'burnt', 'lost') : state(dice.warriors[at], '', '');
    });
    const scales = PARTS.map((part, at) => {
      if (!dice) return state(rolled ? null : part, rolled ? '' : 'idle', '');
      if (dice.scales[at] === null) return state(part, 'set', 'set');
      return state(dice.scales[at], dice.scales[at] === part ? 'new' : '', dice.scales[at] === part ? 'set' : '');
    });
    const draw = (node, all, kind) => {
      node.replaceChildren(...all.map((one) => el('span', { class: `dragon-die ${one.class}`, 'data-face': one.face ?? '' },
        die(one.face, kind), el('span', { class: 'caption' }, one.word ? t(`dragon.caption_${one.word}`) : ''))));
      node.classList.toggle('tumble', Boolean(dice) && tumble);
      const words = all.map((one) => [one.face ? t(`dragon.face_${one.face}`) : '', one.word ? t(`dragon.caption_${one.word}`) : ''].filter(Boolean).join(': ')).filter(Boolean);
      return words.join(', ') || t('dragon.unrolled');
    };
    setAttribute(this.#parts.warriors, 'aria-label', `${t('dragon.warriors')}: ${draw(this.#parts.warriors, warriors, 'warrior')}`);
    const dragon = rolled ? t(`dragon.name_${rolled.dragon}`) : t('dragon.nobody');
    setAttribute(this.#parts.scales, 'aria-label', `${dragon}: ${draw(this.#parts.scales, scales, look)}`);
    this.#parts.warriors.prepend(el('span', { class: 'title' }, t('dragon.warriors')));
    this.#parts.scales.prepend(el('span', { class: `title ${look}` }, dragon));
  }

  #aside({ turn }) {
    const { t } = this.#table;
    const fill = (node, label, words, things) => {
      setAttribute(node, 'aria-label', `${label}: ${words || t('dragon.none')}`);
      node.replaceChildren(el('span', { class: 'title' }, label), el('span', { class: 'things' }, ...things));
    };
    const { points, lost, slain } = this.#parts;
    fill(points, t('dragon.points'), String(turn.points), [el('b', {}, String(turn.points))]);
    fill(lost, t('dragon.lost'), String(turn.lost), turn.lost ? Array.from({ length: turn.lost }, () => die('flame', 'warrior lost')) : ['–']);
    const names = turn.slain.map((dragon) => t(`dragon.name_${dragon}`));
    fill(slain, t('dragon.slain'), names.join(', '), turn.slain.length ? turn.slain.map((dragon) => badge(dragon)) : ['–']);
  }

  #scores(view) {
    const { t, seatName } = this.#table;
    if (this.#players.length !== view.players.length) {
      this.#players = view.players.map((_, seat) => {
        const row = {
          box: this.#help.on(el('div', { class: 'dragon-player', role: 'img', tabindex: 0, 'data-seat': seat }), 'score'),
          name: el('bdi', { class: 'name' }), score: el('b', { class: 'score' }), ghost: el('span', { class: 'ghost-score' }), token: el('span', { class: 'token' }),
          cube: el('span', { class: 'cube' }), shade: el('span', { class: 'cube ghost' }), ticks: el('span', { class: 'ticks' }), finish: el('span', { class: 'finish' }),
        };
        row.box.append(seatMark(seat), row.name, row.score, row.ghost, row.token, el('span', { class: 'track' }, el('span', { class: 'rail' }), row.ticks, row.finish, row.shade, row.cube));
        return row;
      });
      this.#parts.players.replaceChildren(...this.#players.map(({ box }) => el('li', {}, box)));
    }
    for (const [seat, row] of this.#players.entries()) {
      const { score, ghost, token } = view.players[seat];
      row.box.classList.toggle('active', view.active === seat || view.winner === seat);
      row.box.dataset.score = score;
      setText(row.name, seatName(seat));
      setText(row.score, score);
      setText(row.ghost, ghost === null ? '' : `→ ${ghost}`);
      setText(row.token, token ? t('dragon.token') : t('dragon.spent'));
      row.token.classList.toggle('spent', !token);
      row.cube.style.insetInlineStart = `${place(score, view)}%`;
      row.shade.style.insetInlineStart = `${place(ghost ?? score, view)}%`;
      row.shade.hidden = ghost === null;
      row.ticks.style.setProperty('--ten', `${place(10, view)}%`);
      row.finish.style.insetInlineStart = `${place(view.goal, view)}%`;
      setAttribute(row.box, 'aria-label', playerText(view, seat, this.#table));
    }
  }
}

/** A dragon's sign: its head on a field of its colour, with the points that tell it from others. */
export function badge(dragon) {
  return el('span', { class: `dragon-badge ${dragon}`, 'aria-hidden': 'true' }, die('head', dragon, WORTH[dragon]));
}
