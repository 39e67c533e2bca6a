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
        page.open_table(eve, server, table)
        report.check("the table's own address offers it, too", roles.come(eve, "button", "Sit down") is not None)
        report.check("and not to Ada, who sits there", roles.find(ada, "button", "Sit down") is None)
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
        at_its_address(report, ada, eve, server)
        no_errors(report, eve)


def at_its_address(report, ada, eve, server):
    """Who was sent the address of a table takes one of its open seats; of two at once, the later is offered the next."""
    table = page.sit(ada, server, "dragon-slayer", [tables_server.me("Ada"), {"kind": "open"}, {"kind": "open"}])
    page.open_table(eve, server, table)
    eve.wait("return document.querySelector('#join-name')")
    page.write(eve, "#join-name", "Evelyn")
    first = tables_server.state(server, table)["seats"][1]["invitation"]
    tables_server.call(server, "POST", f"/api/tables/{table}/join", {"invitation": first, "name": "Mallory", "claim": "0" * 32})
    title = "return document.querySelector('#join-title').textContent.startsWith('Seat 3')"
    report.check("a seat that another took is offered no more, the next one is", eve.wait(title))
    report.equal("the name that was typed stays", eve.run("return document.querySelector('#join-name').value"), "Evelyn")
    report.check("Eve sits down there", roles.press(eve, "button", "Sit down"))
    state = tables_server.wait_for(server, table, lambda now: now["seats"][2]["kind"] == "human")
    report.equal("under her name", state["seats"][2]["name"], "Evelyn")
    report.check("and is asked no more", eve.wait("return document.querySelector('#join').hidden"))


def quick(report, ada, server):
    """One click plays: with a person who waits for anybody, else against a bot."""
    report.check("Ada's game begins by one press", begins(ada, server, "TRON"))
    alone = tables_server.state(server, page.arrive(ada))
    report.equal("against a bot", (alone["game"], [seat["kind"] for seat in alone["seats"]]), ("tron", ["human", "bot"]))
    table = page.sit(ada, server, "connect-four", [tables_server.me("Guest"), {"kind": "open"}])
    with Browser() as eve:
        eve.screen(390, 844)
        eve.prefer(prefers_reduced_motion="reduce")
        page.open_lobby(eve, server)
        eve.wait("return document.querySelector('#new .send')")
        low = eve.run("return document.querySelector('#new .send').getBoundingClientRect().bottom - innerHeight")
        report.check("a table of one's own can be opened without scrolling on a phone", low <= 0, low)
        report.check("Eve's game begins by one press", begins(eve, server, "Connect Four", table))
        report.equal("at the table of the person who waits", page.arrive(eve), table)
        seats = tables_server.state(server, table)["seats"]
        report.equal("under another name than the person's there", [seat["name"] for seat in seats], ["Guest", "Guest 2"])
        report.check("the next one meets a bot", begins(eve, server, "Connect Four"))
        report.check("at another table", page.arrive(eve) != table)
        no_errors(report, eve)


def begins(browser, server, game, listed=None):
    """Presses the button of a game in the lobby, once this table is listed."""
    page.open_lobby(browser, server)
    if listed:
        browser.wait("return document.querySelector(`[data-table='${arguments[0]}']`)", listed)
    return roles.press(browser, "button", f"Play now: {game}") and browser.wait("return location.pathname.startsWith('/tables/')")


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
