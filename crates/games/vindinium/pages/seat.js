// The page of a person's seat: taking one, then playing in it.

import { part, setText, showCourse, showRules, watchHealth } from './dom.js';
import { offerLanguages } from './languages.js';
import { offerSeats } from './seat_form.js';
import { Play } from './seat_play.js';
import { look, offers, reason } from './seat_wire.js';
import { keep, kept, speak, t } from './words.js';

function trouble(text) {
  part('trouble').hidden = !text;
  setText(part('trouble'), text);
}

function play(token, state) {
  part('choosing').hidden = true;
  new Play(token, state, trouble);
}

async function choosing() {
  part('choosing').hidden = false;
  showRules(part('rules'), part('rules-text'), 'vindinium');
  try {
    const offered = await offers();
    part('form').hidden = !offered.open;
    if (!offered.open) {
      trouble(t('seat.closed'));
      return;
    }
    offerSeats(part('form'), offered, (token, state) => {
      trouble('');
      keep('seat', token);
      history.replaceState(null, '', `#${token}`);
      play(token, state);
    }, trouble);
  } catch (error) {
    trouble(reason(error));
  }
}

await speak();
watchHealth();
showCourse(false);
document.title = `${t('seat.title')} · Vindinium`;
offerLanguages(part('language'));
part('again').addEventListener('click', () => {
  keep('seat', null);
  location.assign('/seat');
});
// The seat of this address, or the one this browser was in last.
const here = location.hash.slice(1), token = here || kept('seat');
const state = token ? await look(token).catch((error) => trouble(reason(error))) : null;
if (state && (here || state.phase !== 'over')) {
  history.replaceState(null, '', `#${token}`);
  play(token, state);
} else if (state !== undefined) { // otherwise the server has not said that the seat is gone: it is kept
  await choosing();
  if (here) {
    history.replaceState(null, '', '/seat');
    trouble(t('seat.forgotten'));
  }
}
