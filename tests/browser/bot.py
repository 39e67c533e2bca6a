"""A small bot, so that mines change hands and heroes drink, fight and die in the games shown."""

from collections import deque

STEPS = {"North": (-1, 0), "South": (1, 0), "East": (0, 1), "West": (0, -1)}
THIRSTY = 35


def decide(game, hero):
    """The first step to the nearest mine of another, or to a tavern when life is low."""
    size, tiles = game["board"]["size"], game["board"]["tiles"]
    thirsty = hero["life"] < THIRSTY and hero["gold"] >= 2

    def wanted(tile):
        return tile == "[]" if thirsty else tile[0] == "$" and tile[1] != str(hero["id"])

    start = (hero["pos"]["x"], hero["pos"]["y"])
    queue, first = deque([start]), {start: None}
    while queue:
        here = queue.popleft()
        for order, (down, right) in STEPS.items():
            there = (here[0] + down, here[1] + right)
            if there in first or not (0 <= there[0] < size and 0 <= there[1] < size):
                continue
            cell = 2 * (there[0] * size + there[1])
            tile = tiles[cell:cell + 2]
            first[there] = first[here] or order
            if wanted(tile):
                return first[there]
            if tile == "  ":
                queue.append(there)
    return "Stay"
