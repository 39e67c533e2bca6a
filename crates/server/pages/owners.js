// Names that belong to their owners: their keys, which this browser keeps, and the dialogs that ask for passphrases.

import { el, setText } from './dom.js';
import { keep, kept } from './kept.js';
import { LONGEST_NAME, Refused, post } from './wire.js';
import { t } from './words.js';

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
