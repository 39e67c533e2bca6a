// A bot for Vindinium: node bot.mjs SERVER KEY [training]
//
// It plays game after game in the arena of a server such as http://127.0.0.1:9000, or training games, until you press
// Ctrl-C. To make a better bot, change choose().

import { readFileSync } from "node:fs";

const WAYS = { North: [-1, 0], South: [1, 0], East: [0, 1], West: [0, -1] };
const LOW_LIFE = 45; // a fight for a mine costs 20, and each step 1
const BEER = 2; // the price in gold

/** The way to go: North, South, East, West or Stay. To go into a mine is to fight for it. */
function choose(state) {
  const { id, life, gold } = state.hero;
  if (life <= LOW_LIFE && gold >= BEER) {
    return wayTo(state, (tile) => tile === "[]");
  }
  return wayTo(state, (tile) => tile[0] === "$" && tile !== `$${id}`);
}

/** The first step of a shortest way to a wanted tile, by breadth-first search; Stay if there is no way. */
function wayTo(state, isWanted) {
  const { size, tiles } = state.game.board;
  const { x, y } = state.hero.pos; // x is the row, y the column
  const seen = new Set([size * x + y]);
  const queue = [{ row: x, column: y, first: null }];
  for (const { row, column, first } of queue) { // the queue grows meanwhile
    for (const [way, [rows, columns]] of Object.entries(WAYS)) {
      const next = { row: row + rows, column: column + columns, first: first ?? way };
      const place = size * next.row + next.column;
      const isInside = Math.min(next.row, next.column) >= 0 && Math.max(next.row, next.column) < size;
      if (!isInside || seen.has(place)) continue;
      seen.add(place);
      const tile = tiles.slice(2 * place, 2 * place + 2);
      if (isWanted(tile)) return next.first;
      if (tile === "  ") queue.push(next); // only air lets a hero through
    }
  }
  return "Stay";
}

/** What a server says that has understood, and refuses. */
class Refusal extends Error {}

/** Sends a form and returns the answer. A lost connection or a server in trouble is asked again. */
async function post(url, form) {
  for (;;) {
    try {
      const answer = await fetch(url, { method: "POST", body: new URLSearchParams(form) });
      if (answer.ok) return await answer.json();
      const text = await answer.text();
      if (answer.status < 500) throw new Refusal(text);
      console.error(`${answer.status} ${text}; asking again`);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      console.error(`${error.cause ?? error}; asking again`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** One game, from the wait for the other players to the end. */
async function play(server, key, mode) {
  let state = await post(`${server}/api/${mode}`, { key });
  console.log("playing", state.viewUrl);
  try {
    while (!state.game.finished) {
      state = await post(state.playUrl, { key, dir: choose(state) });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log("the game goes on without this bot:", error.message);
    return;
  }
  console.log("gold:", state.game.heroes.map(({ name, gold }) => `${name} ${gold}`).join(", "));
}

const [server, said, mode = "arena"] = process.argv.slice(2);
if (!said) {
  console.error("node bot.mjs SERVER KEY [training]");
  process.exit(2);
}
// @FILE is a file with the key, which other users of this machine cannot read.
const key = said.startsWith("@") ? readFileSync(said.slice(1), "utf8").trim() : said;
try {
  for (;;) await play(server.replace(/\/$/, ""), key, mode);
} catch (error) {
  console.error(error instanceof Refusal ? `no game: ${error.message}` : error);
  process.exitCode = 1;
}
