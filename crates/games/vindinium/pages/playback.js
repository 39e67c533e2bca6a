// Where in the game we are, and how that moves with time.

/** Turns per second at speed 1. */
const PACE = 8;

export class Playback {
  /** Starts at the newest state. `mode` is 'live' (stays at the newest), 'playing' or 'paused'. */
  constructor(history) {
    this.history = history;
    this.index = history.last;
    this.mode = history.finished ? 'paused' : 'live';
    this.speed = 1;
    this.clock = null;
  }

  get moving() {
    return this.mode === 'playing';
  }

  /** Milliseconds from turn to turn while a game is replayed. */
  get pace() {
    return 1000 / (PACE * this.speed);
  }

  /** Goes to a state and stays there. */
  seek(index) {
    this.index = Math.max(0, Math.min(this.history.last, index));
    this.mode = 'paused';
  }

  /** To the newest state; while the game runs, also to those that come. */
  latest() {
    this.index = this.history.last;
    this.mode = this.history.finished ? 'paused' : 'live';
  }

  toggle() {
    if (this.mode !== 'paused') {
      this.mode = 'paused';
    } else if (this.index < this.history.last) {
      this.mode = 'playing';
    } else if (this.history.finished) {
      this.index = 0;
      this.mode = 'playing';
    } else {
      this.mode = 'live';
    }
    this.clock = null;
  }

  /** Moves on to the time of an animation frame, in milliseconds. */
  advance(now) {
    const { last, finished } = this.history;
    if (this.mode === 'live') {
      this.index = last;
      if (finished) this.mode = 'paused';
    }
    if (this.mode !== 'playing') return;
    // A tab that comes back from the background goes on from where it was.
    if (this.clock === null || now - this.clock > 1000) this.clock = now;
    const turns = Math.floor((now - this.clock) / this.pace);
    this.clock += turns * this.pace;
    this.index = Math.min(last, this.index + turns);
    if (this.index === last) this.mode = finished ? 'paused' : 'live';
  }
}
