"""The pages of a league: its front, a player, the register, the administration."""

import os
import threading
import urllib.parse

import tables_looks
import tables_server
import troubles
from arena import ANSWER_SECONDS, Arena

TITLE = "Otters <i>&amp;</i>"
# A name that a page made by pasting text together would take for markup.
HOSTILE = "<b>&amp;\"'</b>"
SETTINGS = f"""
game = connect-four
title = {TITLE}
registration = invitation
pace = 60ms
pause = 0s
games-at-once = 2
deadline = 2s
[otter]
player = connect-four:strong,depth=2
[the-name-of-twenty-x]
player = connect-four:random
[broken]
player = cmd:/bin/false
[counter]
player = cmd:python3 {{program}}
"""
KIT = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "kits", "python", "two-player")
# The starter bot, which reports how many moves it could choose from.
COUNTER = f"""
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, {KIT!r})
import bot
choose = bot.choose
def counted(position, moves):
    print(f"info string moves={{len(moves)}}", flush=True)
    return choose(position, moves)
bot.choose = counted
bot.main()
"""
OVER_HTTP = "game = vindinium\ntitle = Mines\nregistration = open\n"
ROWS = """return [...document.querySelectorAll('#standings tbody tr')].map((row) => ({
  rank: row.querySelector('.rank').textContent, name: row.querySelector('.name').textContent, elo: row.querySelector('.elo').textContent,
  bar: row.querySelectorAll('.elo-bar').length, dot: row.querySelector('.dot')?.textContent ?? null, gone: row.classList.contains('gone'), games: Number(row.children[3].textContent)}))"""
FRONT = "return document.querySelectorAll('#standings tbody tr').length > 2 && document.querySelectorAll('#recent .result').length > 3"
FAULT = "return document.querySelector('.result .fault')?.firstChild.data"
REGISTER = "document.getElementById('join-name').value = arguments[0]; document.querySelector('#join form').requestSubmit()"
YES = "document.querySelector('dialog button.primary').click()"
INVITATION = "return document.getElementById('invitation')?.textContent"


class League(Arena):
    """A running `boardbots league`; a context manager that stops it."""

    COMMAND = "league"

    def __init__(self, binary, folder, name, settings):
        file = os.path.join(folder, f"{name}.conf")
        with open(file, "w", encoding="utf-8") as out:
            out.write(settings)
        self.key_file = os.path.join(folder, f"{name}.admin-key")
        super().__init__(binary, file, "--db", os.path.join(folder, f"{name}.db"))

    def player(self, name):
        """The page of a player."""
        return f"{self.url}/league/players/{urllib.parse.quote(name, safe='')}"


def all_of(report, browser, binary, folder, axe):
    """A league from its start to its second season."""
    browser.fresh()
    program = os.path.join(folder, "counter.py")
    with open(program, "w", encoding="utf-8") as out:
        out.write(COUNTER)
    with League(binary, folder, "league", SETTINGS.format(program=program)) as server:
        report.group("A live board of a league", live, report, browser, server)
        # Before the checker of accessibility, which fills the log.
        report.group("Nothing from elsewhere, no error in a league", troubles.quiet, report, browser, server)
        report.group("The front of a league", front, report, browser, server, axe)
        report.group("A player of a league", player, report, browser, server, axe)
        report.group("An unknown player of a league", missing, report, browser, server)
        report.group("The administration of a league", managed, report, browser, server, axe)
        report.group("A league in other words", spoken, report, browser, server)
        browser.fresh()
    with League(binary, folder, "mines", OVER_HTTP) as server:
        report.group("A league over HTTP", over_http, report, browser, server)
        browser.fresh()


def front(report, browser, server, axe):
    """Standings, results with faults, links; they go on by themselves."""
    browser.open(server.url)
    report.check("standings and results are there", browser.wait(FRONT, seconds=60), browser.run("return document.body.innerText"))
    report.equal("the name is a heading, and text", browser.wait("return document.querySelector('.course h1')?.textContent"), TITLE)
    rows = browser.wait(f"const rows = (() => {{ {ROWS} }})(); return rows.every(({{ bar }}) => bar) && rows", seconds=60)
    report.equal("all players have a rank", [row["rank"] for row in rows or []], ["1", "2", "3", "4"])
    report.check("their rating has its interval", rows and all("±" in row["elo"] for row in rows), rows)
    report.equal("a program is marked as connected", {row["name"]: row["dot"] for row in rows or []},
                 {"otter": None, "the-name-of-twenty-x": None, "broken": "connected", "counter": "connected"})
    report.equal("a fault is told in words", browser.wait(FAULT), "The program of broken ended too early.")
    games = sum(row["games"] for row in rows)
    report.check("games go on without a reload", browser.wait(f"const rows = (() => {{ {ROWS} }})(); return rows.reduce((sum, {{ games }}) => sum + games, 0) > arguments[0]", games))
    for path in browser.run("return [...document.querySelectorAll('#links a')].map((link) => link.getAttribute('href'))"):
        report.equal(f"{path} is there", server.request("GET", path)[0], 200)
    report.check("who has no invitation is told so", "invitation link" in browser.run("return document.querySelector('.join').textContent"))
    tables_looks.each_looks(report, browser, axe, "the front of a league")
    browser.run("document.getElementById('rules').open = true; document.getElementById('recent-more').click()")
    report.check("there are the rules", "four pieces in a line" in browser.run("return document.getElementById('rules-text').innerText"))


def live(report, browser, server):
    """A board of the front is a table."""
    browser.open(server.url)
    report.check("a board is live", browser.wait("return document.querySelector('#live .card a')?.getAttribute('href').startsWith('/tables/')", seconds=60))
    browser.run("document.querySelector('#live .card a').click()")
    report.check("it can be watched", browser.wait("return location.pathname.startsWith('/tables/') && document.querySelector('.duel-board')"), browser.url())
    browser.open(f"{server.url}/tables")
    browser.wait("return document.querySelector('.course a')")
    browser.click(".course a")
    report.check("the lobby leads back to the league", browser.wait(FRONT, seconds=60))
    browser.click("#standings a[href='/league/players/otter']")
    report.equal("a name leads to its page", browser.wait("return document.querySelector('#player h1')?.textContent"), "otter")
    report.check("which has games", browser.wait("return document.querySelector('#player .result')"))


def player(report, browser, server, axe):
    """Ratings, versions, opponents, games with reasons, and numbers as charts."""
    browser.open(server.player("broken"))
    report.equal("the reason is there", browser.wait(FAULT), "The program of broken ended too early.")
    report.check("and what the program did", "exit code 1" in browser.run("return document.querySelector('.fault code').textContent"))
    browser.open(server.player("counter"))
    report.check("opponents are there", browser.wait("return document.querySelector('.opponents tbody a')"))
    report.equal("the version plays", browser.run("return [...document.querySelectorAll('.versions tbody tr')].map((row) => row.children[1].textContent)"), ["plays"])
    number = browser.wait("return [...document.querySelectorAll('.result')].find((entry) => entry.querySelector('.numbers') && !entry.querySelector('.fault'))?.dataset.game", seconds=60)
    browser.run("document.querySelector(`[data-game='${arguments[0]}'] .numbers`).open = true", number)
    report.check("numbers are charts", browser.wait("return document.querySelectorAll(`[data-game='${arguments[0]}'] .chart .line`).length === 1", number))
    browser.run("document.querySelector(`[data-game='${arguments[0]}'] .chart details`).open = true", number)
    told = server.json(f"/api/league/games/{number}")["numbers"]
    report.equal("and tables", browser.run("return document.querySelectorAll(`[data-game='${arguments[0]}'] .chart tbody`)[0].rows.length", number),
                 sum(len(seat.get("moves", [])) for seat in told))
    tables_looks.each_looks(report, browser, axe, "a player of a league")
    report.check("what is open stays open", browser.run("return document.querySelector(`[data-game='${arguments[0]}'] .chart details[open]`) !== null", number))


def missing(report, browser, server):
    """A player whom there is not."""
    browser.log("browser")
    browser.open(server.player(HOSTILE))
    report.equal("an unknown player leads to the league", browser.wait("return document.querySelector('#player a.button')?.getAttribute('href')"), "/")
    report.check("the missing player is all that is logged", all("404" in entry["message"] for entry in browser.log("browser")))


def managed(report, browser, server, axe):
    """The invitation by which a player registers, and the end of a season."""
    with open(server.key_file, encoding="utf-8") as file:
        key = file.read().strip()
    browser.open(f"{server.url}/admin")
    browser.wait("return !document.getElementById('enter').hidden")
    browser.run("document.getElementById('key').value = arguments[0]; document.getElementById('enter').requestSubmit()", key)
    old = browser.wait(INVITATION)
    report.check("the invitation is a link", (old or "").startswith(f"{server.url}/league/register#"), old)
    tables_looks.each_looks(report, browser, axe, "the administration of a league")
    browser.run("document.getElementById('new_link').click()")
    browser.run(YES)
    link = browser.wait("const text = document.getElementById('invitation').textContent; return text !== arguments[0] && text", old)
    report.check("there is a new link", link, old)
    browser.run("document.getElementById('close_season').click()")
    browser.run(YES)
    report.check("the season is closed", browser.wait("return document.getElementById('league').textContent.includes('Season 2')"))
    registered(report, browser, server, axe, old, link)
    browser.open(server.url)
    browser.wait("return !document.getElementById('seasons').hidden")
    browser.run("document.getElementById('seasons').open = true")
    report.equal("the season that is over has its standings", browser.wait("return document.querySelectorAll('#seasons tbody tr').length"), 4)
    tables_looks.each_looks(report, browser, axe, "a season that is over")


def registered(report, browser, server, axe, old, link):
    """A name that looks like markup registers, and its program joins."""
    for address, wanted in ((old, "invitation is not good"), (link, "")):
        browser.open("about:blank")
        browser.open(address)
        browser.wait("return document.getElementById('join-name')")
        browser.run(REGISTER, HOSTILE)
        said = browser.wait("return document.querySelector('#join .error')?.textContent || document.getElementById('join-key')?.textContent")
        report.check("an old invitation is refused" if wanted else "a good one gives a key", wanted in said if wanted else len(said) == 25, said)
    commands = browser.run("return document.getElementById('join-commands').innerText")
    report.equal("the commands are there", commands.split("\n"), [
        f"(umask 077; echo {said} > my.key)", "boardbots kit python connect-four my-bot",
        f"boardbots join {server.url}/league 'cmd:python3 my-bot/bot.py' --key-file my.key"])
    report.check("the key has the focus", browser.run("return document.activeElement.textContent.includes(arguments[0])", HOSTILE))
    tables_looks.each_looks(report, browser, axe, "a key of a league")
    asking = threading.Thread(target=tables_server.call, args=(server, "POST", "/api/league/play", {}, said))
    asking.start()
    browser.open(server.url)
    report.check("its program is connected", browser.wait(f"return (() => {{ {ROWS} }})().some(({{ name, dot }}) => name === arguments[0] && dot === 'connected')", HOSTILE),
                 browser.run(ROWS))
    report.equal("its name made no element", browser.run("return document.querySelectorAll('.name *').length"), 0)
    asking.join(ANSWER_SECONDS)


def spoken(report, browser, server):
    """The pages on a phone in every language."""
    browser.screen(*tables_looks.SIZES["phone"])
    for language in tables_looks.LANGUAGES:
        tables_looks.speak(browser, server, language)
        for name, path, ready in (("the front", "/", FRONT), ("a player", "/league/players/broken", FAULT), ("the register", "/league/register#x", "return document.getElementById('join-name')")):
            browser.open("about:blank")
            browser.open(server.url + path)
            report.check(f"{name} in {language} is there", browser.wait(ready, seconds=60))
            browser.settle()
            report.equal(f"{name} in {language}: nothing is cut off, nothing overlaps", browser.run(tables_looks.PROBLEMS), [])
    tables_looks.speak(browser, server, "en")
    browser.screen(1280, 900)


def over_http(report, browser, server):
    """Clients that play over HTTP get an address and the key."""
    browser.open(f"{server.url}/league/register")
    browser.wait("return document.getElementById('join-name')")
    browser.run(REGISTER, "Bruno")
    key = browser.wait("return document.getElementById('join-key')?.textContent")
    report.check("a command has the address and the key", browser.run("return document.getElementById('join').innerText.includes(arguments[0])", f"bot.py {server.url} {key}"))
    report.check("the address of the arena is there", browser.run("return document.getElementById('join').innerText.includes(arguments[0])", f"{server.url}/api/arena"))
    report.equal("nothing is cut off, nothing overlaps", browser.run(tables_looks.PROBLEMS), [])
