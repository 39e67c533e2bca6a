"""A person's seat in the arena: a game of Vindinium played by keys."""

import bot
import tables_server
import view
from webdriver import ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, ENTER

TURNS = 12
KEYS = {"North": ARROW_UP, "South": ARROW_DOWN, "East": ARROW_RIGHT, "West": ARROW_LEFT, "Stay": "."}

SHOWN = view.PIECES + r"""
return {size, heroes, mines, taverns, turn: Number(document.querySelector('#turnbox').dataset.turn), phase: document.querySelector('#turnbox').dataset.phase};
"""
YOURS = "return ['yours', 'over'].includes(document.querySelector('#turnbox').dataset.phase) && document.querySelector('#turnbox').dataset.phase"
CAUGHT_UP = r"""
const heroes = [...document.querySelectorAll('#heroes > li')], wanted = arguments[0];
return heroes.length === 4 && heroes.every((hero, at) => Object.entries(wanted[at]).every(([key, value]) => hero.getAttribute(`data-${key}`) === String(value)));
"""


def same(report, what, browser, game, final=False):
    """Checks that the seat's page shows this game."""
    due = [{"x": hero["pos"]["x"], "y": hero["pos"]["y"], "life": hero["life"], "gold": hero["gold"], "mines": hero["mineCount"]}
           for hero in game["heroes"]]
    browser.wait(CAUGHT_UP, due)
    browser.settle()
    seen, wanted = browser.run(SHOWN), view.expected(game, final)
    different = [f"{key}: seen {seen[key]}, wanted {wanted[key]}" for key in ("size", "turn", "heroes", "mines", "taverns") if seen[key] != wanted[key]]
    return report.check(f"{what}, turn {game['turn']}", not different, "; ".join(different)[:1500])


def sit_by_keys(report, browser, arena, name):
    """Takes a seat in a training game by keys alone; answers its token."""
    browser.open(f"{arena.url}/seat")
    browser.wait("return document.querySelector('#form button[type=submit]')")
    if not report.check("Tab leads to the name", browser.tab_to("#form input[autocomplete=nickname]")):
        return None
    browser.press(*name)
    if not report.check("Tab leads to the turns", browser.tab_to("#form input[type=number]")):
        return None
    browser.run("document.activeElement.select()")
    browser.press(*str(TURNS))
    if not report.check("Tab leads to the button", browser.tab_to("#form button[type=submit]")):
        return None
    browser.press(ENTER)
    browser.wait("return location.hash.length > 1 && document.querySelector('#turnbox').dataset.phase !== 'waiting'")
    return browser.url().split("#")[1]


def played(report, browser, arena):
    """A whole training game by keys, compared turn by turn."""
    token = sit_by_keys(report, browser, arena, "Ada")
    if not token:
        return
    hero, moves = None, 0
    for _ in range(TURNS + 1):
        phase = browser.wait(YOURS, seconds=30)
        seat = tables_server.said(arena, f"/api/seats/{token}")
        game = seat["state"]
        if phase == "over" or not phase:
            break
        hero = game["heroes"][seat["hero"] - 1]
        same(report, "the seat", browser, game)
        order = bot.decide(game, hero)
        browser.press(KEYS[order])
        moves += 1
        browser.wait("return document.querySelector('#turnbox').dataset.turn !== arguments[0] || document.querySelector('#turnbox').dataset.phase === 'over'", str(game["turn"]))
    report.equal("the game was played to its end by keys", (seat["phase"], moves), ("over", TURNS))
    same(report, "the end", browser, game, final=True)
    own = next(one for one in game["heroes"] if one["id"] == seat["hero"])
    place = 1 + sum(other["gold"] > own["gold"] for other in game["heroes"])
    told = browser.run("return document.querySelector('#phase').textContent")
    report.equal("the result is the arena's", told, f"Game over: place {place}, {own['gold']} gold.")
    places = browser.run("return [...document.querySelectorAll('#places li')].map((li) => [Number(li.dataset.place), li.querySelector('.name').textContent, Number(li.querySelector('.number').textContent)])")
    report.equal("with everybody's place", sorted(places), sorted(
        [1 + sum(other["gold"] > one["gold"] for other in game["heroes"]), one["name"], one["gold"]] for one in game["heroes"]))
    report.check("the replay's link leads to the game", browser.run("return document.querySelector('#replay').getAttribute('href')") == f"/{seat['game']}")


def reloaded(report, browser, arena):
    """A seat survives a reload of its page."""
    token = sit_by_keys(report, browser, arena, "Bea")
    if not token:
        return
    browser.wait(YOURS)
    game = tables_server.said(arena, f"/api/seats/{token}")["state"]
    browser.open("about:blank")
    browser.open(f"{arena.url}/seat")
    browser.wait(YOURS)
    same(report, "after a reload", browser, game)
    browser.click("#leave")
    browser.click("#leave")
    report.check("the seat can be left", browser.wait("return ['left', 'out', 'over'].includes(document.querySelector('#turnbox').dataset.phase)"))
