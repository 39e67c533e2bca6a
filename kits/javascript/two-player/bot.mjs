// A bot for games for two that speaks UGI, the Universal Game Interface, on stdin and stdout.
//
// The program on the other side keeps the rules: before each move it sends the position and all legal moves.
// To make a better bot, change choose().

import { createInterface } from "node:readline";

const SIDES = [[-1, 0], [1, 0], [0, -1], [0, 1]]; // up, down, left, right, as TRON numbers them
const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]];

/** The move to make, one of `moves`. The game can be told by the form of its positions. */
function choose(position, moves) {
  const words = position.split(" ");
  const cells = words[0];
  if (words.length === 1 && cells.length === 42) {
    return best(moves, (move) => connectFour(cells, Number(move)));
  }
  if (words.length === 2 && cells.length === 64) {
    return best(moves, (move) => reversi(cells, move));
  }
  if (words.length === 3 && cells.length === 49) {
    return best(moves, (move) => desconecta4(cells, words[1], Number(move)));
  }
  if (words.length === 7 && words[2].includes(",")) {
    return best(moves, (move) => tron(words, Number(move)));
  }
  return moves[Math.floor(Math.random() * moves.length)]; // a game that this bot does not know
}

/** The first of the moves that are worth most. */
function best(moves, worth) {
  const worths = moves.map(worth);
  return moves[worths.indexOf(Math.max(...worths))];
}

/** Long lines of own pieces, then cells where the other side would make one, then the middle. */
function connectFour(cells, column) {
  const count = (piece) => cells.split(piece).length;
  const [own, other] = count("1") === count("2") ? "12" : "21";
  return 10 * Math.max(line(cells, column, own), line(cells, column, other) - 0.5) - Math.abs(column - 3);
}

/** Short lines, since four in a line lose. The bomb, 7, is better than to make a line of three. */
function desconecta4(cells, own, column) {
  return column === 7 ? -2.5 : -line(cells, column, own === "1" ? "14" : "25");
}

/** The longest line that one of these pieces makes where it lands, on a board of seven columns. */
function line(cells, column, pieces) {
  const rows = cells.length / 7;
  let landing = 0;
  while (cells[7 * landing + column] !== "0") landing += 1;
  // The number of such pieces from there on in one direction.
  const beyond = (up, right) => {
    let count = 0;
    for (let r = landing + up, c = column + right; r >= 0 && r < rows && c >= 0 && c < 7; r += up, c += right) {
      if (!pieces.includes(cells[7 * r + c])) break;
      count += 1;
    }
    return count;
  };
  return 1 + Math.max(...LINES.map(([up, right]) => beyond(up, right) + beyond(-up, -right)));
}

/** Corners, then edges, then the rest; what lies next to an empty corner comes last. */
function reversi(cells, move) {
  if (move === "pass") return 0;
  const column = "abcdefgh".indexOf(move[0]);
  const row = Number(move[1]) - 1;
  const [top, left] = [row < 4 ? 0 : 7, column < 4 ? 0 : 7];
  const away = [Math.abs(row - top), Math.abs(column - left)];
  if (Math.max(...away) === 0) return 3;
  if (Math.max(...away) === 1 && cells[8 * top + left] === "-") return -1;
  return away.includes(0) ? 1 : 0;
}

/** Dirt, and free cells around, so that there is a way on. */
function tron(words, move) {
  if (move === 5) return 0;
  const [cells, mover] = words;
  const size = Math.sqrt(cells.length);
  const [fromRow, fromColumn] = words[1 + Number(mover)].split(",").map(Number);
  const [row, column] = [fromRow + SIDES[move][0], fromColumn + SIDES[move][1]];
  const isFree = ([down, right]) => !"#va".includes(cells[size * (row + down) + column + right]);
  const free = SIDES.filter(isFree).length;
  return parseInt(cells[size * row + column], 36) + 2 * free - (free === 0 ? 9 : 0);
}

/** The conversation. Words that a bot need not know are skipped. */
let position = "";
let moves = [];
for await (const text of createInterface({ input: process.stdin })) {
  const [word, ...rest] = text.trim().split(/\s+/);
  if (word === "ugi") {
    console.log("id name Kit in JavaScript\nid author you\nsetoption name SendPosition value true\nugiok");
  } else if (word === "isready") {
    console.log("readyok");
  } else if (word === "legal") {
    const at = rest.indexOf("moves");
    position = rest.slice(rest[0] === "fen" ? 1 : 0, at).join(" ");
    moves = rest.slice(at + 1);
  } else if (word === "go") {
    console.log("bestmove", moves.length > 0 ? choose(position, moves) : "none");
  } else if (word === "quit") {
    break;
  }
}
process.exit();
