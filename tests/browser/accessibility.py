"""axe-core, the accessibility checker, run in a page."""

import json
import os
import shutil
import subprocess

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "axe")
# WCAG 2.2 AA, and with it all that came before.
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# What of that depends on colours.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
INSTALL_SECONDS = 180

RUN = r"""
return axe.run(document, {runOnly: arguments[0], resultTypes: ['violations']}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.slice(0, 5).map(({ target, failureSummary }) =>
    `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim().slice(0, 200)}`)));
"""


class Axe:
    """The checker as its lock file names it, installed below a folder unless it is there."""

    def __init__(self, folder):
        with open(os.path.join(HERE, "package-lock.json"), encoding="utf-8") as file:
            wanted = json.load(file)["packages"]["node_modules/axe-core"]["version"]
        module = os.path.join(folder, "node_modules", "axe-core")
        if version(module) != wanted:
            install(folder)
        if version(module) != wanted:
            raise RuntimeError(f"npm installed axe-core {version(module)}, not {wanted}")
        with open(os.path.join(module, "axe.min.js"), encoding="utf-8") as file:
            self.source = file.read()

    def violations(self, browser, rules):
        """What of the page that is open violates these rules, a line each."""
        return browser.run(f"{self.source}\n{RUN}", rules)


def version(module):
    """Which version of a module is installed; `None` if none is."""
    try:
        with open(os.path.join(module, "package.json"), encoding="utf-8") as file:
            return json.load(file)["version"]
    except FileNotFoundError:
        return None


def install(folder):
    """Installs what the lock file names, checked against its hashes, without running any of it."""
    if shutil.which("npm") is None:
        raise RuntimeError("npm is not installed (Debian: npm)")
    os.makedirs(folder, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(folder, name))
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=INSTALL_SECONDS, check=False)
    if done.returncode:
        raise RuntimeError(f"npm ci failed: {done.stdout}")
