// The table of Dragon Slayer: dice, what lies aside, the score track.

import { el, seatMark, setAttribute, setText } from './dom.js';
import { die } from './dragon_faces.js';
import { place } from './dragon_model.js';
import { player as playerText, round as roundText } from './dragon_story.js';

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
