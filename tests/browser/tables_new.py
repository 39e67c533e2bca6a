"""A new game: the cards of the games, bots by their strength, a map that is asked for again."""

import roles
import tables_page as page
import tables_server
from webdriver import Browser

CARDS = r"""
return [...document.querySelectorAll('.games > *')].map((card) => ({
  name: card.querySelector('.game-name').textContent, facts: [...card.querySelectorAll('.facts span')].map((fact) => fact.textContent),
  drawn: card.querySelector('img').naturalWidth > 0, page: card.querySelector('a')?.getAttribute('href') ?? null,
}));
"""
BOTS = "return [...document.querySelectorAll('#new .place:nth-child(2) select:last-of-type option')].map((option) => [option.value, option.textContent])"
BOT = "return document.querySelector('#new .place:nth-child(2) select:last-of-type').value"
NAMES = "return [...document.querySelectorAll('#seats .name bdi, #seats bdi.name')].map((name) => name.textContent)"
# The part of the board that is in sight, its share of the window's height, and whether what belongs to it is in sight beside it.
BOARD = r"""
const inside = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
const board = document.querySelector('.duel-board').getBoundingClientRect();
const others = [...document.querySelectorAll('#seats, .duel-side, #turn')].map((one) => one.getBoundingClientRect());
return { inside: inside(board), share: board.height / innerHeight, beside: others.every((one) => inside(one) && one.left >= board.right) };
"""


def cards(report, guest, server):
    """Each game has a card with what one wants to know before."""
    page.open_lobby(guest, server)
    guest.wait("return [...document.querySelectorAll('.games img')].every((one) => one.complete)")
    about = tables_server.said(server, "/api/games")
    seen = guest.run(CARDS)
    report.equal("there is a card for each game", len(seen), len(about["games"]) + len(about["others"]))
    for card, game in zip(seen, about["games"] + about["others"]):
        report.check(f"{card['name']} has a picture", card["drawn"], game)
        fewest, most = game["seats"]
        players = f"{most} players" if fewest == most else f"{fewest} to {most} players"
        report.equal(f"{card['name']}: players, length and difficulty", (card["facts"][0], len(card["facts"])), (players, 3))
        report.equal(f"{card['name']}: its page", card["page"], game.get("page"))
    report.check("a new game comes first", guest.run("return document.querySelector('main section') === document.querySelector('.new')"))


def sorted_bots(report, guest, server):
    """The weakest bot comes first; the first game is against one for beginners, the next one against the last."""
    about = {game["game"]: game["bots"] for game in tables_server.said(server, "/api/games")["games"]}
    for game, bots in about.items():
        roles_of = {bot["player"]: bot["strength"] for bot in bots}
        guest.click(f"#new input[value='{game}']")
        listed = [value for value, _ in guest.run(BOTS) if value]
        report.equal(f"{game}: all bots are listed", sorted(listed), sorted(roles_of))
        strengths = [roles_of[value] for value in listed]
        report.equal(f"{game}: from the weakest to the strongest", strengths, sorted(strengths))
        report.equal(f"{game}: the first one is for beginners", roles_of[guest.run(BOT)], min(s for s in strengths if s > 1))
    report.check("strength is told in words", all(text.endswith(("very weak", "for beginners", "medium", "strong", "…")) for _, text in guest.run(BOTS)), guest.run(BOTS))
    strongest = max(about["tron"], key=lambda bot: bot["strength"])["player"]
    guest.click("#new input[value='tron']")
    page.choose_in_form(guest, "#new .place:nth-child(2) select[aria-label$='Bot']", strongest)
    page.open_lobby(guest, server)
    report.equal("the last one is chosen the next time", guest.run(BOT), strongest)


def chosen(report, _, server):
    """What a newcomer finds in the form."""
    with Browser() as guest:
        guest.prefer(prefers_reduced_motion="reduce")
        cards(report, guest, server)
        sorted_bots(report, guest, server)


def numbered(report, browser, server):
    """Two bots of one kind can be told apart, at the table and in the lobby."""
    twice = [tables_server.bot("tron:strong,depth=1")] * 2
    table, _ = tables_server.create(server, "tron", twice, size=8, seed=6)
    page.open_table(browser, server, table)
    report.equal("bots of one kind are numbered", browser.wait(NAMES), ["Beginner 1", "Beginner 2"])
    page.open_lobby(browser, server)
    card = f"[data-table='{table}'] .name"
    browser.wait(f"return document.querySelector({card!r})")
    report.equal("in the lobby, too", browser.run(f"return [...document.querySelectorAll({card!r})].map((one) => one.textContent)"), ["Beginner 1", "Beginner 2"])


def again(report, browser, server):
    """A random map has a number, by which it is played again."""
    page.open_lobby(browser, server)
    browser.click("#new input[value='tron']")
    browser.click("#new .send")
    table = page.arrive(browser)
    state = tables_server.state(server, table)
    seed = state["options"]["seed"]
    report.check("the map has a number", seed > 0, state["options"])
    report.check("which is a link", roles.press(browser, "link", f"Map {seed}"))
    report.equal("to the form, with it", browser.wait("return document.querySelector('#option-seed')?.value"), str(seed))
    browser.click("#new .send")
    browser.wait("return location.pathname !== arguments[0] && location.pathname.startsWith('/tables/')", f"/tables/{table}")
    other = tables_server.state(server, page.arrive(browser))
    report.equal("it is the same map", other["view"]["cells"], state["view"]["cells"])
    for bad in ("tron?seed=x&size=999", "nothing?seed=1", "tron?map=%00&seed=-1", "%"):
        browser.open("about:blank")
        browser.open(f"{server.url}/tables#{bad}")
        report.check(f"a form in spite of #{bad}", browser.wait("return document.querySelector('#new .send')"))


def large(report, browser, server):
    """On a desk the board is as large as the window, with everything that belongs to it in sight."""
    for game in ("connect-four", "desconecta4", "tron"):
        page.sit(browser, server, game, [tables_server.me("Ada"), tables_server.INVITED])
        browser.run("document.querySelector('#rules').open = false")
        for size in ((1440, 900), (1920, 1080)):
            browser.screen(*size)
            browser.settle()
            seen = browser.run(BOARD)
            report.check(f"{game}: the board fills a window of {size[0]} by {size[1]}", seen["inside"] and seen["share"] > 0.8 and seen["beside"], seen)
    browser.screen(1280, 900)
