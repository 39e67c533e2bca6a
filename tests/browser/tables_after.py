"""Getting up, giving up, and looking at a game that is over."""

import roles
import tables_looks
import tables_page as page
import tables_server
from tables_dragon import no_errors
from webdriver import Browser

SIT = "Sit down: Seat 2, Connect Four, Ada"
GONE = "return location.pathname === '/'"
LISTED = "return [...document.querySelectorAll(`#${arguments[0]} .card`)].some((card) => card.dataset.table === arguments[1])"
# A point of the table's state that the page has from its own means.
PRESSED = "return document.querySelector(arguments[0]).getAttribute('aria-pressed')"
PREVIEW = r"""
const { content } = document.querySelector('meta[property="og:image"]');
return fetch(content).then((answer) => [content, answer.headers.get('content-type')]);
"""
# Listens to what goes to the loudspeaker: `peaks` has the loudest value since it was asked last.
LISTEN = r"""
window.peak = 0;
const { connect } = AudioNode.prototype;
AudioNode.prototype.connect = function (to, ...rest) {
  if (to === this.context.destination) {
    const ear = new AnalyserNode(this.context), values = new Float32Array(ear.fftSize);
    connect.call(this, ear);
    setInterval(() => {
      ear.getFloatTimeDomainData(values);
      window.peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), window.peak);
    }, 20);
  }
  return connect.call(this, to, ...rest);
};
"""
HEARD = "return window.peak > 0.01"
# Whether the first comment of a game is one of the lines for it.
LINE = r"""
const said = document.querySelector('.dragon-bubble q').textContent;
if (arguments[0] === 'en') return !/[^ -~]/.test(said);
return fetch(`/assets/said_${arguments[0]}.json`).then((answer) => answer.json())
  .then(({ abel }) => abel.start.some((line) => line.replace('{rival}', 'Ada') === said));
"""


def confirmed(browser, name):
    """Presses a button, and the same one in the question that follows: what that covers cannot be pressed."""
    return asked(browser, name) and roles.press(browser, "button", name)


def asked(browser, name):
    """Presses a button, and waits for the question before something that cannot be undone."""
    return roles.press(browser, "button", name) and browser.wait("return document.querySelector('dialog[open]') !== null")


def looked_at(report, browser, axe, name):
    """How the question that is open looks. What the checker itself writes into the log is no error of the page."""
    no_errors(report, browser)
    tables_looks.each_looks(report, browser, axe, name)
    browser.log("browser")


def left(report, ada, server, axe):
    """A guest leaves, then the maker; a table that has not begun can also be closed from the lobby."""
    table = page.sit(ada, server, "connect-four", [tables_server.me("Ada"), {"kind": "open"}])
    with Browser() as eve:
        eve.screen(390, 844)
        eve.prefer(prefers_reduced_motion="reduce")
        page.open_lobby(eve, server)
        roles.press(eve, "link", SIT)
        eve.wait("return document.querySelector('#join-name')")
        page.write(eve, "#join-name", "Eve")
        roles.press(eve, "button", "Sit down")
        tables_server.wait_for(server, table, lambda now: now["seats"][1]["kind"] == "human")
        report.check("Eve leaves", confirmed(eve, "Leave the table") and eve.wait(GONE))
        state = tables_server.wait_for(server, table, lambda now: now["seats"][1]["kind"] == "invited")
        report.equal("her seat is free again", (state["seats"][1]["name"], bool(state["seats"][1]["invitation"])), ("", True))
        page.open_lobby(eve, server)
        report.check("and she can take it once more", roles.find(eve, "link", SIT) is not None)
        no_errors(report, eve)
    report.check("Ada is asked first", asked(ada, "Leave the table"))
    looked_at(report, ada, axe, "the question before leaving")
    report.check("Ada leaves", roles.press(ada, "button", "Leave the table") and ada.wait(GONE))
    report.check("the table is closed", tables_server.state(server, table)["ended"] is not None)
    other = page.sit(ada, server, "tron", [tables_server.me("Ada"), tables_server.INVITED])
    page.open_lobby(ada, server)
    report.check("her next table stands in the lobby", ada.wait(LISTED, "own", other))
    # Other tables of hers may stand there, too.
    button = f"[data-table='{other}'] .forget"
    report.equal("where she can close it", ada.run("return document.querySelector(arguments[0]).getAttribute('aria-label')", button), "Close this table: TRON, Ada")
    ada.click(button)
    report.check("it is closed", tables_server.wait_for(server, other, lambda now: now["ended"] is not None))
    report.check("and gone from her tables", ada.wait("return !(" + LISTED[7:] + ")", "own", other))


def resigned(report, ada, server, axe):
    """Ada gives up while it is not her turn, and both see why the game is over."""
    table = page.sit(ada, server, "connect-four", [tables_server.me("Ada"), tables_server.INVITED])
    with Browser() as eve:
        eve.screen(390, 844)
        eve.prefer(prefers_reduced_motion="reduce")
        report.check("Eve sits down", page.joined(eve, page.link_of(ada, 1), "Eve"))
        token = page.token(ada, table)
        tables_server.choose(server, table, token, 0, "3")
        page.wait_n(ada, 1)
        report.check("leaving has become resigning", roles.find(ada, "button", "Leave the table") is None)
        report.check("she is asked first", asked(ada, "Resign"))
        looked_at(report, ada, axe, "the question before resigning")
        roles.press(ada, "button", "Cancel")
        report.check("a player who thinks again plays on", tables_server.state(server, table)["ended"] is None)
        report.check("Ada resigns", confirmed(ada, "Resign"))
        for browser, who in ((ada, "Ada"), (eve, "Eve")):
            report.check(f"{who} sees the end", browser.wait(page.ENDED))
        state = tables_server.state(server, table)
        page.same_end(report, "for Eve", eve, tables_server.state(server, table, page.token(eve, table)))
        report.equal("Eve has won", state["outcome"]["winners"], [1])
        report.check("the log says it", "Ada resigned" in ada.run("return document.querySelector('#lines').textContent"))
        no_errors(report, eve)


def reacted(report, ada, server):
    """Reactions, watchers, sounds and links for phones."""
    table = page.sit(ada, server, "connect-four", [tables_server.me("Ada"), tables_server.INVITED])
    report.check("the invitation has a QR code", roles.press(ada, "button", "QR code") and ada.wait("return document.querySelector('.links .qr path')?.getAttribute('d').length > 2000"))
    with Browser() as watcher:
        watcher.screen(390, 844)
        page.open_table(watcher, server, table)
        report.check("Ada sees that one person watches", ada.wait("return document.querySelector('#company').textContent.includes('1 person is watching')"))
        report.check("a watcher has no reactions", roles.find(watcher, "button", "Well played!") is None)
        report.check("signs are drawn, not written", ada.run("return document.querySelectorAll('#company button .sign path').length") == 6)
        report.check("Ada reacts", roles.press(ada, "button", "Well played!"))
        report.check("which the watcher sees", watcher.wait("return document.querySelector('.reactions').textContent.includes('Ada: Well played!')"))
        report.check("and only for a moment", watcher.wait("return !document.querySelector('.reactions').childElementCount"))
        no_errors(report, watcher)
    report.check("she is alone again", ada.wait("return !document.querySelector('#company').textContent.includes('watching')"))
    report.check("sounds are off", ada.run(PRESSED, "#company button[aria-pressed]") == "false")
    report.check("and can be switched on", roles.press(ada, "button", "Sounds") and ada.run(PRESSED, "#company button[aria-pressed]") == "true")
    page.open_table(ada, server, table)
    report.check("for good", ada.run(PRESSED, "#company button[aria-pressed]") == "true")
    manifest = ada.run("return fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    report.equal("the page can be installed", manifest["start_url"], "/tables")
    roles.press(ada, "button", "Sounds")
    preview = ada.run(PREVIEW)
    report.equal("links have a picture", preview, [f"{server.url}/assets/preview.png", "image/png"])


def heard(report, ada, server):
    """Pieces and dice are heard once sounds are on, and only then."""
    for game, player in (("connect-four", "connect-four:strong"), ("dragon-slayer", "dragon-slayer:abel"), ("tron", "tron:strong")):
        table = page.sit(ada, server, game, [tables_server.me("Ada"), tables_server.bot(player)])
        token = page.token(ada, table)
        ada.run(LISTEN)
        tables_server.play_first(server, table, token)
        report.check(f"{game} is silent at first", not ada.wait(HEARD, seconds=1))
        roles.press(ada, "button", "Sounds")
        report.check("switching them on is heard", ada.wait(HEARD))
        ada.run("window.peak = 0")
        tables_server.play_first(server, table, token)
        report.check("and so is the game", ada.wait(HEARD))
        roles.press(ada, "button", "Sounds")


def commented(report, ada, server):
    """Characters speak the language of the page."""
    page.sit(ada, server, "dragon-slayer", [tables_server.me("Ada"), tables_server.bot("dragon-slayer:abel")])
    for code in ("es", "ca", "ru", "en"):
        ada.run("import('/assets/words.js').then(({ choose }) => choose(arguments[0]))", code)
        report.check(f"Abel opens in {code}", ada.wait(f"return document.documentElement.lang === '{code}' && document.querySelector('.dragon-bubble q')?.lang === '{code}'"))
        report.check("with a line of that language", ada.run(LINE, code), ada.run("return document.querySelector('.dragon-bubble').textContent"))


def analysed(report, ada, server):
    """A lost game is looked at: the blunder is named, leads to its step, and has a link."""
    table = page.sit(ada, server, "connect-four", [tables_server.me("Ada"), tables_server.me("Eve")])
    tokens = [seat["token"] for seat in ada.run(page.OWN, table)["seats"]]
    # Eve lets Ada complete her column.
    for n, column in enumerate("0203060"):
        tables_server.choose(server, table, tokens[n % 2], n, column)
    state = tables_server.state(server, table)
    report.equal("the game is over", state["outcome"]["winners"], [0])
    ada.wait(page.ENDED)
    report.check("Ada asks for the analysis", roles.press(ada, "button", "Analysis"))
    report.check("it comes to its end", ada.wait("return document.querySelector('#analysis progress').hidden", seconds=60))
    said = ada.run("return [...document.querySelectorAll('.mistakes button')].map((one) => one.textContent)")
    last = next((line for line in said if "Step 6" in line), "")
    report.check("Eve's blunder is named, with what was better", "Blunder" in last and "column 1" in last.split("Blunder")[1], said)
    report.check("the graph is there", ada.run("return document.querySelector('.graph path').getAttribute('d').length > 20"))
    ada.click(".mistakes button[data-step='6']")
    report.check("it leads to its step", ada.wait("return document.querySelector('#replay .where').textContent.includes('Step 6 of 7')"))
    report.check("the step says it, too", ada.wait("return document.querySelector('#verdict').textContent.includes('Blunder')"))
    report.check("the step has a link", ada.url().endswith("#step=6"), ada.url())
    ada.open("about:blank")
    ada.open(f"{page.address(server, table)}#step=6")
    report.check("which leads there", ada.wait("return document.querySelector('#replay .where')?.textContent.includes('Step 6 of 7')"))
    text = ada.run("return fetch(arguments[0]).then((answer) => answer.text())", f"/api/tables/{table}/export")
    report.check("the game can be saved as text", "game: connect-four" in text and text.endswith("7\t1\t0\n"), text)


def chances(report, ada, server):
    """Dragon Slayer tells what every choice is worth, in hints and in the analysis."""
    table = page.sit(ada, server, "dragon-slayer", [tables_server.me("Ada"), tables_server.me("Eve")], hints=True, goal="20")
    tokens = [seat["token"] for seat in ada.run(page.OWN, table)["seats"]]
    report.check("Ada asks for a hint", roles.press(ada, "button", "Hint"))
    report.check("it says what each choice is worth", ada.wait("return document.querySelectorAll('#hint .chances').length && document.querySelector('#hint').textContent.split('%').length > 3"))
    tables_server.play_out(server, table, tokens, lambda state: next(
        (one for one in state["choices"] if one["kind"] in ("stop", "pass", "refuse")), state["choices"][0]))
    page.open_table(ada, server, table)
    roles.press(ada, "button", "Analysis")
    report.check("the analysis comes to its end", ada.wait("return document.querySelector('#analysis progress').hidden", seconds=60))
    page.seek(ada, 1)
    report.check("the replay says what each choice was worth", ada.wait("return document.querySelector('#verdict').textContent.split('%').length > 3"))


def all_of(report, browser, server, axe):
    """Everything here."""
    report.group("Leaving and closing a table", left, report, browser, server, axe)
    report.group("Resigning", resigned, report, browser, server, axe)
    report.group("Comments in every language", commented, report, browser, server)
    report.group("Reactions, watchers, sounds, QR codes", reacted, report, browser, server)
    report.group("Sounds of the games", heard, report, browser, server)
    report.group("The analysis of a game", analysed, report, browser, server)
    report.group("What choices in Dragon Slayer are worth", chances, report, browser, server)
