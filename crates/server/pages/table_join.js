// Taking a seat by invitation, and passing invitations on.

import { el, seatMark, setText } from './dom.js';
import { keep, kept } from './kept.js';
import { asOwner, keyOf } from './owners.js';
import { shareButtons } from './share.js';
import { claimFor, invitationIn, linkOf, remember } from './tokens.js';
import { LONGEST_NAME, Refused, newClaim, post } from './wire.js';
import { t } from './words.js';

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
