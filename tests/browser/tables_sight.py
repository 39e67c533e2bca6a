"""What a visitor sees at once: the way in, what is being played, boards, the end of a game; on a desk and on a phone."""

import shlex

import roles
import tables_looks
import tables_page as page
import tables_scenes
import tables_seat
import tables_server

SIZES = tables_looks.SIZES.items()
# Whether the only element of this selector is in the window, whole, with nothing over its corners and its middle.
SEEN = r"""
const [node] = document.querySelectorAll(arguments[0]), box = node.getBoundingClientRect();
const at = [[2, 2], [box.width - 3, 2], [2, box.height - 3], [box.width - 3, box.height - 3], [box.width / 2, box.height / 2]];
return node.checkVisibility() && node.scrollHeight <= node.clientHeight + 1 && at.every(([x, y]) => {
  const found = document.elementFromPoint(box.left + x, box.top + y);
  return found && (node.contains(found) || found.contains(node));
});
"""
HERO = r"""
const board = document.querySelector('.window').getBoundingClientRect(), { left, right, top, bottom, width } = document.querySelector('#board .hero[data-hero="1"] .token').getBoundingClientRect();
const tile = document.querySelector('#board').getBoundingClientRect().width / arguments[0];
return { tile, inside: left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom && right <= innerWidth };
"""


def costs(report, browser, server):
    """What a move of a mech costs stands there whole, beside its button."""
    page.open_lobby(browser, server)
    table, _ = tables_scenes.mech(browser, server, "movement")
    browser.screen(1440, 900)
    for language in ("en", *tables_looks.LANGUAGES):
        tables_looks.speak(browser, server, language)
        page.open_table(browser, server, table)
        modes = browser.run("return document.querySelectorAll('.mech-choices > .row:not(.mech-advice) button').length")
        for mode in range(modes):
            browser.run("document.querySelectorAll('.mech-choices > .row:not(.mech-advice) button')[arguments[0]].click()", mode)
            browser.settle()
            report.check(f"the cost of a move is not cut off, {language}, {mode + 1} of {modes}", browser.run(SEEN, ".mech-about"), browser.run("return document.querySelector('.mech-about').innerText"))
    tables_looks.speak(browser, server, "en")
    browser.screen(1280, 900)


def touched(report, browser, server):
    """Where fingers point nobody is told of keys."""
    page.open_lobby(browser, server)
    tables = [tables_scenes.dragon(browser, server)[0], tables_server.create(server, "tron", [tables_server.me("Ada"), tables_server.me("Eve")])[0]]
    browser.screen(390, 844)
    browser.devtools("Emulation.setTouchEmulationEnabled", {"enabled": True})
    report.check("fingers do not hover", browser.run("return matchMedia('(hover: none)').matches"))
    for table in tables:
        page.open_table(browser, server, table)
        text = browser.run("return document.querySelector('#game').innerText")
        report.check("no key is told of", not any(word in text for word in ("Tab", "key", "Keys")), text)
    page.open_table(browser, server, tables[0])
    report.check("help is a tap away", "Tap anything" in browser.run("return document.querySelector('.dragon-help').textContent"))
    browser.devtools("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.screen(1280, 900)


def all_of(report, browser, server, axe):
    """What one server of tables shows."""
    report.group("BattleTech: what a move costs", costs, report, browser, server)
    report.group("No keys for fingers", touched, report, browser, server)


def wide_map(side=28):
    """A map as wide as maps get."""
    corners = {(1, 1): "@1", (1, side - 2): "@2", (side - 2, 1): "@3", (side - 2, side - 2): "@4", (2, 4): "$-", (2, side - 5): "$-", (side - 3, 4): "$-", (side - 3, side - 5): "$-"}
    return "\n".join("".join(corners.get((x, y), "  ") for y in range(side)) for x in range(side))


def zoomed(report, browser, arena, axe):
    """The heroes of the widest map can be told apart on a phone: the own one is followed, watchers can come nearer."""
    token, seat = tables_seat.seated(arena, map=wide_map())
    browser.screen(390, 844)
    browser.open("about:blank")
    browser.open(f"{arena.url}/seat#{token}")
    browser.wait(tables_seat.YOURS)
    browser.wait("return document.querySelector('#board .hero')")
    browser.settle()
    for step in range(3):
        seen = browser.run(HERO, 28)
        report.check(f"the own hero is in sight, and large enough, {step}", seen["tile"] >= 20 and seen["inside"], seen)
        turn = browser.run("return document.querySelector('#turnbox').dataset.turn")
        browser.press(tables_seat.KEYS["South"])
        browser.wait("return document.querySelector('#turnbox').dataset.turn !== arguments[0] && document.querySelector('#turnbox').dataset.phase === 'yours'", turn)
        browser.settle()
    report.equal("the seat: axe finds nothing", axe.violations(browser, tables_looks.ALL), [])
    report.equal("the seat: nothing is cut off, nothing overlaps", browser.run(tables_looks.PROBLEMS), [])
    report.check("the whole map is a tap away", roles.press(browser, "button", "Zoom in") and browser.run(HERO, 28)["tile"] < 14)
    browser.open(f"{arena.url}/{seat['game']}")
    browser.wait("return document.querySelector('#board .hero')")
    report.check("who watches can come nearer", roles.press(browser, "button", "Zoom in") and browser.run(HERO, 28)["tile"] >= 20, browser.run(HERO, 28))
    tables_server.call(arena, "POST", f"/api/seats/{token}/leave", {})
    browser.screen(1280, 900)
    browser.log("browser")  # of the checker


def keyed(report, browser, arena, axe):
    """A new key is shown in the page's language, with what is to be done with it."""
    texts = arena.json("/assets/lang_es.json")
    tables_looks.speak(browser, arena, "es")
    for size, (width, height) in SIZES:
        browser.screen(width, height)
        browser.open(f"{arena.url}/register")
        name = f"Bot {width}"
        browser.wait("return document.documentElement.lang === 'es'")
        report.check(f"the form speaks Spanish, {size}", texts["arena.bot-name"] in browser.run("return document.body.innerText"))
        page.write(browser, "input[name=name]", name)
        browser.click("form button")
        key = browser.wait("return document.querySelector('#user-key')?.textContent.trim()")
        browser.wait("return document.documentElement.lang === 'es' && document.querySelectorAll('main button').length === 2")
        text = browser.run("return document.body.innerText")
        report.check(f"so does the key's page, {size}", all(texts[f"arena.{part}"] in text for part in ("welcome", "key-of", "key-about", "key-run")) and name in text, text)
        report.equal(f"axe finds nothing, {size}", axe.violations(browser, tables_looks.ALL), [])
        report.equal(f"nothing is cut off, nothing overlaps, {size}", browser.run(tables_looks.PROBLEMS), [])
        browser.click("main button")
        report.check(f"the key is copied, {size}", browser.wait("return document.querySelector('main button').textContent === arguments[0]", texts["ui.copied"]))
        kept, run = [shlex.split(line) for line in browser.run("return document.querySelector('pre').innerText.trim()").split("\n")]
        report.equal(f"the commands are whole, {size}", (kept, run), (["(umask", "077;", "echo", key, ">", "my.key)"], ["boardbots", "vindinium", "--mode", "arena", "--key-file", "my.key", "--server", arena.url]))
    tables_looks.speak(browser, arena, "en")
    browser.screen(1280, 900)
    browser.log("browser")  # of the checker
