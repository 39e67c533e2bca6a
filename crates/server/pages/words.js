// The pages' texts in the language that was chosen. A text that a language lacks comes in English from the server.

import { keep, kept } from './kept.js';

/** The languages there are, by code, as they call themselves. */
export const LANGUAGES = { en: 'English', es: 'Español', ca: 'Català', ru: 'Русский' };

/** The language of what others lack. */
export const FALLBACK = 'en';
let code = FALLBACK;
let words = {};

/** The first language that we have among those that are wanted (`ca-ES` is `ca`). */
export function pick(wanted) {
  const codes = wanted.map((tag) => String(tag).toLowerCase().split('-')[0]);
  return codes.find((one) => Object.hasOwn(LANGUAGES, one)) ?? FALLBACK;
}

/** The place of the wording for a number: one, few (where a language has that), or many. Two are counted as in English. */
function wording(number, count, language) {
  const category = new Intl.PluralRules(count > 2 ? language : FALLBACK).select(Number(number));
  if (category === 'one') return 0;
  return category === 'few' ? 1 : count - 1;
}

/**
 * Fills a text: `{name}` is the variable; `{count|game|games}` is the wording that suits the number
 * `count` (in Russian three of them: one, few, many). A variable that is not given stays as it stands.
 */
export function filled(text, variables, language) {
  return text.replace(/\{(\w+)(?:\|([^{}]*))?\}/g, (whole, name, wordings) => {
    if (!variables || !Object.hasOwn(variables, name)) return whole;
    if (wordings === undefined) return String(variables[name]);
    const choices = wordings.split('|');
    return choices[wording(variables[name], choices.length, language)];
  });
}

/** Whether there is such a text. */
export const known = (key) => Object.hasOwn(words, key);

/** The text under this key; the key itself if there is none. */
export const t = (key, variables) => filled(known(key) ? words[key] : key, variables, code);

/** A player's name: a bot in the language if it has such a text, else as the server calls it. */
export const calledOf = ({ player, name } = {}) => (player && known(`bot.${player}`) ? t(`bot.${player}`) : name);

/** What the players of these seats are called: those of one name are numbered. */
export function namesAt(seats) {
  const names = seats.map((seat) => calledOf(seat));
  return names.map((name, at) => {
    const alike = names.flatMap((other, seat) => (name && other === name ? [seat] : []));
    return alike.length > 1 ? `${name} ${alike.indexOf(at) + 1}` : name;
  });
}

/** The code of the language that is shown. */
export const language = () => code;

/** Takes texts as they are, for a language that is shown. */
export function use(language, texts) {
  code = language;
  words = texts;
}

/** What a file of texts holds; nothing if it does not come. */
export async function textsOf(file) {
  try {
    const answer = await fetch(`/assets/${file}.json`);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

/** Loads the texts and puts them into the page. To be awaited before anything is shown. */
export async function speak() {
  const wanted = pick([kept('language'), ...(navigator.languages ?? [])].filter(Boolean));
  use(wanted, await textsOf(`lang_${wanted}`));
  document.documentElement.lang = code;
  translate(document);
}

/** Chooses a language for good and shows the page in it. */
export function choose(language) {
  keep('language', language);
  location.reload();
}

/** Puts texts where the page asks for them: `data-t` for the content, `data-t-label` for the name. */
export function translate(root) {
  for (const node of root.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel));
}
