// Who plays at a table and how: its options, protected names, invitations, joining.

import { el, seatMark, setText, svg } from './dom.js';
import { claimFor, invitationIn, linkOf, LONGEST_NAME, newClaim, post, Refused, remember } from './wire.js';
import { clock, keep, kept, known, t } from './words.js';

// The options of a table: what they are called, what is asked for in the lobby, what is sent.

/** Seconds per choice that are offered; 0 is no clock. */
const CLOCKS = [0, 15, 30, 60, 120, 300, 3600, 86_400];
/** Milliseconds between bots' choices that are offered. */
const PACES = [0, 300, 700, 1500, 3000];
/** Options that every game has; they are offered below the game's own. */
const COMMON = ['clock', 'hints', 'pace', 'programs'];
/** The option by which a random map can be had again, 0 for any; its values from the page, short enough to be told to a friend. */
const SEED = 'seed', SEEDS = 999_999;

function first(keys, otherwise, variables) {
  const key = keys.find(known);
  return key ? t(key, variables) : otherwise;
}

/** The seat, from 1, whose option this is (`mech3`); 0 if it is the table's. */
const seatOf = (key) => Number(/^\D+([1-9])$/.exec(key)?.[1] ?? 0);

/** The option's key without its seat. */
const plainOf = (key) => (seatOf(key) ? key.slice(0, -1) : key);

/** What an option is called. */
export function optionName(game, key) {
  const plain = plainOf(key);
  return first([`option.${game}.${plain}`, `option.${plain}`], key, { seat: seatOf(key) });
}

/** What a value of an option is called. */
export const valueName = (game, key, value) => first([`option.${game}.${plainOf(key)}.${value}`, `option.${plainOf(key)}.${value}`], String(value));

/** What a clock of this many seconds is called. */
export const clockName = (seconds) => (seconds ? t('ui.clock_length', { length: clock(seconds) }) : t('ui.clock_none'));

/** What a pause of this many milliseconds is called. */
export const paceName = (ms) => (ms ? t('ui.pace_seconds', { seconds: ms / 1000 }) : t('ui.pace_none'));

/** What the server takes for granted: hints where at most one person sits, a pause where only bots do. */
export function usual(seats) {
  const people = seats.filter(({ kind }) => kind !== 'bot').length;
  return { clock: 0, hints: people <= 1, pace: people ? 0 : 700 };
}

/** The options of a table of this many seats in words: what was chosen, without what is switched off. */
export function optionsText(game, options, seats) {
  const common = { clock: clockName, pace: paceName };
  const counts = ([key, value]) => value !== false && value !== null && seatOf(key) <= seats;
  return Object.entries(options).filter(counts).filter(([key]) => key !== 'hints' && key !== 'programs').flatMap(([key, value]) => {
    const name = optionName(game, key);
    if (key === SEED) return [];
    if (value === true) return [name];
    if (Object.hasOwn(common, key)) return value ? [`${name}: ${common[key](value)}`] : [];
    return [`${name}: ${valueName(game, key, value)}`];
  });
}

/** Whether these options are of a map that was made at random from a number. */
const numbered = (options) => options.map === 'random' && options[SEED] > 0;

/** The way from a table with a random map to the form for another one on the same map; nothing if it has none. */
export function mapLink({ game, options }) {
  if (!numbered(options)) return [];
  const own = Object.entries(options).filter(([key]) => !COMMON.includes(key));
  return [' · ', el('a', { class: 'map', href: `/tables#${game}?${new URLSearchParams(own)}`, title: t('ui.map_again') }, t('ui.map', { seed: options[SEED] }))];
}

/** The option with another default, from an address, if it can have that value. */
function preset(option, text) {
  const value = option.kind === 'number' ? Number(text) : option.kind === 'flag' ? text === 'true' : option.values.find((one) => String(one) === text);
  const fits = option.kind === 'number' ? Number.isInteger(value) && value >= option.min && value <= option.max : value !== undefined;
  return fits ? { ...option, default: value } : option;
}

/** The controls for a game's options. */
export class Options {
  #game;
  #read = new Map();
  #common = new Map();
  #touched = new Set();
  #bySeat = [];

  /** `wanted` are values, as texts by keys, that some of the game's own options begin with. */
  constructor(root, { game, options, undo, hint }, wanted = new URLSearchParams()) {
    this.#game = game;
    const own = options.filter(({ key }) => !COMMON.includes(key)).map((option) => (wanted.has(option.key) ? preset(option, wanted.get(option.key)) : option));
    const common = [this.#select('clock', CLOCKS.map((seconds) => [seconds, clockName(seconds)]))];
    if (undo || hint) common.push(this.#flag({ key: 'hints', default: false }, this.#common));
    common.push(this.#select('pace', PACES.map((ms) => [ms, paceName(ms)])));
    common.push(this.#flag({ key: 'programs', default: true }, this.#common));
    root.replaceChildren(...own.map((option) => this.#own(option)), ...common);
  }

  /** Shows what is usual for these seats, where nothing else was chosen, and no options of other seats. */
  suit(seats) {
    for (const [seat, field] of this.#bySeat) field.hidden = seat > seats.length;
    for (const [key, value] of Object.entries(usual(seats))) {
      const control = this.#common.get(key);
      if (control && !this.#touched.has(key)) control.set(value);
    }
  }

  /** The options as they are sent: the game's own, and of the common ones those that were chosen. */
  values() {
    const values = {};
    for (const [key, read] of this.#read) values[key] = read();
    for (const key of this.#touched) values[key] = this.#common.get(key).get();
    // Any map gets its number here, so that it can be told.
    if (values[SEED] === 0 && values.map === 'random') values[SEED] = 1 + Math.floor(Math.random() * SEEDS);
    return values;
  }

  #own(option) {
    if (option.kind === 'flag') return this.#flag(option, this.#read);
    const id = `option-${option.key}`;
    const control = option.kind === 'choice'
      ? el('select', { id }, option.values.map((value) => el('option', { value, selected: value === option.default }, valueName(this.#game, option.key, value))))
      : el('input', { id, type: 'number', inputmode: 'numeric', required: true, step: 1, min: option.min, max: option.max, value: option.default });
    this.#read.set(option.key, () => (option.kind === 'choice' ? option.values.find((value) => String(value) === control.value) : control.valueAsNumber));
    const field = el('div', { class: 'field' }, el('label', { for: id }, optionName(this.#game, option.key)), control);
    if (seatOf(option.key)) this.#bySeat.push([seatOf(option.key), field]);
    return field;
  }

  #flag(option, readers) {
    const control = el('input', { type: 'checkbox', checked: option.default, onchange: () => this.#touch(option.key) });
    if (readers === this.#common) readers.set(option.key, { get: () => control.checked, set: (value) => { control.checked = value; } });
    else readers.set(option.key, () => control.checked);
    return el('label', { class: 'check' }, control, optionName(this.#game, option.key));
  }

  #select(key, values) {
    const id = `option-${key}`;
    const control = el('select', { id, onchange: () => this.#touch(key) }, values.map(([value, text]) => el('option', { value }, text)));
    this.#common.set(key, { get: () => Number(control.value), set: (value) => { control.value = String(value); } });
    return el('div', { class: 'field' }, el('label', { for: id }, optionName(this.#game, key)), control);
  }

  #touch(key) {
    if (this.#common.has(key)) this.#touched.add(key);
  }
}

// Names that belong to their owners: their keys, which this browser keeps, and the dialogs that ask for passphrases.

const KEYS = 'keys';
const [SHORTEST, LONGEST] = [8, 128];

const written = (name) => name.trim().normalize('NFC').toLowerCase();

/** The key of a name; null if this browser has none. */
export function keyOf(name) {
  const keys = kept(KEYS) ?? {};
  return Object.hasOwn(keys, written(name)) ? keys[written(name)] : null;
}

/** Keeps the key of a name; null forgets it. */
function note(name, key) {
  const { [written(name)]: gone, ...others } = kept(KEYS) ?? {};
  keep(KEYS, key === null ? others : { ...others, [written(name)]: key });
}

/**
 * Does what may need the key of a name: `act(key)`, where `key` is for a name of which this browser has none. Asks for
 * the passphrase if the server does; if that is given up, it stays refused.
 */
export async function asOwner(act) {
  for (let key = null; ;) {
    try {
      return await act(key);
    } catch (refused) {
      const name = refused instanceof Refused && refused.status === 403 ? refused.owned : null;
      if (name === null) throw refused;
      const known = keyOf(name);
      // The name may have been written in another way.
      if (known !== null && known !== key) key = known;
      else if (await unlock(name)) key = keyOf(name);
      else throw refused;
    }
  }
}

/** The button that protects the name that `name()` gives; the second value shows how that stands. */
export function ownerButton(name) {
  const button = el('button', { type: 'button', class: 'quiet wide', onclick: async () => {
    await (keyOf(name()) === null ? protect : manage)(name().trim());
    show();
  } });
  const show = () => {
    button.disabled = !name().trim();
    setText(button, t(keyOf(name()) === null ? 'ui.name_protect' : 'ui.name_own'));
  };
  show();
  return [button, show];
}

/** Asks for a passphrase; resolves to whether that gave the key. */
const unlock = (name) => ask(name, t('ui.name_protected', { name }), t('ui.name_unlock_about'), { passphrase: 'current-password' },
  [[t('ui.continue'), (said) => post('/api/names/key', said)]]);

function protect(name) {
  return ask(name, t('ui.name_protect'), t('ui.name_protect_about', { name }), { passphrase: 'new-password' },
    // Where it is protected already, this may be its owner.
    [[t('ui.name_protect'), (said) => post('/api/names', said).catch((refused) => {
      if (refused.status !== 409) throw refused;
      return post('/api/names/key', said);
    })]]);
}

const manage = (name) => ask(name, t('ui.name_protected', { name }), t('ui.name_manage_about', { name }), { passphrase: 'current-password', new: 'new-password' }, [
  [t('ui.name_change'), (said) => post('/api/names/passphrase', said)],
  [t('ui.name_release'), (said) => post('/api/names/release', said), ['passphrase']],
  [t('ui.name_forget'), () => ({ name }), []],
]);

/**
 * A dialog about a name. `fields` are passphrases by what they are called in requests, with how browsers fill them in;
 * `actions` are `[text, act, needed]`: what a button does with all that was typed, and which fields it needs (all of
 * them if it does not say). What comes back has the name and its key, or none. Resolves to whether something was done.
 */
function ask(name, title, about, fields, actions) {
  const inputs = Object.entries(fields).map(([field, autocomplete], index) => el('input', { id: `name-${field}`, name: field, type: 'password',
    autocomplete, required: true, minlength: SHORTEST, maxlength: LONGEST, autofocus: !index }));
  const error = el('p', { class: 'error', role: 'alert' });
  let done = false;
  async function run(act) {
    buttons.forEach((button) => { button.disabled = true; });
    setText(error, '');
    try {
      const answer = await act(Object.fromEntries([['name', name], ...inputs.map((input) => [input.name, input.value])]));
      for (const one of [name, answer.name]) note(one, answer.key ?? null);
      done = true;
      dialog.close();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setText(error, refused.status === 403 ? t('ui.passphrase_wrong') : refused.told());
    } finally {
      buttons.forEach((button) => { button.disabled = false; });
    }
  }
  const buttons = actions.map(([text, act, needed], index) => el('button', { type: index ? 'button' : 'submit', class: index ? null : 'primary', onclick: (event) => {
    event.preventDefault();
    if (inputs.every((input) => (needed && !needed.includes(input.name)) || input.reportValidity())) run(act);
  } }, text));
  const dialog = el('dialog', { class: 'ask', 'aria-labelledby': 'ask-title' }, el('form', { method: 'dialog' },
    el('h2', { id: 'ask-title' }, title), el('p', {}, about),
    el('div', { class: 'field' }, el('label', { for: 'name-name' }, t('ui.name')),
      el('input', { id: 'name-name', name: 'username', autocomplete: 'username', readonly: true, maxlength: LONGEST_NAME, value: name })),
    inputs.map((input) => el('div', { class: 'field' }, el('label', { for: input.id }, t(input.name === 'new' ? 'ui.passphrase_new' : 'ui.passphrase')), input)),
    el('label', { class: 'check' }, el('input', { type: 'checkbox', onchange: ({ target }) => {
      for (const input of inputs) input.type = target.checked ? 'text' : 'password';
    } }), t('ui.passphrase_show')),
    error,
    el('div', { class: 'row' }, buttons, el('button', { type: 'button', onclick: () => dialog.close() }, t('ui.cancel')))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(done);
    });
  });
}

// Passing a link on: to a program of the phone, or as a QR code that another phone takes from the screen.

/** The buttons for the link that `link()` gives: one to share it, where the browser can, and one for its QR code. */
export function shareButtons(link, title) {
  const code = el('div', { class: 'qr', hidden: true });
  const share = navigator.share && el('button', { type: 'button', onclick: () => navigator.share({ title, url: link() }).catch(() => {}) }, t('ui.share'));
  const toggle = el('button', { type: 'button', 'aria-expanded': 'false', onclick: async () => {
    if (code.hidden) code.replaceChildren(await drawing(link()));
    code.hidden = !code.hidden;
    toggle.setAttribute('aria-expanded', String(!code.hidden));
  } }, t('ui.qr'));
  return { buttons: [share, toggle].filter(Boolean), code };
}

/** The QR code of a text, or why there is none. */
async function drawing(text) {
  try {
    const { side, path } = await post('/api/qr', { text });
    return svg('svg', { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': t('ui.qr'), 'shape-rendering': 'crispEdges' },
      svg('rect', { width: side, height: side, fill: '#fff' }), svg('path', { d: path, fill: '#000' }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return el('p', { class: 'error' }, error.told());
  }
}

// Taking a seat by invitation, and passing invitations on.

const LOOPBACK = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

/** Why a seat could not be taken. */
function trouble(refused) {
  if (refused.owned !== null) return refused.told();
  if (refused.status === 409) return t('ui.join_taken');
  return [403, 404].includes(refused.status) ? t('ui.join_wrong') : refused.told();
}

/** Takes the seat of an invitation under this name. Throws `Refused`. */
export async function takeSeat(id, game, invitation, called) {
  const taken = await asOwner((key) => post(`/api/tables/${encodeURIComponent(id)}/join`,
    { invitation, name: called, key: keyOf(called) ?? key, claim: claimFor(invitation, newClaim) }));
  remember(id, { game, seats: [{ seat: taken.seat, token: taken.token, name: called, invitation }] });
}

/** The invitation for who comes with this `hash` to a table, `{ invitation, seat, open }`; `open` if it is for everyone. Null if there is none, or an own seat has it. */
export function invitationFor(hash, own, { ended, seats }) {
  const invited = invitationIn(hash), used = own.some(({ invitation }) => invitation === invited?.invitation);
  if (ended !== null || (invited ? used : own.length)) return null;
  const free = seats.find(({ invitation }) => invitation);
  return invited ? { ...invited, open: false } : free ? { ...free, open: true } : null;
}

/** Asks for a name in `root` and takes the seat that is `wanted`, as `invitationFor` says it; then calls `seated()`. */
export function askToJoin(root, id, game, wanted, seated) {
  const shown = wanted?.invitation ?? '';
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  root.hidden = !wanted;
  if (!wanted) return;
  const { invitation, seat, open } = wanted;
  const before = root.querySelector('input'), focused = root.contains(document.activeElement), name = el('input', { id: 'join-name', required: true, maxlength: LONGEST_NAME, autocomplete: 'nickname', value: before?.value ?? kept('name') ?? '' });
  const error = el('p', { class: 'error', role: 'alert' });
  const button = el('button', { type: 'submit', class: 'primary' }, t('ui.join'));
  const form = el('form', { onsubmit: async (event) => {
    event.preventDefault();
    const called = name.value.trim();
    if (!called) return name.focus();
    button.disabled = true;
    setText(error, '');
    try {
      keep('name', called);
      await takeSeat(id, game, invitation, called);
      root.hidden = true;
      seated();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setText(error, trouble(refused));
    } finally {
      button.disabled = false;
    }
  } }, el('div', { class: 'field' }, el('label', { for: 'join-name' }, t('ui.your_name')), name), button);
  root.replaceChildren(el('h2', { id: 'join-title' }, open ? `${t('ui.seat', { seat: seat + 1 })}: ${t('ui.free_open')}`
    : seat === null ? t('ui.invited') : t('ui.invited_seat', { seat: seat + 1 })),
    el('p', {}, t('ui.invited_about')), form, error);
  // Who came to watch goes on watching.
  if (!open || focused) name.focus();
}

/** Copies a text; where the browser forbids that (plain HTTP), it takes it from the field. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

/** Shows the person who opened the table the links of the free seats. */
export function showInvitations(root, id, invitations, seats) {
  const free = invitations.filter(({ seat }) => seats[seat]?.kind === 'invited');
  const shown = free.map(({ seat }) => seat).join();
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  const hadFocus = root.contains(document.activeElement);
  root.hidden = !free.length;
  const copied = el('p', { class: 'hint', role: 'status' });
  root.replaceChildren(
    el('h2', { id: 'invitations-title', tabindex: -1 }, t('ui.invitations')),
    el('p', { class: 'hint' }, t(LOOPBACK.test(location.hostname) ? 'ui.invitations_loopback' : 'ui.invitations_about')),
    el('ul', { class: 'links' }, free.map((invitation) => {
      const field = el('input', { readonly: true, value: linkOf(location.origin, id, invitation), 'aria-label': t('ui.link_of', { seat: invitation.seat + 1 }),
        onfocus: () => field.select() });
      const { buttons, code } = shareButtons(() => field.value, t('ui.invited'));
      return el('li', { class: 'link', 'data-seat': invitation.seat }, seatMark(invitation.seat), field,
        el('button', { type: 'button', 'aria-label': `${t('ui.copy')}: ${t('ui.link_of', { seat: invitation.seat + 1 })}`,
          onclick: async () => setText(copied, t(await copy(field) ? 'ui.copied' : 'ui.copy_yourself')) }, t('ui.copy')),
        el('div', { class: 'row more-ways' }, buttons, code));
    })),
    copied);
  if (hadFocus && root.hidden) document.getElementById('title').focus();
}
