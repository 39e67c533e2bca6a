"""Checks of what goes wrong, and of what must hold on every page."""

import json
import time
import urllib.parse

import front_page
import game_page
import view
from arena import Game, Table

# Elements that stick out to the right of the screen, apart from those inside something that scrolls.
STICKING_OUT = r"""
const wide = [...document.querySelectorAll('body *')].filter((node) => node.checkVisibility()
  && !node.closest('pre, svg, .unseen') && node.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5);
return [document.documentElement.scrollWidth - document.documentElement.clientWidth,
  wide.slice(0, 3).map((node) => node.outerHTML.slice(0, 120))];
"""


def hostile_names(report, browser, names):
    """On the page that is open, names are text."""
    texts = browser.run("return [...document.querySelectorAll('.name')].map((node) => node.textContent)")
    for name in names:
        report.check(f"{name} is shown as it is", name in texts, texts)
    made = browser.run("return [document.querySelectorAll('.name *').length, document.querySelectorAll('img:not(.mark)').length]")
    report.equal("and made no element", made, [0, 0])


def unknown_game(report, browser, arena):
    """The address of a game that does not exist."""
    browser.open(f"{arena.url}/%3Cimg%20src%20onerror=h%3E")
    browser.wait("return document.querySelector('main')?.checkVisibility()")
    hostile = browser.run("return [document.querySelectorAll('main img').length, document.querySelector('main').innerText.includes('<img src onerror=h>')]")
    report.equal("an address that looks like markup is shown as text", hostile, [0, True])
    browser.open(f"{arena.url}/nosuch00")
    browser.wait("return document.querySelector('main')?.checkVisibility()")
    report.check("an unknown game has a page that leads to the arena", browser.run(
        "return document.body.innerText.includes('nosuch00') && [...document.querySelectorAll('a')].some((a) => a.getAttribute('href') === '/arena' && a.checkVisibility())"),
                 browser.run("return document.body.innerText"))
    browser.click("main a[href='/arena']")
    report.check("the link does", browser.wait("return document.querySelector('#leaderboard') !== null"))
    browser.log("browser")  # the missing page is logged as such


def lost(report, browser, arena, restart):
    """The arena goes away in the middle of a game, and comes back without it."""
    game = Game(arena, "training", {"key": "somebody", "turns": "50"})
    game.move_until(40)
    view.open_game(browser, arena.url, game.id)
    view.wait_turn(browser, 40)
    arena.kill()
    report.check("a lost connection is told", browser.wait("return document.querySelector('#status').dataset.status === 'lost'"), view.state(browser))
    view.seek(browser, 20)
    view.same(report, "what is known can still be replayed", browser, game.states[20])
    browser.press(" ")
    browser.wait("return Number(document.querySelector('#turn').dataset.turn) > 22")
    with restart() as again:
        report.check("when the arena has forgotten the game, the page says so",
                     browser.wait("return document.querySelector('#status').dataset.status === 'gone'", seconds=30), view.state(browser))
        front_page.open_front(browser, again)
    report.check("the front page tells a lost connection",
                 browser.wait("return document.querySelector('#status').dataset.status === 'lost'"))
    with restart():
        report.check("and finds the arena again",
                     browser.wait("return document.querySelector('#status').dataset.status === 'live'", seconds=40))
    game.close()
    browser.fresh()  # every failed request of this group is logged, rightly


def timed_out(report, browser, arena):
    """A training game whose player stops answering."""
    game = Game(arena, "training", {"key": "sleeper", "turns": "100", "opponents": "miner,miner,miner"})
    game.move_until(40)
    view.open_game(browser, arena.url, game.id)
    report.check("the page sees the end", browser.wait("return document.querySelector('#status').dataset.status === 'finished'", seconds=30),
                 view.state(browser))
    result = next(entry for entry in arena.json("/games.json")["recent"] if entry["id"] == game.id)
    states = arena.events(game.id)
    for how in ("live", "as a replay"):
        same_result(report, browser, result, how)
        shown = view.shown(browser)
        report.equal(f"the hero that crashed is marked, {how}", [hero["crashed"] for hero in shown["heroes"]], [True, False, False, False])
        report.equal(f"the turn is the last one, {how}", shown["turn"], result["turns"])
        ending = browser.run("return document.querySelector('#ending').textContent")
        report.check(f"the reason is told, {how}", "Hero 1 ran out of time" in ending, ending)
        view.seek(browser, len(states) - 1)
        view.same(report, f"the state before the end, {how}", browser, states[-1])
        view.open_game(browser, arena.url, game.id)
        browser.wait("return document.querySelector('#status').dataset.status === 'finished'")
    game.close()


def same_result(report, browser, result, how):
    """The result that is shown is the one in the arena's list."""
    names = view.called([(seat["name"], seat["kind"]) for seat in result["seats"]])
    seats = sorted((seat["place"], number, seat["gold"]) for number, seat in enumerate(result["seats"], 1))
    wanted = [[f"{place}.", f"Hero {number}", names[number - 1], str(gold)] for place, number, gold in seats]
    report.equal(f"the result is the arena's, {how}", browser.run(game_page.RESULT), wanted)


def crashed(report, browser, arena):
    """An arena game one of whose heroes does not answer."""
    table = Table(arena, ["one", "two", "three", "four"])
    time.sleep(0.3)  # all four have sat down; now all time out at the first turn but those who move
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        running = [game for game in arena.json("/games.json")["running"] if game["kind"] == "arena"]
        if running and running[0]["seats"][0]["crashed"]:
            break
        time.sleep(0.1)
    game_id = running[0]["id"]
    view.open_game(browser, arena.url, game_id)
    first = browser.wait("return document.querySelector('#heroes [data-hero=\"1\"]').dataset.crashed === 'true'")
    report.check("a crashed hero is marked while the game runs", first)
    browser.wait("return document.querySelector('#status').dataset.status === 'finished'", seconds=60)
    result = next(entry for entry in arena.json("/games.json")["recent"] if entry["id"] == game_id)
    same_result(report, browser, result, "when all four have crashed")
    report.equal("all four are marked", [hero["crashed"] for hero in view.shown(browser)["heroes"]], [True] * 4)
    front_page.open_front(browser, arena)
    front_page.recent(report, browser, arena)
    table.play_until(10**9)


def quiet(report, browser, arena):
    """Since the last look: no error in the log, no request to another server."""
    errors = [entry["message"] for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    report.equal("the browser's log has no error and no warning", errors, [])
    asked = set()
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"])
    hosts = {urllib.parse.urlsplit(url)._replace(path="", query="", fragment="").geturl() for url in asked if not url.startswith("data:")}
    report.check("the pages asked for something", any("/events" in url for url in asked), sorted(asked)[:20])
    report.equal("and asked only this arena", hosts, {arena.url})


def widths(report, browser, arena, paths):
    """Nothing sticks out, from a small phone to a wide screen."""
    for width, height in ((320, 568), (390, 844), (768, 1024), (1440, 900)):
        browser.screen(width, height)
        for path in paths:
            browser.open(f"{arena.url}/{path}")
            browser.wait("return !document.querySelector('#status') || ['live', 'finished'].includes(document.querySelector('#status').dataset.status)")
            seen = browser.run(STICKING_OUT)
            report.equal(f"{width} wide: /{path}", seen, [0, []])
    browser.screen(1280, 900)


def schemes(report, browser, arena, game_id):
    """Both colour schemes, with text that can be read on its ground."""
    grounds = {}
    for scheme in ("light", "dark"):
        browser.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        view.open_game(browser, arena.url, game_id)
        ink, grounds[scheme] = browser.run(
            "const s = getComputedStyle(document.body); return [s.color, s.backgroundColor].map((c) => c.match(/[0-9.]+/g).slice(0, 3).map(Number))")
        light, dark = sorted((luminance(ink), luminance(grounds[scheme])), reverse=True)
        report.check(f"text in {scheme} has contrast", (light + 0.05) / (dark + 0.05) >= 7, (ink, grounds[scheme]))
    report.check("dark is dark, light is light", luminance(grounds["dark"]) < 0.1 < 0.7 < luminance(grounds["light"]), grounds)
    browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")


def luminance(colour):
    """The relative luminance of an sRGB colour, as WCAG defines it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
