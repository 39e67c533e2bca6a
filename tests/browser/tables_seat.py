"""A person's seat in the arena: a game of Vindinium played by keys."""

import signal

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
# A tap some rows and columns of tiles away from the own hero.
TAP = r"""
const box = document.querySelector('#board .hero[data-hero="1"] .token path').getBoundingClientRect();
const board = document.querySelector('#board'), tile = board.getBoundingClientRect().width / (board.querySelector('.pieces').viewBox.baseVal.width / 20);
board.dispatchEvent(new MouseEvent('click', {{bubbles: true,
  clientX: box.left + box.width / 2 + {columns} * tile, clientY: box.top + box.height / 2 + {rows} * tile}}));
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


def first_visit(report, browser, arena):
    """The form explains the game to a person who comes for the first time, and asks for nothing to begin."""
    browser.open(f"{arena.url}/seat")
    browser.wait("return document.querySelector('#form button[type=submit]')")
    text = browser.run("const rules = document.querySelector('#rules'); return rules.open && rules.innerText")
    numbers = ("costs 20 life", "2 gold", "50 life", "Thirst costs 1 life", "20 life each", "300 rounds")
    report.check("the rules are open, with the numbers that matter", text and all(part in text for part in numbers), text)
    offers = arena.json("/api/seats")
    chosen = browser.run("return [...document.querySelectorAll('#form .bot select')].map((select) => select.value)")
    report.equal("the opponents are the usual ones", chosen, offers["opponents"])
    listed = browser.run("return [...document.querySelector('#form .bot select').options].map((option) => [option.value, option.text.split(':')[0]])")
    report.equal("bots are listed from the weakest to the strongest, by name", listed, [[bot, bot.capitalize()] for bot in offers["bots"]])
    report.check("a name is there", browser.run("return document.querySelector('#form').checkValidity()"))
    browser.open("about:blank")
    browser.open(f"{arena.url}/seat")
    browser.wait("return document.querySelector('#form button[type=submit]')")
    report.equal("the next time the rules are closed", browser.run("return document.querySelector('#rules').open"), False)


def seated(arena, **wish):
    """A seat taken without the page: its token, and what the arena says of it."""
    status, seat = tables_server.call(arena, "POST", "/api/seats", {"name": "Ada", "kind": "training", "turns": TURNS, **wish})
    if status != 201:
        raise AssertionError(f"no seat: {status} {seat}")
    return seat["token"], seat


def touched(report, browser, arena):
    """Directions by touch: the buttons, which say their keys, and the board itself."""
    token, _ = seated(arena, map="m1")
    browser.open("about:blank")
    browser.open(f"{arena.url}/seat#{token}")
    for number, (what, script, order) in enumerate((
            ("a button", "document.querySelector('#pad [data-dir=Stay]').click()", "Stay"),
            ("the board below the hero", TAP.format(rows=3, columns=1), "South"),
            ("the board at his right", TAP.format(rows=0, columns=1), "East"),
            ("the hero himself", TAP.format(rows=0, columns=0), "Stay"))):
        browser.wait("return document.querySelector('#turnbox').dataset.turn === arguments[0] && document.querySelector('#turnbox').dataset.phase === 'yours'"
                     " && document.querySelector('#board .hero')", str(4 * number))
        same(report, f"before {what}", browser, tables_server.said(arena, f"/api/seats/{token}")["state"])
        browser.run(script)
        browser.wait("return Number(document.querySelector('#turnbox').dataset.turn) > arguments[0]", 4 * number)
        hero = tables_server.said(arena, f"/api/seats/{token}")["state"]["heroes"][0]
        report.equal(f"a tap on {what} is {order}", hero["lastDir"], order)
    keys = browser.run("return [...document.querySelectorAll('#pad kbd')].filter((key) => key.checkVisibility()).map((key) => key.textContent)")
    report.equal("the buttons say their keys", sorted(keys), ["A", "D", "S", "W", "␣"])
    tables_server.call(arena, "POST", f"/api/seats/{token}/leave", {})


def gone(report, browser, arena):
    """A person who leaves has not crashed: lists and the game's page say so."""
    token, seat = seated(arena, opponents="miner,miner,guard")
    tables_server.call(arena, "POST", f"/api/seats/{token}/leave", {})
    card = f"#recent [data-game='{seat['game']}']"
    browser.open(f"{arena.url}/")
    told = browser.wait("return document.querySelector(arguments[0])?.innerText", card)
    report.check("the list says that he is gone", told and "gone" in told and "crashed" not in told, told)
    report.check("two bots of one kind are numbered", told and "Miner 1" in told and "Miner 2" in told and "Guard" in told, told)
    browser.open(f"{arena.url}/{seat['game']}")
    browser.wait("return document.querySelector('#status').dataset.status === 'finished'")
    texts = arena.json("/assets/lang_en.json")
    ending, mark = browser.run("return [document.querySelector('#ending').textContent, document.querySelector('#heroes [data-hero=\"1\"] .crashed').textContent]")
    report.check("the game's page, too", mark == "gone" and texts["arena.ended-gone"].replace("{n}", "1") in ending, (mark, ending))


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
        [1 + sum(other["gold"] > one["gold"] for other in game["heroes"]), name, one["gold"]]
        for one, name in zip(game["heroes"], view.players(game))))
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
    report.equal("a person who turns to something else has not confirmed it", browser.run(LEAVE), stays)
    browser.click("#leave")
    report.check("nor does one who waits", browser.wait(f"{LEAVE} === arguments[0]", stays))
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
    browser.run("return import('/assets/words.js').then(({ keep }) => keep('seat', null))")
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


def silent(report, browser, arena):
    """A connection that stays open and brings nothing, as after a change of networks: the page says so, and goes on."""
    token, seat = seated(arena, map="m1")
    browser.open("about:blank")
    browser.open(f"{arena.url}/seat#{token}")
    browser.wait(YOURS)
    texts = arena.json("/assets/lang_en.json")
    told = "const box = document.querySelector('#trouble'); return box.checkVisibility() && box.textContent"
    arena.process.send_signal(signal.SIGSTOP)
    try:
        report.equal("silence is told", browser.wait(told), texts["seat.lost"])
    finally:
        arena.process.send_signal(signal.SIGCONT)
    report.check("and no longer once the arena is heard again", browser.wait("return !document.querySelector('#trouble').checkVisibility()", seconds=40))
    browser.wait("return document.querySelector('#board .hero')")
    browser.press(KEYS["Stay"])
    gone_on = "return document.querySelector('#turnbox').dataset.turn !== arguments[0] && document.querySelector('#turnbox').dataset.phase === 'yours'"
    report.check("keys play on", browser.wait(gone_on, str(seat["turn"])))
    tables_server.call(arena, "POST", f"/api/seats/{token}/leave", {})


def together(report, browser, server):
    """Two people wait for an arena game beside the tables: house bots fill it."""
    tokens = [seated(server, name=name, kind="arena")[0] for name in ("Ada", "Eve")]
    browser.open(f"{server.url}/seat#{tokens[0]}")
    report.check("the game begins", browser.wait("return ['yours', 'others'].includes(document.querySelector('#turnbox')?.dataset.phase)"))
    names = [hero["name"] for hero in tables_server.said(server, f"/api/seats/{tokens[0]}")["state"]["heroes"]]
    report.equal("with both and two house bots", sorted(names), ["Ada", "Eve", "hunter", "miner"])
    for token in tokens:
        tables_server.call(server, "POST", f"/api/seats/{token}/leave", {})
    browser.fresh()
