"""Two people who have never seen it find every control by its role and name: a first game and a rematch of every game."""

import re
from dataclasses import dataclass, field

from people import CHOICES, Person
from tables_dragon import no_errors
from webdriver import ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, SPACE, Browser

PHONE, DESK = (390, 844), (1440, 900)
# Rounds of looking at both pages in one game; with more of them it does not come to its end.
MOST_LOOKS = 600
# Rounds of a game of Vindinium.
ROUNDS = 3
# The most clicks from the lobby to the first move.
FIRST_CLICKS = 3
# What the page says once the first move is made.
MOVED = r"return /Guest(:| fights| walks| runs| jumps| stays)/.test(document.body.innerText)"
ARROWS = {"Up": ARROW_UP, "Down": ARROW_DOWN, "Left": ARROW_LEFT, "Right": ARROW_RIGHT}
OVER = "Watch the replay"
KINDS = ("Open to everyone", "By invitation")


@dataclass
class Game:
    """A game as the lobby calls it, and how it is played here."""

    name: str
    # Words of its rules.
    rules: str
    # How what Ada and Eve look for begins, in this order.
    ada: tuple
    eve: tuple
    # The key that the page names for a choice.
    key: callable = None
    # Options that make it short.
    lists: dict = field(default_factory=dict)
    numbers: dict = field(default_factory=dict)
    # After this number of choices the rematch is given up: a whole fight takes half a minute.
    patience: int = MOST_LOOKS

    def pick(self, person, shown):
        """What a person presses: the first that is there of what is looked for. A weapon is ticked once."""
        wanted = self.ada if person.name == "Ada" else self.eve
        return next((one for word in wanted for one in shown if re.match(word, one.name) and not one.checked), None)


WAYS = ("Up", "Left", "Down", "Right")
SLAY = ("Spend the token", "Show all", "Challenge", "Let ", "Stop", "Refuse", "Red")
FIGHT = ("Move$", "Ahead:", ".* → ", "Medium laser", "Fire$", "Nothing$", "End the turn")
GAMES = [
    Game("Connect Four", "four pieces in a line", ("Drop into column 1",), ("Drop into column 2",), lambda one: one.name[-1]),
    Game("TRON", "Two vacuum cleaners", WAYS, WAYS, lambda one: ARROWS[one.name.split(",")[0]], numbers={"Size": "8", "Map number (0: any)": "3"}),
    Game("Desconecta4-BOOM", "in any direction, loses", ("Drop into column 1",), ("Drop into column 2",), lambda one: one.name[-1]),
    Game("Dragon Slayer", "If you lose your last warrior", SLAY, SLAY, lambda one: one.keys, lists={"Points to win": "20"}),
    Game("BattleTech", "Each player commands a mech", FIGHT, FIGHT, numbers={"Turn limit": "5"}, patience=12),
]


def lobby(person, server):
    """Comes to the lobby as a guest does, by its address."""
    person.browser.open(f"{server.url}/tables")


def opened(person, game, kind):
    """Opens a table by the lobby's form; answers the link for the other seat, if there is one."""
    person.press("radio", game.name)
    person.write("textbox", "Seat 1: Name", person.name)
    person.choose("Seat 2: Who", kind)
    if game.lists or game.numbers:
        person.open("Options")
    for name, value in game.lists.items():
        person.choose(name, value)
    for name, value in game.numbers.items():
        person.write("spinbutton", name, value)
    person.press("button", "Open the table")
    return person.read("textbox", "link for seat 2") if kind == "By invitation" else None


def seated(person, server, link, game, host):
    """Sits down by a link, or from the lobby."""
    if link:
        person.browser.open(link)
    else:
        lobby(person, server)
        person.press("link", f"Sit down: Seat 2, {game.name}, {host.name}")
    person.write("textbox", "Your name", person.name)
    person.press("button", "Sit down")


def played_out(report, game, people, rematch):
    """Both choose until the game is over, and read who has won."""
    going, choices, settled = list(people), 0, set()
    for _ in range(MOST_LOOKS):
        for person in list(going):
            shown = person.shown(*CHOICES)
            if any(one.name == OVER for one in shown):
                going.remove(person)
                continue
            wanted = game.pick(person, [one for one in shown if not one.off])
            if wanted is None:
                continue
            choices += 1
            if rematch and choices > game.patience:
                # In the question there is such a button, too; what it covers cannot be pressed.
                person.press("button", "Resign")
                person.press("button", "Resign")
                person.found("button", OVER)
            else:
                # A person who has come to the game once uses its keys from then on.
                person.take(wanted, game.key(wanted) if person in settled and game.key else None)
                settled.add(person)
        if not going:
            break
    told = {person.name: [one.name for one in person.shown("heading")] for person in people}
    winners = [name for name, headings in told.items() if "You have won!" in headings]
    agreed = all("Draw" in headings for headings in told.values()) if not winners else all(
        "You have won!" in headings if name == winners[0] else f"{winners[0]} has won" in headings for name, headings in told.items())
    report.check(f"both read how it ended, after {choices} choices", not going and agreed, told)
    for person in people:
        if person.by_keys:
            report.equal(f"{person} never lost the focus", person.lost, [])
            report.check("and it is where the result stands", person.focused() in told[person.name], person.focused())


def evening(report, server, game, ada, eve, kind):
    """A first game and a rematch of Ada, who opens the table, and Eve."""
    for person in (ada, eve):
        person.begin()
    link = opened(ada, game, kind)
    seated(eve, server, link, game, ada)
    report.check(f"Eve sits down by {eve.steps()}", ada.sees("Eve"))
    played_out(report, game, (ada, eve), False)
    eve.press("button", "Rematch")
    report.check("Ada reads who wants a rematch", ada.sees("Eve wants a rematch"))
    ada.press("button", "Play the rematch")
    for person in (ada, eve):
        person.by_keys = not person.by_keys
    played_out(report, game, (eve, ada), True)
    for person in (ada, eve):
        print(f"        {person.name}: {person.steps()}", flush=True)
    ada.press("link", "To the tables")


def all_of(report, _, server):
    """Every game in two browsers. Who has the phone, who the keys first, and how Eve comes, differs from game to game."""
    with Browser() as first, Browser() as second:
        ada, eve = Person("Ada", first), Person("Eve", second)
        for person in (ada, eve):
            person.browser.prefer(prefers_reduced_motion="reduce")
        lobby(ada, server)
        for number, game in enumerate(GAMES):
            ada.by_keys, eve.by_keys = number % 2 == 0, number % 2 == 1
            for person, small in ((ada, number // 2 % 2 == 0), (eve, number // 2 % 2 == 1)):
                person.browser.screen(*(PHONE if small else DESK))
            report.group(f"{game.name} by roles and names", evening, report, server, game, ada, eve, KINDS[(number + 1) // 2 % 2])
        no_errors(report, first, second)


def first_moves(report, _, server):
    """A newcomer makes the first move of every game by three clicks, and finds the rules open only once."""
    with Browser() as browser:
        browser.prefer(prefers_reduced_motion="reduce")
        guest = Person("Guest", browser)
        for size in (PHONE, DESK):
            browser.screen(*size)
            for game in GAMES:
                guest.begin()
                lobby(guest, server)
                report.equal("the name is filled in", guest.read("textbox", "Seat 1: Name"), "Guest")
                guest.press("radio", game.name)
                guest.press("button", "Open the table")
                choice = guest.offered(lambda shown: game.pick(guest, shown))
                shut = guest.found("DisclosureTriangle", "Rules").shut
                report.equal("the rules are open at the first table only", (not shut, guest.sees(game.rules, 0)), (size is PHONE,) * 2)
                guest.use(choice)
                report.check(f"{game.name}: the first move at {size[0]} by {size[1]}", browser.wait(MOVED), guest.shown("heading"))
                report.check(f"takes {guest.steps()}", guest.clicks <= FIRST_CLICKS)
        no_errors(report, browser)


def seats(report, _, arena):
    """Ada and Eve at Vindinium: each leads a hero against bots, in a first game and another one."""
    with Browser() as first, Browser() as second:
        people = Person("Ada", first), Person("Eve", second)
        for person, size in zip(people, (PHONE, DESK)):
            person.browser.prefer(prefers_reduced_motion="reduce")
            person.browser.screen(*size)
            lobby(person, arena)
            person.press("link", "Vindinium")
            person.press("button", "Take the seat")
            person.press("button", "Stay")
            report.check(f"Vindinium: the first move at {size[0]} by {size[1]}", person.sees("round 2 of 60"))
            report.check(f"takes {person.steps()}", person.clicks <= FIRST_CLICKS)
            person.press("button", "Leave the game")
            person.press("button", "Really leave? Your hero is out")
            person.press("button", "Play again")
        for by_keys in (people[:1], people[1:]):
            for person in people:
                person.begin()
                person.by_keys = person in by_keys
                hero_led(report, person)
        no_errors(report, first, second)


def hero_led(report, person):
    """A game from the form for a seat to its end, and the way back to the form."""
    person.write("textbox", "Your name", person.name)
    person.write("spinbutton", "Rounds", str(ROUNDS))
    person.press("button", "Take the seat")
    for number in range(ROUNDS):
        person.sees(f"round {number + 1} of {ROUNDS}")
        stay = person.offered(lambda shown: next((one for one in shown if one.name == "Stay"), None))
        if person.by_keys and number:
            person.type(SPACE)
        else:
            person.use(stay)
    report.check(f"{person} reads how it ended, after {person.steps()}", person.sees("Game over: place"))
    if person.by_keys:
        report.equal("and the focus is where it goes on", person.focused(), "Play again")
    person.press("button", "Play again")
