"""Controls as people name them: by what they are and what stands on them, as a screen reader hears it."""

import time
from dataclasses import dataclass

from webdriver import SHIFT, TAB, BrowserError

SECONDS = 20
FOUND = "data-found"
MARK = "function () { document.querySelectorAll('[data-found]').forEach((one) => one.removeAttribute('data-found')); this.setAttribute('data-found', ''); }"
# Where the focus has to go for what was found: 0 it is there, 1 onward, -1 back; null if it is gone.
WAY = """
const found = document.querySelector('[data-found]'), active = document.activeElement;
if (!found) return null;
return found === active ? 0 : active.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING ? -1 : 1;
"""
# This number of presses of Tab leads past everything on a page.
MOST = 200


@dataclass(frozen=True)
class Control:
    """Something that is there to be used: its node, and what is said of it."""

    node: int
    role: str
    name: str
    value: str
    off: bool
    checked: bool
    shut: bool
    keys: str


def controls(browser, role, name=None, within=None):
    """All that has this role, and this name, and can be seen; in the whole page, or within a node."""
    if within is not None:
        return queried(browser, role, name, within)
    try:
        return queried(browser, role, name, document(browser))
    except BrowserError:  # the page was left between the two questions
        return queried(browser, role, name, document(browser))


def document(browser):
    """The node of the whole page."""
    return browser.devtools("DOM.getDocument", {"depth": 0})["root"]["backendNodeId"]


def queried(browser, role, name, within):
    """What the accessibility tree has of this role and name within a node."""
    wanted = {"backendNodeId": within, "role": role, **({} if name is None else {"accessibleName": name})}
    nodes = browser.devtools("Accessibility.queryAXTree", wanted)["nodes"]
    return [control(node) for node in nodes if not node["ignored"] and "backendDOMNodeId" in node]


def control(node):
    """A node of the accessibility tree as a control."""
    states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
    said = {key: node.get(key, {}).get("value", "") for key in ("role", "name", "value")}
    return Control(node=node["backendDOMNodeId"], **said, off=bool(states.get("disabled")), checked=states.get("checked") == "true",
                   shut=states.get("expanded") is False, keys=states.get("keyshortcuts", ""))


def mark(browser, node):
    """A node as a selector."""
    found = browser.devtools("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
    browser.devtools("Runtime.callFunctionOn", {"objectId": found, "functionDeclaration": MARK})
    return f"[{FOUND}]"


def find(browser, role, name):
    """What has this role and name and can be seen, as a selector; None if there is nothing, or more than one."""
    shown = controls(browser, role, name)
    return mark(browser, shown[0].node) if len(shown) == 1 else None


def come(browser, role, name):
    """The only control of this role and name, once it is there; None if it never is."""
    deadline = time.monotonic() + SECONDS
    while len(shown := controls(browser, role, name)) != 1:
        if time.monotonic() > deadline:
            return None
        time.sleep(0.05)
    return shown[0]


def press(browser, role, name):
    """Waits for the control, and clicks it; whether it came."""
    found = come(browser, role, name)
    if found:
        browser.click(mark(browser, found.node))
    return bool(found)


def reach(browser, found):
    """Goes to a control by Tab, or by Shift and Tab if it stands above; how often it was pressed, None if that does not lead there."""
    mark(browser, found.node)
    for presses in range(MOST):
        way = browser.run(WAY)
        if way is None:
            return None
        if way == 0:
            return presses
        if way > 0:
            browser.press(TAB)
        else:
            browser.press_with(SHIFT, TAB)
    return None
