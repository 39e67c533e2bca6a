#!/usr/bin/env python3
"""Plays the starter kits against simple bots, and checks that they win and break no rule.

Usage: tests/kits/run.py PATH OF THE boardbots BINARY [--all]

Needs Python 3. A kit in a language that is not installed is skipped, but fails with --all. Rust, C++ and Java are
compiled once, into a temporary folder.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

sys.dont_write_bytecode = True  # the sources' folder stays as it is

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The least share of points against these opponents.
LEAST = 0.6
# Whatever hangs, hangs no longer than this.
LONGEST_MATCH_SECONDS = 900

# A language: the programs it needs, the command that builds a kit, if any, and the one that runs it.
Language = namedtuple("Language", "needs build run")
LANGUAGES = {
    "python": Language([], None, [sys.executable, "{folder}/bot.py"]),
    "javascript": Language(["node"], None, ["node", "{folder}/bot.mjs"]),
    "rust": Language(["cargo"], "cargo build --release --quiet", ["{folder}/target/release/bot"]),
    "cpp": Language(["g++"], "g++ -std=c++17 -O2 -Wall -Wextra -Werror -o bot bot.cpp", ["{folder}/bot"]),
    "java": Language(["java", "javac"], "javac Bot.java", ["java", "-cp", "{folder}", "Bot"]),
}
# A game: the kit's folder, the opponent, and the options of the match. The same seed gives the same games.
Game = namedtuple("Game", "kit opponent options")
GAMES = {
    "connect-four": Game("two-player", "random", ["--games", "100"]),
    "reversi": Game("two-player", "random", ["--games", "100"]),
    "tron": Game("two-player", "random", ["--games", "100"]),
    "desconecta4": Game("two-player", "random", ["--games", "100"]),
    "dragon-slayer": Game("dragon-slayer", "random", ["--games", "100"]),
    "vindinium": Game("vindinium", "random", ["--games", "16", "--turns", "50"]),
    "battletech": Game("battletech", "still", ["--games", "20", "--turns", "30"]),
}


def kit_of(language, game, folder):
    """Copies a kit as people get it into a folder that does not exist yet."""
    shutil.copytree(os.path.join(ROOT, "kits", language, GAMES[game].kit), folder)
    readme = os.path.join(folder, "README.md")
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    with open(readme, "w", encoding="utf-8") as file:
        file.write(text.replace("{GAME}", game))


def built(language, folder):
    """What went wrong when a kit was built; an empty text if nothing did."""
    if LANGUAGES[language].build is None:
        return ""
    ended = subprocess.run(shlex.split(LANGUAGES[language].build), cwd=folder, capture_output=True, text=True)
    return ended.stdout + ended.stderr if ended.returncode else ""


def player(language, game, folder):
    """The kit as a match names it."""
    command = [word.format(folder=folder) for word in LANGUAGES[language].run]
    if game == "vindinium":
        return "kit=client:" + shlex.join(command) + " {server} {key}"
    return "kit=cmd:" + shlex.join(command)


def share_won(binary, language, game, folder):
    """The share of points that a kit won, and what went wrong, if anything did."""
    _, opponent, options = GAMES[game]
    command = [binary, "match", player(language, game, folder), f"{game}:{opponent}", "--seed", "7", "--json",
               "--concurrency", "1", *options]
    try:
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST_MATCH_SECONDS)
    except subprocess.TimeoutExpired:
        return 0, f"not done within {LONGEST_MATCH_SECONDS} s"
    if ended.returncode:
        return 0, f"exit code {ended.returncode}: {ended.stderr.strip().splitlines()[-1:]}"
    # In a game for four, each seat against each of the other player's.
    kit = next(player for player in json.loads(ended.stdout)["players"] if player["name"] == "kit")
    share = kit["points"] / (kit["wins"] + kit["draws"] + kit["losses"])
    faults = f"faults: {json.dumps(kit['faults'])}" if kit["faults"] else ""
    return share, faults or ("" if share >= LEAST else f"less than {LEAST:.0%}")


def kits():
    """The kits that there are, each with its language and the games that it plays."""
    for language in LANGUAGES:
        for kit in sorted(os.listdir(os.path.join(ROOT, "kits", language))):
            yield language, kit, [game for game in GAMES if GAMES[game].kit == kit]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.exit(__doc__.strip())
    binary = os.path.abspath(arguments[0])
    if not os.access(binary, os.X_OK):
        sys.exit(f"{binary} is not there: build it with cargo build --release, or name another")
    all_of_them, failures, started = "--all" in sys.argv, 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kits-test-") as folder:
        for language, kit, games in kits():
            missing = [program for program in LANGUAGES[language].needs if not shutil.which(program)]
            if missing:
                print(f"{'FAILED' if all_of_them else 'skipped'}  {language} {kit}: no {' and no '.join(missing)}")
                failures += all_of_them
                continue
            copy = os.path.join(folder, language, kit)
            kit_of(language, games[0], copy)
            if wrong := built(language, copy):
                print(f"FAILED  {language} {kit}: it cannot be built\n{wrong}")
                failures += 1
                continue
            for game in games:
                share, wrong = share_won(binary, language, game, copy)
                print(f"{'FAILED' if wrong else 'ok    '}  {language} {game}: {share:.1%} {wrong}".rstrip(), flush=True)
                failures += bool(wrong)
    print(f"\n{failures} failures in {time.monotonic() - started:.0f} s")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
