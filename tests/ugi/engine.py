#!/usr/bin/env python3
"""A program that speaks UGI, written from docs/protocols/ugi.md alone. It plays every game and knows no rules.

It asks for positions with their legal moves, and picks one that follows from the position, so that the same games
come again. What it hears before it has been told anything gets the answers that the protocol asks for.
"""

import sys
import zlib


def say(*lines):
    """Prints lines, each at once."""
    for line in lines:
        print(line, flush=True)


class Engine:
    """What a conversation needs to remember: the last position, and the moves that are legal there."""

    def __init__(self):
        self.position, self.moves = "", []

    def ugi(self, _):
        """Who this is; positions are to be sent."""
        say("id name Reference", "id author the boardbots authors", "setoption name SendPosition value true", "ugiok")

    def isready(self, _):
        """Everything before has been read."""
        say("readyok")

    def uginewgame(self, _):
        """Nothing of the game before counts any more."""
        self.position, self.moves = "", []

    def legal(self, rest):
        """`fen TEXT moves M1 M2 …`; a game without texts of positions begins with `moves`."""
        words = rest.split()
        at = words.index("moves") if "moves" in words else len(words)
        self.position, self.moves = " ".join(words[1:at]), words[at + 1:]

    def go(self, _):
        """Exactly one answer, also where there is no move."""
        text = " ".join([self.position, *self.moves])
        say("bestmove " + (self.moves[zlib.crc32(text.encode()) % len(self.moves)] if self.moves else "none"))


def main():
    """The conversation: `quit` or the end of the input ends it, other words have no answer."""
    engine = Engine()
    answers = {"ugi": engine.ugi, "isready": engine.isready, "uginewgame": engine.uginewgame,
               "legal": engine.legal, "go": engine.go}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            break
        answers.get(word, lambda _: None)(rest)


if __name__ == "__main__":
    main()
