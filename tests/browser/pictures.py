#!/usr/bin/env python3
"""Writes pictures of every game's page, on a phone and on a desktop, light and dark.

Usage: tests/browser/pictures.py PATH_OF_THE_boardbots_BINARY FOLDER
"""

import os
import sys

sys.dont_write_bytecode = True  # the sources' folder stays as it is

import tables_looks
import tables_scenes
from arena import Arena
from webdriver import Browser


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    binary, folder = sys.argv[1:]
    if not os.access(binary, os.X_OK):
        sys.exit(f"{binary} is not there: build it with cargo build --release, or name another")
    os.makedirs(folder, exist_ok=True)
    missing = []
    with Browser() as browser, Arena(binary, "--seed", "11", "--turn-limit", "600s", "--person-limit", "600s") as arena:
        browser.prefer(prefers_reduced_motion="reduce")
        game, vindinium = tables_scenes.of_arena(browser, arena)
        scenes = [*tables_scenes.of(browser, arena), *tables_scenes.after(browser, arena), *vindinium]
        for size, scheme in tables_looks.each(browser):
            for scene in scenes:
                path = os.path.join(folder, f"{scene.name}-{size}-{scheme}.png")
                if not tables_looks.show(browser, scene):
                    missing.append(path)
                browser.screenshot(path)
                print(path, flush=True)
        game.close()
    if missing:
        sys.exit("these do not show what they should: " + ", ".join(missing))


if __name__ == "__main__":
    main()
