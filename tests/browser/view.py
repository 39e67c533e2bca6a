"""What a game's page shows, read from what is drawn and written there."""

# Positions come from where the pieces are on the screen, numbers from the text that is read.
PIECES = r"""
const board = document.querySelector('#board');
const area = board.querySelector('svg.pieces').getBoundingClientRect();
const size = board.querySelector('svg.pieces').viewBox.baseVal.width / 20;
const tileOf = (node) => {
  const box = node.getBoundingClientRect();
  return {x: Math.floor((box.top + box.height / 2 - area.top) / area.height * size),
          y: Math.floor((box.left + box.width / 2 - area.left) / area.width * size)};
};
const text = (root, selector) => root.querySelector(selector).textContent;
const visible = (node) => node.checkVisibility({visibilityProperty: true});
const cards = [...document.querySelectorAll('#heroes > li')];
const heroes = cards.map((card) => {
  const facts = Object.fromEntries([...card.querySelectorAll('.fact')].map((fact) => [text(fact, 'dt'), text(fact, 'dd')]));
  const piece = board.querySelector(`.hero[data-hero="${card.dataset.hero}"]`);
  return {
    id: Number(card.dataset.hero), name: text(card, '.name'),
    gold: Number(facts.Gold), mineCount: Number(facts.Mines), life: Number(text(card, '.vigour b')),
    bar: card.querySelector('.fill').style.width, elo: facts.Rating,
    lastDir: card.querySelector('.direction').getAttribute('aria-label'),
    crashed: visible(card.querySelector('.crashed')), cross: visible(piece.querySelector('.cross')),
    pos: tileOf(piece.querySelector('.token path')), number: text(piece, '.token text'),
  };
});
const mines = [...board.querySelectorAll('.mine')].map((mine) => {
  const {x, y} = tileOf(mine.querySelector('.rock'));
  return [x, y, text(mine, 'text') || '-', getComputedStyle(mine.querySelector('.rock')).fill];
});
const taverns = [...board.querySelectorAll('.tavern')].map((tavern) => {
  const {x, y} = tileOf(tavern);
  return [x, y];
});
"""

SHOWN = PIECES + r"""
return {
  size, heroes, mines, taverns,
  turn: Number(document.querySelector('#turn').dataset.turn),
  round: Number(text(document, '#turn-now')),
  index: Number(document.querySelector('#player').dataset.index),
  slider: document.querySelector('#slider').valueAsNumber,
  sliderMax: Number(document.querySelector('#slider').max),
  mover: text(document, '#mover'),
};
"""

STATE = r"""
const player = document.querySelector('#player'), status = document.querySelector('#status');
return {mode: player.dataset.mode, turn: Number(document.querySelector('#turn').dataset.turn),
  index: Number(player.dataset.index), last: Number(player.dataset.last), status: status.dataset.status,
  text: status.textContent};
"""

BOTS = ("random", "miner", "hunter", "guard", "planner", "influence", "steady", "patient", "default")

# A mine is filled with the colour of its owner.
COLOURS = {"-": "rgb(111, 115, 111)", "1": "rgb(0, 106, 166)", "2": "rgb(176, 67, 0)", "3": "rgb(240, 180, 0)",
           "4": "rgb(220, 138, 184)"}


def called(seats):
    """What the pages call the players of these seats, `(name, kind)`: house bots with a capital, numbered where they are alike."""
    names = []
    for name, kind in seats:
        alike = seats.count((name, kind)) > 1
        number = sum(known.startswith(name.capitalize()) for known in names) + 1
        names.append(name if kind != "bot" else f"{name.capitalize()} {number}" if alike else name.capitalize())
    return names


def players(game):
    """What the page calls the heroes of a game object, in which only users have ids."""
    return called([(hero["name"], "program" if "userId" in hero else "bot" if hero["name"] in BOTS else "person") for hero in game["heroes"]])


def expected(game, final=False):
    """What the page has to show for a game object of the API."""
    size, tiles = game["board"]["size"], game["board"]["tiles"]
    pairs = [tiles[at:at + 2] for at in range(0, len(tiles), 2)]
    heroes = [{
        "id": hero["id"], "name": name, "gold": hero["gold"], "mineCount": hero["mineCount"],
        "life": hero["life"], "bar": f"{hero['life']}%", "elo": str(hero["elo"]) if "elo" in hero else "–",
        "lastDir": hero.get("lastDir", "–"), "crashed": hero["crashed"], "cross": hero["crashed"],
        "pos": hero["pos"], "number": str(hero["id"]),
    } for hero, name in zip(game["heroes"], players(game))]
    return {
        "size": size,
        "turn": game["turn"],
        "round": min(game["turn"] // 4 + 1, max(1, -(-game["maxTurns"] // 4))),
        "mover": "Finished" if final else f"Hero {game['turn'] % 4 + 1} is moving",
        "heroes": heroes,
        "mines": [[at // size, at % size, pair[1], COLOURS[pair[1]]] for at, pair in enumerate(pairs) if pair[0] == "$"],
        "taverns": [[at // size, at % size] for at, pair in enumerate(pairs) if pair == "[]"],
    }


def shown(browser):
    """What the page shows now."""
    return browser.run(SHOWN)


def state(browser):
    """Where the replay is."""
    return browser.run(STATE)


def open_game(browser, url, game_id, seconds=30):
    """Opens a game's page and waits until its board is drawn."""
    browser.open(f"{url}/{game_id}")
    return browser.wait("return !document.querySelector('#game').hidden && document.querySelector('#player').dataset.last", seconds=seconds)


def wait_turn(browser, turn, seconds=30):
    """Waits until the page shows a turn, and the frame after, when everything of it is drawn."""
    found = browser.wait("return document.querySelector('#turn').dataset.turn === arguments[0]", str(turn), seconds=seconds)
    browser.settle()
    return bool(found)


def seek(browser, index):
    """Drags the slider to a place, as far as the page can tell, and waits until it is drawn."""
    browser.run("const s = document.querySelector('#slider'); s.value = arguments[0];"
                "s.dispatchEvent(new Event('input', {bubbles: true}));", index)
    browser.settle()


def same(report, what, browser, game, final=False):
    """Checks that the page shows exactly the state of a game object."""
    seen, wanted = shown(browser), expected(game, final)
    different = {key: (seen[key], value) for key, value in wanted.items() if seen[key] != value}
    if seen["slider"] != seen["index"]:
        different["slider"] = (seen["slider"], seen["index"])
    detail = []
    for key, (got, want) in different.items():
        if isinstance(want, list) and isinstance(got, list):
            got, want = [g for g in got if g not in want], [w for w in want if w not in got]
        detail.append(f"{key}: seen {got}, wanted {want}")
    return report.check(what, not different, "; ".join(detail)[:1500])
