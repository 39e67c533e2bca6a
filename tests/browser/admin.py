"""The page of the administration, and the course that it sets for all pages."""

import json

import tables_looks

ROWS = "return [...document.querySelectorAll('#players tr')].map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent))"
KEYS = "return [...document.querySelectorAll('#made-rows tr')].map((row) => [...row.children].map((cell) => cell.textContent))"
FILL = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.form?.requestSubmit(); return true"
WRONG = "return !document.getElementById('enter').hidden && document.getElementById('error').textContent"
# The button of a row, by its text.
PRESS = """
const row = [...document.querySelectorAll('#players tr')].find(({ children }) => children[0].textContent === arguments[0]);
[...row.querySelectorAll('button')].find((button) => button.firstChild.data === arguments[1]).click();
return true"""
COURSE = "return document.querySelector('.course')?.innerText"
ACCENT = "return getComputedStyle(document.documentElement).getPropertyValue('--accent')"


def rows_become(report, browser, what, wanted):
    """Waits for the table of players to be this."""
    browser.wait(f"const rows = (() => {{ {ROWS} }})(); return JSON.stringify(rows) === arguments[0]", json.dumps(wanted, separators=(",", ":")))
    report.equal(what, browser.run(ROWS), wanted)


def managed(report, browser, arena, axe, key_file):
    """Players are added, changed and removed."""
    with open(key_file, encoding="utf-8") as file:
        key = file.read().strip()
    browser.open(f"{arena.url}/admin")
    browser.wait("return !document.getElementById('enter').hidden")
    tables_looks.each_looks(report, browser, axe, "the question for the key")
    browser.run(FILL, "#key", "x" * 25)
    report.equal("A wrong key is refused", browser.wait(WRONG), "This is not the admin key.")
    browser.run(FILL, "#key", key)
    report.check("The right one opens", browser.wait("return !document.getElementById('inside').hidden && document.activeElement.id === 'players-title'"))
    browser.run(FILL, "#names", "Ada\n\nBob\nAl")
    report.equal("A line is named", browser.wait("return document.getElementById('error').textContent"),
                 "The server refused: line 4: a name has 3 to 20 characters")
    browser.run(FILL, "#names", "Ada\n\nBob\nEve of the long name")
    rows_become(report, browser, "Players are listed", [["Ada", "active"], ["Bob", "active"], ["Eve of the long name", "active"]])
    made = browser.wait(f"const made = (() => {{ {KEYS} }})(); return made.length === 3 && made")
    report.equal("Keys are shown", [(name, len(secret)) for name, secret in made], [("Ada", 25), ("Bob", 25), ("Eve of the long name", 25)])
    tables_looks.each_looks(report, browser, axe, "the administration")
    report.equal("A key is good", arena.request("POST", "/api/training", {"key": made[1][1], "turns": "1"})[0], 200)
    browser.run(PRESS, "Bob", "Disable")
    rows_become(report, browser, "One is disabled", [["Ada", "active"], ["Bob", "disabled"], ["Eve of the long name", "active"]])
    report.equal("Its key is refused", arena.request("POST", "/api/training", {"key": made[1][1]})[0], 400)
    browser.run(PRESS, "Bob", "Rename")
    browser.run("document.querySelector('dialog input').select()")
    tables_looks.each_looks(report, browser, axe, "the question for a name")
    browser.press(*"Zoe", "\ue007")
    rows_become(report, browser, "One is renamed", [["Ada", "active"], ["Eve of the long name", "active"], ["Zoe", "disabled"]])
    browser.run(PRESS, "Ada", "New key")
    browser.run("document.querySelector('dialog button.primary').click()")
    again = browser.wait(f"const made = (() => {{ {KEYS} }})(); return made.length === 1 && made")
    report.check("Another key is shown", again and again[0][0] == "Ada" and again[0][1] != made[0][1], again)
    browser.run(PRESS, "Eve of the long name", "Remove")
    browser.run("document.querySelector('dialog button.primary').click()")
    rows_become(report, browser, "One is removed", [["Ada", "active"], ["Zoe", "disabled"]])
    browser.run("document.getElementById('course-name').value = 'AI 1'; document.getElementById('colour').value = '#ffee00'")
    browser.run(FILL, "#announcements", "Monday:\n<b>final</b>")
    report.equal("The course has its name", browser.wait(f"{COURSE}"), "AI 1")
    browser.open(f"{arena.url}/admin")
    report.check("The key is kept", browser.wait("return !document.getElementById('inside').hidden"))
    browser.screen(*tables_looks.SIZES["phone"])
    for language in tables_looks.LANGUAGES:
        tables_looks.speak(browser, arena, language)
        browser.open(f"{arena.url}/admin")
        browser.wait("return !document.getElementById('inside').hidden")
        browser.settle()
        report.equal(f"In {language}: nothing is cut off, nothing overlaps", browser.run(tables_looks.PROBLEMS), [])
    tables_looks.speak(browser, arena, "en")
    browser.screen(1280, 900)
    browser.open(f"{arena.url}/admin")
    browser.wait("return !document.getElementById('inside').hidden")


def announced(report, browser, arena, axe):
    """The course is on the pages, in a colour that can be read."""
    for path, whole in [("/", True), ("/tables", True), ("/seat", False), ("/admin", False)]:
        browser.open(f"{arena.url}{path}")
        said = browser.wait(COURSE)
        report.equal(f"{path}: what is said", [line for line in (said or "").split("\n") if line], ["AI 1", "Monday:", "<b>final</b>"] if whole else ["AI 1"])
        report.check(f"{path}: the colour", "light-dark" in browser.run(ACCENT) and "#2a6549" not in browser.run(ACCENT), browser.run(ACCENT))
        if whole:
            tables_looks.each_looks(report, browser, axe, f"{path} with a course")
