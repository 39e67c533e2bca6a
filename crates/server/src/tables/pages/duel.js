// Games for two: Desconecta4-BOOM and TRON. The boards differ, what stands around them does not.

import { el, seatMark, setText } from './dom.js';
import { Four } from './duel_four.js';
import { Tron } from './duel_tron.js';
import { describe, hintText } from './duel_words.js';

export { describe };

const BOARDS = { desconecta4: Four, tron: Tron };

/** What a seat has: its mark, its name and a line that the board writes. */
function card(seat) {
  const name = el('bdi', { class: 'visually-hidden' }), about = el('span', { class: 'about' });
  const node = el('li', { 'data-seat': seat }, seatMark(seat), name, about);
  return { node, name, about };
}

/** Shows a game for two in `root`. */
export function mount(root, table) {
  const board = new BOARDS[table.game](table);
  const cards = [card(0), card(1)];
  const news = el('p', { class: 'duel-news' });
  const rules = el('details', { class: 'duel-rules' }, el('summary', { text: table.t('duel.rules') }), el('p', { text: table.t(`duel.rules.${table.game}`) }));
  root.replaceChildren(el('div', { class: 'duel-frame' }, el('div', { class: `duel duel-${table.game}` },
    board.node,
    el('div', { class: 'duel-side' }, news, board.controls, el('ul', { class: 'duel-seats' }, cards.map(({ node }) => node)), rules))));

  return {
    /** Shows a state, and what has happened since the last one. */
    show(state, fresh) {
      const events = fresh.flatMap((step) => step.events), { view } = state;
      board.show(state, events);
      setText(news, board.news(view));
      cards.forEach((one, seat) => {
        one.node.classList.toggle('to-move', view.turn === seat);
        setText(one.name, table.seatName(seat));
        setText(one.about, board.account(view, seat));
      });
      if (state.hint) board.hint(state.hint);
      // What was done is said by the page.
      if (fresh.length) table.say(board.news(view));
    },
    /** Marks the choice of a hint; its text, with what it leads to. */
    hinted({ choice, note }) {
      const found = board.hint({ choice });
      return found ? hintText(found, note, table.t) : choice;
    },
    end() {
      board.still();
      root.replaceChildren();
    },
  };
}
