"""The tables under test, and what they answer."""

import http.client
import json
import secrets
import time

from arena import ANSWER_SECONDS, Arena, ArenaError

PART = 200  # steps of a history that are asked for at once


class Tables(Arena):
    """A running `boardbots tables`; a context manager that stops it."""

    COMMAND = "tables"


def call(server, method, path, body=None, token=None):
    """One exchange in JSON: status and what was said. It waits if the server says that requests are too many."""
    headers = {"Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    deadline = time.monotonic() + ANSWER_SECONDS
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_SECONDS)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status != 429 or time.monotonic() > deadline:
            return answer.status, json.loads(text) if text else None
        time.sleep(int(answer.headers["Retry-After"]))


def said(server, path, token=None):
    """What is at a path; it must be there."""
    status, answer = call(server, "GET", path, token=token)
    if status != 200:
        raise ArenaError(f"{path}: {status} {answer}")
    return answer


def state(server, table, token=None):
    """A table as this seat, or a spectator, may see it."""
    return said(server, f"/api/tables/{table}", token)


def create(server, game, seats, **options):
    """Opens a table without a page: its id, and the seats' tokens and invitations."""
    body = {"game": game, "options": options, "claim": secrets.token_hex(16), "seats": seats}
    status, answer = call(server, "POST", "/api/tables", body)
    if status != 201:
        raise ArenaError(f"a table of {game}: {status} {answer}")
    return answer["id"], answer["seats"]


def choose(server, table, token, n, choice):
    """Makes a choice without a page; answers how many there are then."""
    status, answer = call(server, "POST", f"/api/tables/{table}/choose", {"n": n, "choice": choice}, token)
    if status != 200:
        raise ArenaError(f"{choice!r} at {n}: {status} {answer}")
    return answer["n"]


def history(server, table):
    """What everybody could see after each number of choices, from 0, and the steps, by theirs from 1."""
    views, steps, total = {}, {}, 1
    while len(steps) < total:
        part = said(server, f"/api/tables/{table}/history?from={len(steps)}&count={PART}")
        total = part["total"]
        if not steps:
            views[0] = part["first"]["view"]
        for step in part["steps"]:
            steps[step["n"]] = step
            views[step["n"]] = step["view"]
        if not part["steps"]:
            break
    return views, steps


def bot(player):
    """A seat for a bot."""
    return {"kind": "bot", "player": player}


def me(name):
    """A seat for the person who opens the table."""
    return {"kind": "me", "name": name}


INVITED = {"kind": "invited"}


def wait_for(server, table, good, token=None, seconds=60):
    """The first state for which this is true; the last one seen if there is none in time."""
    deadline = time.monotonic() + seconds
    while True:
        now = state(server, table, token)
        if good(now) or time.monotonic() > deadline:
            return now
        time.sleep(0.03)


def turn_of(server, table, token, after=-1):
    """The first state seen after more than `after` choices in which this seat is asked, or the table has ended."""
    return wait_for(server, table, lambda now: now["n"] > after and (now["ended"] is not None or now["asked"] == now["you"]), token)


def play_out(server, table, tokens, pick):
    """Plays all seats, by their tokens, to the end; `pick(state)` is one of the choices. The last state."""
    seat = 0
    while True:
        now = state(server, table, tokens[seat])
        if now["asked"] is None:
            return now
        if now["asked"] == seat:
            choose(server, table, tokens[seat], now["n"], pick(now)["choice"])
        seat = now["asked"]


def own_column(state):
    """At games of columns: each seat its own, the first or the second one that is not full."""
    return state["choices"][state["you"] % len(state["choices"])]


def play_first(server, table, token):
    """Makes the first of the choices of this seat, once it is asked."""
    now = wait_for(server, table, lambda now: now["choices"], token)
    return choose(server, table, token, now["n"], now["choices"][0]["choice"])
