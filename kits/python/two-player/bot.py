#!/usr/bin/env python3
"""A bot for games for two that speaks UGI, the Universal Game Interface, on stdin and stdout.

The program on the other side keeps the rules: before each move it sends the position and all legal moves.
To make a better bot, change choose().
"""

import random
import sys

SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]  # up, down, left, right, as TRON numbers them
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]


def choose(position, moves):
    """The move to make, one of `moves`. The game can be told by the form of its positions."""
    words = position.split()
    form = (len(words), len(words[0])) if words else (0, 0)
    if form == (1, 42):
        return max(moves, key=lambda move: connect_four(words[0], int(move)))
    if form == (2, 64):
        return max(moves, key=lambda move: reversi(words[0], move))
    if form == (3, 49):
        return max(moves, key=lambda move: desconecta4(words[0], words[1], int(move)))
    if form[0] == 7 and "," in words[2]:
        return max(moves, key=lambda move: tron(words, int(move)))
    return random.choice(moves)  # a game that this bot does not know


def connect_four(cells, column):
    """Long lines of own pieces, then cells where the other side would make one, then the middle."""
    own, other = "12" if cells.count("1") == cells.count("2") else "21"
    return 10 * max(line(cells, column, own), line(cells, column, other) - 0.5) - abs(column - 3)


def desconecta4(cells, own, column):
    """Short lines, since four in a line lose. The bomb, 7, is better than to make a line of three."""
    return -2.5 if column == 7 else -line(cells, column, {"1": "14", "2": "25"}[own])


def line(cells, column, pieces):
    """The longest line that one of these pieces makes where it lands, on a board of seven columns."""
    rows = len(cells) // 7
    landing = next(row for row in range(rows) if cells[7 * row + column] == "0")

    def beyond(up, right):
        """The number of such pieces from there on in one direction."""
        r, c, count = landing + up, column + right, 0
        while 0 <= r < rows and 0 <= c < 7 and cells[7 * r + c] in pieces:
            r, c, count = r + up, c + right, count + 1
        return count

    return 1 + max(beyond(up, right) + beyond(-up, -right) for up, right in LINES)


def reversi(cells, move):
    """Corners, then edges, then the rest; what lies next to an empty corner comes last."""
    if move == "pass":
        return 0
    column, row = "abcdefgh".index(move[0]), int(move[1]) - 1
    corner = (0 if row < 4 else 7, 0 if column < 4 else 7)
    away = abs(row - corner[0]), abs(column - corner[1])
    if away == (0, 0):
        return 3
    if max(away) == 1 and cells[8 * corner[0] + corner[1]] == "-":
        return -1
    return 1 if 0 in away else 0


def tron(words, move):
    """Dirt, and free cells around, so that there is a way on."""
    cells, mover = words[0], int(words[1])
    if move == 5:
        return 0
    size = int(len(cells) ** 0.5)
    row, column = map(int, words[1 + mover].split(","))
    row, column = row + SIDES[move][0], column + SIDES[move][1]
    free = sum(cells[size * (row + rows) + column + columns] not in "#va" for rows, columns in SIDES)
    return int(cells[size * row + column], 36) + 2 * free - (9 if free == 0 else 0)


def main():
    """The conversation. Words that a bot need not know are skipped."""
    position, moves = "", []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            print("id name Kit in Python", "id author you", sep="\n")
            print("setoption name SendPosition value true", "ugiok", sep="\n", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "legal":
            text, _, after = rest.partition("moves")
            position, moves = text.removeprefix("fen").strip(), after.split()
        elif word == "go":
            print("bestmove", choose(position, moves) if moves else "none", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
