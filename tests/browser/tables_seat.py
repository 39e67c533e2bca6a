"""A person's seat in the arena: a game of Vindinium played by keys."""

import bot
import tables_looks
import tables_server
import view
from webdriver import ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, ENTER

TURNS = 12
KEYS = {"North": ARROW_UP, "South": ARROW_DOWN, "East": ARROW_RIGHT, "West": ARROW_LEFT, "Stay": "."}

SHOWN = view.PIECES + r"""
return {size, heroes, mines, taverns, turn: Number(document.querySelector('#turnbox').dataset.turn), phase: document.querySelector('#turnbox').dataset.phase};
"""
FOCUS = "return document.activeElement.id"
LEAVE = "return document.querySelector('#leave').textContent"
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
    report.equal("the focus goes to the game", browser.run(FOCUS), "title")
    return browser.url().split("#")[1]


def played(report, browser, arena):
    """A whole training game by keys, compared turn by turn."""
    token = sit_by_keys(report, browser, arena, "Ada")
    if not token:
        return
    report.check("Tab leads to the directions", browser.tab_to("#pad button"))
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
    report.equal("the focus is not lost with the directions", browser.run(FOCUS), "again")
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
    stays = browser.run(LEAVE)
    browser.click("#leave")
    report.check("leaving has to be confirmed", browser.run(LEAVE) != stays, stays)
    browser.run("document.activeElement.blur()")
    report.equal("who turns to something else has not confirmed it", browser.run(LEAVE), stays)
    browser.click("#leave")
    report.check("nor who waits", browser.wait(f"{LEAVE} === arguments[0]", stays))
    browser.click("#leave")
    report.equal("and the next click is a first one", browser.wait(YOURS), "yours")
    browser.click("#leave")
    report.check("the seat can be left", browser.wait("return ['left', 'out', 'over'].includes(document.querySelector('#turnbox').dataset.phase)"))
    # Where to depends on whether the hero was seen out before the game was over.
    report.check("the focus is not lost with the button", browser.run(FOCUS) in ("title", "again"), browser.run(FOCUS))


def refused(report, browser, arena):
    """What the arena refuses is told in the language of the page, and the form keeps the focus."""
    texts = arena.json("/assets/lang_es.json")
    tables_looks.speak(browser, arena, "es")
    browser.open(f"{arena.url}/seat")
    browser.wait("return document.querySelector('#form button[type=submit]')")
    browser.run("document.querySelector('#form input[autocomplete=nickname]').value = 'Eva'")
    told = "const box = document.querySelector('#trouble'); return box.checkVisibility() && box.textContent === arguments[0]"
    for status, key in ((400, "refused"), (403, "closed"), (429, "many"), (503, "full"), (500, "no-answer")):
        browser.run("window.fetch = async () => new Response('{\"error\":\"in English\"}', { status: arguments[0] })", status)
        browser.click("#form button[type=submit]")
        report.check(f"{status} in Spanish", browser.wait(told, texts[f"seat.{key}"], seconds=5), browser.run("return document.querySelector('#trouble').textContent"))
        report.check(f"the button keeps the focus after {status}", browser.run("return document.activeElement.matches('#form button[type=submit]')"))
    tables_looks.speak(browser, arena, "en")


def unanswered(report, browser, arena):
    """A seat is kept while nobody says that it is gone."""
    browser.run("return import('/assets/kept.js').then(({ keep }) => keep('seat', null))")
    token = sit_by_keys(report, browser, arena, "Cyd")
    if not token:
        return
    texts = arena.json("/assets/lang_en.json")
    told = "const box = document.querySelector('#trouble'); return box?.checkVisibility() && box.textContent"
    for what, answer, key, kept in (("no answer", "Promise.reject(new TypeError())", "no-answer", True),
                                    ("an answer of 429", "Promise.resolve(new Response('{}', { status: 429 }))", "many", True),
                                    ("an answer of 404", "Promise.resolve(new Response('{}', { status: 404 }))", "forgotten", False)):
        source = f"const real = fetch; window.fetch = (url, ...more) => (String(url).endsWith('/{token}') ? {answer} : real(url, ...more));"
        script = browser.devtools("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        browser.open("about:blank")
        browser.open(f"{arena.url}/seat#{token}")
        report.equal(f"{what} is told", browser.wait(told), texts[f"seat.{key}"])
        report.equal(f"the address after {what}", browser.url().endswith(f"/seat#{token}"), kept)
        browser.devtools("Page.removeScriptToEvaluateOnNewDocument", script)
    browser.open("about:blank")
    browser.open(f"{arena.url}/seat#{token}")
    report.equal("the seat is there afterwards", browser.wait(YOURS), "yours")
    tables_server.call(arena, "POST", f"/api/seats/{token}/leave", {})
