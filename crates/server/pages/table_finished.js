// A match that is over: its end, its replay, its analysis.

import { part, setText } from './dom.js';
import { Analysis } from './table_analysis.js';
import { End } from './table_end.js';
import { Replay } from './table_replay.js';
import { stepIn } from './tokens.js';

/** What is shown of one table once its match is over. */
export class Finished {
  #id;
  #game;
  #analysed;
  #tell;
  #replay = null;
  #analysis;
  #end;

  /**
   * `analysed` says whether the game has an analysis. `tell` has `seatName(seat)`, `choiceName(choice)`, `step(at)`,
   * which shows a step of the replay, and `failed()`, which says that it could not be loaded.
   */
  constructor(id, game, analysed, tell) {
    this.#id = id;
    this.#game = game;
    this.#analysed = analysed;
    this.#tell = tell;
  }

  /** Whether the match is over. */
  get isOver() {
    return this.#replay !== null;
  }

  /** Shows the end of the match, or what has changed since; `live` if it has come about before our eyes. */
  show(state, live = false) {
    if (!this.isOver) this.#begin(state);
    this.#end.show(state, live);
  }

  #begin({ n, seats }) {
    const { seatName, choiceName, step, failed } = this.#tell;
    this.#replay = new Replay(part('replay'), this.#id, n, { show: (at) => this.#step(at, n, step), failed });
    this.#analysis = new Analysis(part('analysis'), `/api/tables/${encodeURIComponent(this.#id)}`, n, seats.length, { seatName, choiceName, seek: (to) => this.#replay.seek(to) });
    this.#end = new End(part('end'), this.#id, this.#game, seatName, {
      replay: () => this.#replay.start(),
      analyse: this.#analysed ? () => this.#analysis.begin() : null,
    });
    const linked = stepIn(location.hash);
    if (linked !== null) this.#replay.seek(linked);
  }

  #step(at, total, step) {
    setText(part('verdict'), this.#analysis.at(at.index).join(' '));
    // A link to this very step.
    history.replaceState(null, '', at.index === total ? location.pathname : `#step=${at.index}`);
    step(at);
  }
}
