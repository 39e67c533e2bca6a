"""A player for the BattleTech simulator SBT, which calls it once for each phase: python3 bot.py PLAYER PHASE

It walks up to the nearest enemy and fires what is in range, as long as that does not make it hot. To make a better
player, change choose(): it returns the lines of the action, for the file accionJPLAYER.sbt."""

import heapq
import sys
from types import SimpleNamespace

GROUND = [1, 1, 4, 2]  # movement points for open ground, pavement, water (the most) and swamp
OBJECTS = {255: 0, 0: 2, 1: 2, 2: 3}  # and for nothing, rubble, light and heavy woods; it enters no buildings


def choose(phase, cells, me, enemy, weapons):
    """The lines of the action in one phase: a way, a turn of the torso, shots, or nothing."""
    target, (far, sides) = "{:02}{:02}".format(*enemy.at), look(me.at, enemy.at)
    if phase == "Movimiento":
        steps = [step for step in way(cells, me, enemy) if step[0] <= me.walk]
        if not steps:
            return ["Inmovil"]
        _, _, at, side = steps[-1]
        return ["Andar", "{:02}{:02}".format(*at), side, "False", len(steps), *(step[1] for step in steps)]
    if phase == "Reaccion":
        turns = {"Igual": me.legs, "Izquierda": (me.legs - 2) % 6 + 1, "Derecha": me.legs % 6 + 1}
        return [max(turns, key=lambda turn: turns[turn] in sides)]
    if phase == "AtaqueArmas":
        room, shots = me.sinks + 4 - me.heat - 1, []  # from 5 on a mech is slower; the walk makes 1
        if me.torso in sides and is_seen(cells, me.at, enemy.at) and not me.prone:
            for _, heat, least, medium, words in sorted(weapons):
                if least < far <= medium and heat <= room:
                    room -= heat
                    shots += [*words, target, "Mech"]
        return ["False", target if shots else "0000", len(shots) // 7, *shots]
    return [0] if phase == "AtaqueFisico" else [0, 0, "False", 0]


def way(cells, me, enemy):
    """The cheapest steps to a place beside the enemy, each as movement points so far, words, hex and side."""
    if me.prone:
        return [(2, f"Levantarse\n{me.legs}", me.at, me.legs)]
    queue, seen = [(0, me.at, me.legs, [])], set()
    while queue:
        spent, at, side, steps = heapq.heappop(queue)
        far, sides = look(at, enemy.at)
        if far == 1 and side in sides:
            return steps
        if (at, side) in seen:
            continue
        seen.add((at, side))
        moves = [("Izquierda\n1", at, (side - 2) % 6 + 1, 1), ("Derecha\n1", at, side % 6 + 1, 1)]
        ahead = around(at)[side - 1]
        if ahead in cells and ahead != enemy.at and cells[ahead].thing in OBJECTS:
            climb = abs(cells[ahead].level - cells[at].level)
            cost = GROUND[cells[ahead].ground] + OBJECTS[cells[ahead].thing] + (climb if climb < 3 else 99)
            moves.append(("Adelante\n1", ahead, side, cost))
        for words, to, facing, cost in moves:
            if cost <= me.walk:
                heapq.heappush(queue, (spent + cost, to, facing, steps + [(spent + cost, words, to, facing)]))
    return []


def is_seen(cells, one, other):
    """True if nothing between is higher than both ends, woods counting as two levels: never too hopeful."""
    low, far = min(cells[one].level, cells[other].level), look(one, other)[0]
    between = [at for at in cells if at not in (one, other) and look(one, at)[0] + look(at, other)[0] <= far + 1]
    return low > -2 and (far == 1 or all(cells[at].level + 2 * (cells[at].thing in (1, 2)) <= low for at in between))


def look(at, target):
    """The distance to a hex, and the sides that have it ahead, by three coordinates whose sum is 0."""
    x, z = target[0] - at[0], target[1] - at[1] - (target[0] - 1) // 2 + (at[0] - 1) // 2
    y = -x - z
    ahead = [(y, -z), (-z, x), (x, -y), (-y, z), (z, -x), (-x, y)]
    return max(abs(x), abs(y), abs(z)), [side for side, parts in enumerate(ahead, 1) if min(parts) >= 0]


def around(at):  # from the north clockwise; even columns lie half a hex lower
    (c, r), low = at, at[0] % 2 == 0
    return [(c, r - 1), (c + 1, r - 1 + low), (c + 1, r + low), (c, r + 1), (c - 1, r + low), (c - 1, r - 1 + low)]


def read(player):
    """The map's cells by column and row, the own mech, the nearest enemy, and the weapons that can fire."""
    names = f"mapaJ{player}", f"mechsJ{player}", f"defmechJ{player}-{player}"
    text, lines, parts = (open(f"{name}.sbt", encoding="latin-1").read().split("\n") for name in names)
    count, place, cells, enemies = int(lines[1]), 2, {}, []
    for n in range(int(text[1]) * int(text[2])):
        level, ground, thing = map(int, text[3 + 20 * n:6 + 20 * n])
        cells[n // int(text[1]) + 1, n % int(text[1]) + 1] = SimpleNamespace(level=level, ground=ground, thing=thing)
    for number in range(count):
        mech = SimpleNamespace(prone=lines[place + 4] == "True", at=divmod(int(lines[place + 5]), 100))
        mech.legs, mech.torso, mech.heat = map(int, lines[place + 6:place + 9])
        if number == player:
            me, (mech.walk, _, _, mech.sinks) = mech, map(int, lines[place + 31:place + 35])
            place += 94 + 2 * int(lines[place + 124])
        elif lines[place + 1] == "True":
            enemies.append(mech)
        place += 31 + 2 * count
    return cells, me, min(enemies, key=lambda enemy: look(me.at, enemy.at)[0]), arms(parts)


def arms(parts):
    """Of each weapon that can fire: heat for a point of damage, heat, least and medium range, words of a shot."""
    components = [parts[at:at + 19] for at in range(41, 41 + 19 * int(parts[40]), 19)]
    place, slots = 43 + 19 * len(components), {}
    place += 5 * int(parts[place - 1])
    for location in ("BI", "TI", "PI", "PD", "TD", "BD", "TC", "CAB"):
        slots |= {int(parts[place + 5 + 7 * slot]): (location, slot) for slot in range(int(parts[place]))}
        place += 1 + 7 * int(parts[place])
    works = [(slots[n], part) for n, part in enumerate(components) if part[14] == "True" and n in slots]
    loads = {part[15]: slot for slot, part in works if part[2] == "MUNICION" and int(part[16]) > 0}
    for slot, part in works:
        load = (-1, -1) if part[6].startswith("Ene") else loads.get(part[0])
        if part[2:4] == ["ARMA", "False"] and slot[0] not in ("PI", "PD") and load:
            heat, damage, shots, least, _, medium = map(int, part[7:13])
            yield heat / (damage * shots), heat, least, medium, (*slot, "False", *load)


if __name__ == "__main__":
    print(*choose(sys.argv[2], *read(int(sys.argv[1]))), sep="\n", file=open(f"accionJ{sys.argv[1]}.sbt", "w"))
