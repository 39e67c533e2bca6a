"""Names that belong to their owners: protecting one, coming back to it, and being refused."""

import roles
import tables_page as page
import tables_server
from accessibility import ALL
from tables_dragon import no_errors
from webdriver import Browser

PHRASE, NEXT = "correct horse", "battery staple"
NAME = "#new .place:nth-child(1) input"
BUTTON = "#new .place:nth-child(1) .quiet"
SAYS = "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])"
OPEN = "return document.querySelector('dialog[open] h2')?.textContent ?? null"
CLOSED = "return document.querySelector('dialog') === null"
FILLS = "return [...document.querySelectorAll('dialog input[autocomplete]')].map((input) => [input.autocomplete, input.type, input.value])"


def typed(browser, name):
    """Writes a name into the form of the lobby."""
    page.write(browser, NAME, name)


def answered(browser, button, **phrases):
    """Fills in the dialog and presses its button."""
    for field, phrase in phrases.items():
        page.write(browser, f"#name-{field}", phrase)
    return roles.press(browser, "button", button)


def accessible(report, browser, axe):
    """The dialog that is open can be used by everyone. What the checker itself writes into the log is no error of the page."""
    no_errors(report, browser)
    report.equal("the dialog is accessible", axe.violations(browser, ALL), [])
    browser.log("browser")


def owned(report, browser, server, axe):
    """Ada protects her name; Eve's browser is refused, until she has the passphrase."""
    page.open_lobby(browser, server)
    typed(browser, "Ada")
    report.check("the name can be protected", roles.press(browser, "button", "Protect this name"))
    report.check("a dialog asks for a passphrase", browser.wait(OPEN))
    report.equal("which password managers understand", browser.run(FILLS), [["username", "text", "Ada"], ["new-password", "password", ""]])
    report.equal("the passphrase has the focus", browser.run("return document.activeElement.id"), "name-passphrase")
    accessible(report, browser, axe)
    answered(browser, "Protect this name", passphrase="short")
    report.check("a short one is not sent", browser.run("return !document.querySelector('#name-passphrase').validity.valid"))
    report.check("a longer one is", answered(browser, "Protect this name", passphrase=PHRASE))
    report.check("the dialog closes", browser.wait(CLOSED))
    report.check("the name is marked", browser.wait(SAYS, BUTTON, "Protected by you"))
    roles.press(browser, "button", "Open the table")
    table = page.arrive(browser)
    report.equal("Ada sits down at once", tables_server.state(server, table)["seats"][0]["name"], "Ada")
    with Browser() as other:
        other.prefer(prefers_reduced_motion="reduce")
        invited(report, other, server)
        stranger(report, other, server, axe)
        no_errors(report, browser, other)
    changed(report, browser, server)


def invited(report, browser, server):
    """A guest with Ada's name, in another writing, who gives up and takes another name."""
    table, seats = tables_server.create(server, "desconecta4", [tables_server.me("Bob"), tables_server.INVITED])
    browser.open(f"{page.address(server, table)}#invite={seats[1]['invitation']}&seat=1")
    browser.wait("return document.querySelector('#join-name')")
    page.write(browser, "#join-name", "\u0410da")
    roles.press(browser, "button", "Sit down")
    report.check("an invited stranger is asked for the passphrase", browser.wait(OPEN))
    roles.press(browser, "button", "Cancel")
    report.check("and told why there is no seat", browser.wait(SAYS, "#join", "The name Ada is protected"))
    page.write(browser, "#join-name", "Eve")
    roles.press(browser, "button", "Sit down")
    report.check("another name gets it", browser.wait(page.OWN, table))
    browser.log("browser")  # the refusal is logged as such


def stranger(report, browser, server, axe):
    """Another browser opens a table as Ada: with a wrong passphrase, then with hers."""
    page.open_lobby(browser, server)
    typed(browser, "ada")
    roles.press(browser, "button", "Open the table")
    report.check("another browser is asked for the passphrase", browser.wait(OPEN))
    report.equal("which password managers can fill in", browser.run(FILLS)[1], ["current-password", "password", ""])
    browser.log("browser")  # the refusal is logged as such
    accessible(report, browser, axe)
    answered(browser, "Continue", passphrase="wrong horse")
    report.check("a wrong one is refused", browser.wait(SAYS, "dialog .error", "not the passphrase"))
    answered(browser, "Continue", passphrase=PHRASE)
    table = page.arrive(browser)
    report.equal("hers opens the table", tables_server.state(server, table)["seats"][0]["name"], "ada")
    browser.log("browser")  # the refusals are logged as such


def changed(report, browser, server):
    """Ada changes her passphrase, and gives the name up."""
    page.open_lobby(browser, server)
    report.check("the name is still hers", browser.wait(SAYS, BUTTON, "Protected by you"))
    browser.click(BUTTON)
    browser.wait(OPEN)
    answered(browser, "Change the passphrase", passphrase=PHRASE, new=NEXT)
    report.check("the passphrase changes", browser.wait(CLOSED))
    for phrase, status in ((PHRASE, 403), (NEXT, 200)):
        found, _ = tables_server.call(server, "POST", "/api/names/key", {"name": "Ada", "passphrase": phrase})
        report.equal(f"the passphrase {phrase!r}", found, status)
    browser.click(BUTTON)
    browser.wait(OPEN)
    answered(browser, "Give up the name", passphrase=NEXT)
    report.check("the name is no longer protected", browser.wait(SAYS, BUTTON, "Protect this name"))
    tables_server.create(server, "desconecta4", [tables_server.me("Ada"), tables_server.me("Eve")])
