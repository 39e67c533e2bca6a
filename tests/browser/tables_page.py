"""The page of a table and the lobby, as a person uses them: what stands around every game."""

import json

import tables_server
from webdriver import ARROW_DOWN, ENTER, HOME

# What the shell shows. Names are inside the mark's neighbour; what is for ears only is not of the name.
SHELL = r"""
const seats = [...document.querySelectorAll('#seats > li')];
return {
  n: Number(document.querySelector('#game').dataset.n),
  names: seats.map((seat) => seat.querySelector('bdi')?.textContent ?? ''),
  asked: seats.findIndex((seat) => seat.classList.contains('asked')),
  about: seats.map((seat) => seat.querySelector('.about').textContent),
  turn: document.querySelector('#turn').textContent,
  lost: document.querySelector('#connection').textContent,
  error: document.querySelector('#error').textContent,
  ended: !document.querySelector('#end').hidden,
};
"""

ENDED = "return !document.querySelector('#end').hidden"
SHOWS = "return document.querySelector('#game')?.dataset.n === String(arguments[0])"
OWN = "return import('/assets/wire.js').then(({ tableOf }) => tableOf(arguments[0]))"
OPEN = r"""
return import('/assets/wire.js').then(({ newClaim, openTable }) => openTable(arguments[0], newClaim()));
"""


def address(server, table):
    """Where a table is."""
    return f"{server.url}/tables/{table}"


def open_lobby(browser, server):
    """Opens the lobby and waits for its form and its lists."""
    browser.open(f"{server.url}/tables")
    # Own tables stand there before the lists have come.
    browser.wait("return document.querySelector('#new .send') && document.querySelector('#running .card, #running-empty:not([hidden])')"
                 " && !document.querySelector('#connection').textContent && document.querySelector('#statistics').childElementCount > 1")


def open_table(browser, server, table, seconds=30):
    """Opens a table's page and waits until its game is drawn, with its replay if it is over; answers how many choices it shows."""
    browser.open(address(server, table))
    shown = browser.wait("return document.querySelector('#game')?.dataset.n", seconds=seconds)
    if tables_server.state(server, table)["ended"] is not None:
        # The page loads what it shows of the end after it has drawn the game.
        browser.wait(ENDED)
    return shown


def sit(browser, server, game, seats, **options):
    """Opens a table by the page's own means, as "play again" does, and goes there; answers its id."""
    open_lobby(browser, server)
    table = browser.run(OPEN, {"game": game, "options": options, "seats": seats})
    open_table(browser, server, table)
    return table


def token(browser, table):
    """The token of the seat that this browser has at a table."""
    return browser.run(OWN, table)["seats"][0]["token"]


def shell(browser):
    """What stands around the game."""
    return browser.run(SHELL)


def wait_n(browser, n, seconds=20):
    """Waits until the page shows the table after `n` choices."""
    return bool(browser.wait(SHOWS, n, seconds=seconds))


def wait_past(browser, n, seconds=20):
    """Waits until the page shows the table after more than `n` choices."""
    return bool(browser.wait("return Number(document.querySelector('#game').dataset.n) > arguments[0]", n, seconds=seconds))


def same_shell(report, what, browser, state):
    """The seats, and whose turn it is, are the server's."""
    seen = shell(browser)
    report.equal(f"seats, {what}", (seen["names"], seen["asked"]),
                 ([seat["name"] for seat in state["seats"]], -1 if state["asked"] is None else state["asked"]))


def same_end(report, what, browser, state):
    """The result is the server's."""
    browser.wait(ENDED)
    outcome = state["outcome"]
    words = browser.run("return document.querySelector('#end').innerText")
    winners = [state["seats"][seat]["name"] for seat in outcome["winners"]]
    you = state["you"] in outcome["winners"]
    title = browser.run("return document.querySelector('#end-title').textContent")
    named = title == "Draw" if not winners else "You have won" in title if you and len(winners) == 1 else all(name in title for name in winners)
    report.check(f"the winner is told, {what}", named, (title, winners))
    reason = browser.run("return import('/assets/words.js').then(({ known, t }) => known(arguments[0]) && t(arguments[0]))", outcome["reason"])
    # A game without a page of its own may have no words for it.
    told = reason in words if reason else "picture" in state["view"]
    report.check(f"the reason is told, {what}", told, (outcome["reason"], words))


def choose_in_form(browser, selector, value):
    """Chooses in a list as a person does with the pointer."""
    browser.click(f"{selector} option[value={json.dumps(value)}]")


def write(browser, selector, text):
    """Clicks into a field and types."""
    browser.run("document.querySelector(arguments[0]).value = ''", selector)
    browser.click(selector)
    browser.press(*text)


def arrive(browser):
    """Waits for the table that the form has opened; answers its id."""
    browser.wait("return document.querySelector('#game')?.dataset.n")
    return browser.url().split("/tables/")[1].split("#")[0]


def open_by_form(browser, server, game, name, player, **options):
    """Opens a table against a bot by the lobby's form, with the pointer; answers its id."""
    open_lobby(browser, server)
    browser.click(f"#new input[value='{game}']")
    write(browser, "#new .place:nth-child(1) input", name)
    choose_in_form(browser, "#new .place:nth-child(2) select[aria-label$='Bot']", player)
    if options:
        browser.click("#new .more summary")
    for key, value in options.items():
        choose_in_form(browser, f"#option-{key}", value)
    browser.click("#new .send")
    return arrive(browser)


def pick_by_keys(browser, selector, value):
    """Goes to a list by Tab and chooses by arrow keys."""
    if not browser.tab_to(selector):
        return False
    count = browser.run("const s = document.querySelector(arguments[0]); return s.options.length", selector)
    # From the top, so that the way is always down.
    browser.press(HOME)
    for _ in range(count):
        if browser.run("return document.querySelector(arguments[0]).value", selector) == value:
            return True
        browser.press(ARROW_DOWN)
    return False


def open_by_keys(browser, server, game, name, player, **options):
    """Opens a table against a bot by keys alone; answers its id, or None where a key did not lead there."""
    open_lobby(browser, server)
    if not browser.tab_to("#new input[type=radio]"):
        return None
    for _ in range(8):
        if browser.run("return document.activeElement.value") == game:
            break
        browser.press(ARROW_DOWN)
    if not browser.tab_to("#new .place:nth-child(1) input"):
        return None
    browser.press(*name)
    reached = pick_by_keys(browser, "#new .place:nth-child(2) select[aria-label$='Bot']", player)
    if options and browser.tab_to("#new .more summary"):
        browser.press(ENTER)
    for key, value in options.items():
        reached = reached and pick_by_keys(browser, f"#option-{key}", value)
    if not reached or not browser.tab_to("#new .send"):
        return None
    browser.press(ENTER)
    return arrive(browser)


def joined(browser, link, name):
    """Takes a seat by an invitation's link."""
    browser.open(link)
    browser.wait("return document.querySelector('#join-name')")
    write(browser, "#join-name", name)
    browser.press(ENTER)
    return browser.wait("return document.querySelector('#join').hidden && [...document.querySelectorAll('#seats .about')].some((n) => n.textContent === 'you')")


def link_of(browser, seat):
    """The link that the page offers for a seat."""
    return browser.run("return document.querySelector(arguments[0]).value", f"#invitations li[data-seat='{seat}'] input")




def seek(browser, index):
    """Drags the replay's slider, as far as the page can tell."""
    browser.run("const s = document.querySelector('#replay input[type=range]'); s.value = arguments[0];"
                "s.dispatchEvent(new Event('input', {bubbles: true}));", index)
    return wait_n(browser, index)
