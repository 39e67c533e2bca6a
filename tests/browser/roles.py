"""Controls as people name them: by what they are and what stands on them, as a screen reader hears it."""

import time

SECONDS = 20
FOUND = "data-found"
MARK = "function () { document.querySelectorAll('[data-found]').forEach((one) => one.removeAttribute('data-found')); this.setAttribute('data-found', ''); }"


def find(browser, role, name):
    """What has this role and name and can be seen, as a selector; None if there is nothing, or more than one."""
    root = browser.devtools("DOM.getDocument", {"depth": 0})["root"]["backendNodeId"]
    nodes = browser.devtools("Accessibility.queryAXTree", {"backendNodeId": root, "role": role, "accessibleName": name})["nodes"]
    shown = [node["backendDOMNodeId"] for node in nodes if not node["ignored"] and "backendDOMNodeId" in node]
    if len(shown) != 1:
        return None
    found = browser.devtools("DOM.resolveNode", {"backendNodeId": shown[0]})["object"]["objectId"]
    browser.devtools("Runtime.callFunctionOn", {"objectId": found, "functionDeclaration": MARK})
    return f"[{FOUND}]"


def press(browser, role, name):
    """Waits for the control, and clicks it; whether it came."""
    deadline = time.monotonic() + SECONDS
    while not (found := find(browser, role, name)) and time.monotonic() < deadline:
        time.sleep(0.05)
    if found:
        browser.click(found)
    return bool(found)
