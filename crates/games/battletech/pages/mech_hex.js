// The hexagons of the map, the part of it that is in view, and the words for what stands on it.

// Hexes: where they lie on the picture, and what is on them. Flat tops, even columns half a hex lower.

/** From the middle of a hex to its left and right corner, and to the middle of its upper side. */
export const RADIUS = 32, HALF = 28;
const STEP = 48, EDGE = 6;

/** Column and row, from 0, of a hex such as `0504`. */
export const hexOf = (name) => ({ column: Number(name.slice(0, 2)) - 1, row: Number(name.slice(2)) - 1 });

/** The name of a hex, counted from 1. */
export const nameOfHex = ({ column, row }) => `${String(column + 1).padStart(2, '0')}${String(row + 1).padStart(2, '0')}`;

/** The middle of a hex. */
export const centre = ({ column, row }) => ({ x: EDGE + RADIUS + STEP * column, y: EDGE + HALF * (1 + 2 * row + (column % 2)) });

/** How large the picture of a map is. */
export const sizeOf = ({ width, height }) => ({ width: 2 * EDGE + STEP * (width - 1) + 2 * RADIUS, height: 2 * EDGE + HALF * (2 * height + (width > 1 ? 1 : 0)) });

/** A point so far from another in the direction over a side, 1 (north) to 6, clockwise. */
export function towards({ x, y }, side, far) {
  const angle = (side - 1) * Math.PI / 3;
  return { x: x + Math.sin(angle) * far, y: y - Math.cos(angle) * far };
}

/** The corners of a hex as the points of a polygon, drawn in by `less`. */
export function corners(hex, less = 0) {
  const { x, y } = centre(hex);
  const half = RADIUS / 2 - less / 2, far = RADIUS - less, up = HALF - less;
  return [[-half, -up], [half, -up], [far, 0], [half, up], [-half, up], [-far, 0]].map(([right, down]) => `${x + right},${y + down}`).join(' ');
}

/** The next hex over a side; null off the map. */
export function neighbour({ column, row }, side, map) {
  const high = column % 2 === 0;
  const ways = high ? [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]] : [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
  const [right, down] = ways[side - 1];
  const next = { column: column + right, row: row + down };
  return next.column >= 0 && next.row >= 0 && next.column < map.width && next.row < map.height ? next : null;
}

/** The hex that an arrow key leads to; null if it is none or leads off the map. */
export function byKey(hex, key, map) {
  const level = (right) => {
    const sides = right > 0 ? (hex.column % 2 ? [2, 3] : [3, 2]) : (hex.column % 2 ? [6, 5] : [5, 6]);
    return neighbour(hex, sides[0], map) ?? neighbour(hex, sides[1], map);
  };
  switch (key) {
    case 'ArrowUp': return neighbour(hex, 1, map);
    case 'ArrowDown': return neighbour(hex, 4, map);
    case 'ArrowRight': return level(1);
    case 'ArrowLeft': return level(-1);
    default: return null;
  }
}

/** What the server says of a hex: level, letter, roads, rivers, what a building bears, and marks. */
export function cellOf(text) {
  const [, level, kind, rest] = /^(-?\d+)(\D)(.*)$/.exec(text) ?? [null, '0', '.', ''];
  const number = (letter) => Number(new RegExp(`${letter}(\\d+)`).exec(rest)?.[1] ?? 0);
  return {
    level: Number(level), kind, roads: number('r'), rivers: number('w'), bears: number('s'),
    fire: rest.includes('*'), smoke: rest.includes('^'), club: rest.includes('!'), fallen: rest.includes('x'),
  };
}

/** All hexes of a map, row by row. */
export const cellsOf = (map) => map.rows.map((row) => row.split(' ').map(cellOf));

/** Whether a building stands on a hex. */
export const isBuilt = ({ kind }) => 'LMHDB'.includes(kind);

/** What stands written below in a hex: a letter for what is there, and its level; nothing on plain ground. */
export function labelOf({ level, kind }) {
  if (kind === '~') return `~${Math.max(0, -level)}`;
  const what = 'fF%:'.includes(kind) ? kind : '';
  const high = level > 0 ? `+${level}` : level < 0 ? `−${-level}` : '';
  return [what, high].filter(Boolean).join(' ');
}

/** The keys of the texts that say what is on a hex. */
export const TERRAIN = { '.': 'open', '=': 'paved', '~': 'water', '%': 'swamp', ':': 'rubble', f: 'light', F: 'heavy', L: 'building_l', M: 'building_m', H: 'building_h', D: 'building_d', B: 'bunker' };

// The part of the map that can be seen: it is moved by dragging, zoomed by two fingers, the wheel and buttons, and put
// around what matters as long as nobody has moved it.

/** Pixels for a unit of the picture (a column has 48): the most, and the most that is chosen by itself. */
const MOST = 2, NEAR = 1.25;
/** How much one press of a button zooms, and one notch of a wheel at most. */
export const ZOOM_STEP = 1.35;
const NOTCH = 1.25;
/** A pointer that moved no farther has clicked. */
const SLACK = 6;
/** What stays free around what is shown, in units of the picture; in pixels, what the buttons at the right take, and the
 * rim of the box, into which a mech at the map's edge looks out. */
const AIR = 20, BUTTONS = 52, RIM = 12;

/** What some hexes cover of the picture, by their names. */
export function boundsOf(names) {
  const points = names.map((name) => centre(hexOf(name)));
  const [across, down] = ['x', 'y'].map((axis) => points.map((point) => point[axis]));
  return { left: Math.min(...across) - RADIUS, right: Math.max(...across) + RADIUS, top: Math.min(...down) - HALF, bottom: Math.max(...down) + HALF };
}

/** The scale at which these bounds fill a room, not below `least`. */
export function scaleFor({ left, right, top, bottom }, room, least) {
  return Math.max(least, Math.min(NEAR, room.width / (right - left + 2 * AIR), room.height / (bottom - top + 2 * AIR)));
}

export class MapView {
  #box;
  #picture;
  #size = null;
  #scale = 0;
  #bounds = null; // what was to be seen last
  #own = false; // the reader has moved or zoomed it
  #held = new Map();
  #scaled;
  dragged = false;

  /** `box` cuts the `picture` off; `scaled(scale)` is told how large it is drawn. */
  constructor(box, picture, scaled) {
    this.#box = box;
    this.#picture = picture;
    this.#scaled = scaled;
    box.addEventListener('pointerdown', (event) => this.#down(event));
    box.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) box.addEventListener(end, ({ pointerId }) => this.#held.delete(pointerId));
    box.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#bounds && (this.#own ? this.#draw(Math.max(this.#least, this.#scale)) : this.frame())).observe(box);
  }

  /** How large the picture is, in its own units. */
  size(size) {
    this.#size = size;
  }

  /** Shows these bounds: as large as they can be, unless the reader has chosen what to see. */
  fit(bounds) {
    this.#bounds = bounds;
    if (this.#own) return;
    // What can be seen well stays where it is.
    const { width, height } = this.#room, large = Math.max((bounds.right - bounds.left) / width, (bounds.bottom - bounds.top) / height) * this.#scale;
    if (!this.#scale || this.#far(bounds).some((far) => far) || (large < 0.4 && this.#scale < NEAR)) this.frame();
  }

  /** Shows again what was to be seen last, as large as it can be. */
  frame() {
    const { left, right, top, bottom } = this.#bounds, room = this.#room;
    if (!room.width || !room.height) return;
    this.#own = false;
    // On a small map a mech is drawn larger than its hex.
    this.#draw(scaleFor(this.#bounds, { width: room.width - 2 * RIM, height: room.height - 2 * RIM }, this.#least));
    this.#box.scrollTo(RIM + (left + right) / 2 * this.#scale - room.width / 2, RIM + (top + bottom) / 2 * this.#scale - room.height / 2);
  }

  /** Moves as far as these bounds need to be seen. */
  reveal(bounds) {
    const [across, down] = this.#far(bounds);
    this.#box.scrollBy(across, down);
  }

  /** Zooms around a point of the screen, or the middle; says whether that changed anything. */
  zoom(by, at = null) {
    const box = this.#box, frame = box.getBoundingClientRect(), before = this.#scale;
    const x = at ? at.x - frame.left : box.clientWidth / 2, y = at ? at.y - frame.top : box.clientHeight / 2;
    const point = this.#picture.getBoundingClientRect(), [across, down] = [(frame.left + x - point.left) / before, (frame.top + y - point.top) / before];
    this.#own = true;
    this.#draw(Math.min(MOST, Math.max(this.#least, before * by)));
    const now = this.#picture.getBoundingClientRect();
    box.scrollBy(now.left + across * this.#scale - frame.left - x, now.top + down * this.#scale - frame.top - y);
    return this.#scale !== before;
  }

  /** What the buttons leave free. */
  get #room() {
    return { width: this.#box.clientWidth - BUTTONS, height: this.#box.clientHeight };
  }

  /** The scale at which the whole map is seen. */
  get #least() {
    return Math.min(NEAR, (this.#box.clientWidth - 2 * RIM) / this.#size.width, (this.#box.clientHeight - 2 * RIM) / this.#size.height);
  }

  #draw(scale) {
    this.#scale = scale;
    this.#picture.style.width = `${scale * this.#size.width}px`;
    this.#scaled(scale);
  }

  /** How far these bounds stick out of what is seen, across and down. */
  #far({ left, right, top, bottom }) {
    const box = this.#box, { width, height } = this.#room;
    const out = (from, to, first, room) => (to - first > room ? Math.min(to - first - room, from - first) : Math.min(0, from - first));
    return [out(left * this.#scale + RIM, right * this.#scale + RIM, box.scrollLeft, width), out(top * this.#scale + RIM, bottom * this.#scale + RIM, box.scrollTop, height)].map(Math.round);
  }

  #down(event) {
    if (event.button) return;
    if (!this.#held.size) this.dragged = false;
    this.#held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#box.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const before = this.#held.get(event.pointerId), now = { x: event.clientX, y: event.clientY };
    if (!before) return;
    const other = [...this.#held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const far = (one) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)), middle = (one) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
      this.dragged = true;
      this.zoom(far(now) / far(before), middle(before));
      this.#pan(middle(now).x - middle(before).x, middle(now).y - middle(before).y);
    } else {
      if (!this.dragged && Math.hypot(now.x - before.x, now.y - before.y) <= SLACK) return;
      this.dragged = true;
      this.#own = true;
      const rest = this.#pan(now.x - before.x, now.y - before.y);
      // A finger on the map moves the page where the map ends.
      if (event.pointerType === 'touch' && Math.abs(rest) >= 1) scrollBy(0, -rest);
    }
    this.#held.set(event.pointerId, now);
  }

  /** Moves the map along with a pointer; answers how far down it could not go. */
  #pan(right, down) {
    const box = this.#box, { scrollTop } = box;
    box.scrollBy(-right, -down);
    return down - (scrollTop - box.scrollTop);
  }

  /** The wheel moves the page, unless Ctrl is held or the map has the focus; what cannot be zoomed farther lets it pass. */
  #wheel(event) {
    const held = event.ctrlKey || event.metaKey;
    if (!held && document.activeElement !== this.#box) return;
    const by = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : held ? 0.01 : 0.002));
    if (this.zoom(Math.min(NOTCH, Math.max(1 / NOTCH, by)), { x: event.clientX, y: event.clientY }) || held) event.preventDefault();
  }
}

// What happened and what is where, in words.

/** A number of tenths, as it is shown. */
export const tenths = (value, lang) => (value / 10).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** What a movement is worth, in percent of a mech, with its sign. */
export const balance = (worth, lang) => (worth / 10).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** What a mech is called: who plays it, and its name. */
export const mechName = (table, number, mech) => (mech ? `${table.seatName(number)} (${mech.name})` : table.seatName(number));

/** What a location is called. */
export const place = (table, word, rear) => table.t(`mech.at.${word}`) + (rear ? ` ${table.t('mech.rear')}` : '');

/** The direction of a side, 1 to 6. */
export const side = (table, number) => table.t(`mech.side.${number}`);

/** A hex in words. */
export function hexText({ t }, name, cell) {
  if (!cell) return name;
  const parts = [t('mech.hex', { hex: name }), t(`mech.terrain.${TERRAIN[cell.kind] ?? 'open'}`)];
  if (cell.level) parts.push(t('mech.level', { level: cell.level }));
  if (cell.fire) parts.push(t('mech.fire'));
  if (cell.smoke) parts.push(t('mech.smoke'));
  return parts.join(', ');
}

/** What ails a mech, in words. */
export function ails({ t }, mech) {
  const states = [['destroyed', !mech.operative], ['prone', mech.prone], ['shut', mech.shut], ['stuck', mech.stuck], ['burning', mech.burning], ['club', mech.club], ['out', mech.own && !mech.own.awake]];
  return states.filter(([, is]) => is).map(([word]) => t(`mech.is.${word}`));
}

/** A line for an event of the log; null for what needs none. */
export function describe(event, table) {
  const { t } = table, name = table.seatName(event.mech);
  const whom = event.target === null || event.target === undefined ? '' : table.seatName(event.target);
  const hits = () => event.hits.map((hit) => `${place(table, hit.location, hit.rear)} ${hit.damage}`).join(', ');
  switch (event.kind) {
    case 'turn': return t('mech.log.turn', { turn: event.turn });
    case 'initiative': return t('mech.log.initiative', { names: event.order.map((mech) => table.seatName(mech)).join(', ') });
    case 'move': {
      if (event.mode === 'still') return t('mech.log.stay', { name });
      return t(`mech.log.${event.mode}`, { name, hex: event.path.at(-1), side: side(table, event.facing), points: event.points });
    }
    case 'torso': return t('mech.log.torso', { name, side: side(table, event.torso) });
    case 'check': return event.roll ? t(event.passed ? 'mech.log.passed' : 'mech.log.failed', { name, why: t(`mech.why.${event.reason}`), needed: event.needed, roll: event.roll }) : t('mech.log.hopeless', { name, why: t(`mech.why.${event.reason}`) });
    case 'fall': return t('mech.log.fall', { name, damage: event.damage });
    case 'stuck': return t(event.stuck ? 'mech.log.stuck' : 'mech.log.free', { name });
    case 'masc': return t(event.passed ? 'mech.log.masc' : 'mech.log.masc_failed', { name });
    case 'club': return t(event.found ? 'mech.log.club' : 'mech.log.no_club', { name });
    case 'club_lost': return t('mech.log.club_lost', { name });
    case 'shot': return whom ? t(event.hit ? 'mech.log.hit' : 'mech.log.miss', { name, what: itemName(table, event.weapon), whom, needed: event.needed, roll: event.roll, where: hits() }) : null;
    case 'blow': return whom ? t(event.hit ? 'mech.log.hit' : 'mech.log.miss', { name, what: t(`mech.means.${event.means}`), whom, needed: event.needed, roll: event.roll, where: hits() }) : null;
    case 'jam': return t('mech.log.jam', { name });
    case 'narc': return t('mech.log.narc', { name, whom });
    case 'lost': return t('mech.log.lost', { name, where: place(table, event.location) });
    case 'critical': return t('mech.log.critical', { name, where: place(table, event.location), what: itemName(table, event.name) });
    case 'explosion': return t('mech.log.explosion', { name, what: itemName(table, event.name), damage: event.damage });
    case 'heat': return t('mech.log.heat', { name, before: event.before, after: event.after });
    case 'heat_check': return event.avoided ? null : t(`mech.danger.${event.danger}`, { name });
    case 'power': return t(event.on ? 'mech.log.on' : 'mech.log.off', { name });
    case 'destroyed': return t('mech.log.destroyed', { name, why: t(`mech.end.${event.why}`) });
    case 'dumped': return t('mech.log.dumped', { name, rounds: event.rounds });
    case 'passed': return t(`mech.log.passed_${event.phase}`, { names: event.mechs.map((mech) => table.seatName(mech)).join(', ') });
    case 'chosen': return ['pass', 'end'].includes(event.choice) ? t(`mech.log.chosen_${event.choice}`, { name: table.seatName(event.seat) }) : null;
    case 'fault': return event.rule === 'hopeless' ? null : t(`mech.rule.${event.rule}`);
    case 'over': return event.winner === null ? t('mech.over.tie') : t('mech.log.over', { name: table.seatName(event.winner) });
    default: return null;
  }
}

/** What a weapon or a part is called: the data's own name if the language has none for it. */
export function itemName({ t }, name) {
  const key = `mech.item.${name}`, text = t(key);
  return text === key ? name : text;
}

/** Where a hint points: hexes, and the side to face. */
export function hintOf(choice, mechs) {
  const [verb, first, second] = choice.split(' ');
  if (verb === 'walk' || verb === 'run' || verb === 'jump') return { hexes: [first], side: Number(second) };
  const at = verb === 'fire' ? [first, ...[...second.matchAll(/@(\d+)/g)].map(([, mech]) => mech)]
    : verb === 'strike' ? [...first.matchAll(/@(\d+)/g)].map(([, mech]) => mech) : [];
  return { hexes: [...new Set(at.map((mech) => mechs[mech]?.hex))].filter(Boolean), side: null };
}

/** What is aimed at whom, `[what, mech]`: each target once, with each kind of weapon once. */
function byTarget(table, aimed) {
  const targets = new Map();
  for (const [what, at] of aimed) {
    const counts = targets.get(at) ?? targets.set(at, new Map()).get(at);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...targets].map(([at, counts]) => `${[...counts].map(([what, count]) => (count > 1 ? `${count} × ${what}` : what)).join(', ')} → ${table.seatName(Number(at))}`).join('; ');
}

/** A choice in words, for a mech. */
export function choiceText(table, choice, mech) {
  const { t } = table, [verb, first, second, ...rest] = choice.split(' ');
  switch (verb) {
    case 'stay': return t('mech.mode.stay');
    case 'walk': case 'run': case 'jump': return `${t(`mech.mode.${verb}`)} ${first}, ${side(table, second)}${rest[0] === 'prone' ? `, ${t('mech.is.prone')}` : ''}`;
    case 'torso': return t(`mech.${first}`);
    case 'pass': case 'club': return t(`mech.choice.${verb}`);
    case 'fire': return byTarget(table, second.split(',').map((word) => {
      const id = Number.parseInt(word, 10), weapon = mech.weapons.find((each) => each.id === id);
      return [weapon ? itemName(table, weapon.name) : String(id), /@(\d+)/.exec(word)?.[1] ?? first];
    }));
    case 'strike': return byTarget(table, first.split(',').map((word) => {
      const [, limb, means, at] = /^(\w+):(\D+)\d*@(\d+)$/.exec(word);
      return [`${t(`mech.means.${means === 'blade' ? 'axe' : means}`)} (${place(table, limb)})`, at];
    }));
    default: return [t('mech.end_turn'), first, second, ...rest].filter(Boolean).join(' ');
  }
}
