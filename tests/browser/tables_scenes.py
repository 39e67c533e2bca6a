"""Every page in a state that is worth looking at."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import roles
import tables_duel
import tables_mech
import tables_page as page
import tables_server
from arena import Game
from tables_server import bot, me

TABLE = "return document.querySelector('#game')?.dataset.n === '{n}' && !document.querySelector('#connection').textContent"
OTHER = "return document.querySelector('{selector}')?.checkVisibility()"
# Choices after which a scene must have come about, and the round in which a fight is waited for no longer.
ENOUGH, LATE = 100, 12


@dataclass
class Scene:
    """A page: its name, its address, what is true once it is there, and what is done then; whether that could be done."""

    name: str
    url: str
    ready: str
    act: Callable = lambda browser: True


def table_scene(server, name, table, token=None):
    """A table as it stands now."""
    n = tables_server.state(server, table, token)["n"]
    return Scene(name, page.address(server, table), TABLE.format(n=n))


def opened(browser, server, game, seats, **options):
    """Opens a table that this browser has seats at, without showing it; answers its id and token."""
    table = browser.run(page.OPEN, {"game": game, "options": options, "seats": seats})
    return table, page.token(browser, table)


def play(server, table, token, choose, until):
    """Plays our seat until something holds, without a page; answers whether it does."""
    for _ in range(ENOUGH):
        state = tables_server.turn_of(server, table, token)
        if state["ended"] is not None or until(state):
            return state["ended"] is None
        tables_server.choose(server, table, token, state["n"], choose(state))
    return False


def dragon(browser, server):
    """Four at Dragon Slayer, in the middle of our turn."""
    seats = [me("Ada"), *(bot(f"dragon-slayer:{name}") for name in names(server, 3))]
    table, token = opened(browser, server, "dragon-slayer", seats)

    def choice(state):
        kinds = {one["kind"]: one["choice"] for one in reversed(state["choices"])}
        return kinds.get("pass") or kinds.get("refuse") or kinds.get("stop") or kinds["fight"]

    play(server, table, token, choice, lambda state: state["n"] > 12 and state["view"]["turn"]["points"] and state["view"]["active"] == 0)
    return table, token


def names(server, count):
    """The first opponents at Dragon Slayer that the lobby offers."""
    games = tables_server.said(server, "/api/games")["games"]
    offers = next(game["bots"] for game in games if game["game"] == "dragon-slayer")
    return [offer["player"].split(":")[1] for offer in offers[:count]]


def duel(browser, server, game, moves, **options):
    """A game for two after some moves."""
    table, token = opened(browser, server, game, [me("Ada"), bot(tables_duel.WEAKEST[game])], **options)
    chance = random.Random(8)
    play(server, table, token, lambda state: tables_duel.decide(state, chance)["choice"], lambda state: state["n"] >= moves)
    return table, token


def mech(browser, server, phase):
    """A fight in which we are asked where to move, after an exchange of fire if there is one soon, or what to fire, with a target."""

    def choice(state):
        return tables_mech.onward(state)["choice"] if state["view"]["phase"] == "movement" else first(state)

    def there(state):
        view = state["view"]
        if phase == "weapons":
            return any("weapons" in choice for choice in state["choices"])
        return view["phase"] == phase and (len(view["attacks"]) > 2 or view["turn"] > LATE)

    # Dice can end a fight before; then there is another.
    for _ in range(tables_mech.MOST_FIGHTS):
        table, token = opened(browser, server, "battletech", [me("Ada"), bot("battletech:strong")], map="poblado")
        if play(server, table, token, choice, there):
            return table, token
    raise AssertionError(f"no fight came to such a phase of {phase}, as {page.address(server, table)}")


def first(state):
    """Every weapon at the first target that it can hit, else what is offered first."""
    lies = state["view"]["mechs"][0]["prone"]
    for choice in state["choices"]:
        # A mech that lies needs its arms for something else.
        weapons = [weapon for weapon in choice.get("weapons") or [] if not (lies and weapon["at"].startswith("B"))]
        shots = [(weapon["id"], target["mech"]) for weapon in weapons for target in weapon["targets"][:1] if "needs" in target]
        if shots:
            return f"fire {shots[0][1]} " + ",".join(str(weapon) for weapon, mech in shots if mech == shots[0][1])
    return state["choices"][0]["choice"]


def of(browser, server):
    """All scenes of tables on this server; the browser gets the seats."""
    page.open_lobby(browser, server)
    four = duel(browser, server, "desconecta4", 26)
    tron = duel(browser, server, "tron", 10)
    short = duel(browser, server, "tron", 200, size=8, seed=6)
    slayer = dragon(browser, server)
    moving, shooting = (mech(browser, server, phase) for phase in ("movement", "weapons"))
    invited, _ = opened(browser, server, "dragon-slayer", [me("Ada"), tables_server.INVITED, tables_server.INVITED])
    hosted, seats = tables_server.create(server, "dragon-slayer", [me("Grace"), tables_server.INVITED])
    link = f"{page.address(server, hosted)}#invite={seats[1]['invitation']}&seat=1"
    return [
        Scene("lobby", f"{server.url}/tables", OTHER.format(selector="#own .card") + " && document.querySelector('#statistics').childElementCount > 1"),
        table_scene(server, "dragon-slayer", *slayer),
        table_scene(server, "desconecta4", *four),
        table_scene(server, "tron", *tron),
        table_scene(server, "battletech", *moving),
        table_scene(server, "battletech-weapons", *shooting),
        table_scene(server, "replay", *short),
        table_scene(server, "invitations", invited),
        Scene("invited", link, OTHER.format(selector="#join-name")),
    ]


def after(browser, server):
    """The scenes of a game that is over, and of what is asked on the way; the browser gets the seats."""
    page.open_lobby(browser, server)
    table, _ = opened(browser, server, "connect-four", [me("Ada"), me("Eve")])
    tokens = [seat["token"] for seat in browser.run(page.OWN, table)["seats"]]
    for n, column in enumerate("3034363"):
        tables_server.choose(server, table, tokens[n % 2], n, column)
    waiting, _ = opened(browser, server, "connect-four", [me("Ada"), tables_server.INVITED])
    end = Scene("end", page.address(server, table), page.ENDED)
    question = "return document.querySelector('dialog[open]') !== null"
    invitation = table_scene(server, "", waiting)
    lobby = "return document.querySelector('#new .send') && document.querySelector('#statistics').childElementCount > 1"
    return [
        end,
        Scene("analysis", end.url, end.ready, analysed),
        Scene("step", f"{end.url}#step=6", "return document.querySelector('#replay .where')?.textContent.includes('Step 6 of 7')"),
        Scene("invitation-code", invitation.url, invitation.ready,
              lambda browser: roles.press(browser, "button", "QR code") and browser.wait("return document.querySelector('.links .qr path')")),
        Scene("leaving", invitation.url, invitation.ready,
              lambda browser: roles.press(browser, "button", "Leave the table") and browser.wait(question)),
        Scene("protecting", f"{server.url}/tables", lobby,
              lambda browser: page.write(browser, "#new .place:nth-child(1) input", "Ada") or roles.press(browser, "button", "Protect this name") and browser.wait(question)),
    ]


def analysed(browser):
    """Asks for the analysis of a game, and waits for its end."""
    return roles.press(browser, "button", "Analysis") and browser.wait("return document.querySelector('#analysis progress').hidden", seconds=60)


def of_arena(browser, arena):
    """The scenes of Vindinium: a game that is watched, the form for a seat, and a seat."""
    game = Game(arena, "training", {"key": "Grace", "turns": "200", "opponents": "miner,hunter,guard"})
    game.move_until(120)
    wish = {"name": "Ada", "kind": "training", "turns": 60, "opponents": "miner,hunter,guard"}
    status, seat = tables_server.call(arena, "POST", "/api/seats", wish)
    if status not in (200, 201):
        raise AssertionError(f"no seat: {status} {seat}")
    return game, [
        Scene("vindinium", f"{arena.url}/{game.id}", "return document.querySelector('#turn')?.dataset.turn === '120'"),
        Scene("seat-form", f"{arena.url}/seat", OTHER.format(selector="#form button[type=submit]")),
        Scene("seat", f"{arena.url}/seat#{seat['token']}", "return document.querySelector('#turnbox')?.dataset.phase === 'yours' && document.querySelectorAll('#heroes > li').length === 4"),
        Scene("arena", f"{arena.url}/", "return document.querySelector('#status')?.dataset.status === 'live'"),
    ]
