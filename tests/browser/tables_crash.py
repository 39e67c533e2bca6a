"""The server is killed in the middle of tables and started again: every table goes on where it was."""

import random
from contextlib import ExitStack

import tables_dragon
import tables_duel
import tables_mech
import tables_mech_people
import tables_page as page
import tables_server
from webdriver import Browser

# What of a state must be the same afterwards.
KEPT = ("id", "game", "n", "options", "asked", "view", "choices", "steps", "outcome", "hints", "undo", "created")
WARM_UP = 4  # choices before the server is killed


def dragon(browser, state):
    """One choice at Dragon Slayer."""
    tables_dragon.choose(browser, tables_dragon.decide(state["choices"], spent=True), tables_dragon.by_click)


def four(browser, state):
    """One choice at Desconecta4-BOOM."""
    tables_duel.press(browser, tables_duel.decide(state, random.Random(state["n"])), by_key=False)


def mech(browser, state):
    """One choice at BattleTech."""
    tables_mech.answer(browser, state)


PLAYS = {
    "dragon-slayer": (dragon, tables_server.bot(tables_dragon.DANIEL), {"goal": "60"}),
    "desconecta4": (four, tables_server.bot(tables_duel.WEAKEST["desconecta4"]), {}),
    "battletech": (mech, tables_server.bot(tables_mech.STRONG), {"rounds": 20, "map": "poblado"}),
}


def kept(state):
    """What must not change."""
    seats = [(seat["kind"], seat["name"]) for seat in state["seats"]]
    return {**{key: state[key] for key in KEPT}, "seats": seats}


def goes_on(report, browser, server, table, token, play, choices):
    """Some choices by the page; answers the state after them."""
    state = tables_server.turn_of(server, table, token)
    for _ in range(choices):
        if state["ended"] is not None:
            break
        page.wait_n(browser, state["n"])
        play(browser, state)
        if not page.wait_past(browser, state["n"], seconds=30):
            report.check(f"{state['game']} goes on", False, page.shell(browser))
            break
        state = tables_server.turn_of(server, table, token)
    page.wait_n(browser, state["n"])
    return state


def same(report, what, browser, state):
    """Checks that the page of any game shows this state."""
    if state["game"] == "dragon-slayer":
        tables_dragon.same(report, what, browser, state)
    elif state["game"] == "battletech":
        tables_mech.same(report, what, browser, state["view"], state["n"])
    else:
        tables_duel.same(report, what, browser, state)


def killed(report, first, start):
    """Three tables of three games in three browsers, and one of bots; `start(port)` starts the server, with the same database."""
    with ExitStack() as stack:
        server = stack.enter_context(start(0))
        browsers = [first, *(stack.enter_context(Browser()) for _ in range(2))]
        tables = []
        for browser, (game, (play, bot, options)) in zip(browsers, PLAYS.items()):
            browser.screen(1280, 900)
            browser.prefer(prefers_reduced_motion="reduce")
            # The dice may end a fight before its middle; then there is another one.
            for _ in range(tables_mech.MOST_FIGHTS):
                table = page.sit(browser, server, game, [tables_server.me("Ada"), bot], **options)
                # What stands there is compared: nothing passes by itself.
                browser.run(tables_mech_people.KEEP, tables_mech_people.ASKS, True)
                if game == "dragon-slayer":
                    browser.click("[data-mode=automatic]")
                token = page.token(browser, table)
                before = goes_on(report, browser, server, table, token, play, WARM_UP)
                if before["ended"] is None:
                    break
            report.check(f"{game} is in its middle", before["ended"] is None and before["n"] >= WARM_UP, before["n"])
            tables.append((browser, table, token, play, before))
        bots, _ = tables_server.create(server, "dragon-slayer", [tables_server.bot(tables_dragon.DANIEL)] * 3, pace=150, goal="60")
        tables_server.wait_for(server, bots, lambda state: state["n"] > 3)
        _, steps = tables_server.history(server, bots)
        server.kill()
        for browser, _, _, _, before in tables:
            report.check(f"the page of {before['game']} says that the connection is lost",
                         browser.wait("return document.querySelector('#connection').textContent.includes('lost')"), page.shell(browser))
        again = stack.enter_context(start(server.port))
        for browser, table, token, play, before in tables:
            report.check(f"the page of {before['game']} finds the server again",
                         browser.wait("return document.querySelector('#connection').textContent === ''", seconds=40), page.shell(browser))
            after = tables_server.state(again, table, token)
            report.equal(f"{before['game']} stands where it stood", kept(after), kept(before))
            same(report, "after the restart", browser, after)
            then = goes_on(report, browser, again, table, token, play, 1)
            report.check(f"{before['game']} goes on", then["n"] > before["n"], (before["n"], then["n"]))
            same(report, "after a choice after the restart", browser, then)
        tables_server.wait_for(again, bots, lambda state: state["n"] > len(steps) or state["ended"] is not None)
        _, more = tables_server.history(again, bots)
        report.check("a table of bots goes on as well", len(more) > len(steps), (len(steps), len(more)))
        report.equal("from the choices that it had", {n: step["choice"] for n, step in more.items() if n in steps},
                     {n: step["choice"] for n, step in steps.items()})
        for browser in browsers:
            browser.open("about:blank")
            browser.log("browser")  # the server was away: every failed request is logged, rightly
            browser.log("performance")
