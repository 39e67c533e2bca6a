// What has come and is not shown yet.

/** States can be passed over, because a later one has come meanwhile. Their steps are not. */
export class Unseen {
  #steps = new Map();

  /** Takes in the steps of a state. */
  add(steps) {
    for (const step of steps) this.#steps.set(step.n, step);
  }

  /** All steps after the first `n`, now that this state is shown: in its words, where it has them. */
  after(n, { steps }) {
    this.add(steps);
    const fresh = [...this.#steps.values()].filter((step) => step.n > n).sort((one, other) => one.n - other.n);
    this.#steps.clear();
    return fresh;
  }
}

/** What of a state the game draws: if that is the same, the game need not draw again. */
export const drawn = ({ n, view, choices, you, asked, seats, outcome }) => JSON.stringify([n, view, choices, you, asked, outcome, seats.map(({ kind, name }) => [kind, name])]);
