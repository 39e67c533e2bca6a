"""Dragon Slayer in the browser: by clicks, by keys, and between two browsers with a third looking on."""

import itertools

import tables_page as page
import tables_server
from webdriver import ENTER, Browser

DANIEL = "dragon-slayer:daniel"
# Milliseconds between a bot's choices: each comes to the page by itself, as step by step wants it.
PACE = "300"
# A game to so few points takes some 40 choices; one of more has gone wrong.
MOST_ROUNDS = 400
PARTS = ["head", "wings", "tail"]

# The dice and piles as they are drawn, the scores as they are written.
SHOWN = r"""
const text = (root, selector) => root.querySelector(selector).textContent;
const dice = (kind) => [...document.querySelectorAll(`.dragon-dice.${kind} .dragon-die`)].map((die) =>
  [die.dataset.face, [...die.classList].filter((name) => name !== 'dragon-die').join(' ')]);
const things = [...document.querySelectorAll('.dragon-pile')];
const pile = (key) => things.find((one) => one.dataset.help === key);
const label = (key) => pile(key).getAttribute('aria-label');
return {
  n: Number(document.querySelector('#game').dataset.n),
  warriors: dice('warriors'), scales: dice('scales'),
  points: Number(text(pile('points'), 'b')), lost: pile('lost').querySelectorAll('svg').length,
  slain: [...pile('slain').querySelectorAll('.dragon-badge')].map((badge) => [...badge.classList].find((name) => name !== 'dragon-badge')),
  labels: [label('points'), label('lost'), label('slain')],
  players: [...document.querySelectorAll('.dragon-player')].map((row) => ({
    score: Number(text(row, '.score')), ghost: text(row, '.ghost-score'), token: !row.querySelector('.token').classList.contains('spent'),
    active: row.classList.contains('active'), name: text(row, '.name'), label: row.getAttribute('aria-label'),
    cubes: [...row.querySelectorAll('.cube:not([hidden])')].map((cube) => parseFloat(cube.style.insetInlineStart)),
  })),
  question: text(document, '.dragon-question'),
  choices: [...document.querySelectorAll('.dragon-choices [data-choice]')].map((button) => button.dataset.choice),
  waits: document.querySelector('.dragon-choices [data-on]') !== null,
};
"""
# Something to choose, something to go on from, or the end.
READY = r"""
const game = document.querySelector('#game');
return document.querySelector('.dragon-choices [data-choice], .dragon-choices [data-on]') !== null || !document.querySelector('#end').hidden;
"""


def expected(state):
    """What the page has to show for a state."""
    view = state["view"]
    rolled, turn = view["rolled"], view["turn"]
    throw = rolled and rolled["throw"]
    if throw:
        warriors = [["", "gone"] if face is None else [face, "burnt" if at in throw["lost"] else ""]
                    for at, face in enumerate(throw["warriors"])]
        scales = [[part, "set"] if face is None else [face, "new" if face == part else ""]
                  for part, face in zip(PARTS, throw["scales"])]
    else:
        left = rolled["left"] if rolled else turn["warriors"]
        warriors = [["", "" if at < left else "gone"] for at in range(3)]
        scales = [["", ""] if rolled else [part, "idle"] for part in PARTS]
    most = max([view["goal"]] + [max(player["score"], player["ghost"] or 0) for player in view["players"]])
    names = [seat["name"] for seat in state["seats"]]
    return {
        "n": state["n"], "warriors": warriors, "scales": scales,
        "points": turn["points"], "lost": turn["lost"], "slain": turn["slain"],
        "labels": [f"This turn: {turn['points']}", f"Lost: {turn['lost'] or 0}",
                   f"Slain: {', '.join(dragon.capitalize() for dragon in turn['slain']) or 'none'}"],
        "players": [{
            "score": player["score"], "ghost": "" if player["ghost"] is None else f"→ {player['ghost']}", "token": player["token"],
            "active": seat in (view["active"], view["winner"]), "name": names[seat],
            "label": f"{names[seat]}: {player['score']} of {view['goal']} points"
                     + ("" if player["ghost"] is None else f"; {player['ghost']} if the turn stopped now")
                     + ("; has the token" if player["token"] else "; token spent"),
            "cubes": sorted(round(100 * points / most, 1) for points in (player["score"], player["ghost"]) if points is not None),
        } for seat, player in enumerate(view["players"])],
        "choices": [choice["choice"] for choice in state["choices"] or []],
    }


def shown(browser):
    """What the page shows now."""
    seen = browser.run(SHOWN)
    for player in seen["players"]:
        player["cubes"] = sorted(round(cube, 1) for cube in player["cubes"])
    return seen


def same(report, what, browser, state):
    """Checks that the page shows exactly this state, and nothing of it is still to come."""
    seen, wanted = shown(browser), expected(state)
    different = [f"{key}: seen {seen[key]}, wanted {value}" for key, value in wanted.items() if seen[key] != value]
    if seen["waits"]:
        different.append("the page has not shown everything")
    return report.check(f"{what}, n = {state['n']}", not different, "; ".join(different)[:1500])


def dice_of(throw):
    """A throw as the page draws it."""
    return expected({"n": 0, "seats": [], "choices": None, "view": {
        "rolled": {"throw": throw}, "goal": 1, "active": None, "winner": None, "players": [],
        "turn": {"points": 0, "lost": 0, "slain": [], "warriors": 3}}})


def thrown(steps):
    """All throws of these steps as the page draws them, equal ones that follow one another once."""
    found = []
    for step in steps:
        for event in step["events"]:
            if event["kind"] == "roll":
                dice = dice_of(event["throw"])
                found.append([dice["warriors"], dice["scales"]])
    return [one for at, one in enumerate(found) if at == 0 or found[at - 1] != one]


def decide(choices, spent):
    """What we do: challenge once, never fight on with much to lose."""
    kinds = {choice["kind"]: choice for choice in reversed(choices)}
    if "challenge" in kinds:
        return kinds["pass"] if spent else kinds["challenge"]
    if "refuse" in kinds:
        return kinds["accept"]
    if "stop" in kinds and kinds["stop"]["points"] >= 4:
        return kinds["stop"]
    return kinds.get("fight") or kinds["stop"]


# Whether a button is pressed by its number the next time.
TURNS = itertools.cycle((True, False))


def by_click(browser, selector):
    """Presses a button of the game with the pointer."""
    browser.click(selector)


def by_keys(browser, selector):
    """Presses a button of the game by keys alone: every other time by its number, with the focus nowhere."""
    if next(TURNS):
        number = browser.run("document.activeElement.blur(); return document.querySelector(arguments[0]).getAttribute('aria-keyshortcuts')", selector)
        if number:
            browser.press(number)
            return
    if not browser.tab_to(selector):
        raise AssertionError(f"Tab does not lead to {selector}")
    browser.press(ENTER)


def choose(browser, choice, press):
    """Chooses, and answers the question before the token is spent."""
    press(browser, f".dragon-choices [data-choice='{choice['choice']}']")
    if choice["kind"] == "challenge":
        press(browser, "dialog [value=yes]")


def play(report, browser, server, table, press):
    """Plays a seat against bots to the end, step by step, comparing all that is shown."""
    token = page.token(browser, table)
    spent, last, dice, good = False, 0, [], True
    for _ in range(MOST_ROUNDS):
        if not browser.wait(READY):
            report.check("the page goes on", False, (shown(browser), page.shell(browser)))
            return
        seen = shown(browser)
        if [seen["warriors"], seen["scales"]] != (dice[-1] if dice else None) and any(face for face, _ in seen["warriors"]):
            dice.append([seen["warriors"], seen["scales"]])
        if seen["waits"]:
            press(browser, ".dragon-choices [data-on]")
            continue
        state = tables_server.state(server, table, token)
        if not page.wait_n(browser, state["n"]):
            report.check("the page is where the server is", False, (page.shell(browser), state["n"]))
            return
        if browser.run("return document.querySelector('.dragon-choices [data-on]') !== null"):
            continue
        good = same(report, "the table", browser, state) and good
        page.same_shell(report, f"n = {state['n']}", browser, state)
        steps = [step for step in state["steps"] if step["n"] > last]
        if thrown(steps):
            # What lay there before the first of these throws is no news.
            wanted = thrown(steps)
            report.equal(f"every throw was shown, up to n = {state['n']}", dice[-len(wanted):], wanted)
            dice, last = dice[-1:], state["n"]
        if state["ended"] is not None:
            break
        if not good:
            return
        choice = decide(state["choices"], spent)
        spent = spent or choice["kind"] == "challenge"
        choose(browser, choice, press)
        page.wait_past(browser, state["n"])
    report.check("the game came to its end", state["ended"] is not None, state["n"])
    page.same_end(report, "Dragon Slayer", browser, state)
    report.equal("the log has the whole end", browser.run("return Number(document.querySelector('#lines').lastElementChild.dataset.n)"), state["n"])


def clicked(report, browser, server):
    """A whole game against Daniel by clicks."""
    table = page.open_by_form(browser, server, "dragon-slayer", "Ada", DANIEL, goal="20", pace=PACE)
    state = tables_server.state(server, table)
    report.equal("the table that was asked for", (state["game"], [seat["name"] for seat in state["seats"]], state["options"]["goal"]),
                 ("dragon-slayer", ["Ada", "Daniel"], "20"))
    play(report, browser, server, table, by_click)
    replayed(report, browser, server, table)


def replayed(report, browser, server, table):
    """The replay of a finished game, step by step by its keys, against the history."""
    views, steps = tables_server.history(server, table)
    state = tables_server.state(server, table)
    page.open_table(browser, server, table)
    last = state["n"]
    for index in sorted({0, 1, 2, last // 2, last - 1, last}):
        page.seek(browser, index)
        seen = shown(browser)
        wanted = expected({**state, "n": index, "view": views[index], "choices": None})
        report.equal(f"step {index} of the replay", {key: seen[key] for key in wanted}, wanted)
        report.equal(f"who moves after step {index}", page.shell(browser)["asked"], steps[index + 1]["seat"] if index < last else -1)


def typed(report, browser, server):
    """A whole game against Daniel by keys alone, from the lobby on."""
    table = page.open_by_keys(browser, server, "dragon-slayer", "Ada", DANIEL, goal="20", pace=PACE)
    if report.check("keys alone lead from the lobby to a table", table):
        play(report, browser, server, table, by_keys)


# What stands around the game while steps wait, and where the game is.
AROUND = r"""
return {waits: document.querySelector('.dragon-choices [data-on]') !== null, title: document.title,
  clocks: [...document.querySelectorAll('#seats .clock')].map((clock) => clock.textContent), round: document.querySelector('.dragon-round').textContent};
"""


def clocked(report, browser, server):
    """With a clock, step by step: the player who is asked sees the time run while steps of others still wait."""
    table = page.sit(browser, server, "dragon-slayer", [tables_server.me("Ada"), tables_server.bot(DANIEL)], goal="20", clock=600)
    token = page.token(browser, table)
    for _ in range(MOST_ROUNDS):
        browser.wait(READY)
        around = browser.run(AROUND)
        state = tables_server.state(server, table, token)
        if state["ended"] is not None:
            break
        if around["waits"] and state["asked"] == 0 and state["steps"] and state["steps"][-1]["seat"] == 1 and page.shell(browser)["asked"] == 0:
            report.check("the own clock is shown while steps wait", around["clocks"][0].startswith(("9:", "10:")) and not around["clocks"][1], around)
            report.check("and the title says whose turn it is", around["title"].startswith("●"), around)
            report.check("the round is told", around["round"].startswith("Round "), around)
            return
        if around["waits"]:
            browser.click(".dragon-choices [data-on]")
        elif state["asked"] == 0 and page.wait_n(browser, state["n"]):
            choose(browser, decide(state["choices"], True), by_click)
            page.wait_n(browser, tables_server.turn_of(server, table, token, state["n"])["n"])
    report.check("steps of a rival waited while we were asked", False, page.shell(browser))


def helped(report, browser, server):
    """Help on every element, by keyboard; how one watches; the question before the token is spent."""
    page.sit(browser, server, "dragon-slayer", [tables_server.me("Ada"), tables_server.bot(DANIEL)], goal="20")
    browser.wait(READY)
    without = browser.run("return [...document.querySelectorAll('#game [data-help]')].filter((node) => node.checkVisibility()"
                          " && !document.getElementById(node.getAttribute('aria-describedby'))?.textContent).map((node) => node.dataset.help)")
    report.equal("everything has a help that screen readers find", without, [])
    idle = browser.run("return document.querySelector('.dragon-help').textContent")
    for key in ("round", "warriors", "scales", "lost", "slain", "points", "score", "fight"):
        found = browser.tab_to(f"#game [data-help={key}]")
        text = browser.run("return document.querySelector('.dragon-help').textContent")
        report.check(f"Tab leads to the help on {key}", found and text and text != idle, (found, text))
    browser.click("[data-mode=automatic]")
    report.equal("all at once is chosen", browser.run("return document.querySelector('[data-mode=automatic]').getAttribute('aria-pressed')"), "true")
    browser.click("[data-mode=interactive]")


def together(report, host, server):
    """A whole game between two browsers by an invitation's link, with a third looking on."""
    table = page.sit(host, server, "dragon-slayer", [tables_server.me("Ada"), tables_server.INVITED], goal="20")
    with Browser() as guest, Browser() as watcher:
        for browser in (guest, watcher):
            browser.screen(1280, 900)
            browser.prefer(prefers_reduced_motion="reduce")
        link = page.link_of(host, 1)
        page.open_table(watcher, server, table)
        report.check("the link leads a second browser to its seat", page.joined(guest, link, "Bob"))
        report.check("the invitation is gone where it was offered", host.wait("return document.querySelector('#invitations').hidden"))
        watcher.open(link)
        watcher.wait("return document.querySelector('#join-name')")
        page.write(watcher, "#join-name", "Eve")
        watcher.press(ENTER)
        report.check("a third browser does not get the same seat", watcher.wait("return document.querySelector('#join .error').textContent"))
        page.open_table(watcher, server, table)
        for browser in (host, guest):
            browser.click("[data-mode=automatic]")
        everybody(report, server, table, [host, guest], watcher)
        host.click("[data-mode=interactive]")
        no_errors(report, guest, watcher)


def everybody(report, server, table, players, watcher):
    """Plays with two browsers to the end; all three show the same table at every choice."""
    tokens = [page.token(browser, table) for browser in players]
    spent = [False, False]
    for _ in range(MOST_ROUNDS):
        states = [tables_server.state(server, table, token) for token in [*tokens, None]]
        good = True
        for browser, state, who in zip([*players, watcher], states, ("host", "guest", "watcher")):
            good = page.wait_n(browser, state["n"]) and same(report, who, browser, state) and good
        if not good:
            report.check("all three browsers follow", False, [page.shell(browser) for browser in (*players, watcher)])
            return
        seat = states[0]["asked"]
        if seat is None:
            break
        choice = decide(states[seat]["choices"], spent[seat])
        spent[seat] = spent[seat] or choice["kind"] == "challenge"
        choose(players[seat], choice, by_click)
        page.wait_n(players[seat], states[0]["n"] + 1)
    report.check("the game came to its end", states[0]["ended"] is not None, states[0]["n"])
    for browser, state, who in zip([*players, watcher], states, ("host", "guest", "watcher")):
        page.same_end(report, who, browser, state)


def no_errors(report, *browsers):
    """No error in the logs of browsers that are about to be closed, but for the seat that was refused."""
    for browser in browsers:
        errors = [entry["message"] for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        errors = [error for error in errors if "/join - Failed to load resource" not in error]
        report.equal("no error was logged in this browser", errors, [])
