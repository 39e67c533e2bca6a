// The form by which a person takes a seat.

import { el } from './dom.js';
import { reason, sit } from './seat_wire.js';
import { keep, kept, t } from './words.js';

const DEPTHS = [1, 2, 4, 6, 8, 10];
const USUAL_TURNS = 60;

const option = (value, text, selected) => {
  const node = el('option', { value }, text);
  node.selected = selected;
  return node;
};
const field = (label, control) => el('label', {}, el('span', {}, label), control);

/** One opponent: which bot, and how far it looks ahead if it is one that does. */
function opponent(number, { bots, depth, opponents }, before) {
  const [usual, deep] = (before ?? opponents[number - 2]).split(',depth=');
  const bot = el('select', {}, ...bots.map((name) => option(name, `${t(`bot.vindinium:${name}`)}: ${t(`seat.bot.${name}`)}`, name === usual)));
  const ahead = el('select', {}, ...[...new Set([...DEPTHS, depth])].sort((a, b) => a - b)
    .map((plies) => option(plies, t('seat.plies', { n: plies }), plies === Number(deep ?? depth))));
  const deeper = field(t('seat.depth'), ahead);
  deeper.className = 'depth';
  const node = el('div', { class: 'bot' }, field(t('seat.opponent', { n: number }), bot));
  const change = () => (bot.value === 'default' ? node.append(deeper) : deeper.remove());
  bot.addEventListener('change', change);
  change();
  return { node, value: () => (bot.value === 'default' ? `default,depth=${ahead.value}` : bot.value) };
}

function way(value, label, note, checked) {
  const radio = el('input', { type: 'radio', name: 'kind', value });
  radio.checked = checked;
  return { radio, node: el('label', { class: 'way' }, radio, el('span', {}, label), el('small', {}, note)) };
}

/** Draws the form; `onSeat(token, state)` gets the seat that was taken, `onTrouble(text)` what went wrong. */
export function offerSeats(form, offers, onSeat, onTrouble) {
  const before = kept('seat-form') ?? {};
  const name = el('input', { required: '', maxlength: 20, autocomplete: 'nickname', spellcheck: 'false' });
  name.value = before.name ?? t('ui.guest');
  const training = way('training', t('seat.training'), t('seat.training-note'), before.kind !== 'arena');
  const arena = way('arena', t('seat.arena'), t('seat.arena-note'), before.kind === 'arena');
  const map = el('select', {}, option('', t('seat.map-random'), true),
    ...offers.maps.map((one) => option(one, one, one === before.map)));
  const turns = el('input', { type: 'number', required: '', min: 1, max: offers.turns, inputmode: 'numeric' });
  turns.value = before.turns ?? USUAL_TURNS;
  const bots = [2, 3, 4].map((number, index) => opponent(number, offers, before.bots?.[index]));
  const details = el('fieldset', {},
    el('div', { class: 'pair' }, field(t('seat.map'), map), field(t('seat.turns'), turns)),
    ...bots.map(({ node }) => node));
  const button = el('button', { class: 'primary', type: 'submit' }, t('seat.sit'));
  const show = () => {
    details.hidden = arena.radio.checked;
    details.disabled = arena.radio.checked;
  };
  for (const { radio } of [training, arena]) radio.addEventListener('change', show);
  show();
  form.replaceChildren(field(t('seat.name'), name),
    el('fieldset', {}, el('legend', {}, t('seat.kind')), el('div', { class: 'ways-in' }, training.node, arena.node)),
    details, button);
  form.onsubmit = async (event) => {
    event.preventDefault();
    // A button that is disabled would lose the focus.
    if (form.ariaBusy) return;
    const wish = arena.radio.checked
      ? { name: name.value, kind: 'arena' }
      : { name: name.value, kind: 'training', map: map.value, turns: turns.value, opponents: bots.map((bot) => bot.value()).join(',') };
    keep('seat-form', { ...before, ...wish, bots: bots.map((bot) => bot.value()) });
    form.ariaBusy = 'true';
    try {
      const { token, ...state } = await sit(wish);
      onSeat(token, state);
    } catch (error) {
      onTrouble(reason(error));
    } finally {
      form.ariaBusy = null;
    }
  };
}
