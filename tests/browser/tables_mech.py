"""BattleTech in the browser: a fight of bots as it runs and as a replay, and a person's seat."""

import tables_mech_people as people
import tables_page as page
import tables_server
from webdriver import ARROW_LEFT, END, HOME

STRONG = "battletech:strong"
# Rounds of the fight that is watched, and those in which a person plays at least.
ROUNDS, OWN_ROUNDS = 5, 2
# Milliseconds between choices, so that a slow machine draws some of them.
PACE = 400
# How many single steps of the replay are looked at from its beginning.
STEPS = 25
MOST_CHOICES, MOST_FIGHTS = 80, 6
NEEDED = {"movement", "reaction", "weapons"}
PHASES = {"movement": "Movement", "reaction": "Torso", "weapons": "Weapons", "physical": "Blows", "end": "End"}
PLACES = 11
MODES = ["stay", "walk", "run", "jump"]
FORM = "#game .mech-form"

SHOWN = r"""
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
const units = [...document.querySelectorAll('.mech-unit')].sort((a, b) => a.dataset.seat - b.dataset.seat);
return {
  n: Number(document.querySelector('#game').dataset.n),
  turn: numbers(document.querySelector('.mech-turn').textContent),
  phase: document.querySelector('.mech-phases [aria-current]')?.textContent ?? null,
  places: units.map((unit) => numbers(unit.getAttribute('transform'))),
  wrecks: units.map((unit) => unit.querySelector('.mech-wreck') !== null),
  sheets: [...document.querySelectorAll('.mech-sheet')].map((sheet) => ({
    record: numbers(sheet.querySelector('.mech-diagram').getAttribute('aria-label')),
    heat: numbers(sheet.querySelector('.mech-heat').getAttribute('aria-label'))[0],
    words: sheet.querySelector('p').textContent,
    weapons: [...sheet.querySelectorAll('.mech-weapons tbody tr')].map((row) => !row.classList.contains('broken')),
  })),
  summary: [...document.querySelectorAll('#game .visually-hidden > li')].map((line) => line.textContent),
  traces: [...document.querySelectorAll('.mech-trace')].map((trace) => [Number(trace.dataset.seat), trace.classList[1], trace.getAttribute('points').split(' ').length]),
  hits: [...document.querySelectorAll('.mech-score')].map((score) => score.textContent).sort(),
};
"""


def centre(name):
    """Where a hex's middle is on the picture."""
    column, row = int(name[:2]) - 1, int(name[2:]) - 1
    return [6 + 32 + 48 * column, 6 + 28 * (1 + 2 * row + column % 2)]


def scores(view):
    """What stands at the lines between mechs: hits of shots, for each two and kind."""
    lines = {}
    for attack in view["attacks"]:
        target = attack.get("target")
        if target is not None and view["mechs"][attack["mech"]]["hex"] != view["mechs"][target]["hex"]:
            line = lines.setdefault((attack["mech"], target, attack["kind"]), [0, 0])
            line[0] += bool(attack["hit"])
            line[1] += 1
    return sorted(f"{hits}/{count}" for hits, count in lines.values())


def record(mech):
    """Armour and structure as the sheet's diagram tells them: what is left, and what there was."""
    armour, structure = mech["whole"]
    numbers = []
    for at in range(PLACES):
        numbers += [mech["armour"][at], armour[at]]
        if at < len(structure):
            numbers += [mech["structure"][at], structure[at]]
    return numbers


def same(report, what, browser, view, n):
    """Checks that the page shows exactly this view."""
    seen = browser.run(SHOWN)
    mechs = view["mechs"]
    wanted = {
        "n": n, "turn": [view["turn"], view["rounds"]], "phase": PHASES.get(view["phase"]),
        "places": [centre(mech["hex"]) for mech in mechs], "wrecks": [not mech["operative"] for mech in mechs],
        "traces": sorted([seat, mech["trace"]["mode"], len(mech["trace"]["path"])] for seat, mech in enumerate(mechs)
                         if mech.get("trace") and len(mech["trace"]["path"]) > 1),
        "hits": scores(view),
    }
    seen["traces"].sort()
    different = [f"{key}: seen {seen[key]}, wanted {value}" for key, value in wanted.items() if seen[key] != value]
    for seat, (sheet, mech) in enumerate(zip(seen["sheets"], mechs)):
        due = {"record": record(mech), "heat": mech["heat"], "weapons": [weapon["works"] for weapon in mech["weapons"]]}
        different += [f"{key} of mech {seat + 1}: seen {sheet[key]}, wanted {value}" for key, value in due.items() if sheet[key] != value]
        if mech["hex"] not in sheet["words"] or mech["hex"] not in seen["summary"][seat]:
            different.append(f"mech {seat + 1} is at {mech['hex']}: {sheet['words']}; {seen['summary'][seat]}")
    if len(seen["sheets"]) != len(mechs):
        different.append(f"{len(seen['sheets'])} sheets for {len(mechs)} mechs")
    return report.check(f"{what}, n = {n}", not different, "; ".join(different)[:1500])


def watched(report, browser, server):
    """A fight of bots as it runs; what was seen is compared with the history afterwards."""
    table, _ = tables_server.create(server, "battletech", [tables_server.bot(STRONG), tables_server.bot(STRONG)],
                                    rounds=ROUNDS, pace=PACE, map="poblado")
    page.open_table(browser, server, table)
    seen = {}
    while True:
        shown = browser.run(SHOWN)
        seen.setdefault(shown["n"], shown)
        if not browser.wait("return Number(document.querySelector('#game').dataset.n) > arguments[0] || !document.querySelector('#end').hidden", shown["n"], seconds=60):
            report.check("the fight goes on", False, page.shell(browser))
            return
        if browser.run(page.ENDED):
            break
    views, _ = tables_server.history(server, table)
    state = tables_server.state(server, table)
    good = [n for n, shown in seen.items() if same_places(shown, views[n])]
    report.check("the fight was seen as it ran", len(seen) > 5, sorted(seen))
    report.equal("what was seen is what was there, step by step", good, list(seen))
    same(report, "the end", browser, state["view"], state["n"])
    page.same_end(report, "BattleTech", browser, state)
    stepped(report, browser, state["n"], views)


def same_places(shown, view):
    """Whether what was seen in passing is this view, as far as every redraw shows it."""
    places = [centre(mech["hex"]) for mech in view["mechs"]]
    sheets = [(record(mech), mech["heat"]) for mech in view["mechs"]]
    return shown["places"] == places and [(sheet["record"], sheet["heat"]) for sheet in shown["sheets"]] == sheets \
        and shown["turn"] == [view["turn"], view["rounds"]]


def stepped(report, browser, last, views):
    """The replay, step by step by its button, then its end, by keys."""
    browser.run("document.querySelector('#title').focus()")
    browser.press(HOME)
    if not report.check("Home leads to the beginning", page.wait_n(browser, 0), page.shell(browser)):
        return
    same(report, "the replay", browser, views[0], 0)
    for n in range(1, min(STEPS, last) + 1):
        browser.click("#replay button:nth-of-type(4)")
        if not page.wait_n(browser, n) or not same(report, "the replay", browser, views[n], n):
            return
    for n in sorted({last // 2, last - 1}):
        page.seek(browser, n)
        same(report, "the replay", browser, views[n], n)
    browser.run("document.querySelector('.mech-box').focus()")
    browser.press(ARROW_LEFT, ARROW_LEFT, HOME)
    browser.settle()
    report.equal("keys on the map, also at its edge, leave the replay where it is",
                 browser.run("return document.querySelector('#replay input[type=range]').valueAsNumber"), last - 1)
    browser.run("document.querySelector('#title').focus()")
    browser.press(END)
    page.wait_n(browser, last)
    same(report, "the replay", browser, views[last], last)


def onward(state):
    """The movement by which most damage is expected; nearer to the enemy where none is."""
    enemy = state["view"]["mechs"][1]["hex"]

    def worth(choice):
        far = max(abs(int(choice["hex"][:2]) - int(enemy[:2])), abs(int(choice["hex"][2:]) - int(enemy[2:])))
        return max(choice["deal"]) - choice["take"], -far

    return max((choice for choice in state["choices"] if not choice.get("masc")), key=worth)


def move(browser, state):
    """Chooses a movement by the form: how, where to, go. Answers the hexes that it offered."""
    choice = onward(state)
    modes = [mode for mode in MODES if any(one["mode"] == mode for one in state["choices"])]
    browser.click(f"{FORM} .row button:nth-child({modes.index(choice['mode']) + 1})")
    browser.click(f"#mech-hex option[value='{choice['hex']}']")
    offered = browser.run("return [...document.querySelector('#mech-hex').options].map(({ value }) => value)")
    browser.click(f"{FORM} > button.primary")
    # The best first, as they are for a person; one that may ruin the hips comes last.
    ranked = sorted(state["choices"], key=lambda one: (bool(one.get("masc")), -people.worth(one)))
    return offered == [one["hex"] for one in ranked if one["mode"] == choice["mode"]]


def answer(browser, state):
    """Makes a choice by the form, as a person does who shoots with everything; answers whether it offered what it should."""
    phase = state["view"]["phase"]
    if phase == "movement":
        return move(browser, state)
    if phase == "weapons":
        weapons = [weapon for choice in state["choices"] for weapon in choice.get("weapons", [])]
        able = [place for place, weapon in enumerate(weapons, 1) if any("needs" in target for target in weapon["targets"])]
        for place in able:
            browser.click(f"{FORM} .mech-list > li:nth-child({place}) input")
        rows = browser.run("return [...document.querySelectorAll('#game .mech-form .mech-list > li')].map((row) => row.querySelector('input') !== null)")
        browser.click(f"{FORM} .row button.primary" if able else f"{FORM} .row button")
        return rows == [place in able for place in range(1, len(weapons) + 1)]
    if phase == "end":
        browser.click(f"{FORM} button.primary")
        return True
    buttons = browser.run("return document.querySelectorAll('#game .mech-form .mech-list button').length")
    browser.click(f"{FORM} .mech-list button")
    return buttons == len(state["choices"])


def seated(report, browser, server):
    """Some rounds by a person's seat, with what the form of each phase offers."""
    phases, damage = set(), False
    # The dice may end a fight in its first turns; then there is another one.
    for _ in range(MOST_FIGHTS):
        told = fight(report, browser, server, phases)
        if told is None:
            return
        damage = damage or told
        if NEEDED <= phases and damage:
            break
    report.check("the phases were played through", NEEDED <= phases, phases)
    report.check("expected damage is shown", damage)


def fight(report, browser, server, phases):
    """Rounds of one fight; adds its phases, and answers whether expected damage was shown. None if the page failed."""
    seats = [tables_server.me("Ada"), tables_server.bot(STRONG)]
    page.open_lobby(browser, server)
    # Nothing passes while it is compared, and no guide stands in the form.
    browser.run(people.KEEP, people.GUIDE, people.STEPS)
    browser.run(people.KEEP, people.ASKS, True)
    table = page.sit(browser, server, "battletech", seats, rounds=20, map="poblado")
    token, damage = page.token(browser, table), False
    for _ in range(MOST_CHOICES):
        state = tables_server.turn_of(server, table, token)
        if not page.wait_n(browser, state["n"]) or not same(report, "a person's seat", browser, state["view"], state["n"]):
            report.check("the page follows", False, page.shell(browser))
            return None
        if state["ended"] is not None:
            return damage
        own = tables_server.state(server, table)["view"]["mechs"]
        report.check("watchers do not see what only a mech's player knows", all("own" not in mech for mech in own))
        if state["view"]["turn"] > OWN_ROUNDS and NEEDED <= phases and damage:
            return damage
        phases.add(state["view"]["phase"])
        damage = damage or browser.run("return /\\d[.,]\\d damage/.test(document.querySelector('#game .mech-form').textContent)")
        report.check(f"what can be chosen is offered in {state['view']['phase']}", answer(browser, state))
        if not page.wait_past(browser, state["n"]):
            report.check(f"a choice of {state['view']['phase']} is taken", False, page.shell(browser))
            return None
    return damage
