"""Games for two that draw no page of their own: what the page has to show of a state, and how a move is made there."""

import urllib.request

import tables_server
from webdriver import ENTER

SEEN = r"""
const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);
const enabled = (node) => node.checkVisibility() && node.getAttribute('aria-disabled') !== 'true';
const cells = [...document.querySelectorAll('.duel-grid [role=gridcell]')];
return {
  n: Number(document.querySelector('#game').dataset.n),
  cells: cells.map((cell) => cell.getAttribute('aria-label')),
  signs: cells.map((cell) => {
    const number = cell.querySelector('.number');
    return number ? getComputedStyle(number, '::after').content.replaceAll('"', '') : cell.textContent;
  }),
  lines: texts('.duel-lines > p'),
  news: document.querySelector('.duel-news').textContent,
  about: texts('#seats .account'),
  moves: [...document.querySelectorAll('.duel-moves button')].filter(enabled).map((button) => button.textContent).sort(),
};
"""
# The button of a move, marked for a click.
BUTTON = r"""
const buttons = [...document.querySelectorAll('.duel-moves button')];
for (const button of buttons) button.toggleAttribute('data-asked', button.textContent.toLowerCase() === arguments[0].toLowerCase());
return document.querySelector('[data-asked]') !== null;
"""


def cells_of(state):
    """The cells of a state's board; none if the game has no board."""
    return state["view"]["picture"].get("grid", {"cells": []})["cells"]


def expected(state):
    """What the page has to show of a state."""
    cells, names = cells_of(state), [seat["name"] for seat in state["seats"]]
    open_moves = [choice["choice"] for choice in state["choices"] or []]

    def named(cell):
        what = f"piece of {names[cell['side']]}" if "side" in cell else "empty" if cell["text"] == "." else cell["text"]
        marks = [cell["text"]] if cell["ink"] == "strong" else []
        marks += ["marked"] if cell.get("marked") else []
        marks += ["possible move"] if cell["name"] in open_moves else []
        return ", ".join([cell["name"], what, *marks])

    def sign(cell):
        return str(cell["side"] + 1) if cell["ink"] == "side" else "" if cell["text"] == "." else cell["text"]

    def pieces(seat):
        count = sum(cell.get("side") == seat for cell in cells)
        return f"{count} piece{'' if count == 1 else 's'}"

    ply, others = state["view"]["ply"], set(open_moves) - {cell["name"] for cell in cells}
    return {
        "n": state["n"],
        "cells": [named(cell) for cell in cells],
        "signs": [sign(cell) for cell in cells],
        "lines": ["".join(span["text"] for span in line) for line in state["view"]["picture"]["lines"]],
        "news": f"{ply} move{'' if ply == 1 else 's'} played.",
        "about": [pieces(seat) if cells else "" for seat in (0, 1)],
        "moves": sorted("Pass" if move == "pass" else move for move in others),
    }


def press(browser, choice, by_key):
    """Makes a move by the pointer, or by a key: its own, or Enter."""
    move = choice["choice"]
    place = f".duel-cell[aria-label^='{move}, ']"
    if not browser.run("return document.querySelector(arguments[0]) !== null", place):
        browser.run(BUTTON, move)
        place = "[data-asked]"
    if not by_key:
        browser.click(place)
    elif len(move) == 1:
        browser.press(move)
    else:
        browser.run("document.querySelector(arguments[0]).focus()", place)
        browser.press(ENTER)


def script(server, name):
    """A script of the pages."""
    with urllib.request.urlopen(f"{server.url}/assets/{name}.js") as answer:
        return answer.read()


def weakest(server):
    """The games of this server that draw no page of their own, each with its weakest bot."""
    games, shared = tables_server.said(server, "/api/games")["games"], script(server, "two_player")
    return {game["game"]: min(game["bots"], key=lambda bot: bot["strength"])["player"]
            for game in games if script(server, game["game"]) == shared}
