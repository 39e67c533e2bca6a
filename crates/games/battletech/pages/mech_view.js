// The part of the map that can be seen: it is moved by dragging, zoomed by two fingers, the wheel and buttons, and put
// around what matters as long as nobody has moved it.

import { HALF, RADIUS, centre, hexOf } from './mech_hex.js';

/** Pixels for a unit of the picture (a column has 48): the most, and the most that is chosen by itself. */
const MOST = 2, NEAR = 1.25;
/** How much one press of a button zooms, and one notch of a wheel at most. */
export const STEP = 1.35;
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
