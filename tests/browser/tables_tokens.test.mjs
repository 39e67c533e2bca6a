// The seats that a browser keeps, with storage and without it.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { load } from './assets.mjs';
const { claimFor, forget, invitationIn, linkOf, ownTables, remember, tableOf } = await load('wire.js');

const shelf = new Map();
const storage = {
  getItem: (key) => shelf.get(key) ?? null,
  setItem: (key, value) => shelf.set(key, value),
  removeItem: (key) => shelf.delete(key),
};
let time = 0;

beforeEach(() => {
  shelf.clear();
  globalThis.localStorage = storage;
  Date.now = () => (time += 1000);
  for (const id of ownTables()) forget(id);
});

test('a table is kept with all its seats, and a new token takes the place of the old one', () => {
  remember('a', { game: 'tron', seats: [{ seat: 1, token: 'one' }], invitations: [{ seat: 0, invitation: 'x' }] });
  remember('a', { game: 'tron', seats: [{ seat: 0, token: 'zero' }, { seat: 1, token: 'other' }] });
  remember('a', { game: 'tron' });
  const { seats, invitations } = tableOf('a');
  assert.deepEqual(seats.map(({ seat, token }) => [seat, token]), [[0, 'zero'], [1, 'other']]);
  assert.deepEqual(invitations, [{ seat: 0, invitation: 'x' }]);
  assert.equal(tableOf('b'), null);
  assert.equal(tableOf('constructor'), null);
});

test('the table used last comes first; of very many, those used longest ago are forgotten', () => {
  for (let at = 0; at < 70; at += 1) remember(`t${at}`, { game: 'tron', seats: [{ seat: 0, token: String(at) }] });
  remember('t30', {});
  const own = ownTables();
  assert.deepEqual(own.slice(0, 2), ['t30', 't69']);
  assert.equal(own.length, 60);
  assert.equal(tableOf('t0'), null);
  forget('t30');
  assert.equal(tableOf('t30'), null);
});

test('an invitation keeps its claim, so that a lost answer loses no seat', () => {
  let made = 0;
  const make = () => `claim ${made += 1}`;
  assert.equal(claimFor('x', make), 'claim 1');
  assert.equal(claimFor('y', make), 'claim 2');
  assert.equal(claimFor('x', make), 'claim 1');
});

test('a link says its invitation again, and nothing else does', () => {
  const link = linkOf('http://pi:8080', 'a/b', { invitation: 'x&y=z', seat: 3 });
  assert.equal(new URL(link).pathname, '/tables/a%2Fb');
  assert.deepEqual(invitationIn(new URL(link).hash), { invitation: 'x&y=z', seat: 3 });
  assert.equal(invitationIn(''), null);
  assert.equal(invitationIn('#seat=1'), null);
  assert.deepEqual(invitationIn('#invite=x&seat=-1'), { invitation: 'x', seat: null });
});

test('where nothing can be stored, or something foreign is, the page still knows its seats', () => {
  for (const broken of [{ getItem: () => { throw new Error('denied'); }, setItem: () => { throw new Error('full'); } }, { ...storage, getItem: () => '{' }, undefined]) {
    globalThis.localStorage = broken;
    remember('a', { game: 'tron', seats: [{ seat: 0, token: 'zero' }] });
    assert.equal(tableOf('a').seats[0].token, 'zero');
  }
});
