#!/usr/bin/env python3
"""A bot for Dragon Slayer that speaks UGI, the Universal Game Interface, on stdin and stdout.

The program on the other side keeps the rules and rolls the dice: before each choice it sends the situation and all
possible actions. To make a better bot, change choose().
"""

import sys
from types import SimpleNamespace

GOAL = 40
# The chance to slay a dragon with one, two and three warriors.
CHANCES = {"B": [0.62, 0.89, 0.96], "G": [0.43, 0.73, 0.88], "R": [0.31, 0.59, 0.77]}
WORTH = {"B": 2, "G": 4, "R": 6}


def choose(situation, actions):
    """The action to take, one of `actions`, which tell what the question is."""
    if "challenge" in actions:
        # The active player has stopped: let them fight on if they would probably lose all.
        return "challenge" if best_chance(situation) < 0.5 else "pass"
    if "accept" in actions:
        return "accept" if best_chance(situation) > 0.6 else "refuse"
    fights = [action for action in actions if action.startswith("fight")]
    best = max(fights, key=lambda action: gain(situation, action), default="stop")
    if "stop" in actions and (gain(situation, best) <= 0 or situation.score + situation.points >= GOAL):
        return "stop"
    return best


def gain(situation, action):
    """The points that a fight brings on average: those of the dragon, or the loss of all points of the turn."""
    if action == "stop":
        return 0
    dragon = action[-1]
    chance = CHANCES[dragon][situation.warriors - 1]
    return chance * WORTH[dragon] - (1 - chance) * situation.points


def best_chance(situation):
    """The chance to slay the easiest dragon."""
    return max(CHANCES[dragon][situation.warriors - 1] for dragon in situation.alive)


def read(text):
    """What a situation says, such as `12T,20/6 1 BG 2 6 - choose 3`: scores, active player, dragons, warriors, points."""
    players, active, alive, warriors, points = text.split()[:5]
    scores = [int(player.split("/")[0].rstrip("T")) for player in players.split(",")]
    return SimpleNamespace(score=scores[int(active) - 1], alive=alive, warriors=int(warriors), points=int(points))


def main():
    """The conversation. Words that a bot need not know are skipped."""
    text, actions = "", []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            print("id name Kit for Dragon Slayer", "id author you", sep="\n")
            print("setoption name SendPosition value true", "ugiok", sep="\n", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "legal":
            text, _, after = rest.removeprefix("fen").partition("moves")
            actions = after.split()  # "fight_B" is one word
        elif word == "go":
            print("bestmove", choose(read(text), actions) if actions else "none", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
