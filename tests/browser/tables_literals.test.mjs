// No English is written into a page or its scripts: what people read is a text of all languages.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { ASSETS, texts } from './assets.mjs';
import { literals } from './literals.mjs';

const english = texts('en');
const read = (name) => readFileSync(new URL(name, ASSETS), 'utf8');
const named = (ending) => readdirSync(ASSETS).filter((name) => name.endsWith(ending));

/** Elements whose text is no text of the page, and why. */
const ELEMENTS = {
  title: 'the script sets it; until then, and for what shows links, there is one language',
  noscript: 'no language can be chosen without scripts',
  code: 'what a program reads',
};
/** The name of the program. */
const PROGRAM = 'boardbots';
/** Attributes that people read. */
const READ = ['aria-label', 'alt', 'title', 'placeholder'];
const EMPTY = new Set(['meta', 'link', 'img', 'input', 'path', 'br']);

/** What is English in a page's markup and is not replaced by a text. */
function inMarkup(markup) {
  const found = [], open = [];
  const letters = (text) => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));
  for (const [, tag, text] of markup.matchAll(/<(!?\/?[^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      if (!letters(text) || text.trim() === PROGRAM || open.some(({ name }) => Object.hasOwn(ELEMENTS, name))) continue;
      const key = open.at(-1)?.attributes['data-t'], told = text.trim().replace(/\s+/g, ' ');
      if (!key) found.push(`“${told}” has no data-t`);
      else if (told !== english[key]) found.push(`“${told}” is not the text of ${key}`);
    } else if (tag.startsWith('/')) {
      assert.equal(open.pop()?.name, tag.slice(1), 'elements are closed in order');
    } else if (!tag.startsWith('!')) {
      const [, name] = /^(\w+)/.exec(tag);
      const attributes = Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, one, value]) => [one, value]));
      for (const one of READ.filter((attribute) => letters(attributes[attribute] ?? ''))) {
        if (one !== 'aria-label' || attributes[one] !== english[attributes['data-t-label']]) found.push(`${one} “${attributes[one]}” is no text`);
      }
      if (!EMPTY.has(name) && !tag.endsWith('/')) open.push({ name, attributes });
    }
  }
  return found;
}

/** Literals of scripts that people do not read, or read in every language, and why. */
const LITERALS = [
  ['what the server says, which is asked for and not shown', ['the disk is full', 'fight or stop']],
  ['a fault of the program, for the console', ['turn {} after turn {}']],
  ['classes of the style', ['warrior lost', 'number wide']],
  ['commands to type', ['boardbots kit python {} my-bot', "boardbots join {}/league 'cmd:python3 my-bot/bot.py' --key-file my.key"]],
  ['names of keys', ['Arrow', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'End', 'Enter', 'Escape', 'Home', 'KeyB', 'PageDown', 'PageUp', 'Space']],
  ['words of the protocol', ['Bearer {}', 'East', 'North', 'South', 'Stay', 'West']],
  ['a name of the browser’s', ['Notification']],
  ['languages, as they call themselves', ['English', 'Español', 'Català', 'Русский']],
  ['a name, after a text', ['{} · Vindinium', '{}{} · Vindinium', `{} · ${PROGRAM}`]],
];
const EXCEPTED = LITERALS.flatMap(([, list]) => list);

/** Whether people would read it: two words in a row, a capital letter in front, or a word where it is shown. */
function readable({ text, before }) {
  if (/\bclass(Name)?\b'?\s*[:,=][^,;]*$/.test(before)) return false;
  const shown = /(textContent|innerText|\btitle|placeholder|\balt|aria-label'?|ariaLabel|\btext)\s*[:=,]$/.test(before);
  return /\p{L}{2,} \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text) || (shown && /\p{L}/u.test(text));
}

const inScript = (code) => literals(code).filter(readable);

test('pages have no text of their own', () => {
  const pages = named('.html');
  assert.ok(pages.length >= 5, pages.join());
  for (const page of pages) assert.deepEqual(inMarkup(read(page)), [], page);
});

test('scripts have no text of their own', () => {
  const needed = new Set();
  for (const name of named('.js')) {
    for (const { text, line } of inScript(read(name))) {
      assert.ok(EXCEPTED.includes(text), `${name}:${line}: “${text}” is no text of the languages`);
      needed.add(text);
    }
  }
  assert.deepEqual(EXCEPTED.filter((text) => !needed.has(text)), [], 'exceptions that nothing needs');
});

test('English in markup is found', () => {
  assert.deepEqual(inMarkup('<p data-t="ui.rules">Rules</p><p class="a">…<b>1</b></p><noscript>No scripts</noscript>'), []);
  assert.deepEqual(inMarkup('<p data-t="ui.rules">Old rules</p>'), ['“Old rules” is not the text of ui.rules']);
  assert.deepEqual(inMarkup('<p><span>Play now</span></p>'), ['“Play now” has no data-t']);
  assert.deepEqual(inMarkup('<nav aria-label="Seats" data-t-label="ui.seats"><img alt="A board"></nav>'), ['alt “A board” is no text']);
  assert.deepEqual(inMarkup('<nav aria-label="Chairs" data-t-label="ui.seats"></nav>'), ['aria-label “Chairs” is no text']);
});

test('English in scripts is found', () => {
  const found = (code) => inScript(code).map(({ text }) => text);
  assert.deepEqual(found('// it\'s "you have won"\nconst say = t(\'ui.won\'); /[\'"]you have won/.test(say);'), []);
  assert.deepEqual(found("el('p', { class: won ? 'end you won' : 'end' }, t('ui.won'))"), []);
  assert.deepEqual(found("el('p', { class: 'end' }, 'you have won')"), ['you have won']);
  assert.deepEqual(found('root.append(`${t(`ui.${name}`)} has ${1 / 2} won it`)'), ['{} has {} won it']);
  assert.deepEqual(found("button.title = 'undo'; button.setAttribute('aria-label', 'undo'); el('b', {}, 'Undo')"), ['undo', 'undo', 'Undo']);
});
