"""The lobby while tables go on: its cards stay, and no seat is thrown away."""

import tables_duel
import tables_page as page
import tables_server
from webdriver import ENTER

CARD = "document.querySelector('[data-table=\"' + arguments[0] + '\"]')"
ASKED = f"[...({CARD}?.querySelectorAll('.card-seats li') ?? [])].findIndex((seat) => seat.classList.contains('asked'))"
FORGET = f"return {CARD}.querySelector('.forget').checkVisibility()"


def used(report, browser, server):
    """An own table that is played, a foreign one, and the way back from a new one."""
    seats = [tables_server.me("Ada"), tables_server.me("Bob")]
    own = page.sit(browser, server, "desconecta4", seats)
    tokens = [seat["token"] for seat in browser.run(page.OWN, own)["seats"]]
    other, theirs = tables_server.create(server, "desconecta4", seats)
    page.open_lobby(browser, server)
    for table in (own, other):
        browser.wait(f"return {CARD} !== null", table)
    stays(report, browser, server, own, tokens, "our own table")
    stays(report, browser, server, other, [seat["token"] for seat in theirs], "a table of others")
    report.equal("a running table cannot be taken off the list", browser.run(FORGET, own), False)
    tables_server.play_out(server, own, tokens, tables_server.own_column)
    report.check("a finished one can", browser.wait(FORGET, own))
    browser.click(f"[data-table='{own}'] .forget")
    report.equal("and is forgotten then", browser.run(page.OWN, own), None)
    unknown(report, browser, server)
    back(report, browser, server)


def stays(report, browser, server, table, tokens, what):
    """A card, its link and the focus on it outlast a choice at its table."""
    browser.run(f"const card = {CARD}; window.held = [card, card.querySelector('a')]; window.held[1].focus();", table)
    state = tables_server.state(server, table)
    token = tokens[state["asked"]]
    tables_server.choose(server, table, token, state["n"], tables_server.state(server, table, token)["choices"][0]["choice"])
    report.check(f"the card of {what} goes on", browser.wait(f"return {ASKED} === arguments[1]", table, 1 - state["asked"]))
    report.check(f"the card of {what} is not replaced", browser.run(
        f"const card = {CARD}; return card === window.held[0] && card.querySelector('a') === window.held[1] && document.activeElement === window.held[1]", table))


def unknown(report, browser, server):
    """A table that this server does not know is kept, until it is taken off the list."""
    browser.run("return import('/assets/wire.js').then(({ remember }) => remember('elsewhere', {game: 'tron', seats: [{seat: 0, token: 'x', name: 'Ada'}]}))")
    browser.open(page.address(server, "elsewhere"))
    browser.wait("return document.querySelector('main')?.textContent.includes('No such table')")
    report.check("a table that the server does not know keeps its seat", browser.run(page.OWN, "elsewhere"))
    page.open_lobby(browser, server)
    report.check("and can be taken off the list", browser.wait(f"return {CARD}?.querySelector('.forget').checkVisibility()", "elsewhere"))
    browser.click("[data-table='elsewhere'] .forget")
    report.equal("which forgets it", browser.run(page.OWN, "elsewhere"), None)
    browser.log("browser")  # the table that is missing is logged as such


def back(report, browser, server):
    """A person who comes back to the form opens another table with it."""
    first = page.open_by_form(browser, server, "desconecta4", "Ada", tables_duel.WEAKEST["desconecta4"])
    browser.back()
    browser.wait("return document.querySelector('#new .send') && !document.querySelector('#new .send').disabled")
    browser.run("document.querySelector('#new .place:nth-child(1) input').focus()")
    browser.press(ENTER)
    second = page.arrive(browser)
    report.check("the form opens another table after the way back", first != second, (first, second))
