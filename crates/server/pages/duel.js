// Games for two. The boards differ, what stands around them does not.

import { el, setText } from './dom.js';
import { COMMON, hintText } from './duel_words.js';
import { known } from './words.js';

/**
 * The module of a game for two, as the page of a table needs it:
 *
 * - `Board`, a class made with the table (`t`, `seatName`, `choose`, `say`, `still`). It has the elements `node` and
 *   `controls`, a class for the style in `look`, and the methods `show(state, events)`, `still()`, `news(view)`,
 *   `account(view, seat)`, `key(event)`, which says whether a key is one of the game's, and `hint({ choice })`, which
 *   marks a choice and returns it;
 * - `choiceName(choice, t)`: what a choice is called;
 * - `say`: what events say, `say[kind](event, table)`, beside those that games have in common.
 * - `sounds`: the sounds of events, by their kinds, as `soundsOf` has them.
 *
 * The keys are the text `duel.keys.GAME`, if there is one.
 */
export function duel({ Board, choiceName, say = {}, sounds = {} }) {
  const all = { ...COMMON, ...say };
  return {
    mount: (root, table) => mount(root, table, new Board(table), choiceName),
    sounds,
    /** What a choice is called. */
    choiceText: (choice, { t }) => choiceName(choice, t),
    /** What an event says; null if nothing. */
    describe: (event, table) => (Object.hasOwn(all, event.kind) ? all[event.kind](event, table) : null),
  };
}

/** Shows a game for two in `root`. */
function mount(root, table, board, choiceName) {
  const news = el('p', { class: 'duel-news' }), help = `duel.keys.${table.game}`;
  const keys = el('p', { class: 'hint keys' }, table.t(help));
  root.replaceChildren(el('div', { class: 'duel-frame' }, el('div', { class: `duel ${board.look}` },
    board.node,
    el('div', { class: 'duel-side' }, news, board.controls, keys))));

  return {
    /** Shows a state, and what has happened since the last one. */
    show(state, fresh) {
      const events = fresh.flatMap((step) => step.events), { view } = state;
      board.show(state, events);
      setText(news, board.news(view));
      keys.hidden = !known(help) || state.you === null || view.turn === null;
      if (state.hint) board.hint(state.hint);
      // What was done is said by the page.
      if (fresh.length) table.say(board.news(view));
    },
    /** Marks the choice of a hint; its text, with what it leads to. */
    hinted({ choice, note }) {
      const found = board.hint({ choice });
      return found ? hintText(choiceName(found, table.t), note, table.t) : choice;
    },
    /** What a seat has, for the line about its player. */
    account: (view, seat) => board.account(view, seat),
    key: (event) => board.key(event),
    end() {
      board.still();
      root.replaceChildren();
    },
  };
}
