#!/usr/bin/env python3
"""A bot for Vindinium: python3 bot.py SERVER KEY [training]

It plays game after game in the arena of a server such as http://127.0.0.1:9000, or training games, until you press
Ctrl-C. To make a better bot, change choose().
"""

import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import deque

WAYS = {"North": (-1, 0), "South": (1, 0), "East": (0, 1), "West": (0, -1)}
LOW_LIFE = 45  # a fight for a mine costs 20, and each step 1
BEER = 2  # the price in gold


def choose(state):
    """The way to go: North, South, East, West or Stay. To go into a mine is to fight for it."""
    hero = state["hero"]
    if hero["life"] <= LOW_LIFE and hero["gold"] >= BEER:
        return way_to(state, lambda tile: tile == "[]")
    return way_to(state, lambda tile: tile[0] == "$" and tile != f"${hero['id']}")


def way_to(state, is_wanted):
    """The first step of a shortest way to a wanted tile, by breadth-first search; Stay if there is no way."""
    size, tiles = state["game"]["board"]["size"], state["game"]["board"]["tiles"]
    start = state["hero"]["pos"]["x"], state["hero"]["pos"]["y"]  # x is the row, y the column
    seen, queue = {start}, deque([(start, "Stay")])
    while queue:
        (row, column), first = queue.popleft()
        for way, (rows, columns) in WAYS.items():
            place = x, y = row + rows, column + columns
            if place in seen or not (0 <= x < size and 0 <= y < size):
                continue
            seen.add(place)
            at = 2 * (size * x + y)
            tile = tiles[at:at + 2]
            step = way if first == "Stay" else first
            if is_wanted(tile):
                return step
            if tile == "  ":  # only air lets a hero through
                queue.append((place, step))
    return "Stay"


def post(url, **form):
    """Sends a form and returns the answer. A lost connection or a server in trouble is asked again."""
    while True:
        try:
            with urllib.request.urlopen(url, urllib.parse.urlencode(form).encode()) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise  # the server has understood, and refuses
            trouble = error
        except (OSError, http.client.HTTPException, ValueError) as error:
            trouble = error
        print(f"{trouble}; asking again", file=sys.stderr)
        time.sleep(1)


def play(server, key, mode):
    """One game, from the wait for the other players to the end."""
    state = post(f"{server}/api/{mode}", key=key)
    print("playing", state["viewUrl"], flush=True)
    try:
        while not state["game"]["finished"]:
            state = post(state["playUrl"], key=key, dir=choose(state))
    except urllib.error.HTTPError as error:
        print("the game goes on without this bot:", error.read().decode(), flush=True)
        return
    print("gold:", ", ".join(f"{hero['name']} {hero['gold']}" for hero in state["game"]["heroes"]), flush=True)


def main():
    """Plays until the server wants no more games, or you do."""
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.splitlines()[0])
    server, key, mode = (sys.argv[1:] + ["arena"])[:3]
    if key.startswith("@"):  # a file, which other users of this machine cannot read
        with open(key[1:], encoding="utf-8") as file:
            key = file.read().strip()
    try:
        while True:
            play(server.rstrip("/"), key, mode)
    except urllib.error.HTTPError as error:
        sys.exit(f"no game: {error.read().decode()}")
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    main()
