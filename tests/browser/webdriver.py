"""A small W3C WebDriver client: one headless Chromium through chromedriver."""

import base64
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

START_SECONDS = 60
START_ATTEMPTS = 3
COMMAND_SECONDS = 60
LOAD_SECONDS = 30
CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-proxy-server",
    # Nothing but this machine can be found, whatever a page or the browser itself asks for.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


class BrowserError(Exception):
    """The browser or its driver did not do what was asked."""


class Browser:
    """One browser session; a context manager that leaves no process and no file behind."""

    def __init__(self):
        for program in ("chromedriver", "chromium"):
            if shutil.which(program) is None:
                raise BrowserError(f"{program} is not installed (Debian: chromium, chromium-driver)")
        self.folder = tempfile.mkdtemp(prefix="browser-test-")
        self.session = self.driver = None
        try:
            self._start_driver()
            self.session = self._open_session()
            # What the browser's own first page asks for is not what is looked at.
            self.open("about:blank")
            self.log("performance")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _start_driver(self):
        said = []
        # Port 0 is free for IPv4, but once in a while not for IPv6 too.
        for _ in range(START_ATTEMPTS):
            self.driver = subprocess.Popen(
                ["chromedriver", "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, start_new_session=True, env={**os.environ, "TMPDIR": self.folder, "LANGUAGE": "en"})
            said.append("")
            self.port = self._wait_for_port(said)
            if self.port:
                return
            self._stop_driver()
        raise BrowserError("chromedriver did not start: " + "".join(said))

    def _wait_for_port(self, said):
        found, done = [], threading.Event()

        def read(output):
            # Reads on after the port is known, so that the driver never waits for us.
            for line in output:
                said[-1] += line
                match = re.search(r"started successfully on port (\d+)", line)
                if match:
                    found.append(int(match[1]))
                    done.set()
            done.set()

        threading.Thread(target=read, args=(self.driver.stdout,), daemon=True).start()
        done.wait(START_SECONDS)
        return found[0] if found else None

    def _open_session(self):
        options = {"binary": shutil.which("chromium"), "args": [*CHROMIUM_FLAGS, f"--user-data-dir={self.folder}/profile"]}
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "timeouts": {"script": 30_000, "pageLoad": LOAD_SECONDS * 1000, "implicit": 0},
        }
        return self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]

    def close(self):
        """Ends the session and the driver."""
        if self.session is not None:
            try:
                self._command("DELETE", "", None)
            except (BrowserError, OSError):
                pass  # the driver is ended below in any case
            self.session = None
        self._stop_driver()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _stop_driver(self):
        if self.driver is None:
            return
        self.driver.terminate()
        try:
            self.driver.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.driver.pid, signal.SIGKILL)
            self.driver.wait(10)
        self.driver = None

    def _send(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=COMMAND_SECONDS)
        try:
            payload = None if body is None else json.dumps(body)
            connection.request(method, path, payload, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        # A page's own answer may have a part of that name as well.
        if answer.status != 200:
            raise BrowserError(f"{path}: {value['error']}: {value.get('message', '').splitlines()[0]}")
        return value

    def _command(self, method, path, body):
        return self._send(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        """Opens a page and waits until it is loaded."""
        self._command("POST", "/url", {"url": url})

    def load_within(self, seconds=LOAD_SECONDS):
        """How long pages may take to load from now on."""
        self._command("POST", "/timeouts", {"pageLoad": seconds * 1000})

    def url(self):
        """The address of the page."""
        return self._command("GET", "/url", None)

    def back(self):
        """As the back button."""
        self._command("POST", "/back", {})

    def run(self, script, *arguments):
        """Runs the body of a JavaScript function and answers what it returns."""
        return self._command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, seconds=20):
        """Runs a function until it returns something true, and answers that; `None` if it never does."""
        deadline = time.monotonic() + seconds
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            if time.monotonic() > deadline:
                return None
            time.sleep(0.05)

    def _element(self, selector):
        found = self._command("POST", "/element", {"using": "css selector", "value": selector})
        return next(iter(found.values()))

    def click(self, selector):
        """Clicks an element as a person would: it must be visible and not covered."""
        self._command("POST", f"/element/{self._element(selector)}/click", {})
        self.settle()

    def click_at(self, selector, across):
        """Clicks into an element, `across` of its width (0 to 1) from the left, half way down."""
        box = self.run("const b = document.querySelector(arguments[0]); b.scrollIntoView({block: 'center'});"
                       "const r = b.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]", selector)
        x, y = round(box[0] + box[2] * across), round(box[1] + box[3] / 2)
        moves = [{"type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"},
                 {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves})

    def press(self, *keys):
        """Presses and releases keys for whatever has the focus, one after the other."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": strokes})

    def press_with(self, held, key):
        """Presses a key while another one is held."""
        strokes = [("keyDown", held), ("keyDown", key), ("keyUp", key), ("keyUp", held)]
        self._act({"type": "key", "id": "keys", "actions": [{"type": kind, "value": value} for kind, value in strokes]})

    def tab_to(self, selector, most=120):
        """Presses Tab until something that matches has the focus; answers whether it was reached."""
        for _ in range(most):
            if self.run("return document.activeElement.matches(arguments[0])", selector):
                return True
            self.press(TAB)
        return False

    def _act(self, source):
        self._command("POST", "/actions", {"actions": [source]})
        self.settle()

    def settle(self):
        """Waits until what has just been done is drawn: two frames, or a second where none are drawn."""
        try:
            self.run("return new Promise((done) => { setTimeout(done, 1000);"
                     "requestAnimationFrame(() => requestAnimationFrame(done)); })")
        except BrowserError:
            pass  # it led to another page, whose loading is waited for elsewhere

    def log(self, kind):
        """What has been logged since the last call: 'browser' or 'performance'."""
        return self._command("POST", "/se/log", {"type": kind})

    def fresh(self):
        """Leaves the page, whose server may end now, and forgets what has been logged."""
        self.open("about:blank")
        for kind in ("browser", "performance"):
            self.log(kind)

    def devtools(self, command, parameters):
        """A command of the DevTools protocol."""
        return self._command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def screen(self, width, height):
        """Makes the page so wide and high, in CSS pixels; below 600 as on a phone."""
        self.devtools("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def prefer(self, **features):
        """Sets media features, such as `prefers_color_scheme="dark"`."""
        self.devtools("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def screenshot(self, path):
        """Saves what is to be seen as PNG."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._command("GET", "/screenshot", None)))


ARROW_LEFT, ARROW_RIGHT, ARROW_UP, ARROW_DOWN = "\ue012", "\ue014", "\ue013", "\ue015"
HOME, END, TAB, ENTER = "\ue011", "\ue010", "\ue004", "\ue007"
SHIFT, CONTROL, SPACE = "\ue008", "\ue009", " "
