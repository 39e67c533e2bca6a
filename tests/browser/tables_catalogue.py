"""Every game of the catalogue at a table: a person's seat, a seat by invitation, bots, the replay.

Nothing here knows a game: seats, options, bots and choices are what the server says.
"""

from urllib.parse import urlencode

import tables_page as page
import tables_server

# Choices that are made in a game with people.
CHOICES = 6
# Seconds that a game of bots, with the least of every option, can take.
LONGEST = 90


def shortest(about):
    """The options of a short game: the least of every number."""
    return {option["key"]: option["min"] for option in about["options"] if "min" in option and option["key"] != "seed"}


def seats_of(about, *first):
    """These seats, and bots on what is left of the fewest seats that the game has."""
    bot = tables_server.bot(about["bots"][0]["player"])
    return [*first, *[bot] * (max(2, about["seats"][0]) - len(first))]


def drawn(report, what, browser, state):
    """The page shows the state's number, seats and turn, and draws something."""
    report.check(f"{what}: the page follows to {state['n']}", page.wait_n(browser, state["n"]), page.shell(browser))
    page.same_shell(report, what, browser, state)
    report.check(f"{what}: the game is drawn", browser.run("const g = document.querySelector('#game'); return g.childElementCount > 0 && g.clientHeight > 50"))


def choose_first(server, table, tokens):
    """Makes the first choice of the seat that is asked; the state before it, or None at the end."""
    for token in tokens:
        state = tables_server.wait_for(server, table, lambda now: now["ended"] is not None or now["asked"] is not None and (now["choices"] or now["asked"] != now["you"]), token)
        if state["ended"] is not None:
            return None
        if state["choices"]:
            tables_server.choose(server, table, token, state["n"], state["choices"][0]["choice"])
            return state
    return state


def played(report, browser, server, about):
    """Some choices of a person against bots, seen in the person's browser."""
    table = page.sit(browser, server, about["game"], seats_of(about, tables_server.me("Ada")), **shortest(about))
    token = page.token(browser, table)
    for _ in range(CHOICES):
        tables_server.turn_of(server, table, token)
        if choose_first(server, table, [token]) is None:
            break
    state = tables_server.turn_of(server, table, token)
    drawn(report, f"{about['game']} against a bot", browser, state)


def invited(report, browser, server, about):
    """Two seats of people: the second sits down by the link of the first."""
    game = about["game"]
    seats = seats_of(about, tables_server.me("Ada"), tables_server.INVITED)
    table, made = tables_server.create(server, game, seats, **shortest(about))
    link = f"{page.address(server, table)}#{urlencode({'invite': made[1]['invitation'], 'seat': 1})}"
    report.check(f"{game}: the guest sits down", page.joined(browser, link, "Bob"))
    tokens = [made[0]["token"], page.token(browser, table)]
    for _ in range(CHOICES):
        if choose_first(server, table, tokens) is None:
            break
    drawn(report, f"{game} with a guest", browser, tables_server.state(server, table, tokens[1]))


def replayed(report, browser, server, about):
    """A whole game of bots and its replay, from the first step to the last."""
    game = about["game"]
    table, _ = tables_server.create(server, game, seats_of(about), **shortest(about) | {"pace": 0})
    state = tables_server.wait_for(server, table, lambda now: now["ended"] is not None, seconds=LONGEST)
    if not report.check(f"{game}: bots play to the end", state["ended"] is not None, state["n"]):
        return
    page.open_table(browser, server, table)
    page.same_end(report, game, browser, state)
    views, _ = tables_server.history(server, table)
    for index in sorted({0, 1, state["n"] // 2, state["n"]} & set(views)):
        report.check(f"{game}: step {index} of the replay", page.seek(browser, index), page.shell(browser))


def all_of(report, browser, server):
    """Every game that the server offers at tables."""
    games = tables_server.said(server, "/api/games")["games"]
    report.check("there are games", len(games) > 1, games)
    for about in games:
        for checks in (played, invited, replayed):
            report.group(f"{about['game']}: {checks.__doc__.splitlines()[0]}", checks, report, browser, server, about)
