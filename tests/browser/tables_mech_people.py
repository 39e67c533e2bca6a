"""BattleTech as people play it in the browser: the map's frame, the form on a phone, the order of movements, what passes
by itself, hints, and the guide, on a phone and on a desktop."""

import re
import time

import tables_page as page
import tables_server
from tables_looks import SIZES
from webdriver import ARROW_DOWN, ARROW_UP, ENTER

STILL = "battletech:still"
FORM = "#game .mech-form"
KEEP = "return import('/assets/words.js').then(({ keep }) => keep(arguments[0], arguments[1]))"
GUIDE, ASKS = "mech-guide", "mech-asks"
HINT_SECONDS = 0.4
# What does nothing in each phase, and tables until one has nothing to fire at.
IDLE, MOST_TABLES = {"movement": "stay", "reaction": "torso same", "weapons": "pass", "physical": "pass"}, 8
STEPS = ["initiative", "movement", "reaction", "weapons", "physical", "heat", "end"]
# Pixels: a mech that can be told from another, and what of the map a form leaves to be seen.
READABLE, LEFT = 14, 150

UNITS = r"""
const box = document.querySelector('.mech-box').getBoundingClientRect(), form = document.querySelector('.mech-form');
const over = form && !form.hidden && getComputedStyle(form).position === 'sticky' ? form.getBoundingClientRect() : null;
return {
  size: Math.min(...[...document.querySelectorAll('.mech-body')].filter((body) => body.closest('.mech-unit')).map((body) => body.getBoundingClientRect().width)),
  width: document.querySelector('.mech-svg').getBoundingClientRect().width,
  seen: [...document.querySelectorAll('.mech-unit')].every((unit) => {
    const { left, right, top, bottom } = unit.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
    return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1
      && !(over && x > over.left && x < over.right && y > over.top && y < over.bottom);
  }),
  left: Math.min(box.bottom, over && over.left < box.right && over.right > box.left ? over.top : box.bottom) - box.top,
  place: [box.left + box.width / 2, box.top + box.height / 3],
  cursor: document.querySelector('.mech-cursor').innerHTML,
  corner: ['left', 'top'].map((side) => document.querySelector('.mech-svg').getBoundingClientRect()[side]),
  scrolled: scrollY,
};
"""


def begin(browser, server, guide=False, asks=False, **options):
    """Sits down at a table against a mech that does nothing; answers its id and the seat's token."""
    page.open_lobby(browser, server)
    browser.run(KEEP, GUIDE, None if guide else STEPS)
    browser.run(KEEP, ASKS, asks or None)
    seats = [tables_server.me("Ada"), tables_server.bot(STILL)]
    table = page.sit(browser, server, "battletech", seats, **{"map": "poblado", "hints": True, **options})
    token = page.token(browser, table)
    page.wait_n(browser, asked(server, table, token)["n"])
    return table, token


def asked(server, table, token, phase=None):
    """The state once our seat is asked, in this phase if one is said."""
    return tables_server.wait_for(server, table, lambda state: state["asked"] == 0 and phase in (None, state["view"]["phase"]), token)


def sized(browser):
    """Each size after the other, by its name."""
    for name, (width, height) in SIZES.items():
        browser.screen(width, height)
        yield name
    browser.screen(1280, 900)


def mouse(browser, kind, place, **more):
    """An event of the mouse at a place of the screen."""
    browser.devtools("Input.dispatchMouseEvent", {"type": kind, "x": place[0], "y": place[1], **more})


def drag(browser, place, across, down):
    """Drags with the mouse from a place."""
    mouse(browser, "mousePressed", place, button="left", buttons=1, clickCount=1)
    for part in (0.3, 0.7, 1):
        mouse(browser, "mouseMoved", [place[0] + across * part, place[1] + down * part], button="left", buttons=1)
    mouse(browser, "mouseReleased", [place[0] + across, place[1] + down], button="left", clickCount=1)
    browser.settle()


def wheel(browser, place, down, modifiers=0):
    """Turns the wheel at a place."""
    mouse(browser, "mouseWheel", place, deltaX=0, deltaY=down, modifiers=modifiers)
    browser.settle()
    browser.settle()


def pinch(browser, place, before, after):
    """Moves two fingers, so far from a place each, to another distance."""
    def at(far):
        return [{"x": place[0] - far, "y": place[1], "id": 1}, {"x": place[0] + far, "y": place[1], "id": 2}]
    browser.devtools("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(before)})
    for far in (before + (after - before) // 2, after):
        browser.devtools("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(far)})
    browser.devtools("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    browser.settle()


def framed(report, browser, server):
    """All mechs are in view at first; the map is moved and zoomed in every way, and comes back by its button."""
    table, _ = begin(browser, server)
    for size in sized(browser):
        page.open_table(browser, server, table)
        browser.settle()
        first = browser.run(UNITS)
        report.check(f"all mechs are in view, large enough, {size}", first["seen"] and first["size"] >= READABLE, first)
        report.check(f"the form leaves the map to be seen, {size}", first["left"] >= LEFT, first)
        place = first["place"]
        browser.click(".mech-tools button:nth-child(1)")
        report.check(f"+ zooms in, {size}", browser.run(UNITS)["width"] > first["width"] * 1.2)
        browser.click(".mech-tools button:nth-child(2)")
        report.check(f"− zooms out, {size}", abs(browser.run(UNITS)["width"] - first["width"]) < 2)
        for _ in range(4):
            browser.click(".mech-tools button:nth-child(1)")
        before = browser.run(UNITS)["corner"]
        drag(browser, place, -60, -40)
        after = browser.run(UNITS)["corner"]
        report.check(f"the map is dragged, {size}", abs(before[0] - after[0] - 60) < 3 and abs(before[1] - after[1] - 40) < 3, (before, after))
        browser.click(".mech-tools button:nth-child(3)")
        report.check(f"a button brings all mechs back, {size}", browser.run(UNITS)["seen"], browser.run(UNITS))
        wheel(browser, place, -240, modifiers=2)
        report.check(f"Ctrl and the wheel zoom, {size}", browser.run(UNITS)["width"] > first["width"] * 1.1)
        browser.run("document.activeElement.blur()")
        before = browser.run(UNITS)
        wheel(browser, place, 240)
        after = browser.run(UNITS)
        report.check(f"the wheel alone moves the page, {size}", after["scrolled"] > before["scrolled"] and after["width"] == before["width"], after)
        browser.run("scrollTo(0, 0)")
        keyed(report, browser, size)
    browser.screen(*SIZES["phone"])
    browser.devtools("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    page.open_table(browser, server, table)
    before = browser.run(UNITS)
    pinch(browser, before["place"], 40, 100)
    report.check("two fingers zoom in", browser.run(UNITS)["width"] > before["width"] * 1.4, (before, browser.run(UNITS)))
    pinch(browser, before["place"], 100, 40)
    report.check("and out", browser.run(UNITS)["width"] < before["width"] * 1.2)
    browser.devtools("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.screen(1280, 900)


def keyed(report, browser, size):
    """Keys are the map's while it has the focus, and only then."""
    browser.run("document.querySelector('#title').focus()")
    before = browser.run(UNITS)
    browser.press(ARROW_DOWN, "+")
    after = browser.run(UNITS)
    report.check(f"keys elsewhere leave the map alone, {size}", (after["cursor"], after["width"]) == (before["cursor"], before["width"]))
    browser.run("scrollTo(0, 0); document.querySelector('.mech-box').focus()")
    # A mech may stand at the map's lower edge; one up from there the cursor can move down.
    browser.press(ARROW_UP)
    up = browser.run(UNITS)["cursor"]
    browser.press(ARROW_DOWN, "+")
    report.check(f"with the focus arrow keys move over the map, {size}", browser.run(UNITS)["cursor"] != up)
    report.check(f"and + zooms, {size}", browser.run(UNITS)["width"] > before["width"])
    browser.press("0")
    report.check(f"0 brings all mechs back, {size}", browser.run(UNITS)["seen"])
    browser.run("document.activeElement.blur()")


def sheet(report, browser, server):
    """On a phone the form lies at the lower edge and can be shut; keys reach it, and its state is told."""
    begin(browser, server)
    handle = f"{FORM} .mech-handle"
    report.check("on a desktop nothing is shut", not browser.run("return document.querySelector(arguments[0]).checkVisibility()", handle))
    browser.screen(*SIZES["phone"])
    browser.settle()
    box = browser.run("const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); return [top, bottom]", FORM)
    height = SIZES["phone"][1]
    report.check("the form lies at the lower edge", abs(box[1] - height) < 2 and box[0] > height / 2, box)
    report.check("what sends the choice is in sight", browser.run("const { bottom } = document.querySelector('#game button.send').getBoundingClientRect(); return bottom <= innerHeight"))
    report.check("Tab leads to its handle", browser.tab_to(".mech-handle"))
    told = "return document.querySelector('.mech-handle').getAttribute('aria-expanded')"
    report.equal("which says that it is open", browser.run(told), "true")
    before = browser.run(UNITS)
    browser.press(ENTER)
    browser.settle()
    report.equal("shut, it says so", browser.run(told), "false")
    report.check("and shows what is asked alone", browser.run("return !document.querySelector('#mech-hex').checkVisibility() && document.querySelector('.mech-bar h2').checkVisibility()"))
    after = browser.run(UNITS)
    report.check("the map has the room", after["left"] > before["left"] + 100 and after["seen"], after)
    browser.press(ENTER)
    report.check("the handle opens it again", browser.run("return document.querySelector('#mech-hex').checkVisibility()"))
    browser.screen(1280, 900)


def worth(choice):
    """What a movement is worth at its best."""
    return max(one for one in choice["worth"] if one is not None)


def ordered(report, browser, server):
    """The best movement is chosen at first, the best stand first, and a facing is kept where it can be."""
    table, token = begin(browser, server)
    choices = asked(server, table, token)["choices"]
    modes = [mode for mode in ("stay", "walk", "run", "jump") if any(one["mode"] == mode for one in choices)]
    for size in sized(browser):
        page.open_table(browser, server, table)
        form = browser.run("return { hex: document.querySelector('#mech-hex').value, hexes: [...document.querySelector('#mech-hex').options].map(({ value }) => value),"
                           "mode: document.querySelector('.mech-form [aria-pressed=true]').textContent }")
        mode = form["mode"].lower()
        own = [one for one in choices if one["mode"] == mode]
        chosen = next(one for one in own if one["hex"] == form["hex"])
        report.equal(f"the best movement is chosen, {size}", worth(chosen), max(map(worth, choices)))
        by_hex = {one["hex"]: worth(one) for one in own}
        listed = [by_hex[name] for name in form["hexes"]]
        report.equal(f"the best come first, {size}", listed, sorted(listed, reverse=True))
        facing = "return document.querySelector('.mech-sides [aria-pressed=true]').textContent"
        arrows = "↑↗↘↓↙↖"
        # A hex to which one can walk and face at least two sides, and another one where one of these can be faced.
        walks = [one for one in choices if one["mode"] == "walk"]
        here = next(one for one in walks if sum(side is not None for side in one["worth"]) > 1)
        browser.click(f"{FORM} .row button:nth-child({modes.index('walk') + 1})")
        browser.click(f"#mech-hex option[value='{here['hex']}']")
        faced = browser.run(facing)
        # In a corner of the map there are sides that can be faced from one hex alone.
        side, there = next((at, one) for at in range(6) if here["worth"][at] is not None and arrows[at] != faced
                           for one in walks if one["hex"] != here["hex"] and one["worth"][at] is not None)
        browser.click(f".mech-sides button:nth-child({[6, 1, 2, 5, 4, 3].index(side + 1) + 1})")
        browser.click(f"#mech-hex option[value='{there['hex']}']")
        report.equal(f"the facing is kept, {size}", browser.run(facing), arrows[side])


def hinted(report, browser, server):
    """A hint is set in the form and said once."""
    table, token = begin(browser, server)
    told = "return document.querySelector('.mech-form').innerText.split('Hint:').length - 1"
    for size in sized(browser):
        page.open_table(browser, server, table)
        report.equal(f"nothing is said before, {size}", browser.run(told), 0)
        for _ in range(2):
            # The server gives no two hints in a moment.
            time.sleep(HINT_SECONDS)
            browser.click(".mech-advise")
            report.check(f"a hint is said, {size}", browser.wait(told, seconds=60))
            report.equal(f"once, {size}", browser.run(told), 1)
    asked(server, table, token)


def idle(browser, server, **options):
    """Sits down at a table and does nothing until the turn ends, where there is nothing to fire at and no club to take."""
    for _ in range(MOST_TABLES):
        table, token = begin(browser, server, **options)
        phases = []
        while True:
            state = asked(server, table, token)
            phases.append(state["view"]["phase"])
            if phases[-1] == "end":
                break
            tables_server.choose(server, table, token, state["n"], IDLE[phases[-1]])
        if phases == ["movement", "reaction", "end"]:
            break
    page.wait_n(browser, state["n"])
    return table, token, state


def passed(report, browser, server):
    """What needs no decision passes by itself, shown and logged, after a reload too; players can choose to be asked."""
    for size in sized(browser):
        table, token, state = idle(browser, server)
        # All at once, before it passes.
        log, marked, form = browser.run("return [document.querySelector('#lines').innerText, [...document.querySelectorAll('.mech-phases .passed')]"
                                        ".map((phase) => phase.textContent), document.querySelector('.mech-form').innerText]")
        report.check(f"the log tells of phases without a choice, {size}", ["Ada" in names for names in re.findall(r"(?:Nothing to fire at|Nobody to strike): (.*)", log)] == [True, True], log)
        report.equal(f"they are marked, {size}", marked, ["Weapons (nothing to decide)", "Blows (nothing to decide)"])
        report.check(f"one sees that the end passes, {size}", "ends by itself" in form, form)
        page.open_table(browser, server, table)
        report.check(f"it passes after a reload, {size}", page.wait_past(browser, state["n"]))
        report.equal(f"one turn on, {size}", asked(server, table, token)["view"]["turn"], 2)
        report.check(f"the log says that the turn was ended, {size}", browser.wait("return document.querySelector('#lines').innerText.includes('Ada ends the turn')"))
    _, _, state = idle(browser, server, asks=True)
    report.check("a player who wants to be asked is asked", not page.wait_past(browser, state["n"], seconds=3))
    browser.click(f"{FORM} button.send")
    report.check("and ends the turn", page.wait_past(browser, state["n"]))


def guided(report, browser, server):
    """A first fight is explained phase by phase; the guide is put away, and opened again."""
    texts = server.json("/assets/lang_en.json")
    shown = "const guide = document.querySelector('.mech-guide'); return guide?.checkVisibility() ? guide.querySelector('p').textContent : null"
    says = f"return (() => {{ {shown} }})() === arguments[0]"
    for size in sized(browser):
        table, token = begin(browser, server, guide=True)
        report.equal(f"it begins with the initiative, {size}", browser.run(shown), texts["mech.guide.initiative"])
        browser.click(".mech-guide button")
        report.equal(f"then the movement, {size}", browser.run(shown), texts["mech.guide.movement"])
        browser.click(".mech-guide button")
        report.equal(f"and no more, {size}", browser.run(shown), None)
        browser.click(f"{FORM} button.send")
        asked(server, table, token, "reaction")
        report.check(f"the torso comes with its phase, {size}", browser.wait(says, texts["mech.guide.reaction"]), browser.run(shown))
        page.open_table(browser, server, table)
        report.equal(f"a reload keeps it, {size}", browser.run(shown), texts["mech.guide.reaction"])
        browser.click(".mech-guide button:last-child")
        report.equal(f"it can be switched off, {size}", browser.run(shown), None)
        browser.click(f"{FORM} .mech-list button")
        report.check(f"the choice is taken, {size}", browser.wait("return !document.querySelector('.mech-guide')?.checkVisibility()"))
        report.equal(f"and stays off, {size}", browser.run(shown), None)
        browser.click(".mech-top > button")
        report.check(f"and can be opened again, {size}", browser.run("return document.querySelector('.mech-top > button').getAttribute('aria-pressed')") == "true")
    browser.run(KEEP, GUIDE, STEPS)
