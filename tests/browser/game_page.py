"""Checks of a game's page: held, live, finished and as a replay."""

import time

import view
from webdriver import ARROW_LEFT, ARROW_RIGHT, END, HOME

RESULT = r"""
return [...document.querySelectorAll('#places > li')].map((seat) => [
  seat.querySelector('.place').textContent, seat.querySelector('.badge').getAttribute('aria-label'),
  seat.querySelector('.name').textContent, seat.querySelector('.number').textContent]);
"""


def held(report, browser, arena, game):
    """A training game that waits for its player in the middle."""
    report.check("the page of a game with no move yet shows it", view.open_game(browser, arena.url, game.id))
    view.same(report, "turn 0", browser, game.states[0])
    report.check("the chart waits for a second state", not browser.run("return document.querySelector('#chart-section').checkVisibility()"))
    game.move_until(60)
    report.check("the page follows to turn 60", view.wait_turn(browser, 60))
    view.same(report, "turn 60, live", browser, game.states[60])
    report.equal("it is live", [view.state(browser)[key] for key in ("mode", "status", "text", "last")], ["live", "live", "Live", 60])
    report.check("the chart is there", browser.run("return document.querySelector('#chart-section').checkVisibility()"))
    report.check("no result yet", not browser.run("return document.querySelector('#result').checkVisibility()"))
    kind = browser.run("return document.querySelector('.title').textContent")
    report.check("its kind and id are told", "Training" in kind and game.id in kind, kind)
    for turn in (0, 4, 32, 56):
        view.seek(browser, turn)
        view.same(report, f"scrubbed to turn {turn} while it runs", browser, game.states[turn])
    game.move_until(80)
    grown = browser.wait("return document.querySelector('#player').dataset.last === '80'")
    report.check("the slider grows while the page stays where it was put", grown and view.state(browser)["turn"] == 56, view.state(browser))
    view.same(report, "turn 56 is still shown", browser, game.states[56])
    browser.click("#live")
    report.check("the live button goes to the newest", view.wait_turn(browser, 80))
    view.same(report, "turn 80", browser, game.states[80])
    game.move_until(100)
    report.check("and stays there", view.wait_turn(browser, 100))
    browser.open(f"{arena.url}/{game.id}")
    report.check("opened in the middle it starts with the newest", view.wait_turn(browser, 100))
    view.same(report, "turn 100, loaded in the middle", browser, game.states[100])


def live(report, browser, arena, table, game_id):
    """An arena game of four, watched to its end."""
    report.check("the page of a running arena game shows it", view.open_game(browser, arena.url, game_id))
    at = table.goal
    report.check(f"it is at turn {at}", view.wait_turn(browser, at))
    newest = {game.state["turn"]: game.state for game in table.games}
    view.same(report, f"turn {at}, live", browser, newest[at])
    browser.click("#play")
    report.equal("pause stops following", view.state(browser)["mode"], "paused")
    table.play_until(500)
    table.running()
    browser.wait("return document.querySelector('#player').dataset.last === '500'")
    report.equal("paused, it stays while the game goes on", (view.state(browser)["turn"], view.state(browser)["last"]), (at, 500))
    browser.click("#play")
    moved = browser.wait("return Number(document.querySelector('#turn').dataset.turn) > arguments[0]", at)
    report.check("play goes on from there", moved and view.state(browser)["turn"] < 500, view.state(browser))
    browser.click("#speed option[value='16']")
    report.check("it catches up with the game", view.wait_turn(browser, 500))
    report.equal("and is live again", view.state(browser)["mode"], "live")
    final = table.finish()
    report.check("the page follows to the end", view.wait_turn(browser, final["turn"], seconds=60))
    browser.wait("return document.querySelector('#status').dataset.status === 'finished'")
    view.same(report, "the final state, watched live", browser, final, final=True)
    finished(report, browser, final)
    requests = len(stream_requests(browser))
    time.sleep(4)  # longer than a browser waits before it opens a closed stream again
    report.equal("the stream is not opened again after the end", stream_requests(browser)[requests:], [])


def stream_requests(browser):
    """The event streams that this page has asked for and that have ended."""
    return browser.run("return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => n.includes('/events/'))")


def finished(report, browser, final):
    """The result of a game as its page shows it."""
    report.equal("its status is finished", view.state(browser)["text"], "Finished")
    report.check("no live button", not browser.run("return document.querySelector('#live').checkVisibility()"))
    gold = [hero["gold"] for hero in final["heroes"]]
    names = view.players(final)
    seats = sorted((1 + sum(other > hero["gold"] for other in gold), hero["id"], hero["gold"]) for hero in final["heroes"])
    wanted = [[f"{place}.", f"Hero {number}", names[number - 1], str(gold)] for place, number, gold in seats]
    report.equal("the result with places", browser.run(RESULT), wanted)


def replay(report, browser, arena, game_id):
    """A finished game: its result, every state that is asked for, keys and buttons."""
    states = arena.events(game_id)
    last = len(states) - 1
    report.equal("the arena tells every state", [state["turn"] for state in states], list(range(states[-1]["maxTurns"] + 1)))
    view.open_game(browser, arena.url, game_id)
    report.check("a finished game opens at its end", view.wait_turn(browser, last))
    browser.wait("return document.querySelector('#status').dataset.status === 'finished'")
    view.same(report, "the final state", browser, states[-1], final=True)
    finished(report, browser, states[-1])
    for turn in sorted({0, 1, 2, 3, 5, 17, last // 3, last // 2, last - 1} | set(range(7, last, max(1, last // 12)))):
        view.seek(browser, turn)
        if not view.same(report, f"scrubbed to turn {turn}", browser, states[turn]):
            break
    steps = [("#first", 0), ("#forward", 1), ("#forward", 2), ("#back", 1), ("#last", last), ("#back", last - 1)]
    for button, turn in steps:
        browser.click(button)
        view.wait_turn(browser, turn, seconds=5)
        report.equal(f"{button} leads to turn {turn}", view.state(browser)["turn"], turn)
    browser.run("document.activeElement.blur()")
    for key, name, turn in [(HOME, "Home", 0), (ARROW_RIGHT, "→", 1), (ARROW_RIGHT, "→", 2), (ARROW_LEFT, "←", 1),
                            (END, "End", last), (ARROW_LEFT, "←", last - 1)]:
        browser.press(key)
        view.wait_turn(browser, turn, seconds=5)
        report.equal(f"key {name} leads to turn {turn}", view.state(browser)["turn"], turn)
    browser.run("document.querySelector('#slider').focus()")
    browser.press(ARROW_LEFT)
    view.wait_turn(browser, last - 2, seconds=5)
    view.same(report, "a key on the slider is one turn", browser, states[last - 2])
    label = browser.run("return document.querySelector('#slider').getAttribute('aria-valuetext')")
    turn, most = last - 2, states[-1]["maxTurns"]
    report.equal("the slider says its turn", label, f"round {turn // 4 + 1} of {most // 4}, Hero {turn % 4 + 1} is moving")


def plays(report, browser, arena, game_id):
    """Play, pause and speed."""
    states = arena.events(game_id)
    last = len(states) - 1
    view.open_game(browser, arena.url, game_id)
    view.wait_turn(browser, last)
    browser.wait("return document.querySelector('#status').dataset.status === 'finished'")
    browser.run("document.activeElement.blur()")
    browser.press(" ")
    report.check("space at the end plays from the start", browser.wait(
        "const turn = Number(document.querySelector('#turn').dataset.turn); return turn > 3 && turn < 600"))
    report.equal("the button offers a pause", browser.run("return document.querySelector('#play').getAttribute('aria-label')"), "Pause")
    browser.press(" ")
    browser.wait("return document.querySelector('#player').dataset.mode === 'paused'")
    turn = view.state(browser)["turn"]
    time.sleep(0.5)
    report.equal("space again stops it", view.state(browser), {**view.state(browser), "turn": turn, "mode": "paused"})
    view.same(report, f"where it stopped, turn {turn}, is that state", browser, states[turn])
    rates = {}
    for speed in ("0.5", "4"):
        view.seek(browser, 0)
        browser.click(f"#speed option[value='{speed}']")
        # Measured in the page between two states, so that a slow machine measures itself.
        rates[speed] = browser.run(r"""
            const turn = () => Number(document.querySelector('#turn').dataset.turn);
            document.querySelector('#play').click();
            return new Promise((done) => {
              let from = null;
              const look = (now) => {
                if (!from && turn() > 0) from = [now, turn()];
                if (from && now - from[0] > 1500) done((turn() - from[1]) / (now - from[0]) * 1000);
                else requestAnimationFrame(look);
              };
              requestAnimationFrame(look);
            });""")
        browser.click("#play")
    report.check("speed 4 is much faster than 0.5", rates["4"] > 3 * rates["0.5"] > 0, rates)
    view.seek(browser, last - 200)
    browser.click("#speed option[value='16']")
    browser.click("#play")
    report.check("play runs to the end and stops there", view.wait_turn(browser, last, seconds=60))
    report.equal("paused at the end", view.state(browser)["mode"], "paused")
    view.same(report, "the end, played to", browser, states[-1], final=True)


MARKED = view.PIECES + r"""
const shape = {hit: 'circle', dead: '.skull', claim: 'rect', drink: 'circle'}[arguments[0]];
return [...board.querySelectorAll(`.mark.${arguments[0]}`)].map((mark) => {
  const {x, y} = tileOf(mark.querySelector(shape));
  return [x, y];
});
"""
# Of a hero that walks: one that has just jumped stays so until it moves again.
GLIDE = """
const hero = document.querySelector('.pieces .hero'), jumped = hero.classList.replace('jump', 'walked');
const { transitionDuration } = getComputedStyle(hero);
if (jumped) hero.classList.replace('walked', 'jump');
return parseFloat(transitionDuration) * 1000;
"""


def turns_with(states):
    """A turn of each thing that is marked, and where: what it is, the turn, the tiles."""
    found = {}
    for before, after in zip(states, states[1:]):
        turn, mover, size = after["turn"], before["turn"] % 4, before["board"]["size"]
        changed = [(was, now) for seat, (was, now) in enumerate(zip(before["heroes"], after["heroes"])) if seat != mover]
        lost = [was["pos"] for was, now in changed if now["life"] == was["life"] - 20]
        dead = [was["pos"] for was, now in changed if now["life"] == 100 > was["life"] and was["life"] <= 20]
        own = after["heroes"][mover]
        pairs = [[state["board"]["tiles"][at:at + 2] for at in range(0, 2 * size * size, 2)] for state in (before, after)]
        taken = [at for at, (was, now) in enumerate(zip(*pairs)) if was != now == f"${own['id']}" and was[0] == "$"]
        drank = own["life"] > before["heroes"][mover]["life"] and own["gold"] < before["heroes"][mover]["gold"] + own["mineCount"]
        if lost and not dead:
            found.setdefault("hit", (turn, sorted([pos["x"], pos["y"]] for pos in lost)))
        if dead and not lost:
            found.setdefault("dead", (turn, [[pos["x"], pos["y"]] for pos in dead]))
        if taken and not dead and own["life"] < before["heroes"][mover]["life"]:
            found.setdefault("claim", (turn, sorted([at // size, at % size] for at in taken)))
        if drank:
            rows, columns = {"North": (-1, 0), "South": (1, 0), "East": (0, 1), "West": (0, -1)}[own["lastDir"]]
            found.setdefault("drink", (turn, [[own["pos"]["x"] + rows, own["pos"]["y"] + columns]]))
    return found


def marked(report, browser, arena, game_id):
    """Blows, deaths, mines and beer are marked where they happened, stay where the game is stopped, and fade while it is played."""
    states = arena.events(game_id)
    view.open_game(browser, arena.url, game_id)
    view.wait_turn(browser, len(states) - 1)
    browser.wait("return document.querySelector('#status').dataset.status === 'finished'")
    found = turns_with(states)
    report.equal("the game has all of them", sorted(found), ["claim", "dead", "drink", "hit"])
    for what, (turn, tiles) in found.items():
        view.seek(browser, turn)
        report.equal(f"what is marked of {what} at turn {turn}", sorted(browser.run(MARKED, what)), tiles)
    turn, _ = found["hit"]
    view.seek(browser, turn)
    lines = browser.run("return [...document.querySelectorAll('#events li')].map((li) => li.textContent)")
    report.check("it is told in words, with the round", lines and lines[0].startswith(f"{(turn - 1) // 4 + 1}: ") and any("hit by" in line for line in lines), lines)
    view.seek(browser, turn - 2)
    report.equal("the marks of another turn are gone", browser.run("return document.querySelectorAll('.mark.hit').length"), 0)
    # With less motion a mark is gone after a frame or two.
    browser.prefer(prefers_reduced_motion="no-preference")
    browser.run("document.querySelector('#play').click()")
    report.check("played, the blow is marked and fades", browser.wait("return document.querySelector('.mark.hit.fading') !== null"))
    report.check("and is gone while the game goes on", browser.wait(
        "return document.querySelector('#player').dataset.mode === 'playing' && document.querySelector('.mark.hit') === null", seconds=60))
    glides = {}
    for motion in ("no-preference", "reduce"):
        browser.prefer(prefers_reduced_motion=motion)
        for speed in ("0.5", "16"):
            browser.click(f"#speed option[value='{speed}']")
            browser.settle()
            glides[motion, speed] = browser.run(GLIDE)
    browser.prefer(prefers_reduced_motion="reduce")
    report.check("heroes glide, shorter than a turn takes, and not where less motion is preferred",
                 100 < glides["no-preference", "0.5"] <= 250 and glides["no-preference", "16"] <= 1000 / 8 / 16
                 and max(glides["reduce", "0.5"], glides["reduce", "16"]) < 1, glides)


WORDS = r"""
const text = (selector) => document.querySelector(selector).textContent;
const label = (selector) => document.querySelector(selector).getAttribute('aria-label');
const first = '#heroes > li:first-child';
return {
  status: text('#status'), kind: text('#kind'), result: text('#result-title'), chart: text('#chart-title'), mover: text('#mover'),
  facts: [...document.querySelectorAll(`${first} dt`)].map((dt) => dt.textContent), direction: label(`${first} .direction`),
  board: label('.pieces').split(':')[0], play: label('#play'), first: document.querySelector('#first').title,
};
"""


def spoken(report, browser, arena, game_id):
    """The page in another language, which is chosen on it."""
    last = arena.events(game_id)[-1]
    finished_in = "return document.documentElement.lang === arguments[0] && document.querySelector('#status').dataset.status === 'finished'"
    view.open_game(browser, arena.url, game_id)
    seen = {}
    for language in ("es", "en"):
        browser.click(f"#language option[value='{language}']")
        report.check(f"the page is shown in {language}", browser.wait(finished_in, language))
        browser.settle()
        texts = arena.json(f"/assets/lang_{language}.json")
        seen[language] = browser.run(WORDS)
        report.equal(f"its words are those of {language}", seen[language], {
            "status": texts["arena.over"], "kind": texts["arena.kind-arena"], "result": texts["arena.result"], "chart": texts["seat.gold"],
            "mover": texts["arena.over"], "facts": [texts[f"seat.{key}"] for key in ("gold", "mines", "last", "rating")],
            "direction": texts[f"seat.go.{last['heroes'][0]['lastDir']}"], "board": texts["seat.board-section"],
            "play": texts["ui.replay_play"], "first": f"{texts['ui.replay_first']} (Home)"})
    report.equal("no word of the one is the other's", [key for key in seen["es"] if seen["es"][key] == seen["en"][key] and key != "kind"], [])


def chart(report, browser, arena, game_id):
    """Gold over time."""
    states = arena.events(game_id)
    last = len(states) - 1
    view.open_game(browser, arena.url, game_id)
    view.wait_turn(browser, last)
    browser.wait("return document.querySelector('#chart').dataset.states === arguments[0]", str(last + 1))
    # Ends of the lines against the scale that is written beside them.
    lines = browser.run(r"""
        const texts = [...document.querySelectorAll('#chart .grid text[text-anchor=end]')];
        const scale = texts.slice(0, -1).map((t) => [Number(t.textContent), Number(t.getAttribute('y')) - 4]);
        const [low, high] = [scale[0], scale[scale.length - 1]];
        const gold = (y) => low[0] + (y - low[1]) / (high[1] - low[1]) * (high[0] - low[0]);
        return [...document.querySelectorAll('#chart .line')].map((line) => {
          const length = line.getTotalLength(), a = line.getPointAtLength(0), b = line.getPointAtLength(length);
          return [Math.round(gold(a.y)), Math.round(gold(b.y)), gold(b.y)];
        });""")
    report.equal("four lines from 0", [line[0] for line in lines], [0, 0, 0, 0])
    final = [hero["gold"] for hero in states[-1]["heroes"]]
    close = all(abs(line[2] - gold) <= 1 + max(final) / 100 for line, gold in zip(lines, final))
    report.check("the lines end at the final gold", close, (lines, final))
    before = view.state(browser)["turn"]
    browser.click_at("#chart", 0.5)
    browser.wait("return document.querySelector('#turn').dataset.turn !== arguments[0]", str(before))
    turn = view.wait_turn(browser, view.state(browser)["turn"]) and view.state(browser)["turn"]
    report.check("a click into the middle of the chart leads to the middle", abs(turn - last / 2) < last / 10, turn)
    view.same(report, f"turn {turn}, chosen in the chart", browser, states[turn])
    cursor = browser.run(r"""
        const grid = document.querySelector('#chart .grid line'), cursor = document.querySelector('#chart .cursor');
        const at = (name) => Number(grid.getAttribute(name));
        return (Number(cursor.getAttribute('x1')) - at('x1')) / (at('x2') - at('x1'));""")
    report.check("the cursor stands at the turn", abs(cursor - turn / last) < 0.005, (cursor, turn / last))
