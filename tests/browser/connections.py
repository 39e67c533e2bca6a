"""More pages one after the other than a browser has connections to a server: none may keep its own when it is left."""

import tables_page as page
import tables_server
from arena import Game
from tables_scenes import opened
from tables_server import me

# A browser has six, and keeps this number of pages for the way back.
PAGES = 8
# A server says something after 20 s of silence, upon which a browser may let go of a page that it keeps.
PATIENCE_SECONDS = 15

TURN = "return document.querySelector('#turn')?.dataset.turn === String(arguments[0])"
SEATED = "return document.querySelector('#turnbox')?.dataset.phase === 'yours'"
GIVEN_UP = "return ['out', 'over'].includes(document.querySelector('#turnbox')?.dataset.phase)"


def followed(report, browser, arena):
    """Every kind of page that follows something, on a server of everything."""
    browser.load_within(PATIENCE_SECONDS)
    try:
        tables(report, browser, arena)
        games(report, browser, arena)
        seats(report, browser, arena)
    finally:
        browser.load_within()


def tables(report, browser, server):
    """Tables with seats of this browser."""
    page.open_lobby(browser, server)
    ours = [opened(browser, server, "desconecta4", [me("Ada"), me("Grace")]) for _ in range(PAGES)]
    for at, (table, _) in enumerate(ours):
        report.check(f"table {at + 1} opens", page.open_table(browser, server, table))
    browser.back()
    table, token = ours[-2]
    report.equal("back at the table before the last", browser.url(), page.address(server, table))
    tables_server.choose(server, table, token, 0, tables_server.state(server, table, token)["choices"][0]["choice"])
    report.check("which goes on", page.wait_n(browser, 1))


def games(report, browser, arena):
    """Running games that are watched."""
    held = [Game(arena, "training", {"key": f"Watched {at}", "turns": "20"}) for at in range(PAGES)]
    for at, game in enumerate(held):
        browser.open(f"{arena.url}/{game.id}")
        report.check(f"game {at + 1} opens", browser.wait(TURN, game.state["turn"]))
    browser.back()
    game = held[-2]
    report.equal("back at the game before the last", browser.url(), f"{arena.url}/{game.id}")
    game.move()
    report.check("which goes on", browser.wait(TURN, game.state["turn"]))
    for game in held:
        game.close()


def seats(report, browser, arena):
    """Seats in the arena."""
    for at in range(PAGES):
        status, seat = tables_server.call(arena, "POST", "/api/seats", {"name": "Ada", "kind": "training", "turns": 60})
        if not report.check(f"seat {at + 1} is taken", status in (200, 201), f"{status} {seat}"):
            return
        # Addresses that differ after the # only would not be loaded anew.
        browser.open("about:blank")
        browser.open(f"{arena.url}/seat#{seat['token']}")
        report.check(f"seat {at + 1} opens", browser.wait(SEATED))
    # Past the empty page.
    browser.open(f"{arena.url}/tables")
    browser.back()
    tables_server.call(arena, "POST", f"/api/seats/{seat['token']}/leave", {})
    report.check("back at the last seat, which goes on", browser.wait(GIVEN_UP))
