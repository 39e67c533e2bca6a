// Making and changing elements. Text from the server only ever goes in as text.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** An HTML element; strings among the children become text. */
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Sets the text, touching the page only if it differs. */
export function setText(node, text) {
  const wanted = String(text);
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Sets an attribute, touching the page only if it differs. */
export function setAttribute(node, name, value) {
  const wanted = String(value);
  if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
}

/** A name chosen by a user: its writing direction stays inside, the whole of it is in the tooltip. */
export function nameOf(name) {
  const node = html('bdi', { class: 'name' }, name);
  node.title = name;
  return node;
}

// One outline for each hero, so that neither colours nor digits alone have to tell them apart.
const OUTLINES = [
  'M10 1.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17z',
  'M4 2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
  'M10 .5l9.5 9.5-9.5 9.5L.5 10z',
  'M10 .8l8.2 4.7v9L10 19.2l-8.2-4.7v-9z',
];

/** The shape and digit of hero `id` (1 to 4) on a 20 × 20 field. */
export function token(id) {
  return svg('g', { class: `token hero-${id}` },
    svg('path', { d: OUTLINES[id - 1] }),
    svg('text', { x: 10, y: 14.2, 'text-anchor': 'middle' }, String(id)));
}

/** The token as an image of its own, to stand before a name. */
export const badge = (id, hero) => svg('svg', { class: 'badge', viewBox: '0 0 20 20', role: 'img', 'aria-label': `${hero} ${id}` }, token(id));
