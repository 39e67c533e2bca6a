// The connection to a table: what happens when it breaks, when the page is hidden, and when the server refuses.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { load } from './assets.mjs';
const { Link } = await load('wire.js');

/** Stands for the browser's connection. */
class Source {
  static CLOSED = 2;
  static all = [];

  constructor(url) {
    this.url = url;
    this.readyState = 1;
    this.heard = {};
    Source.all.push(this);
  }

  addEventListener(name, listener) {
    const before = this.heard[name];
    this.heard[name] = (event) => { before?.(event); listener(event); };
  }

  close() {
    this.readyState = 2;
  }

  /** Breaks; for good if the answer was an error. */
  fail(forGood) {
    this.readyState = forGood ? 2 : 0;
    this.onerror();
  }
}

const open = () => Source.all.filter(({ readyState }) => readyState !== 2).map(({ url }) => url);
const settled = () => new Promise((done) => setImmediate(done));
let listeners, told, answers;

beforeEach(() => {
  Source.all = [];
  listeners = {};
  told = [];
  answers = [];
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  globalThis.EventSource = Source;
  const target = new EventTarget();
  const on = (name, listener) => {
    target.addEventListener(name, listener);
    listeners[name] = (facts = {}) => target.dispatchEvent(Object.assign(new Event(name), facts));
  };
  const off = (name, listener) => target.removeEventListener(name, listener);
  globalThis.document = { hidden: false, addEventListener: on, removeEventListener: off };
  [globalThis.addEventListener, globalThis.removeEventListener] = [on, off];
  globalThis.fetch = async () => {
    const status = answers.shift() ?? 200;
    return { ok: status === 200, status, headers: new Headers(), json: async () => ({}) };
  };
});

afterEach(() => mock.timers.reset());

const link = () => new Link('t/1', {
  state: ({ n }) => told.push(n),
  status: (status) => told.push(status),
  gone: (status) => told.push(`gone ${status}`),
});

test('states come through, and a break that the browser mends is only told', () => {
  link().open('a&b');
  const [source] = Source.all;
  assert.equal(source.url, '/api/tables/t%2F1/events?token=a%26b');
  source.heard.state({ data: '{"n":3}' });
  source.fail(false);
  source.heard.state({ data: '{"n":4}' });
  assert.deepEqual(told, ['live', 3, 'lost', 'live', 4]);
  assert.equal(Source.all.length, 1);
});

test('after an error it connects again, later and later, until it is told to stop', async () => {
  const table = link();
  table.open(null);
  answers = [503, 503, 503];
  for (const pause of [1000, 2000, 4000]) {
    const before = Source.all.length;
    Source.all.at(-1).fail(true);
    await settled();
    mock.timers.tick(pause - 1);
    assert.equal(Source.all.length, before);
    mock.timers.tick(1);
    assert.equal(Source.all.length, before + 1);
  }
  Source.all.at(-1).fail(true);
  table.close();
  await settled();
  mock.timers.tick(60_000);
  assert.deepEqual(open(), []);
});

test('when the match is over, a hidden page holds no connection, and silence is no reason to ask', async () => {
  const table = link();
  table.open('a', ['b']);
  assert.equal(open().length, 2);
  table.rest();
  assert.deepEqual(open(), ['/api/tables/t%2F1/events?token=a']);
  let asked = 0;
  const { fetch } = globalThis;
  globalThis.fetch = (...what) => { asked += 1; return fetch(...what); };
  mock.timers.tick(120_000);
  await settled();
  assert.equal(asked, 0);
  document.hidden = true;
  listeners.visibilitychange();
  assert.deepEqual(open(), []);
  document.hidden = false;
  listeners.visibilitychange();
  assert.deepEqual(open(), ['/api/tables/t%2F1/events?token=a']);
  // One that comes to a finished match while it is hidden waits, too.
  table.close();
  document.hidden = true;
  table.open('a');
  assert.deepEqual(open(), []);
});

test('a table or seat that the server does not know is not asked for again', async () => {
  for (const status of [403, 404]) {
    told = [];
    answers = [status];
    link().open('x');
    Source.all.at(-1).fail(true);
    await settled();
    assert.deepEqual(told, ['lost', `gone ${status}`]);
    assert.deepEqual(open(), []);
  }
});

test('a watcher holds no connection for a hidden page; a player keeps his', () => {
  link().open(null);
  document.hidden = true;
  listeners.visibilitychange();
  assert.deepEqual(open(), []);
  document.hidden = false;
  listeners.visibilitychange();
  assert.deepEqual(open(), ['/api/tables/t%2F1/events']);

  Source.all = [];
  link().open('x');
  document.hidden = true;
  listeners.visibilitychange();
  assert.equal(open().length, 1);
});

test('a page that is left holds no connection, not even for the way back', () => {
  link().open('a', ['b']);
  const before = open();
  listeners.pagehide({ persisted: true });
  assert.deepEqual(open(), []);
  listeners.pageshow({ persisted: true });
  assert.deepEqual(open(), before);
  // Becoming visible has connected it already.
  const count = Source.all.length;
  listeners.pageshow({ persisted: true });
  assert.equal(Source.all.length, count);
});

test('those who share a screen are present too, and leave with it', () => {
  const table = link();
  table.open('a', ['b', 'c', 'd', 'e']);
  assert.deepEqual(open().map((url) => url.at(-1)).sort(), ['a', 'b', 'c']);
  table.close();
  assert.deepEqual(open(), []);
});

test('a player at a screen that nobody sees is away, until it is seen again', () => {
  const table = link();
  table.open('a', ['b']);
  document.hidden = true;
  listeners.visibilitychange();
  assert.deepEqual(open().map((url) => url.at(-1)), ['a']);
  table.open('a', ['b']);
  assert.deepEqual(open().map((url) => url.at(-1)), ['a']);
  document.hidden = false;
  listeners.visibilitychange();
  assert.deepEqual(open().map((url) => url.at(-1)), ['a', 'b']);
  table.close();
  listeners.visibilitychange();
  assert.deepEqual(open(), []);
});

/** Lets time pass; `beat` says whether the server's pulses come. */
function pass(seconds, beat) {
  for (let second = 1; second <= seconds; second += 1) {
    mock.timers.tick(1000);
    if (beat && second % 4 === 0) Source.all.at(-1).heard.pulse({ data: '' });
  }
}

test('a connection that goes silent is opened again within 10 s, one that only brings pulses stays', () => {
  link().open('a');
  Source.all[0].heard.state({ data: '{"n":3}' });
  pass(120, true);
  assert.deepEqual([Source.all.length, told], [1, ['live', 3]]);
  pass(10, false);
  assert.deepEqual([Source.all.length, open().length, told.at(-1)], [2, 1, 'lost']);
  Source.all[1].heard.state({ data: '{"n":5}' });
  assert.deepEqual(told.slice(-2), ['live', 5]);
  pass(120, true);
  assert.equal(Source.all.length, 2, 'those of before are no longer waited for');
});

test('a connection that cannot be opened is tried again, too', () => {
  link().open('a');
  pass(30, false);
  assert.deepEqual([Source.all.length, open().length, told], [4, 1, ['lost', 'lost', 'lost']]);
});

test('who comes back to the page does not wait for the rest of a silence', () => {
  link().open('a');
  document.hidden = true;
  listeners.visibilitychange();
  pass(4, true);
  document.hidden = false;
  listeners.visibilitychange();
  assert.equal(Source.all.length, 1, 'it has been heard');
  pass(6, false);
  listeners.visibilitychange();
  assert.equal(open().length, 1);
  assert.equal(Source.all.length, 2, 'it has been silent');
});

test('another network is another connection', () => {
  const table = link();
  table.open('a');
  listeners.online();
  assert.deepEqual([Source.all.length, open().length, told], [2, 1, ['lost']]);
  table.close();
  listeners.online();
  assert.deepEqual(open(), []);
});
