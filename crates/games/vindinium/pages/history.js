// All states of one game, packed into two typed arrays: 1200 states of the largest board take about 200 KB.

import { namesOf } from './hero_names.js';

const HEROES = 4;
const DIRECTIONS = ['', 'North', 'South', 'East', 'West', 'Stay'];
// What a row holds for each hero.
const X = 0, Y = 1, LIFE = 2, GOLD = 3, MINES = 4, MARKS = 5, FIELDS = 6;
const ROW = HEROES * FIELDS;
const CRASHED = 8; // in MARKS, above the three bits of the last direction
const FREE = '-'.charCodeAt(0);

export class History {
  /** Starts with what the arena says of a game: its object of turn 0, where every mine and tavern is in sight, and who plays. */
  constructor({ game, seats }) {
    const names = namesOf(game.heroes.map(({ name }, seat) => ({ name, kind: seats[seat].kind })));
    this.id = game.id;
    this.maxTurns = game.maxTurns;
    this.size = game.board.size;
    this.heroes = game.heroes.map(({ id, elo, spawnPos }, seat) => (
      { id, name: names[seat], kind: seats[seat].kind, elo, spawn: spawnPos }));
    this.walls = [];
    this.taverns = [];
    this.mines = [];
    for (let cell = 0; cell < this.size * this.size; cell += 1) {
      const kind = game.board.tiles[2 * cell];
      const place = { x: Math.floor(cell / this.size), y: cell % this.size, cell };
      if (kind === '#') this.walls.push(place);
      if (kind === '[') this.taverns.push(place);
      if (kind === '$') this.mines.push(place);
    }
    this.length = 0;
    this.finished = false;
    this.timedOut = 0; // the hero whose time-out ended the game without a turn of its own
    this.rows = new Int32Array(0);
    this.owners = new Uint8Array(0);
    this.#append(game);
  }

  get last() {
    return this.length - 1;
  }

  /** The turn shown at `index`; they differ only after an ending by time-out, which is no turn. */
  turnOf(index) {
    return this.timedOut && index === this.last ? index - 1 : index;
  }

  /** The hero to move at `index`, 0 after the end. */
  moverAt(index) {
    return this.finished && index === this.last ? 0 : (this.turnOf(index) % HEROES) + 1;
  }

  /**
   * Takes the next state. Those that are known already (a stream starts from the first turn each
   * time) change nothing. Throws if a turn between is missing.
   */
  add(game) {
    if (this.finished || game.turn < this.last || (game.turn === this.last && !game.finished)) return;
    if (game.turn > this.length) throw new Error(`turn ${game.turn} after turn ${this.last}`);
    if (game.turn === this.last) this.timedOut = this.moverAt(this.last);
    this.#append(game);
    this.finished = game.finished;
  }

  /**
   * Ends a game that is over before its last turn. The state in which its mover ran out of time is
   * no turn and not in the stream; the rules say what it is: it is crashed, is thirsty and is paid.
   */
  endByTimeout() {
    if (this.finished) return;
    const from = this.last, mover = this.moverAt(from);
    this.#reserve();
    this.rows.copyWithin(this.length * ROW, from * ROW, (from + 1) * ROW);
    this.owners.copyWithin(this.length * this.mines.length, from * this.mines.length, (from + 1) * this.mines.length);
    const at = this.length * ROW + (mover - 1) * FIELDS;
    this.rows[at + LIFE] = Math.max(1, this.rows[at + LIFE] - 1);
    this.rows[at + GOLD] += this.rows[at + MINES];
    this.rows[at + MARKS] |= CRASHED;
    this.length += 1;
    this.timedOut = mover;
    this.finished = true;
  }

  /** Hero `id` (1 to 4) at `index`. */
  hero(index, id) {
    const at = index * ROW + (id - 1) * FIELDS, marks = this.rows[at + MARKS];
    return {
      x: this.rows[at + X],
      y: this.rows[at + Y],
      life: this.rows[at + LIFE],
      gold: this.rows[at + GOLD],
      mines: this.rows[at + MINES],
      lastDir: DIRECTIONS[marks % CRASHED],
      crashed: marks >= CRASHED,
    };
  }

  gold(index, id) {
    return this.rows[index * ROW + (id - 1) * FIELDS + GOLD];
  }

  /** The owner of the mine with number `mine` at `index`: '-' or a digit. */
  owner(index, mine) {
    return String.fromCharCode(this.owners[index * this.mines.length + mine]);
  }

  /** Places by gold at `index`: 1 + the number of heroes with more, so equals share a place. */
  places(index) {
    const gold = this.heroes.map(({ id }) => this.gold(index, id));
    const seats = this.heroes.map(({ id, name }, seat) => (
      { id, name, gold: gold[seat], place: 1 + gold.filter((other) => other > gold[seat]).length }));
    return seats.sort((a, b) => a.place - b.place || a.id - b.id);
  }

  #append(game) {
    this.#reserve();
    const start = this.length * ROW;
    game.heroes.forEach((hero, seat) => {
      const direction = Math.max(0, DIRECTIONS.indexOf(hero.lastDir ?? ''));
      const marks = direction + (hero.crashed ? CRASHED : 0);
      this.rows.set([hero.pos.x, hero.pos.y, hero.life, hero.gold, hero.mineCount, marks], start + seat * FIELDS);
    });
    const count = this.mines.length, at = this.length * count;
    this.mines.forEach(({ cell }, mine) => {
      // On hostile maps a hero can stand on a mine and hide it; it keeps its owner meanwhile.
      const hidden = game.board.tiles[2 * cell] !== '$';
      const before = this.length ? this.owners[at - count + mine] : FREE;
      this.owners[at + mine] = hidden ? before : game.board.tiles.charCodeAt(2 * cell + 1);
    });
    this.length += 1;
  }

  #reserve() {
    const states = this.rows.length / ROW;
    if (this.length < states) return;
    const wanted = Math.max(64, states * 2);
    const rows = new Int32Array(wanted * ROW), owners = new Uint8Array(wanted * this.mines.length);
    rows.set(this.rows);
    owners.set(this.owners);
    this.rows = rows;
    this.owners = owners;
  }
}
