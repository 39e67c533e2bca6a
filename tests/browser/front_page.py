"""Checks of the front page: running games, results, leaderboard, joining."""

import view

RUNNING = r"""
return [...document.querySelectorAll('#running > li')].map((card) => ({
  id: card.querySelector('.cover code').textContent,
  href: card.querySelector('.cover').getAttribute('href'),
  turns: card.querySelector('.turns').textContent,
  standing: card.querySelector('.standing').textContent,
  progress: [card.querySelector('progress').value, card.querySelector('progress').max],
  seats: [...card.querySelectorAll('.seat')].map((seat) => [
    seat.querySelector('.badge').getAttribute('aria-label'), seat.querySelector('.name').textContent,
    seat.querySelector('.number').textContent, seat.querySelector('.mines').textContent]),
}));
"""

RECENT = r"""
return [...document.querySelectorAll('#recent > li')].map((card) => ({
  id: card.querySelector('.cover code').textContent,
  href: card.querySelector('.cover').getAttribute('href'),
  about: card.querySelector('.about').textContent,
  standing: card.querySelector('.standing').textContent,
  seats: [...card.querySelectorAll('.seat')].map((seat) => [
    seat.querySelector('.place').textContent, seat.querySelector('.badge').getAttribute('aria-label'),
    seat.querySelector('.name').textContent, seat.querySelector('.number').textContent,
    seat.querySelector('.change').textContent]),
}));
"""

LEADERS = r"""
return [...document.querySelectorAll('#leaderboard tbody tr')].map((row) =>
  [...row.children].map((cell) => cell.textContent));
"""

THIN = "\u2009"


def names_of(game):
    """What the cards call the players of a game."""
    return view.called([(seat["name"], seat["kind"]) for seat in game["seats"]])


def absence(seat):
    """What is said of a player that does not answer any more."""
    return "gone" if seat["kind"] == "person" else "crashed"


def mines_text(seat):
    """How a running game's card tells a seat's mines."""
    if seat["crashed"]:
        return absence(seat)
    return "1 mine" if seat["mines"] == 1 else f"{seat['mines']} mines"


def rounds_text(turns):
    """How a finished game's card tells its length."""
    rounds = -(-turns // 4)
    return "1 round" if rounds == 1 else f"{rounds} rounds"


def expected_running(game):
    """A running game's card."""
    gold, names = [seat["gold"] for seat in game["seats"]], names_of(game)
    first, second = sorted(gold, reverse=True)[:2]
    return {
        "id": game["id"], "href": f"/{game['id']}",
        "turns": f"round {min(game['turn'] // 4 + 1, game['maxTurns'] // 4)} of {game['maxTurns'] // 4}",
        "standing": f"{names[gold.index(first)]} leads by {first - second} gold" if first > second else "Tied for the lead",
        "progress": [game["turn"], game["maxTurns"]],
        "seats": [[f"Hero {number}", names[number - 1], str(seat["gold"]), mines_text(seat)]
                  for number, seat in enumerate(game["seats"], 1)],
    }


def change_text(seat):
    """How a finished game's card tells what the game did to a rating."""
    change = seat.get("ratingChange")
    if change is None:
        return absence(seat) if seat["crashed"] else ""
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def expected_recent(game):
    """A finished game's card, but for its time."""
    seats = sorted(enumerate(game["seats"], 1), key=lambda seat: (seat[1]["place"], seat[0]))
    names, first = names_of(game), [number for number, seat in seats if seat["place"] == 1]
    return {
        "id": game["id"], "href": f"/{game['id']}",
        "standing": f"{names[first[0] - 1]} has won" if len(first) == 1 else "Draw",
        "seats": [[f"{seat['place']}.", f"Hero {number}", names[number - 1], str(seat["gold"]), change_text(seat)]
                  for number, seat in seats],
    }


def open_front(browser, arena, query=""):
    """Opens the front page and waits for its lists."""
    browser.open(f"{arena.url}/{query}")
    browser.wait("return document.querySelector('#status').dataset.status === 'live'")


def empty(report, browser, arena):
    """An arena in which nothing has happened."""
    open_front(browser, arena)
    visible = browser.run("return ['running-empty', 'recent-empty', 'leaderboard-empty'].map("
                          "(id) => document.getElementById(id).checkVisibility() && document.getElementById(id).textContent.length > 20)")
    report.equal("an empty arena says what to do in each list", visible, [True, True, True])
    links = browser.run("return [...document.querySelectorAll('#running-empty a')].map((link) => link.getAttribute('href'))")
    report.equal("where no game runs there are links to begin one", links, ["/seat", "#join"])
    rules = browser.run("const rules = document.querySelector('.intro .rules'); rules.open = true; return rules.innerText")
    report.check("the rules can be opened", "costs 20 life" in rules, rules)
    report.check("no empty table is shown", not browser.run("return document.querySelector('#leaderboard').checkVisibility()"))
    origins = browser.run("return [...document.querySelectorAll('.origin')].map((node) => node.textContent)")
    report.equal("how to join names this server", set(origins), {arena.url})


def registers(report, browser, arena):
    """Registers by the form; answers the key that the next page shows."""
    open_front(browser, arena)
    browser.run("document.querySelector('#name').value = 'Form Filler'")
    browser.click("#join form button")
    key = browser.wait("return document.querySelector('#user-key strong')?.textContent")
    report.check("the form registers a name and shows its key", key and len(key) == 25, key)
    return key


def running(report, browser, arena):
    """The cards of games that stand still."""
    games = arena.json("/games.json")["running"]
    ids = [game["id"] for game in games]
    browser.wait("return [...document.querySelectorAll('#running > li')].map((c) => c.dataset.game).join() === arguments[0]", ",".join(ids))
    seen = {game["id"]: game for game in browser.run(RUNNING)}
    for game in games:
        browser.wait("return document.querySelector(arguments[0])?.dataset.turn === arguments[1]",
                     f"#running [data-game='{game['id']}']", str(game["turn"]))
    seen = {game["id"]: game for game in browser.run(RUNNING)}
    for game in games:
        report.equal(f"running {game['kind']} game at turn {game['turn']}", seen.get(game["id"]), expected_running(game))
    report.equal("as many cards as running games", len(seen), len(games))
    report.equal("their number is told", browser.run("return document.querySelector('#running-count').textContent"),
                 str(len(games)) if games else "")


def moves_on(report, browser, arena, game_id, play):
    """A card follows its game without being loaded again, and keeps the focus."""
    card = f"#running [data-game='{game_id}']"
    before = browser.run("const card = document.querySelector(arguments[0]); card.querySelector('.cover').focus();"
                         "window.sameCard = card; return Number(card.dataset.turn)", card)
    play()
    after = browser.wait("const turn = Number(document.querySelector(arguments[0]).dataset.turn);"
                         "return turn > arguments[1] && turn", card, before)
    report.check("a running game's card follows the game", after, f"it stays at turn {before}")
    report.check("the card is changed in place and keeps the focus",
                 browser.run("const card = document.querySelector(arguments[0]);"
                             "return window.sameCard === card && card.contains(document.activeElement)", card))
    running(report, browser, arena)


def recent(report, browser, arena):
    """The finished games and their results."""
    games = arena.json("/games.json")["recent"]
    browser.wait("return document.querySelector('#recent').dataset.count === arguments[0]", str(min(6, len(games))))
    if browser.run("return document.querySelector('#recent-more').checkVisibility()"):
        browser.click("#recent-more")
    seen = browser.run(RECENT)
    report.equal("finished games with places, gold and rating changes, newest first",
                 [{key: value for key, value in game.items() if key != "about"} for game in seen],
                 [expected_recent(game) for game in games])
    facts = [f"{game['size']}{THIN}×{THIN}{game['size']}, {game['mines']} mines, {rounds_text(game['turns'])}, " for game in games]
    report.check("each with size, mines, turns and time",
                 all(card["about"].startswith(fact) and card["about"].endswith(("now", "ago", "yesterday", "last week"))
                     for card, fact in zip(seen, facts)), [card["about"] for card in seen])


def leaders_match(report, browser, arena, days):
    """The rows of the leaderboard for a number of days."""
    wanted = arena.json("/leaderboard.json" if days == 0 else f"/leaderboard.json?days={days}")
    browser.wait("return document.querySelector('#leaderboard').dataset.days === arguments[0]", str(days))
    rows = browser.run(LEADERS)
    ranks = [1 + sum(other["rating"] > user["rating"] for other in wanted) for user in wanted]
    expected = [[str(rank), user["name"], str(user["rating"]), str(user["games"]),
                 f"{int(100 * user['winRate'] + 0.5)}{THIN}%" if user["games"] else "–"]
                for rank, user in zip(ranks, wanted)]
    report.equal(f"leaderboard of {'all' if days == 0 else f'the last {days} days'}", [row[:5] for row in rows], expected)
    report.check("with times since each was seen", all(row[5].endswith(("now", "ago", "day", "week", "month", "year")) for row in rows),
                 [row[5] for row in rows])
    return {user["name"] for user in wanted}


def choose_days(browser, days):
    """Chooses a filter as a person does."""
    browser.click(f"#days option[value='{days}']")
    browser.wait("return document.querySelector('#leaderboard').dataset.days === arguments[0]", str(days))


def filtered(report, browser, arena, old_name, fresh_name):
    """The filter by days, its place in the address, and the way back."""
    open_front(browser, arena)
    everybody = leaders_match(report, browser, arena, 0)
    report.check("everybody includes a player away for ten days", {old_name, fresh_name} <= everybody, everybody)
    choose_days(browser, 7)
    week = leaders_match(report, browser, arena, 7)
    report.check("the last 7 days leave him out", old_name not in week and fresh_name in week, week)
    report.check("the filter is in the address", browser.url().endswith("/?days=7"), browser.url())
    choose_days(browser, 30)
    report.check("the last 30 days have him again", old_name in leaders_match(report, browser, arena, 30))
    row = browser.run("return [...document.querySelectorAll('#leaderboard tbody tr')].find((r) => r.dataset.name === arguments[0])"
                      ".querySelector('.seen').textContent", old_name)
    report.equal("he was last seen when he was", row, "last week")
    browser.back()
    browser.wait("return document.querySelector('#leaderboard').dataset.days === '7'")
    report.equal("the back button restores the filter", browser.run("return document.querySelector('#days').value"), "7")
    open_front(browser, arena, "?days=7")
    report.equal("an address with a filter opens with it", leaders_match(report, browser, arena, 7), week)
    open_front(browser, arena, "?days=nonsense")
    leaders_match(report, browser, arena, 0)
