#!/usr/bin/env python3
"""Shows the pages of arena and tables to headless Chromiums during and after games, and checks what they show.

Usage: tests/browser/run.py [PATH OF THE boardbots BINARY]

Needs Python 3, chromium and chromedriver, and no network but this machine. What checks how
accessible pages are comes from npm's registry, once; that needs npm.
"""

import os
import signal
import sqlite3
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the sources' folder stays as it is

import front_page
import game_page
import tables
import troubles
from arena import Arena, Game, Table
from report import Report
from webdriver import Browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Whatever hangs, hangs no longer than this.
LONGEST_RUN_SECONDS = 1500
# Names that a page made by pasting text together would take for markup.
IMAGE, ENTITY = "<img src onerror=h>", "<b>&amp;\"'</b>"
AWAY_SECONDS = 10 * 86_400


def during_and_after(report, browser, arena, seen):
    """Everything that one arena shows while it runs."""
    report.group("An empty arena", front_page.empty, report, browser, arena)
    key = front_page.registers(report, browser, arena)
    keys = [key, arena.register(IMAGE), arena.register(ENTITY), arena.register("Ygritte the Second 2")]

    training = Game(arena, "training", {"key": keys[1], "turns": "100", "opponents": "miner,random,miner"})
    seen["training"] = training.id
    report.group("A training game, held", game_page.held, report, browser, arena, training)

    table = Table(arena, keys)
    table.play_until(301)
    entry = table.running()
    seen["arena"] = entry["id"]
    front_page.open_front(browser, arena)
    report.group("The front page during games", front_page.running, report, browser, arena)
    report.group("The front page while they go on", front_page.moves_on, report, browser, arena, entry["id"],
                 lambda: (table.play_until(420), table.running()))
    report.group("Names that look like markup", troubles.hostile_names, report, browser, [IMAGE, ENTITY])
    report.group("An arena game, live", game_page.live, report, browser, arena, table, entry["id"])

    training.move_until(10**9)
    training.close()
    report.group("The finished training game", game_page.replay, report, browser, arena, training.id)
    front_page.open_front(browser, arena)
    report.group("The front page after the games", front_page.recent, report, browser, arena)
    report.group("No game is running", front_page.running, report, browser, arena)
    report.group("The leaderboard after a rated game", front_page.leaders_match, report, browser, arena, 0)


def after_restart(report, browser, arena, seen):
    """What a new arena shows from the same database."""
    report.group("The arena game from the database", game_page.replay, report, browser, arena, seen["arena"])
    report.group("Playing it", game_page.plays, report, browser, arena, seen["arena"])
    report.group("What happens is marked", game_page.marked, report, browser, arena, seen["arena"])
    report.group("A game in other words", game_page.spoken, report, browser, arena, seen["arena"])
    report.group("The chart", game_page.chart, report, browser, arena, seen["arena"])
    report.group("The leaderboard's filter", front_page.filtered, report, browser, arena, "Ygritte the Second 2", "Form Filler")
    report.group("The front page from the database", front_page.recent, report, browser, arena)
    report.group("Screens of any width", troubles.widths, report, browser, arena, ["", seen["arena"], seen["training"], "register"])
    report.group("Light and dark", troubles.schemes, report, browser, arena, seen["arena"])


def ended(number, _):
    """Ends the run in a way in which everything started is stopped."""
    raise SystemExit(f"ended by {signal.Signals(number).name}")


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/release/boardbots")
    if len(sys.argv) > 2 or binary.startswith("-"):
        sys.exit(__doc__.strip())
    if not os.access(binary, os.X_OK):
        sys.exit(f"{binary} is not there: build it with cargo build --release, or name another")
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, ended)
    signal.alarm(LONGEST_RUN_SECONDS)
    report, started, seen = Report(), time.monotonic(), {}
    with tempfile.TemporaryDirectory(prefix="browser-test-") as folder, Browser() as browser:
        browser.screen(1280, 900)
        # Pieces are where they belong at once, so that their places can be compared.
        browser.prefer(prefers_reduced_motion="reduce")
        database = os.path.join(folder, "arena.db")
        # Games are held in the middle for as long as the checks take.
        options = ["--seed", "11", "--turn-limit", "600s", "--db", database]
        with Arena(binary, *options) as arena:
            during_and_after(report, browser, arena, seen)
            port = arena.port
            # Its page would go on asking an arena that is away, which the log tells as an error.
            browser.open("about:blank")
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE users SET last_seen = last_seen - ? WHERE name = ?", (AWAY_SECONDS, "Ygritte the Second 2"))
        connection.close()
        with Arena(binary, *options, port=port) as arena:
            after_restart(report, browser, arena, seen)
            report.group("Nothing from elsewhere, no error", troubles.quiet, report, browser, arena)
            report.group("An unknown game", troubles.unknown_game, report, browser, arena)
            report.group("A lost connection", troubles.lost, report, browser, arena,
                         lambda: Arena(binary, *options, port=port))
        with Arena(binary, "--seed", "12", "--turn-limit", "3s") as arena:
            report.group("A training game that ends by time-out", troubles.timed_out, report, browser, arena)
            report.group("An arena game with a crashed hero", troubles.crashed, report, browser, arena)
            report.group("Nothing from elsewhere, no error, again", troubles.quiet, report, browser, arena)
            browser.fresh()
        tables.all_of(report, browser, binary, folder, ROOT)
    print(f"\nin {time.monotonic() - started:.0f} s")
    return report.close()


if __name__ == "__main__":
    sys.exit(main())
