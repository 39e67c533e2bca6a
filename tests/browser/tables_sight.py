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
BRAND = "return [document.querySelector('.brand').textContent.trim(), document.querySelector('.brand').getAttribute('href')]"
CARD = "return document.querySelector(`[data-table='${arguments[0]}']`)?.innerText"
CARDS = r"""
return [...document.querySelectorAll('.games > *')].filter((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}).length;
"""
HERO = r"""
const board = document.querySelector('.window').getBoundingClientRect(), { left, right, top, bottom, width } = document.querySelector('#board .hero[data-hero="1"] .token').getBoundingClientRect();
const tile = document.querySelector('#board').getBoundingClientRect().width / arguments[0];
return { tile, inside: left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom && right <= innerWidth };
"""


def ways_in(report, browser, server):
    """The lobby is the front page, with the arena beside it, and both show what is played; `server` is of tables with an arena."""
    two = [tables_server.me("Ada"), tables_server.me("Eve")]
    table, seats = tables_server.create(server, "connect-four", two)
    tables_server.choose(server, table, seats[0]["token"], 0, "3")
    token, seat = tables_seat.seated(server, name="Grace", turns=50, opponents="miner,miner,guard")
    game = seat["game"]
    for path, there in (("/tables", "/"), ("/tables#tron?seed=7", "/#tron?seed=7")):
        browser.open("about:blank")
        browser.open(server.url + path)
        report.check(f"{path} leads to the lobby", browser.wait("return document.querySelector('#new .send') !== null"))
        report.equal(f"{path} is the front page", browser.url(), server.url + there)
    for path in ("/", "/arena", "/seat", f"/{game}", "/register", "/nosuch/page", f"/tables/{table}"):
        browser.open(server.url + path)
        browser.settle()
        report.equal(f"the program's name leads from {path} to the front page", browser.run(BRAND), ["boardbots", "/"])
    page.open_lobby(browser, server)
    told = browser.wait(CARD, table)
    report.check("the list tells the game, who plays, whose move it is, and how far it is", all(part in told for part in ("Connect Four", "Ada", "Eve to move", "1 move ", "Watch")), told)
    told = browser.wait(CARD, game)
    report.check("games of the arena, too", told and all(part in told for part in ("Vindinium", "Grace", "Miner 1", "Miner 2", "Guard", "round 1 of 50", "Watch")), told)
    browser.click(f"[data-table='{game}'] a")
    report.check("which can be watched", browser.wait("return document.querySelector('#board .hero')"))
    page.open_lobby(browser, server)
    report.check("the arena is one click away", roles.press(browser, "link", "Arena") and browser.wait("return document.querySelector('#leaderboard')"))
    report.check("and the lobby from there", roles.press(browser, "link", "Other games") and browser.wait("return document.querySelector('#new .send')"))
    tables_server.call(server, "POST", f"/api/seats/{token}/leave", {})
    browser.log("browser")  # the missing page is logged as such
    on_a_phone(report, browser, server)


def on_a_phone(report, browser, server):
    """A table of any game can be opened on a phone without scrolling, and more than one game is in sight."""
    browser.screen(390, 844)
    for language in ("en", *tables_looks.LANGUAGES):
        tables_looks.speak(browser, server, language)
        page.open_lobby(browser, server)
        report.check(f"two games are in sight at least, {language}", browser.run(CARDS) >= 2, browser.run(CARDS))
        for game in [one["game"] for one in tables_server.said(server, "/api/games")["games"]]:
            browser.run("document.querySelector(`#new input[value='${arguments[0]}']`).click(); scrollTo(0, 0)", game)
            browser.settle()
            low = browser.run("return document.querySelector('#new .send').getBoundingClientRect().bottom")
            report.check(f"a table of {game} can be opened without scrolling, {language}", browser.run(SEEN, "#new .send"), low)
    tables_looks.speak(browser, server, "en")
    browser.screen(1280, 900)


def arena_first(report, browser, arena):
    """An arena is its own front page, with the lobby beside it."""
    for path, there, what in (("/", "/", "#leaderboard"), ("/arena", "/", "#leaderboard"), ("/tables", "/tables", "#new .send")):
        browser.open(arena.url + path)
        report.check(f"{path} of an arena", browser.wait("return document.querySelector(arguments[0])", what))
        report.equal(f"{path} of an arena is at", browser.url(), arena.url + there)


def named(report, browser, server):
    """Two people at one screen have names of their own."""
    browser.run("return import('/assets/kept.js').then(({ keep }) => keep('name', null))")
    page.open_lobby(browser, server)
    browser.click("#new input[value='connect-four']")
    page.choose_in_form(browser, "#new .place:nth-child(2) select", "me")
    browser.click("#new .send")
    seats = tables_server.state(server, page.arrive(browser))["seats"]
    report.equal("the second guest has another name", [seat["name"] for seat in seats], ["Guest", "Guest 2"])
    table, _ = tables_server.create(server, "connect-four", [tables_server.me("Guest")] * 2)
    page.open_table(browser, server, table)
    report.equal("those of one name are told apart", page.shell(browser)["names"], ["Guest 1", "Guest 2"])


def unanswered(report, browser, server):
    """What says that there is no answer goes once the server is heard again, at a table and in the lobby."""
    told = "return [...document.querySelectorAll('[role=alert]')].some((one) => one.checkVisibility() && one.textContent === 'No answer from the server. Try again.')"
    cut = "window.real ??= fetch; window.fetch = (url, ...more) => (String(url).startsWith('/api/') ? Promise.reject(new TypeError()) : real(url, ...more))"
    table = page.sit(browser, server, "connect-four", [tables_server.me("Ada"), tables_server.me("Eve")])
    for what, act in (("a choice", ".duel-column"), ("a new table", "#new .send")):
        if act != ".duel-column":
            page.open_lobby(browser, server)
        browser.run(cut)
        browser.run("document.querySelector(arguments[0]).click()", act)
        report.check(f"{what} without an answer is told", browser.wait(told))
        browser.run("window.fetch = real; dispatchEvent(new Event('online'))")
        report.check(f"{what}: no longer once the server is heard", browser.wait(f"return !(() => {{ {told} }})()"))
    report.equal("the table stands where it stood", tables_server.state(server, table)["n"], 0)


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
    report.group("Two people at one screen", named, report, browser, server)
    report.group("No answer, and an answer", unanswered, report, browser, server)
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
