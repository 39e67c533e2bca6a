#!/usr/bin/env python3
"""Follows docs/adding-a-game.md: the page's game, and one that somebody adds as the page says, are built and played.

Usage: tests/guide/run.py [--here]

It works in a fresh clone; with --here in this checkout, which saves a build of everything. Needs git, Rust, Python 3,
chromium and chromedriver.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True  # the sources' folder stays as it is
sys.path.insert(0, str(ROOT / "tests/browser"))

import tables_catalogue
import tables_duel
import tables_server
from report import Report
from webdriver import Browser

# Each game with its moves for a person who types one after the other, and with moves that open it.
GAMES = {
    "nim": ("1", "3 1"),
    "tic-tac-toe": ("a1 b1 c1 a2 b2 c2 a3 b3 c3", "b2 a1"),
}
SECONDS = 120


def cloned(folder):
    """A clone with the game that it does not know where the page says."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    manifest = clone / "Cargo.toml"
    manifest.write_text(manifest.read_text().replace('path = "tests/guide/tic-tac-toe.rs"\n', ""))
    shutil.move(clone / "tests/guide/tic-tac-toe.rs", clone / "examples")
    return clone


def built(checkout):
    """Builds the programs of a checkout: where each is."""
    programs = [word for game in GAMES for word in ("--example", game)]
    target = Path(os.environ.get("CARGO_TARGET_DIR", checkout / "target"))
    subprocess.run(["cargo", "build", "--quiet", *programs], cwd=checkout, check=True)
    return {game: target / "debug/examples" / game for game in GAMES}


def said(program, *arguments, typed=""):
    """What a command that succeeds prints."""
    done = subprocess.run([str(program), *arguments], input=typed, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        raise RuntimeError(f"{arguments}: {done.returncode}: {done.stderr}")
    return done.stdout


def terminal(report, game, program):
    """A person types, until somebody has won or it is drawn."""
    keys = GAMES[game][0].split() * 40
    told = said(program, "play", game, "--depth", "2", typed="\n".join([*keys, "quit"]) + "\n")
    report.check(f"{game} is played to its end in the terminal", "has won" in told or "drawn" in told, told[-500:])
    helped = said(program, "play", game, typed="hint\nmoves\nquit\n")
    report.check(f"{game}: a hint", "hint: " in helped, helped)


def engine(report, game, program):
    """A conversation in the engine protocol."""
    told = said(program, "engine", game, typed=f"uci\nposition startpos moves {GAMES[game][1]}\nd\ngo depth 4\nisready\n")
    report.check(f"{game}: uci is answered", "uciok" in told and "readyok" in told, told)
    report.check(f"{game}: a best move", any(line.startswith("bestmove ") and line != "bestmove none" for line in told.splitlines()), told)


def match(report, game, program, folder):
    """A match of a bot with a program, its record and a game of it; the bench."""
    record = folder / f"{game}.match"
    command = ["match", f"{game}:strong,depth=1", f"cmd:{program} engine {game}", "--games", "6", "--record", str(record)]
    table = json.loads(said(program, *command, "--json"))
    report.check(f"{game}: a match with a program, without faults", not any(player.get("faults") for player in table["players"]), table)
    for number in range(6):
        report.check(f"{game}: game {number} is replayed", said(program, "match", "replay", str(record), str(number)))
    report.check(f"{game} is measured", game in said(program, "bench", "--game", game, "--depth", "2", "--json"))
    report.check(f"{game}: bots are listed", f"{game}:strong" in said(program, "bots", game))


def browser_and_analysis(report, game, program, browser):
    """Whole games at tables in the browser, and what the server says of one that is over."""
    with tables_server.Tables(str(program)) as server:
        about = next(one for one in tables_server.said(server, "/api/games")["games"] if one["game"] == game)
        report.group(f"{game} in the browser", tables_duel.shared, report, browser, server)
        report.group(f"{game} with a guest", tables_catalogue.invited, report, browser, server, about)
        seats = [tables_server.me("Ada"), tables_server.me("Bob")]
        table, made = tables_server.create(server, game, seats)
        tables_server.play_out(server, table, [seat["token"] for seat in made], lambda state: state["choices"][0])
        told = tables_server.said(server, f"/api/tables/{table}/analysis")
        report.check(f"{game}: a finished game is analysed", told.get("choices") or told.get("moments"), told)


def main():
    if sys.argv[1:] not in ([], ["--here"]):
        sys.exit(__doc__.strip())
    report = Report()
    with tempfile.TemporaryDirectory(prefix="guide-") as folder, Browser() as browser:
        browser.screen(1280, 900)
        browser.prefer(prefers_reduced_motion="reduce")
        folder = Path(folder)
        for game, program in built(ROOT if sys.argv[1:] else cloned(folder)).items():
            report.group(f"{game} in the terminal", terminal, report, game, program)
            report.group(f"{game} in the engine protocol", engine, report, game, program)
            report.group(f"{game} in matches", match, report, game, program, folder)
            report.group(f"{game} at tables", browser_and_analysis, report, game, program, browser)
            browser.fresh()
    return report.close()


if __name__ == "__main__":
    sys.exit(main())
