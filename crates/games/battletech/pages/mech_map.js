// The map: terrain, mechs, how they moved, and who shot at whom.

import { el, svg } from './dom.js';
import { HALF, RADIUS, byKey, cellsOf, centre, corners, hexOf, isBuilt, labelOf, nameOfHex, sizeOf, towards } from './mech_hex.js';
import { free, linesOf } from './mech_lines.js';
import { hexText, mechName } from './mech_words.js';

/** How long a mech takes from hex to hex when its movement is shown. */
const PACE_MS = 140;
/** Widths of a column on the screen, in pixels, between which one zooms. */
const ZOOMS = [24, 30, 36, 48, 66, 90];
/** Smallest size of a hex before any zoom: on a phone, and elsewhere. */
const PHONE = 36, DESK = 30, NARROW = 440;
const PATTERNED = { '~': 'water', '%': 'swamp', '=': 'paved', ':': 'rubble', f: 'light', F: 'heavy' };

/** The map of a fight. `picked(hex)` is called with the name of a hex when it is pointed at. */
export class MechMap {
  #table;
  #picked;
  #svg;
  #box;
  #layers = {};
  #drawn = '';
  #map = null;
  #cells = [];
  #labels = new Map(); // what is written below in a hex, by its name
  #zoom = null;
  #cursor = null;
  #animations = [];

  constructor(root, table, picked) {
    this.#table = table;
    this.#picked = picked;
    const { t } = table;
    for (const name of ['ground', 'reach', 'traces', 'mechs', 'shots', 'hint', 'cursor']) this.#layers[name] = svg('g', { class: `mech-${name}` });
    this.#svg = svg('svg', { class: 'mech-svg', 'aria-hidden': 'true', onclick: (event) => this.#click(event) }, patterns(), ...Object.values(this.#layers));
    this.#box = el('div', { class: 'mech-box', tabindex: 0, role: 'group', 'aria-label': t('mech.map'), 'aria-describedby': 'mech-map-help', onkeydown: (event) => this.#key(event) }, this.#svg);
    const zoom = (by, sign, label) => el('button', { type: 'button', class: 'icon', 'aria-label': t(label), onclick: () => this.#scale(by) }, sign);
    root.append(this.#box, el('div', { class: 'row mech-tools' },
      zoom(-1, '−', 'mech.zoom_out'), zoom(1, '+', 'mech.zoom_in'), el('span', { id: 'mech-map-help', class: 'hint' }, t('mech.map_help'))));
  }

  /** Scrolls until these hexes can be seen, if they cannot; if they lie too far apart, the last of them. */
  reveal(names) {
    const box = this.#box, scale = this.#svg.clientWidth / sizeOf(this.#map).width;
    const bounds = (list) => {
      const points = list.map((name) => centre(hexOf(name)));
      const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
      const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
      return { left: (left - RADIUS) * scale, right: (right + RADIUS) * scale, top: (top - RADIUS) * scale, bottom: (bottom + RADIUS) * scale };
    };
    if (!names.length || !scale) return;
    let wanted = bounds(names);
    if (wanted.right - wanted.left > box.clientWidth || wanted.bottom - wanted.top > box.clientHeight) wanted = bounds(names.slice(-1));
    const { left, right, top, bottom } = wanted;
    const inside = left >= box.scrollLeft && right <= box.scrollLeft + box.clientWidth && top >= box.scrollTop && bottom <= box.scrollTop + box.clientHeight;
    if (!inside) box.scrollTo((left + right - box.clientWidth) / 2, (top + bottom - box.clientHeight) / 2);
  }

  /** Marks what a hint says: hexes, and a side to face. */
  hint(hexes, side) {
    this.#layers.hint.replaceChildren(...hexes.map((name) => {
      const hex = hexOf(name), { x, y } = centre(hex), tip = side && towards({ x, y }, side, HALF), tail = side && towards({ x, y }, side, 8);
      return svg('g', {}, svg('polygon', { points: corners(hex, 2) }), side && svg('path', { d: `M${tail.x} ${tail.y}L${tip.x} ${tip.y}` }));
    }));
    this.reveal(hexes);
  }

  /** What is on a hex. */
  cell({ column, row }) {
    return this.#cells[row]?.[column];
  }

  show(view, fresh, still) {
    for (const animation of this.#animations.splice(0)) animation.cancel();
    this.#ground(view.map);
    this.#traces(view);
    const units = this.#mechs(view);
    this.#shots(view, fresh, still);
    if (this.#zoom === null) {
      const room = this.#box.clientWidth / view.map.width;
      this.#zoom = Math.max(0, ZOOMS.findLastIndex((width) => width <= Math.max(room, this.#box.clientWidth < NARROW ? PHONE : DESK)));
      this.#scale(0);
    }
    this.reveal(this.#interest(view, fresh));
    if (still) return;
    for (const { events } of fresh) for (const event of events) if (event.kind === 'move') this.#animate(units[event.mech], event.path);
  }

  /** Marks hexes: `[{ hex, kind }]`, the chosen one by `chosen`. */
  mark(list, chosen) {
    this.#layers.reach.replaceChildren(...list.map(({ hex, kind }) => {
      const place = hexOf(hex), { x, y } = centre(place);
      return svg('g', { class: `mech-reach-${kind}${hex === chosen ? ' chosen' : ''}` },
        svg('polygon', { points: corners(place, hex === chosen ? 3 : 2) }),
        svg('path', { d: { walk: `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`, run: `M${x} ${y - 5}l5 9h-10z`, jump: `M${x} ${y - 6}l6 6-6 6-6-6z`, stay: `M${x - 4} ${y - 4}h8v8h-8z` }[kind] }));
    }));
  }

  /** What to show: what is new, or else the mechs that fight; last, the mech of the player to choose. */
  #interest({ mechs, attacks, waiting }, fresh) {
    const you = this.#table.you(), own = waiting[0] === you && mechs[you] ? [mechs[you].hex] : [];
    const news = fresh.flatMap(({ events }) => events), kinds = news.map(({ kind }) => kind);
    if (kinds.includes('shot') || kinds.includes('blow')) {
      const hexes = attacks.flatMap(({ from, at }) => [from, at]).filter(Boolean);
      if (hexes.length) return [...hexes, ...own];
    }
    const moved = news.filter(({ kind, path }) => kind === 'move' && path.length).flatMap(({ path }) => [path[0], path.at(-1)]);
    if (moved.length) return [...moved, ...own];
    return [...mechs.filter(({ operative }) => operative).map(({ hex }) => hex), ...own];
  }

  #scale(by) {
    this.#zoom = Math.min(ZOOMS.length - 1, Math.max(0, this.#zoom + by));
    const box = this.#box;
    const [across, down] = [(box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, (box.scrollTop + box.clientHeight / 2) / box.scrollHeight];
    this.#svg.style.width = `${ZOOMS[this.#zoom] * this.#map.width}px`;
    if (by === 0) return;
    box.scrollLeft = across * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = down * box.scrollHeight - box.clientHeight / 2;
  }

  #centreOn(hex) {
    const { x, y } = centre(hex), size = sizeOf(this.#map), box = this.#box;
    box.scrollLeft = x / size.width * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = y / size.height * box.scrollHeight - box.clientHeight / 2;
  }

  #click(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
    let best = null, least = Infinity;
    for (let row = 0; row < this.#map.height; row += 1) {
      for (let column = 0; column < this.#map.width; column += 1) {
        const { x, y } = centre({ column, row }), far = Math.hypot(x - point.x, y - point.y);
        if (far < least) [best, least] = [{ column, row }, far];
      }
    }
    this.#point(best);
    this.#picked(nameOfHex(best));
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = this.#cursor ?? { column: 0, row: 0 };
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.#cursor) this.#picked(nameOfHex(here));
      return;
    }
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    this.#point((this.#cursor && byKey(here, event.key, this.#map)) ?? here);
    this.#centreOn(this.#cursor);
    this.#table.say(hexText(this.#table, nameOfHex(this.#cursor), this.cell(this.#cursor)));
  }

  /** Puts the cursor on a hex. */
  point(name) {
    this.#point(hexOf(name));
  }

  #point(hex) {
    this.#cursor = hex;
    this.#layers.cursor.replaceChildren(svg('polygon', { points: corners(hex, 1) }));
  }

  #ground(map) {
    const drawn = map.rows.join();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#map = map;
    this.#cells = cellsOf(map);
    const { width, height } = sizeOf(map);
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const faces = [], ways = [], labels = [];
    this.#labels.clear();
    this.#cells.forEach((row, down) => row.forEach((cell, right) => {
      const hex = { column: right, row: down }, points = corners(hex), { x, y } = centre(hex);
      const { level, kind } = cell;
      faces.push(svg('polygon', { points, class: `mech-face ${kind === '~' ? 'water' : 'land'}` }));
      // The level of a building's hex is that of its roof.
      if (level && !isBuilt(cell)) faces.push(svg('polygon', { points, class: level > 0 ? 'mech-high' : 'mech-deep', 'fill-opacity': Math.min(0.75, Math.abs(level) * 0.14) }));
      if (PATTERNED[kind]) faces.push(svg('polygon', { points, fill: `url(#mech-p-${PATTERNED[kind]})` }));
      for (const [sides, name] of [[cell.rivers, 'river'], [cell.roads, 'road']]) {
        for (let side = 1; side <= 6; side += 1) {
          if (!(sides >> (side - 1) & 1)) continue;
          const end = towards({ x, y }, side, HALF);
          ways.push(svg('path', { class: `mech-${name}`, d: `M${x} ${y}L${end.x} ${end.y}` }));
        }
      }
      if (isBuilt(cell)) {
        labels.push(svg('rect', { class: `mech-house ${kind}`, x: x - 17, y: y - 14, width: 34, height: 22, rx: kind === 'B' ? 10 : 1 }),
          svg('text', { class: 'mech-bears', x, y: y + 2 }, `${kind}${cell.bears}`));
      }
      if (cell.fire) labels.push(svg('path', { class: 'mech-fire', d: `M${x} ${y - 14}c10 9 9 20 0 22c-9-2-10-11-4-15c1 4 4 3 4-7z` }));
      if (cell.smoke) labels.push(svg('path', { class: 'mech-smoke', d: `M${x - 14} ${y}a7 7 0 0 1 9-7a8 8 0 0 1 14 3a6 6 0 0 1 2 11h-20a6 6 0 0 1-5-7z` }));
      labels.push(svg('text', { class: 'mech-number', x, y: y - HALF + 9 }, nameOfHex(hex)));
      const label = labelOf(cell) + (cell.club ? ' !' : '') + (cell.fallen ? ' ×' : '');
      if (label) {
        labels.push(svg('text', { class: 'mech-label', x, y: y + HALF - 5 }, label));
        this.#labels.set(nameOfHex(hex), labels.at(-1));
      }
    }));
    this.#layers.ground.replaceChildren(...faces, ...ways, ...labels);
  }

  #traces({ mechs }) {
    this.#layers.traces.replaceChildren(...mechs.flatMap(({ trace }, mech) => {
      if (!trace || trace.path.length < 2) return [];
      const points = trace.path.map((name) => centre(hexOf(name)));
      return [svg('polyline', { class: `mech-trace ${trace.mode}`, 'data-seat': mech, points: points.map(({ x, y }) => `${x},${y}`).join(' ') }),
        svg('circle', { class: 'mech-from', 'data-seat': mech, cx: points[0].x, cy: points[0].y, r: 5 })];
    }));
  }

  #mechs({ mechs }) {
    const units = mechs.map((mech, number) => this.#unit(mech, number));
    // A mech covers what is written in its hex: half of it would still look out.
    for (const [hex, label] of this.#labels) label.classList.toggle('covered', mechs.some((mech) => mech.hex === hex));
    const order = units.map((unit, number) => [unit, mechs[number].operative]).sort((one, other) => one[1] - other[1]);
    this.#layers.mechs.replaceChildren(...order.map(([unit]) => unit));
    return units;
  }

  #unit(mech, number) {
    const { x, y } = centre(hexOf(mech.hex)), here = { x: 0, y: 0 };
    const group = svg('g', { class: 'mech-unit', 'data-seat': number, transform: `translate(${x} ${y})` });
    if (!mech.operative) {
      group.append(svg('path', { class: 'mech-wreck', d: 'M-12-12l24 24m0-24l-24 24' }), svg('text', { class: 'mech-digit wreck', y: 5 }, String(number + 1)));
      return group;
    }
    const tip = towards(here, mech.facing, 27), left = towards(here, mech.facing - 0.75, 18), right = towards(here, mech.facing + 0.75, 18), end = towards(here, mech.torso, 24);
    group.append(svg('circle', { class: 'mech-halo', r: 18 }), svg('path', { class: 'mech-legs', d: `M${tip.x} ${tip.y}L${left.x} ${left.y}L${right.x} ${right.y}z` }));
    if (!mech.prone) group.append(svg('path', { class: 'mech-barrel', d: `M0 0L${end.x} ${end.y}` }));
    group.append(svg('ellipse', { class: `mech-body${mech.shut ? ' shut' : ''}`, rx: 14, ry: mech.prone ? 9 : 14 }), svg('text', { class: 'mech-digit', y: 5 }, String(number + 1)));
    return group;
  }

  #shots({ attacks, mechs }, fresh, still) {
    const news = !still && fresh.some(({ events }) => events.some(({ kind }) => kind === 'shot' || kind === 'blow'));
    // Scores keep off the mechs and each other.
    const taken = mechs.map(({ hex }) => centre(hexOf(hex)));
    const scores = [], { width, height } = sizeOf(this.#map);
    const lines = linesOf(attacks).flatMap(({ mech, kind, count, hits, ...line }) => {
      const from = centre(hexOf(line.from)), to = centre(hexOf(line.at));
      const far = Math.hypot(to.x - from.x, to.y - from.y);
      if (far < 1) return [];
      const ahead = { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
      // Lines of two that shoot at each other run side by side, each on its own right.
      const shift = kind === 'blow' ? 11 : 5, aside = { x: -ahead.y * shift, y: ahead.x * shift };
      const begin = { x: from.x + ahead.x * 17 + aside.x, y: from.y + ahead.y * 17 + aside.y };
      const stop = { x: to.x - ahead.x * 19 + aside.x, y: to.y - ahead.y * 19 + aside.y };
      const places = [1.8, 3.4, 5, -5, -7].flatMap((side) => [0.36, 0.5, 0.22, 0.66, 0, 1].map((share) => ({
        x: begin.x + (stop.x - begin.x) * share + aside.x * side, y: begin.y + (stop.y - begin.y) * share + aside.y * side,
      }))).filter(({ x, y }) => x > 14 && x < width - 14 && y > 10 && y < height - 10);
      const label = free(places, taken) ?? to;
      taken.push(label);
      scores.push(svg('text', { class: 'mech-score', x: label.x, y: label.y + 4 }, `${hits}/${count}`));
      const end = hits ? svg('circle', { class: 'mech-hit', cx: stop.x, cy: stop.y, r: 5 }) : svg('path', { class: 'mech-missed', d: `M${stop.x - 5} ${stop.y - 5}l10 10m0-10l-10 10` });
      return [svg('g', { class: `mech-shot${hits ? '' : ' miss'}${kind === 'blow' ? ' blow' : ''}${news ? ' news' : ''}`, 'data-seat': mech },
        svg('path', { class: 'mech-shot-edge', d: `M${begin.x} ${begin.y}L${stop.x} ${stop.y}` }),
        svg('path', { class: 'mech-shot-line', d: `M${begin.x} ${begin.y}L${stop.x} ${stop.y}` }), end)];
    });
    this.#layers.shots.replaceChildren(...lines, ...scores);
  }

  #animate(unit, path) {
    if (!unit || path.length < 2 || !unit.animate) return;
    const steps = path.map((name) => { const { x, y } = centre(hexOf(name)); return { transform: `translate(${x}px, ${y}px)` }; });
    this.#animations.push(unit.animate(steps, { duration: Math.min(1400, PACE_MS * path.length), easing: 'ease-in-out' }));
  }

  /** A line on where each mech is, for those who do not see the map. */
  static summary(table, view, cell) {
    return view.mechs.map((mech, number) => `${mechName(table, number, mech)}: ${hexText(table, mech.hex, cell(hexOf(mech.hex)))}`);
  }
}

/** Patterns by which terrain is told apart without colours. */
function patterns() {
  const tree = (x, y) => svg('path', { d: `M${x} ${y}l-4 7h3v3h2v-3h3z` });
  const pattern = (name, size, ...children) => svg('pattern', { id: `mech-p-${name}`, class: 'mech-pattern', width: size, height: size, patternUnits: 'userSpaceOnUse' }, ...children);
  return svg('defs', {},
    pattern('water', 16, svg('path', { class: 'line', d: 'M0 5q4-4 8 0t8 0M-4 13q4-4 8 0t8 0t8 0' })),
    pattern('swamp', 14, svg('path', { class: 'line', d: 'M3 10v-6M6 10v-4M1 10h8M10 3v-3M8 3h5' })),
    pattern('paved', 12, svg('path', { class: 'line faint', d: 'M0 0h12M0 0v12' })),
    pattern('rubble', 12, svg('path', { class: 'line', d: 'M1 4l3-3 3 3zM7 10l2-3 3 3z' })),
    pattern('light', 24, tree(6, 2), tree(18, 13)),
    pattern('heavy', 14, tree(4, 1), tree(11, 5)));
}
