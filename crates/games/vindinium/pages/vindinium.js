// Vindinium on the page of a table that shows a match: the board of the arena, to look at.

import { Board } from './board.js';
import { el, setText } from './dom.js';
import { History } from './history.js';
import { roundOf, rounds } from './rounds.js';
import { known } from './words.js';

const HEROES = 4;

/** What a choice is called; a player who has given none has crashed. */
export function choiceText({ choice }, { t }) {
  const key = `seat.go.${choice}`;
  return known(key) ? t(key) : t('arena.crashed');
}

/** What is said of an event; null if nothing. */
export const describe = ({ kind, seat, choice }, table) => (kind === 'chosen' ? `${table.seatName(seat)}: ${choiceText({ choice }, table)}` : null);

/** Shows a game in `root`. */
export function mount(root, table) {
  const { t } = table, stage = el('div'), news = el('p', { class: 'hint' });
  let history = null, board = null, first = 0;

  /** A board of its own for this state and those that follow. Two rounds before look like it, so that nothing is marked as having just happened. */
  function begin(view, seats) {
    first = view.turn - 1 - ((view.turn + HEROES - 1) % HEROES) - HEROES;
    history = new History({ game: { ...view, turn: 0, finished: false }, seats });
    const frame = el('div', { class: 'board' });
    stage.replaceChildren(el('div', { class: 'window' }, frame));
    board = new Board(frame, history, t('seat.board-section'));
  }

  root.replaceChildren(stage, news);
  return {
    /** Shows a state; what is not the next turn of the one before is shown anew. */
    show({ view, seats }) {
      const ahead = view.turn - first - (history?.last ?? 0), anew = !history || history.finished || ahead <= 0 || ahead > HEROES;
      if (anew) begin(view, seats);
      // A hero who has crashed takes a turn without a choice.
      for (let turn = history.length; turn <= view.turn - first; turn += 1) {
        history.add({ ...view, turn, finished: view.finished && turn === view.turn - first });
      }
      board.show(history.last, table.still && !anew);
      setText(news, t('seat.round', { turn: roundOf(view.turn, view.maxTurns), of: rounds(view.maxTurns) }));
    },
    /** What a hero has. */
    account({ heroes }, seat) {
      const { life, gold, mineCount } = heroes[seat];
      return [['life', life], ['gold', gold], ['mines', mineCount]].map(([what, count]) => `${t(`seat.${what}`)} ${count}`).join(' · ');
    },
    end() {
      root.replaceChildren();
    },
  };
}
