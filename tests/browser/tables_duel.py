"""Games for two in the browser, whole games against a bot."""

import random

import tables_page as page
import tables_server
import tables_two_player as two_player
from webdriver import ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP

SIDE = 7
MOST_MOVES = 200
WEAKEST = {"desconecta4": "desconecta4:strong,depth=1", "tron": "tron:strong,depth=1"}
ARROWS = {"up": ARROW_UP, "down": ARROW_DOWN, "left": ARROW_LEFT, "right": ARROW_RIGHT}

FOUR = r"""
const enabled = (node) => node.checkVisibility() && node.getAttribute('aria-disabled') !== 'true';
const rows = [...document.querySelectorAll('.duel-grid [role=row]')].map((row) => [...row.children]);
return {
  n: Number(document.querySelector('#game').dataset.n),
  pieces: rows.map((row) => row.map((cell) => cell.dataset.piece ?? '')),
  numbers: rows.map((row) => row.map((cell) => {
    const number = cell.querySelector('.number');
    return number ? getComputedStyle(number, '::after').content.replaceAll('"', '') : '';
  })),
  named: rows.map((row) => row.map((cell) => cell.getAttribute('aria-label').replace(/, (in a line of four|last move)/g, ''))),
  lines: rows.map((row) => row.map((cell) => cell.classList.contains('line'))),
  news: document.querySelector('.duel-news').textContent,
  about: [...document.querySelectorAll('#seats .account')].map((node) => node.textContent),
  columns: [...document.querySelectorAll('.duel-column')].map(enabled),
  boom: enabled(document.querySelector('.duel-boom')),
};
"""

TRON = r"""
const rows = [...document.querySelectorAll('.duel-grid [role=row]')].map((row) => [...row.children]);
return {
  n: Number(document.querySelector('#game').dataset.n),
  ground: rows.map((row) => row.map((cell) => cell.dataset.value)),
  named: rows.map((row) => row.map((cell) => cell.getAttribute('aria-label'))),
  about: [...document.querySelectorAll('#seats .account')].map((node) => node.textContent),
  news: document.querySelector('.duel-news').textContent,
  ways: ['up', 'down', 'left', 'right'].filter((way) => {
    const button = document.querySelector(`.duel-way.${way}`);
    return button.checkVisibility() && button.getAttribute('aria-disabled') !== 'true';
  }),
};
"""


def expected_four(state):
    """What the page has to show of Desconecta4-BOOM; rows from the top."""
    view, choices = state["view"], state["choices"] or []
    names = [seat["name"] for seat in state["seats"]]

    def piece(row, column):
        value = int(view["cells"][row * SIDE + column])
        return None if value == 0 else ((value - 1) % 3, value > 3)

    def named(row, column):
        lies = piece(row, column)
        what = "empty" if lies is None else f"{'bomb' if lies[1] else 'piece'} of {names[lies[0]]}"
        return f"Column {column + 1}, row {row + 1}: {what}"

    def about(seat):
        count, bomb = view["counts"][seat], view["bombs"][seat]
        pieces = f"{count} piece{'' if count == 1 else 's'}"
        return pieces if bomb is None else f"{pieces}, bomb in row {bomb[0] + 1}"

    cells = [[(row, column) for column in range(SIDE)] for row in reversed(range(SIDE))]
    return {
        "n": state["n"],
        "pieces": [["" if piece(*at) is None else f"{piece(*at)[0]}{str(piece(*at)[1]).lower()}" for at in row] for row in cells],
        "numbers": [["" if piece(*at) is None else str(piece(*at)[0] + 1) for at in row] for row in cells],
        "named": [[named(*at) for at in row] for row in cells],
        "lines": [[list(at) in view["lines"] for at in row] for row in cells],
        "about": [about(0), about(1)],
        "columns": [any(choice["kind"] == "drop" and choice["column"] == column for choice in choices) for column in range(SIDE)],
        "boom": any(choice["kind"] == "boom" for choice in choices),
    }


def expected_tron(state):
    """What the page has to show of TRON."""
    view = state["view"]
    size, names = view["size"], [seat["name"] for seat in state["seats"]]

    def ground(row, column):
        if [row, column] in view["places"]:
            seat = view["places"].index([row, column])
            return f"player {seat}", names[seat]
        cell = view["cells"][row * size + column]
        if cell == "#":
            return "obstacle", "obstacle"
        if cell in "va":
            return f"trail {'va'.index(cell)}", f"trail of {names['va'.index(cell)]}"
        dirt = int(cell, 36)
        return (f"dirt {dirt}", f"dirt {dirt}") if dirt else ("floor", "floor")

    places = [[(row, column) for column in range(size)] for row in range(size)]
    scores = [f"{score} collected" + (", blocked" if blocked and view["turn"] is not None else "")
              for score, blocked in zip(view["scores"], view["blocked"])]
    return {
        "n": state["n"],
        "ground": [[ground(*at)[0] for at in row] for row in places],
        "named": [[f"Column {column + 1}, row {row + 1}: {ground(row, column)[1]}" for row, column in line] for line in places],
        "about": scores,
        "news": f"Dirt on the map: {view['rest']}.",
        "ways": [way for way in ("up", "down", "left", "right") if any(choice.get("way") == way for choice in state["choices"] or [])],
    }


# How the page of a game is read, and what it has to say; any other game has the page that games share.
LOOKS = {"desconecta4": (FOUR, expected_four), "tron": (TRON, expected_tron)}


def same(report, what, browser, state):
    """Checks that the page shows exactly this state."""
    script, expected = LOOKS.get(state["game"], (two_player.SEEN, two_player.expected))
    seen, wanted = browser.run(script), expected(state)
    different = [f"{key}: seen {seen[key]}, wanted {value}" for key, value in wanted.items() if seen[key] != value]
    if state["game"] == "desconecta4" and not seen["news"].startswith(f"Round {state['view']['round']}."):
        different.append(f"the round is {state['view']['round']}: {seen['news']}")
    return report.check(f"{what}, n = {state['n']}", not different, "; ".join(different)[:1500])


def lines(cells, seat):
    """Whether a seat has four in a line."""
    own = {divmod(at, SIDE) for at, value in enumerate(cells) if value != "0" and (int(value) - 1) % 3 == seat}
    return any(all((row + down * far, column + right * far) in own for far in range(4))
               for row, column in own for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)))


def decide(state, chance):
    """A move that does not lose at once, if there is one; an explosion now and then."""
    choices, you = state["choices"], state["you"]
    if state["game"] not in LOOKS:
        return chance.choice(choices)
    if state["game"] == "tron":
        return max(choices, key=lambda choice: choice.get("gained", 0))
    boom = [choice for choice in choices if choice["kind"] == "boom"]
    if boom and chance.random() < 0.4:
        return boom[0]

    def safe(choice):
        cells = list(state["view"]["cells"])
        cells[choice["row"] * SIDE + choice["column"]] = str(you + 1)
        return not lines(cells, you)

    drops = [choice for choice in choices if choice["kind"] == "drop"]
    return chance.choice([choice for choice in drops if safe(choice)] or drops or boom)


def press(browser, choice, by_key):
    """Makes a choice by the pointer, or by a key."""
    if choice["kind"] == "boom":
        browser.press("b") if by_key else browser.click(".duel-boom")
    elif choice["kind"] == "drop":
        column = choice["column"] + 1
        browser.press(str(column)) if by_key else browser.click(f".duel-column:nth-child({column})")
    elif "way" not in choice:
        two_player.press(browser, choice, by_key)
    else:
        browser.press(ARROWS[choice["way"]]) if by_key else browser.click(f".duel-way.{choice['way']}")


def play(report, browser, server, table):
    """Plays our seat to the end, by pointer and keys in turn, and compares at every choice."""
    token = page.token(browser, table)
    chance, before = random.Random(4), -1
    for turn in range(MOST_MOVES):
        # A choice takes a moment to reach the server: the state before it says nothing about the page.
        state = tables_server.turn_of(server, table, token, before)
        before = state["n"]
        if not page.wait_n(browser, state["n"]) or not same(report, state["game"], browser, state):
            report.check("the page follows", False, page.shell(browser))
            return state
        page.same_shell(report, f"n = {state['n']}", browser, state)
        if state["ended"] is not None:
            break
        by_key = turn % 2 == 1
        if turn == 1:
            report.check("Tab leads to the board", browser.tab_to(".duel-grid [role=gridcell], .duel-moves button"))
        elif by_key:
            # Keys work with the focus on the board, and with the focus nowhere.
            browser.run("document.querySelector('.duel-grid [tabindex=\"0\"]')?.focus()" if turn % 4 == 1 else "document.activeElement.blur()")
        top = browser.run("return scrollY")
        press(browser, decide(state, chance), by_key)
        if by_key:
            report.equal(f"keys do not scroll, n = {state['n']}", browser.run("return scrollY"), top)
    report.check("the game came to its end", state["ended"] is not None, state["n"])
    page.same_end(report, state["game"], browser, state)
    return state


def four(report, browser, server):
    """A whole game of Desconecta4-BOOM, with a hint, a move taken back, and the evaluation."""
    table = page.open_by_form(browser, server, "desconecta4", "Ada", WEAKEST["desconecta4"])
    hinted(report, browser, server, table)
    taken_back(report, browser, server, table)
    evaluated(report, browser, server, table)
    play(report, browser, server, table)
    replayed(report, browser, server, table)


def tron(report, browser, server):
    """A whole game of TRON on a small map."""
    seats = [tables_server.me("Ada"), tables_server.bot(WEAKEST["tron"])]
    table = page.sit(browser, server, "tron", seats, map="random", size=8, seed=6)
    play(report, browser, server, table)
    replayed(report, browser, server, table)


def shared(report, browser, server):
    """A whole game of each that draws no page of its own, with a hint."""
    for game, player in two_player.weakest(server).items():
        table = page.sit(browser, server, game, [tables_server.me("Ada"), tables_server.bot(player)])
        page.wait_n(browser, tables_server.turn_of(server, table, page.token(browser, table))["n"])
        browser.click("#tools button:nth-child(1)")
        text = browser.wait("return document.querySelector('#hint b')?.textContent")
        marked = browser.run("return [...document.querySelectorAll('.duel .hinted')].map((node) => node.ariaLabel ?? node.textContent)")
        report.check(f"a hint is told and marked, {game}", text and len(marked) == 1 and marked[0].split(",")[0] == text.split(".")[0], (text, marked))
        play(report, browser, server, table)
        replayed(report, browser, server, table)


def hinted(report, browser, server, table):
    """A hint on demand is a legal choice, marked on the board."""
    state = tables_server.turn_of(server, table, page.token(browser, table))
    page.wait_n(browser, state["n"])
    browser.click("#tools button:nth-child(1)")
    text = browser.wait("return document.querySelector('#hint b')?.textContent")
    marked = browser.run("return [...document.querySelectorAll('.duel-column')].map((b) => b.classList.contains('hinted'))")
    report.check("a hint is told and marked", text and sum(marked) == 1, (text, marked))
    report.check("it is one of the choices", any(choice["column"] == marked.index(True) for choice in state["choices"]), state["choices"])


def taken_back(report, browser, server, table):
    """A choice taken back leads to the board before it."""
    token = page.token(browser, table)
    before = tables_server.turn_of(server, table, token)
    press(browser, before["choices"][3], False)
    page.wait_n(browser, before["n"] + 2)
    after = tables_server.turn_of(server, table, token)
    same(report, "before it is taken back", browser, after)
    browser.click("#tools button:nth-child(2)")
    page.wait_n(browser, after["n"] + 1)
    state = tables_server.turn_of(server, table, token)
    report.equal("it is taken back", (state["view"]["cells"], state["n"]), (before["view"]["cells"], after["n"] + 1))
    same(report, "after it was taken back", browser, state)


def evaluated(report, browser, server, table):
    """The evaluation is the server's, for those who ask for it."""
    value = tables_server.said(server, f"/api/tables/{table}/evaluation")["value"]
    bar = "return !document.querySelector('#evaluation').hidden && document.querySelector('#evaluation').getAttribute('aria-label')"
    report.equal("no evaluation is shown unasked", (browser.run(bar), browser.run("return document.querySelector('#tools button:nth-child(3)').ariaPressed")), (False, "false"))
    browser.click("#tools button:nth-child(3)")
    text = browser.wait(bar)
    report.check("the evaluation is the server's", text and f"{abs(value) / 100:.1f}" in text, (value, text))
    browser.click("#tools button:nth-child(3)")
    report.check("it can be hidden", browser.run("return document.querySelector('#evaluation').hidden"))
    browser.click("#tools button:nth-child(3)")
    report.check("and shown again", browser.wait(bar))


def replayed(report, browser, server, table):
    """The replay against the history, by its slider."""
    views, _ = tables_server.history(server, table)
    state = tables_server.state(server, table)
    page.open_table(browser, server, table)
    last = state["n"]
    for index in sorted({0, 1, 2, last // 2, last - 1, last}):
        page.seek(browser, index)
        same(report, "in the replay", browser, {**state, "n": index, "view": views[index], "choices": None})


def logged(report, browser, server):
    """The log of a match of many choices, opened at its end: what is earlier comes when it is asked for."""
    bots = [tables_server.bot(WEAKEST["tron"])] * 2
    table, _ = tables_server.create(server, "tron", bots, size=16, seed=3, pace=0)
    state = tables_server.wait_for(server, table, lambda state: state["ended"] is not None)
    page.open_table(browser, server, table)
    numbers = "return [...document.querySelectorAll('#lines .line')].map((line) => Number(line.dataset.n))"
    seen = browser.run(numbers)
    report.check("not everything is there at first", seen and 1 < seen[0] < seen[-1] == state["n"], (seen, state["n"]))
    for _ in range(state["n"]):
        if not browser.run("return document.querySelector('#log > button').checkVisibility()"):
            break
        before = len(browser.run(numbers))
        browser.click("#log > button")
        browser.wait("return document.querySelectorAll('#lines .line').length > arguments[0]", before)
    report.equal("in the end everything is", browser.run(numbers), list(range(1, state["n"] + 1)))
