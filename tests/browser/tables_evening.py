"""An evening of two people: a game, its end, and another one."""

import roles
import tables_page as page
import tables_server
from tables_dragon import no_errors
from webdriver import Browser

SIT = "Sit down: Seat 2, Connect Four, Ada"
ON = "return location.pathname.split('/').pop() === arguments[0] && document.querySelector('#game')?.dataset.n !== undefined"
INSIDE = r"""
const [board, end] = ['.duel-grid', '#end'].map((selector) => document.querySelector(selector).getBoundingClientRect());
const apart = board.right <= end.left || end.right <= board.left || board.bottom <= end.top || end.bottom <= board.top;
return apart && board.top >= 0 && board.bottom <= innerHeight;
"""


def rematch(report, ada, server):
    """Ada and Eve play, and play again: Eve asks, Ada sees it and comes; a spectator finds the new table, too."""
    table = page.sit(ada, server, "connect-four", [tables_server.me("Ada"), tables_server.INVITED])
    with Browser() as eve, Browser() as watcher:
        for browser in (eve, watcher):
            browser.screen(390, 844)
            browser.prefer(prefers_reduced_motion="reduce")
        report.check("Eve sits down", page.joined(eve, page.link_of(ada, 1), "Eve"))
        page.open_table(watcher, server, table)
        tokens = [page.token(browser, table) for browser in (ada, eve)]
        state = tables_server.play_out(server, table, tokens, tables_server.own_column)
        for browser, token, who in ((ada, tokens[0], "Ada"), (eve, tokens[1], "Eve"), (watcher, None, "a spectator")):
            page.wait_n(browser, state["n"])
            page.same_end(report, f"for {who}", browser, tables_server.state(server, table, token))
        for browser, size in ((ada, "on a desk"), (eve, "on a phone")):
            browser.run("scrollTo(0, 0)")
            report.check(f"the end leaves the board in sight {size}", browser.run(INSIDE))
        report.check("a spectator is offered no rematch", roles.find(watcher, "button", "Rematch") is None)
        report.check("Eve asks for a rematch", roles.press(eve, "button", "Rematch"))
        report.check("Eve is at a new table", eve.wait("return location.pathname !== arguments[0]", f"/tables/{table}"))
        following = page.arrive(eve)
        wants = "return document.querySelector('#end').innerText.includes('Eve wants a rematch')"
        report.check("Ada sees who wants a rematch", ada.wait(wants))
        before = tables_server.state(server, following)
        report.equal("Ada's seat is kept", [(seat["name"], seat["kind"]) for seat in before["seats"]], [("Eve", "human"), ("Ada", "invited")])
        report.check("Eve reads that Ada is missing", "Ada" in page.shell(eve)["names"] and "not here yet" in page.shell(eve)["about"][1])
        report.check("Ada comes", roles.press(ada, "button", "Play the rematch"))
        report.check("to the same table", ada.wait(ON, following))
        after = tables_server.wait_for(server, following, lambda now: now["seats"][1]["kind"] == "human")
        page.same_shell(report, "at the rematch", ada, after)
        report.check("Eve begins this time", page.shell(eve)["turn"] == "Your turn", page.shell(eve)["turn"])
        report.check("the spectator follows", roles.press(watcher, "link", "Watch the rematch"))
        report.check("to the same table, too", watcher.wait(ON, following))
        # The tokens are those of the table before.
        state = tables_server.play_out(server, following, tokens[::-1], tables_server.own_column)
        page.wait_n(ada, state["n"])
        ada.open(page.address(server, table))
        report.check("the old table leads to the new one", roles.press(ada, "link", "Go to the rematch") and ada.wait(ON, following))
        no_errors(report, eve, watcher)


def open_seat(report, ada, server):
    """The next person takes a seat from the lobby."""
    table = page.sit(ada, server, "connect-four", [tables_server.me("Ada"), {"kind": "open"}])
    report.equal("the seat says that it is open", page.shell(ada)["about"][1], "open to everyone")
    with Browser() as eve:
        eve.screen(390, 844)
        eve.prefer(prefers_reduced_motion="reduce")
        page.open_lobby(eve, server)
        report.check("Eve finds the seat in the lobby", roles.press(eve, "link", SIT))
        eve.wait("return document.querySelector('#join-name')")
        report.check("at Ada's table", eve.url().endswith(table) or f"/tables/{table}#" in eve.url(), eve.url())
        page.write(eve, "#join-name", "Eve")
        report.check("Eve sits down", roles.press(eve, "button", "Sit down"))
        state = tables_server.wait_for(server, table, lambda now: now["seats"][1]["kind"] == "human")
        report.equal("both see each other", (state["seats"][1]["name"], ada.wait("return document.querySelector('#seats').innerText.includes('Eve')")), ("Eve", True))
        page.open_lobby(eve, server)
        report.check("the seat is offered no more", roles.find(eve, "link", SIT) is None)
        no_errors(report, eve)


def against_bot(report, browser, server):
    """A rematch against a bot: it begins."""
    table = page.sit(browser, server, "tron", [tables_server.me("Ada"), tables_server.bot("tron:strong,depth=1")])
    token = page.token(browser, table)
    while (state := tables_server.turn_of(server, table, token))["ended"] is None:
        tables_server.choose(server, table, token, state["n"], state["choices"][0]["choice"])
    report.check("the rematch is offered", roles.press(browser, "button", "Rematch"))
    report.check("it is another table", browser.wait("return location.pathname !== arguments[0]", f"/tables/{table}"))
    following = page.arrive(browser)
    state = tables_server.state(server, following, page.token(browser, following))
    report.equal("the bot sits on the first seat", [seat["kind"] for seat in state["seats"]], ["bot", "human"])
