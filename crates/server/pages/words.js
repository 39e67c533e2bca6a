// Words in the language of the page, times and values in words, and what a browser keeps.

// What this browser keeps for us, as JSON. Where it keeps nothing (private windows, full or
// forbidden storage), everything works as long as the page is open.

const here = new Map();

/** What was kept under this name, or null. */
export function kept(name) {
  try {
    const text = localStorage.getItem(name);
    if (text !== null) return JSON.parse(text);
  } catch {
    // Forbidden, or written by another program: what this page knows is what there is.
  }
  return here.get(name) ?? null;
}

/** Keeps a value under this name; null forgets it. */
export function keep(name, value) {
  here.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // As above.
  }
}

// The pages' texts in the language that was chosen. A text that a language lacks comes in English from the server.

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

// Times as people read them.

const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];

/** A span as on a clock: 0:07, 3:12, 1:02:09; never below zero. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** What is left of a clock of this many seconds that was started at a moment; it shows 0:00 only when nothing is left. */
export const left = (since, length, now) => Math.max(0, Math.ceil(since + length - now));

/** How long ago a moment was, in words: "3 minutes ago". Moments in Unix seconds. */
export function ago(moment, now, language) {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.max(0, now - moment);
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ['second', 0];
  return words.format(length ? -Math.floor(seconds / length) : 0, unit);
}

// How values and probabilities are written.

/** A value from -1000 to 1000 as it is shown: +3.2, −0.5. */
export function valueText(value) {
  const shown = (Math.abs(value) / 100).toFixed(1);
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${shown}`;
}

/** How a match ends for certain, and in how many moves: won if it is positive, lost if negative, drawn at 0; null if that is not known. */
export function endText(ends) {
  if (ends === null || ends === undefined) return null;
  return t(ends > 0 ? 'ui.end_won' : ends < 0 ? 'ui.end_lost' : 'ui.end_drawn', { count: Math.abs(ends) });
}

const percent = (win) => new Intl.NumberFormat(language(), { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(win);

/** A value from -1000 to 1000 as the probability to win that it stands for. */
export const winText = (value) => percent((value + 1000) / 2000);

/** Choices with their probability to win, to a hundredth of a percent; `choiceName` names a choice. */
export function chancesText(chances, choiceName) {
  return chances.map((one) => `${choiceName(one)}: ${percent(one.win)}`).join(' · ');
}
