"""What a visitor sees at once: the way in, what is being played, boards, the end of a game; on a desk and on a phone."""


import tables_looks
import tables_page as page
import tables_scenes
import tables_server

# Whether the only element of this selector is in the window, whole, with nothing over its corners and its middle.
SEEN = r"""
const [node] = document.querySelectorAll(arguments[0]), box = node.getBoundingClientRect();
const at = [[2, 2], [box.width - 3, 2], [2, box.height - 3], [box.width - 3, box.height - 3], [box.width / 2, box.height / 2]];
return node.checkVisibility() && node.scrollHeight <= node.clientHeight + 1 && at.every(([x, y]) => {
  const found = document.elementFromPoint(box.left + x, box.top + y);
  return found && (node.contains(found) || found.contains(node));
});
"""


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
    report.group("BattleTech: what a move costs", costs, report, browser, server)
    report.group("No keys for fingers", touched, report, browser, server)
