"""What a visitor sees at once: the way in, what is being played, boards, the end of a game; on a desk and on a phone."""

import shlex

import roles
import tables_looks
import tables_page as page
import tables_scenes
import tables_seat
import tables_server
from tables_dragon import no_errors
from webdriver import Browser

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
# How often a name can be read beside the board, but for what tells of the game.
NAMED = r"""
const walker = document.createTreeWalker(document.querySelector('#main'), NodeFilter.SHOW_TEXT), found = [];
while (walker.nextNode()) {
  const { data, parentElement: parent } = walker.currentNode;
  if (data.includes(arguments[0]) && parent.checkVisibility() && !parent.closest('#log, #turn, .visually-hidden')) found.push(data);
}
return found;
"""
MARKS = "return [...document.querySelectorAll('.seat-mark')].filter((mark) => mark.checkVisibility() && !mark.closest('#log')).map((mark) => mark.textContent)"
PIECES = r"""
const style = (node) => getComputedStyle(node), grid = document.querySelector('.duel-grid');
const shapes = [0, 1].map((seat) => {
  const piece = grid.querySelector(`.duel-piece[data-seat="${seat}"]`), { width, height } = piece.getBoundingClientRect();
  return Math.abs(width - height) < 1 && style(piece).borderRadius === '50%' && style(piece).backgroundColor;
});
const mark = (seat) => style(document.querySelector(`#seats [data-seat="${seat}"] .seat-mark`)).backgroundColor;
return { wood: style(grid).backgroundColor, shapes, marks: [mark(0), mark(1)] };
"""
CARD_COLOURS = r"""
return fetch(`/assets/${arguments[0]}.svg`).then((answer) => answer.text()).then((text) => [...new Set(text.match(/#[0-9a-f]{6}\b/g))]
  .map((colour) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`));
"""
BAR = "const bar = document.querySelector('#evaluation'); return !bar.hidden && [bar.innerText.trim(), bar.ariaLabel]"
# What the first seat wins with its next piece, what the second one does, and a game of which nothing is left but a draw.
WINS, LOSES, DRAWS = "303436", "3040602", "33165011426614123143445236306426055552"
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


def begun(server, moves, **options):
    """Connect Four of two people after these moves: the table and the tokens."""
    table, seats = tables_server.create(server, "connect-four", [tables_server.me("Ada"), tables_server.INVITED], **options)
    _, eve = tables_server.call(server, "POST", f"/api/tables/{table}/join", {"invitation": seats[1]["invitation"], "name": "Eve", "claim": "0" * 32})
    tokens = [seats[0]["token"], eve["token"]]
    for n, column in enumerate(moves):
        tables_server.choose(server, table, tokens[n % 2], n, column)
    return table, tokens


def sit(browser, server, table, seat, token):
    """Gives the browser a seat that was taken elsewhere, and goes there."""
    page.open_lobby(browser, server)
    browser.run("return import('/assets/wire.js').then(({ remember }) => remember(arguments[0], { game: 'connect-four', seats: [arguments[1]] }))", table, {"seat": seat, "token": token, "name": ("Ada", "Eve")[seat]})
    page.open_table(browser, server, table)


def ended(report, ada, server, axe):
    """The end comes into sight where it comes about, with the rematch; a win is celebrated, if things may move."""
    with Browser() as eve:
        for size, (width, height) in SIZES:
            table, tokens = begun(server, WINS)
            for seat, browser in enumerate((ada, eve)):
                browser.screen(width, height)
                browser.prefer(prefers_reduced_motion="no-preference")
                sit(browser, server, table, seat, tokens[seat])
                browser.run("document.querySelector('.duel-grid').scrollIntoView({ block: 'end' })")
            tables_server.choose(server, table, tokens[0], len(WINS), "3")
            confetti = "return document.querySelectorAll('.confetti i').length > 20 && document.querySelectorAll('.confetti:not([aria-hidden=true])').length === 0"
            report.check(f"a win is celebrated, {size}", ada.wait(confetti))
            for browser, who in ((ada, "the winner"), (eve, "the other")):
                browser.wait(page.ENDED)
                browser.settle()
                report.check(f"{who} sees the result, {size}", browser.run(SEEN, "#end-title"))
                report.check(f"{who} sees the rematch, {size}", browser.run(SEEN, "#end .rematch button"))
            report.equal(f"a defeat is not, {size}", eve.run("return document.querySelector('.confetti')"), None)
            report.check(f"the confetti is swept away, {size}", ada.wait("return !document.querySelector('.confetti')", seconds=6))
            eve.run("scrollTo(0, document.body.scrollHeight)")
            tables_server.call(server, "POST", f"/api/tables/{table}/rematch", {}, tokens[0])
            eve.wait("return document.querySelector('#end').innerText.includes('Ada wants a rematch')")
            eve.settle()
            report.check(f"who has not asked sees that the other wants a rematch, {size}", eve.run(SEEN, "#end .rematch p"))
            report.equal(f"the end: axe finds nothing, {size}", axe.violations(ada, tables_looks.ALL), [])
        table, tokens = begun(server, WINS)
        ada.prefer(prefers_reduced_motion="reduce")
        sit(ada, server, table, 0, tokens[0])
        tables_server.choose(server, table, tokens[0], len(WINS), "3")
        ada.wait(page.ENDED)
        report.equal("nothing flies about where things are to stand still", ada.run("return document.querySelector('.confetti')"), None)
        no_errors(report, eve)
    ada.screen(1280, 900)
    ada.log("browser")  # of the checker


def valued(report, browser, server):
    """The evaluation is shown to those who ask for it, and says so where the end is certain."""
    for what, moves, text, label in (("a win", WINS, "wins in 1", "Ada, wins in 1"), ("a defeat", LOSES, "wins in 1", "Eve, wins in 1"), ("a draw", DRAWS, "a draw", "a draw")):
        table, tokens = begun(server, moves, hints=True)
        browser.run("return import('/assets/words.js').then(({ keep }) => keep('evaluation', null))")
        sit(browser, server, table, 0, tokens[0])
        report.equal(f"{what} is not told unasked", browser.run(BAR), False)
        report.check(f"{what} is asked for", roles.press(browser, "button", "Evaluation"))
        report.equal(f"{what} is certain, and said to be", browser.wait(BAR), [text, f"Evaluation: {label}"])


def boards(report, browser, server):
    """Boards are in the colours of their cards, pieces are round, and nobody is there twice."""
    for game in ("connect-four", "desconecta4", "tron"):
        table, seats = tables_server.create(server, game, [tables_server.me("Ada"), tables_server.me("Eve")], hints=True)
        for n in range(2):
            tables_server.play_first(server, table, seats[n]["token"])
        for size, (width, height) in SIZES:
            browser.screen(width, height)
            page.open_table(browser, server, table)
            for name in ("Ada", "Eve"):
                report.equal(f"{game}: {name} is there once, {size}", browser.run(NAMED, name), [name])
            report.equal(f"{game}: so are the players' marks, {size}", browser.run(MARKS), ["1", "2"])
            if game == "tron":
                continue
            seen, card = browser.run(PIECES), browser.run(CARD_COLOURS, game)
            report.check(f"{game}: the board has the colours of its card, {size}", {seen["wood"], *seen["shapes"]} <= set(card), (seen, card))
            report.equal(f"{game}: the players' marks are those of their pieces, {size}", seen["marks"], seen["shapes"])
        options = browser.run("return document.querySelector('#options').innerText")
        report.check(f"{game}: what is usual is not told", "ake-back" not in options and "int" not in options, options)
    browser.screen(1280, 900)


def named(report, browser, server):
    """Two people at one screen have names of their own."""
    browser.run("return import('/assets/words.js').then(({ keep }) => keep('name', null))")
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
    report.group("The end in sight", ended, report, browser, server, axe)
    report.group("An evaluation for those who ask", valued, report, browser, server)
    report.group("Boards and players", boards, report, browser, server)
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
