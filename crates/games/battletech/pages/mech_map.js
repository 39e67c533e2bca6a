// The map: terrain, mechs, how they moved, and who shot at whom.

import { el, svg } from './dom.js';
import { boundsOf, byKey, cellsOf, centre, corners, HALF, hexOf, hexText, isBuilt, labelOf, MapView, mechName, nameOfHex, sizeOf, ZOOM_STEP, towards } from './mech_hex.js';

// Lines of attacks on the map, and where their scores stand.

/** Attacks between the same two mechs as one line: who, whom, how many, how many hit. */
export function linesOf(attacks) {
  const lines = new Map();
  for (const { mech, target, hit, kind, from, at } of attacks) {
    if (target === null || target === undefined) continue;
    const key = `${mech} ${target} ${kind}`;
    const line = lines.get(key) ?? { mech, target, kind, from, at, count: 0, hits: 0 };
    line.count += 1;
    line.hits += hit ? 1 : 0;
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** Where a text fits among the places that are taken: the first of these that is free, or the first. */
export function free(places, taken) {
  const clear = (place) => taken.every((other) => Math.abs(other.x - place.x) > 28 || Math.abs(other.y - place.y) > 15);
  return places.find(clear) ?? places[0];
}

/** How long a mech takes from hex to hex when its movement is shown. */
const PACE_MS = 140;
/** Mechs are drawn no smaller than at this scale, and numbers of hexes from this one on; in pixels for a unit of the picture. */
const SMALL = 0.62, READABLE = 0.7;
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
  #view;
  #cursor = null;
  #animations = [];

  constructor(root, table, picked) {
    this.#table = table;
    this.#picked = picked;
    const { t } = table;
    for (const name of ['ground', 'reach', 'traces', 'mechs', 'shots', 'hint', 'cursor']) this.#layers[name] = svg('g', { class: `mech-${name}` });
    this.#svg = svg('svg', { class: 'mech-svg', 'aria-hidden': 'true' }, patterns(), ...Object.values(this.#layers));
    this.#box = el('div', { class: 'mech-box', tabindex: 0, role: 'group', 'aria-label': t('mech.map'), 'aria-describedby': 'mech-map-help', onclick: (event) => this.#click(event), onkeydown: (event) => this.#key(event) }, this.#svg);
    this.#view = new MapView(this.#box, this.#svg, (scale) => {
      this.#svg.style.setProperty('--grow', Math.max(1, SMALL / scale));
      this.#svg.classList.toggle('far', scale < READABLE);
    });
    const button = (sign, label, act) => el('button', { type: 'button', class: 'icon', 'aria-label': t(label), title: t(label), onclick: act }, sign);
    root.append(el('div', { class: 'mech-window' }, this.#box, el('div', { class: 'mech-tools' },
      button('+', 'mech.zoom_in', () => this.#view.zoom(ZOOM_STEP)), button('−', 'mech.zoom_out', () => this.#view.zoom(1 / ZOOM_STEP)), button(svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: 'M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4M5 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0' })), 'mech.zoom_all', () => this.#view.frame()))),
    el('p', { id: 'mech-map-help', class: 'hint' }, t('mech.map_help')));
  }

  /** Marks what a hint says: hexes, and a side to face. */
  hint(hexes, side) {
    this.#layers.hint.replaceChildren(...hexes.map((name) => {
      const hex = hexOf(name), { x, y } = centre(hex), tip = side && towards({ x, y }, side, HALF), tail = side && towards({ x, y }, side, 8);
      return svg('g', {}, svg('polygon', { points: corners(hex, 2) }), side && svg('path', { d: `M${tail.x} ${tail.y}L${tip.x} ${tip.y}` }));
    }));
    if (hexes.length) this.#view.reveal(boundsOf(hexes));
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
    const fighting = view.mechs.filter(({ operative }) => operative);
    this.#view.fit(boundsOf((fighting.length ? fighting : view.mechs).map(({ hex }) => hex)));
    const news = this.#news(view, fresh);
    if (news.length) this.#view.reveal(boundsOf(news));
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

  /** Where something has happened: the places of mechs that shot or were shot at, or else where mechs have gone. */
  #news({ attacks }, fresh) {
    const news = fresh.flatMap(({ events }) => events), kinds = news.map(({ kind }) => kind);
    if (kinds.includes('shot') || kinds.includes('blow')) return attacks.flatMap(({ from, at }) => [from, at]).filter(Boolean);
    return news.filter(({ kind, path }) => kind === 'move' && path.length).map(({ path }) => path.at(-1));
  }

  #click(event) {
    if (this.#view.dragged) return;
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
    const act = { '+': () => this.#view.zoom(ZOOM_STEP), '-': () => this.#view.zoom(1 / ZOOM_STEP), 0: () => this.#view.frame() }[event.key];
    if (act) {
      event.preventDefault();
      act();
      return;
    }
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    this.#point((this.#cursor && byKey(here, event.key, this.#map)) ?? here);
    this.#view.reveal(boundsOf([nameOfHex(this.#cursor)]));
    this.#table.say(hexText(this.#table, nameOfHex(this.#cursor), this.cell(this.#cursor)));
  }

  /** Puts the cursor on a hex. */
  point(name) {
    this.#point(hexOf(name));
  }

  /** Moves the map until a hex can be seen. */
  reveal(name) {
    this.#view.reveal(boundsOf([name]));
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
    this.#view.size({ width, height });
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
    const mark = svg('g', { class: 'mech-mark' });
    const group = svg('g', { class: 'mech-unit', 'data-seat': number, transform: `translate(${x} ${y})` }, mark);
    if (!mech.operative) {
      mark.append(svg('path', { class: 'mech-wreck', d: 'M-12-12l24 24m0-24l-24 24' }), svg('text', { class: 'mech-digit wreck', y: 5 }, String(number + 1)));
      return group;
    }
    const tip = towards(here, mech.facing, 27), left = towards(here, mech.facing - 0.75, 18), right = towards(here, mech.facing + 0.75, 18), end = towards(here, mech.torso, 24);
    mark.append(svg('circle', { class: 'mech-halo', r: 18 }), svg('path', { class: 'mech-legs', d: `M${tip.x} ${tip.y}L${left.x} ${left.y}L${right.x} ${right.y}z` }));
    if (!mech.prone) mark.append(svg('path', { class: 'mech-barrel', d: `M0 0L${end.x} ${end.y}` }));
    mark.append(svg('ellipse', { class: `mech-body${mech.shut ? ' shut' : ''}`, rx: 14, ry: mech.prone ? 9 : 14 }), svg('text', { class: 'mech-digit', y: 5 }, String(number + 1)));
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
