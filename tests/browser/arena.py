"""The arena under test, and games played in it over its HTTP interface."""

import http.client
import json
import queue
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

import bot

START_SECONDS = 30
STOP_SECONDS = 20
ANSWER_SECONDS = 60
STREAM_SECONDS = 120


class ArenaError(Exception):
    """The arena did not do what was asked."""


class Arena:
    """A running `boardbots arena`; a context manager that stops it."""

    COMMAND = "arena"

    def __init__(self, binary, *options, port=0):
        command = [binary, self.COMMAND, "--listen", f"127.0.0.1:{port}", *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines = queue.Queue()
        threading.Thread(target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=START_SECONDS).strip()
        except queue.Empty:
            line = ""
        if not line.startswith("http://"):
            self.kill()
            raise ArenaError(f"{' '.join(command)} did not start: {line!r}")
        self.url = line.rstrip("/")
        self.port = urllib.parse.urlsplit(self.url).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends it as an operator does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise ArenaError("SIGTERM did not end the arena") from None

    def kill(self):
        """Ends it at once."""
        self.process.kill()
        self.process.wait(STOP_SECONDS)

    def request(self, method, path, form=None, headers=None):
        """One exchange: status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            body = None if form is None else urllib.parse.urlencode(form)
            fields = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
            connection.request(method, path, body, {**fields, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def json(self, path):
        """The JSON at a path; `None` if there is none."""
        status, body = self.request("GET", path)
        return json.loads(body) if status == 200 else None

    def register(self, name):
        """A new user's key."""
        status, body = self.request("POST", "/register", {"name": name}, {"Accept": "application/json"})
        if status != 200:
            raise ArenaError(f"registering {name!r}: {status} {body}")
        return json.loads(body)["key"]

    def events(self, game_id):
        """All states of a finished game, from turn 0 on, as its event stream tells them."""
        states = [self.json(f"/{game_id}.json")["game"]]
        with socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER_SECONDS) as raw:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
            connection.sock = raw
            connection.request("GET", f"/events/{game_id}")
            answer = connection.getresponse()
            deadline = time.monotonic() + STREAM_SECONDS
            for line in answer:
                if line.startswith(b"data: "):
                    states.append(json.loads(line[6:]))
                if time.monotonic() > deadline:
                    raise ArenaError(f"the events of {game_id} do not end")
        return states


class Game:
    """One client's game, played move by move."""

    def __init__(self, arena, mode, form):
        self.connection = http.client.HTTPConnection("127.0.0.1", arena.port, timeout=ANSWER_SECONDS)
        self.states = {}
        self._take(f"/api/{mode}", form)

    def _take(self, path, form):
        self.connection.request("POST", path, urllib.parse.urlencode(form), {
            "Content-Type": "application/x-www-form-urlencoded"})
        answer = self.connection.getresponse()
        body = answer.read().decode()
        if answer.status != 200:
            raise ArenaError(f"{path}: {answer.status} {body}")
        self.answer = json.loads(body)
        self.states[self.state["turn"]] = self.state

    @property
    def state(self):
        """The newest state, as the arena's game object."""
        return self.answer["game"]

    @property
    def id(self):
        """The game's id."""
        return self.state["id"]

    def move(self, order=None):
        """Plays one move; without one, the one of the test's own bot."""
        order = order or bot.decide(self.state, self.answer["hero"])
        self._take(urllib.parse.urlsplit(self.answer["playUrl"]).path, {"dir": order})

    def move_until(self, turn):
        """Plays until it is this hero's turn at `turn` or later, or the game is over."""
        while not self.state["finished"] and self.state["turn"] < turn:
            self.move()

    def close(self):
        """Lets the connection go."""
        self.connection.close()


class Table:
    """An arena game of four clients, held at a turn until it is told to go on."""

    def __init__(self, arena, keys):
        self.arena = arena
        self.goal = 0
        self.allowed = threading.Condition()
        self.errors = []
        self.games = []
        self.seats = [threading.Thread(target=self._play, args=(key,), daemon=True) for key in keys]
        for seat in self.seats:
            seat.start()

    def _play(self, key):
        try:
            game = Game(self.arena, "arena", {"key": key})
            self.games.append(game)
            while not game.state["finished"]:
                with self.allowed:
                    turn = game.state["turn"]
                    if not self.allowed.wait_for(lambda: turn < self.goal, timeout=ANSWER_SECONDS):
                        raise ArenaError("held for too long")
                game.move()
            game.close()
        except (ArenaError, OSError, http.client.HTTPException, ValueError) as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    def play_until(self, turn):
        """Lets everybody whose turn is before `turn` move."""
        with self.allowed:
            self.goal = turn
            self.allowed.notify_all()

    def running(self, seconds=30):
        """The game's entry among the running games, when it stands at the turn it was played to."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for game in self.arena.json("/games.json")["running"]:
                if game["kind"] == "arena" and game["turn"] == self.goal:
                    return game
            time.sleep(0.05)
        raise ArenaError(f"no arena game at turn {self.goal}: {self.errors}")

    def finish(self, seconds=180):
        """Plays to the end; answers the final state."""
        self.play_until(10**9)
        deadline = time.monotonic() + seconds
        for seat in self.seats:
            seat.join(max(0, deadline - time.monotonic()))
        if self.errors or any(seat.is_alive() for seat in self.seats):
            raise ArenaError(f"the game of four did not end well: {self.errors}")
        return self.games[0].state
