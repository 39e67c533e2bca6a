"""A person at a browser, who uses the pointer or keys alone, and knows what is there by what stands on it."""

import time

import roles
from webdriver import ARROW_DOWN, CONTROL, ENTER, HOME, SPACE, BrowserError

# What can be chosen in a game.
CHOICES = ("button", "checkbox")
# How long a control stays as it was after it has been pressed, at most.
TAKEN_SECONDS = 2
SAYS = "return document.body.innerText.includes(arguments[0])"
NOWHERE = "return [null, document.body].includes(document.activeElement)"


class Lost(Exception):
    """What was looked for is not there, or keys do not lead there."""


class Person:
    """A person of this name; `by_keys` says how controls are pressed. Counts clicks, presses of keys, and what lost the focus."""

    def __init__(self, name, browser, by_keys=False):
        self.name, self.browser, self.by_keys = name, browser, by_keys
        self.begin()

    def begin(self):
        """Counts from the beginning."""
        self.clicks, self.strokes, self.lost = 0, 0, []

    def steps(self):
        """What was counted."""
        return f"{self.clicks} clicks and {self.strokes} keys"

    def __str__(self):
        return f"{self.name} by {'keys' if self.by_keys else 'pointer'}"

    def sees(self, text, seconds=20):
        """Waits for a text that can be seen; whether it came."""
        return bool(self.browser.wait(SAYS, text, seconds=seconds))

    def shown(self, *kinds):
        """What is there of these roles."""
        return [one for kind in kinds for one in roles.controls(self.browser, kind)]

    def found(self, role, name):
        """The control of this role and name; it must come, and be the only one."""
        control = roles.come(self.browser, role, name)
        if control is None:
            raise Lost(f"{self}: there is not one {role} {name!r} but {[(one.role, one.name) for one in self.shown(role)]}")
        return control

    def press(self, role, name):
        """Waits for a control, and presses it."""
        self.use(self.found(role, name))

    def go(self, control):
        """Moves the focus to a control by keys."""
        presses = roles.reach(self.browser, control)
        if presses is None:
            raise Lost(f"{self}: Tab does not lead to the {control.role} {control.name!r}")
        self.strokes += presses

    def type(self, *keys):
        """Presses keys."""
        self.browser.press(*keys)
        self.strokes += len(keys)

    def use(self, control):
        """Presses a control that has been seen."""
        if not self.by_keys:
            self.browser.click(roles.mark(self.browser, control.node))
            self.clicks += 1
        elif control.role == "radio":
            self._turn_to(control)
        else:
            self.go(control)
            self.type(SPACE if control.role == "checkbox" else ENTER)

    def _turn_to(self, control):
        """Chooses among radio buttons: Tab leads to the one that is chosen, arrows to the others."""
        group = roles.controls(self.browser, "radio")
        self.go(next((one for one in group if one.checked), control))
        for _ in group:
            if roles.controls(self.browser, "radio", control.name)[0].checked:
                return
            self.type(ARROW_DOWN)
        raise Lost(f"{self}: arrow keys do not lead to {control.name!r}")

    def choose(self, name, text):
        """Chooses an entry of a list by what it says."""
        box = self.found("combobox", name)
        if not self.by_keys:
            option = roles.controls(self.browser, "option", text, box.node)[0]
            self.browser.click(roles.mark(self.browser, option.node))
            self.clicks += 2
            return
        entries = roles.controls(self.browser, "option", within=box.node)
        self.go(box)
        # From the top, so that the way is always down.
        self.type(HOME)
        for _ in entries:
            if self.found("combobox", name).value == text:
                return
            self.type(ARROW_DOWN)
        raise Lost(f"{self}: {text!r} is not in the list {name!r}")

    def write(self, role, name, text):
        """Writes into a field, instead of what stands there."""
        field = self.found(role, name)
        if field.value == text:
            return
        if self.by_keys:
            self.go(field)
        else:
            self.use(field)
        self.browser.press_with(CONTROL, "a")
        self.type(*text)

    def open(self, name):
        """Opens what can be unfolded."""
        if self.found("DisclosureTriangle", name).shut:
            self.press("DisclosureTriangle", name)

    def read(self, role, name):
        """What stands in a field."""
        return self.found(role, name).value

    def focused(self):
        """The name of what has the focus, as the accessibility tree has it."""
        found = self.browser.devtools("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        nodes = self.browser.devtools("Accessibility.getPartialAXTree", {"objectId": found, "fetchRelatives": False})["nodes"]
        return nodes[0].get("name", {}).get("value", "")

    def offered(self, pick):
        """Waits for a choice; `pick(controls)` says which of what can be pressed now."""
        deadline = time.monotonic() + roles.SECONDS
        while time.monotonic() < deadline:
            found = pick([one for one in self.shown(*CHOICES) if not one.off])
            if found:
                return found
        raise Lost(f"{self} finds nothing to choose among {[one.name for one in self.shown(*CHOICES)]}")

    def take(self, wanted, key=None):
        """Makes a choice by what has been seen, or by the key for it; then waits until something else is there."""
        try:
            if self.by_keys and key:
                self.type(key)
            else:
                self.use(wanted)
        except (BrowserError, Lost):
            # What passes by itself may have passed in between.
            if wanted in roles.controls(self.browser, wanted.role):
                raise
            return
        deadline = time.monotonic() + TAKEN_SECONDS
        while wanted in roles.controls(self.browser, wanted.role) and time.monotonic() < deadline:
            pass
        if self.by_keys and self.browser.run(NOWHERE):
            self.lost.append(wanted.name)
