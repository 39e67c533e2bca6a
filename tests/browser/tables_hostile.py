"""Names that look like markup or turn the direction of writing, and addresses with foreign secrets."""

import urllib.parse

import tables_duel
import tables_page as page
import tables_server

IMAGE = "<img src onerror=h>"
ENTITY = "<b>&amp;\"'</b>"
HEBREW = "\u05d0\u05d3\u05d4 (1)"
TURNED = "evil\u202etxt.exe"

# Everything that can be seen, and what of it was made of names.
MADE = r"""
return {text: document.body.innerText, images: [...document.querySelectorAll('main img:not([src^="/assets/"])')].length,
  inside: document.querySelectorAll('.name *:not(bdi):not(.visually-hidden), bdi *').length};
"""


def seats():
    """Two people on one browser, and one that comes."""
    return [tables_server.me(IMAGE), tables_server.me(ENTITY)]


def harmless(report, what, browser, *names):
    """Names are text, and made no element."""
    made = browser.run(MADE)
    for name in names:
        report.check(f"{name} is shown as it is, {what}", name in made["text"], made["text"][:700])
    report.equal(f"and made no element, {what}", (made["images"], made["inside"]), (0, 0))


def named(report, browser, server):
    """Names that look like markup, wherever names are shown."""
    table = page.sit(browser, server, "desconecta4", seats())
    harmless(report, "at the table", browser, IMAGE, ENTITY)
    tokens = [seat["token"] for seat in browser.run(page.OWN, table)["seats"]]
    state = tables_server.play_out(server, table, tokens, tables_server.own_column)
    page.wait_n(browser, state["n"])
    browser.wait(page.ENDED)
    report.check("the game came to its end", state["ended"] is not None, state["n"])
    winner = state["seats"][state["outcome"]["winners"][0]]["name"] if state["outcome"]["winners"] else IMAGE
    harmless(report, "at its end", browser, IMAGE, ENTITY, winner)
    page.open_lobby(browser, server)
    browser.wait("return document.querySelector('[data-table=\"' + arguments[0] + '\"]')", table)
    harmless(report, "in the lobby", browser, IMAGE, ENTITY)


def turned(report, browser, server):
    """Letters from right to left stay inside their name; characters that turn everything are refused."""
    page.sit(browser, server, "desconecta4", [tables_server.me(HEBREW), tables_server.bot(tables_duel.WEAKEST["desconecta4"])])
    harmless(report, "from right to left", browser, HEBREW)
    within = browser.run("return [...document.querySelectorAll('#seats li')].every((seat) => seat.querySelector('bdi')"
                         " && seat.querySelector('.about').getBoundingClientRect().left >= seat.getBoundingClientRect().left)")
    report.check("every name keeps its direction to itself", within)
    page.open_lobby(browser, server)
    field = "#new .place:nth-child(1) input"
    browser.run("const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event('input', {bubbles: true}));", field, TURNED)
    browser.click("#new .send")
    told = browser.wait("return document.querySelector('#new .error').textContent")
    report.check("a name with hidden characters is refused with a reason", told and "U+202E" in told, told)
    browser.log("browser")  # the refusal is logged as such


def foreign(report, browser, server):
    """Addresses with invitations, tokens and tables that there are not: a clear word, and nothing else."""
    table, _ = tables_server.create(server, "desconecta4", [tables_server.me("Ada"), tables_server.me("Bob")])
    other, theirs = tables_server.create(server, "desconecta4", [tables_server.me("Eve"), tables_server.me("Mallory")])
    before = tables_server.state(server, table)
    markup = urllib.parse.quote(IMAGE)
    for invitation in ("0" * 32, markup, "..%2F..%2Fjoin"):
        browser.open("about:blank")
        browser.open(f"{page.address(server, table)}#invite={invitation}&seat=0")
        browser.wait("return document.querySelector('#join-name')")
        page.write(browser, "#join-name", "Eve")
        browser.click("#join button[type=submit]")
        told = browser.wait("return document.querySelector('#join .error').textContent")
        report.check(f"the invitation {invitation} is refused with a reason", told and "invitation does not work" in told, told)
    harmless(report, "with a foreign invitation", browser)
    for token in (theirs[0]["token"], IMAGE, "0" * 32):
        browser.open("about:blank")
        browser.open(f"{server.url}/tables")
        browser.run("return import('/assets/wire.js').then(({ remember }) => remember(arguments[0], {game: 'desconecta4', seats: [{seat: 0, token: arguments[1], name: 'Eve'}]}))", table, token)
        page.open_table(browser, server, f"{table}?token={urllib.parse.quote(token)}")
        report.check("a foreign token leaves the page looking on", browser.wait(
            "return document.querySelector('#error').textContent.includes('You are watching')"), page.shell(browser))
        report.equal("with nothing to choose", browser.run("return [...document.querySelectorAll('.duel-column')].filter((b) => b.getAttribute('aria-disabled') !== 'true').length"), 0)
        status, _ = tables_server.call(server, "POST", f"/api/tables/{table}/choose", {"n": 0, "choice": "3"}, token)
        report.equal("and the server refuses it", status, 403)
    browser.run("return import('/assets/wire.js').then(({ forget }) => forget(arguments[0]))", table)
    report.equal("the table is as it was", [tables_server.state(server, table)[key] for key in ("n", "view", "steps")],
                 [before[key] for key in ("n", "view", "steps")])
    for path in (markup, "nosuch00", f"{table}x", "..%2Fassets", "%E2%80%AEx"):
        browser.open(f"{server.url}/tables/{path}")
        browser.wait("return document.querySelector('main')?.textContent.includes('No such table')")
        report.check(f"there is no table {path}, and the page says so", browser.run(
            "return document.body.innerText.includes('No such table') && document.querySelector('main a')?.getAttribute('href') === '/tables'"),
                     browser.run("return document.body.innerText"))
        report.equal("and nothing else", browser.run("return document.querySelectorAll('main img, main script').length"), 0)
    browser.open("about:blank")
    browser.log("browser")  # every refusal is logged as such
