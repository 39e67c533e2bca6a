"""All that is checked of tables, in its order."""

import os

import admin
import connections
import league
import tables_after
import tables_catalogue
import tables_crash
import tables_dragon
import tables_duel
import tables_evening
import tables_hostile
import tables_lobby
import tables_looks
import tables_mech
import tables_mech_people
import tables_names
import tables_new
import tables_roles
import tables_scenes
import tables_seat
import tables_sight
import troubles
from arena import Arena
from accessibility import Axe
from tables_server import Tables


def games(report, browser, server):
    """Whole games."""
    report.group("Dragon Slayer by clicks", tables_dragon.clicked, report, browser, server)
    report.group("Dragon Slayer by keys alone", tables_dragon.typed, report, browser, server)
    report.group("Dragon Slayer by the clock", tables_dragon.clocked, report, browser, server)
    report.group("Dragon Slayer: help and modes", tables_dragon.helped, report, browser, server)
    report.group("Dragon Slayer in three browsers", tables_dragon.together, report, browser, server)
    report.group("Desconecta4-BOOM", tables_duel.four, report, browser, server)
    report.group("TRON", tables_duel.tron, report, browser, server)
    report.group("Games without a page of their own", tables_duel.shared, report, browser, server)
    report.group("A long log", tables_duel.logged, report, browser, server)
    report.group("BattleTech, watched and replayed", tables_mech.watched, report, browser, server)
    report.group("BattleTech by a person's seat", tables_mech.seated, report, browser, server)
    report.group("BattleTech: the map's frame", tables_mech_people.framed, report, browser, server)
    report.group("BattleTech: the form on a phone", tables_mech_people.sheet, report, browser, server)
    report.group("BattleTech: the order of movements", tables_mech_people.ordered, report, browser, server)
    report.group("BattleTech: a hint is said once", tables_mech_people.hinted, report, browser, server)
    report.group("BattleTech: what passes by itself", tables_mech_people.passed, report, browser, server)
    report.group("BattleTech: a guided first fight", tables_mech_people.guided, report, browser, server)


def all_of(report, browser, binary, folder, root):
    """Tables from a new server to its end; `folder` is for what is kept, `root` the sources'."""
    axe = Axe(os.path.join(root, "target", "axe"))
    with Tables(binary, "--made", "60", "--running", "60") as server:
        tables_catalogue.all_of(report, browser, server)
        report.group("Nothing from elsewhere, no error in any game", troubles.quiet, report, browser, server)
        browser.fresh()
    with Tables(binary) as server:
        games(report, browser, server)
        report.group("A new game", tables_new.chosen, report, browser, server)
        report.group("Bots of one kind", tables_new.numbered, report, browser, server)
        report.group("A map by its number", tables_new.again, report, browser, server)
        report.group("Boards on a desk", tables_new.large, report, browser, server)
        report.group("The first move of every game", tables_roles.first_moves, report, browser, server)
        report.group("Play now", tables_evening.quick, report, browser, server)
        report.group("An open seat", tables_evening.open_seat, report, browser, server)
        report.group("A rematch of two people", tables_evening.rematch, report, browser, server)
        report.group("A rematch against a bot", tables_evening.against_bot, report, browser, server)
        tables_roles.all_of(report, browser, server)
        tables_after.all_of(report, browser, server, axe)
        tables_sight.all_of(report, browser, server, axe)
        report.group("The lobby while tables go on", tables_lobby.used, report, browser, server)
        report.group("A protected name", tables_names.owned, report, browser, server, axe)
        report.group("Nothing from elsewhere, no error at tables", troubles.quiet, report, browser, server)
        report.group("Names that look like markup, at tables", tables_hostile.named, report, browser, server)
        report.group("Names from right to left", tables_hostile.turned, report, browser, server)
        report.group("Foreign secrets", tables_hostile.foreign, report, browser, server)
    database = os.path.join(folder, "tables.db")
    report.group("Killed and started again", tables_crash.killed, report, browser,
                 lambda port: Tables(binary, "--db", database, port=port))
    with Tables(binary, "--arena", "--fill", "1s=miner,hunter,guard") as server:
        report.group("The front page, and the arena beside it", tables_sight.ways_in, report, browser, server)
        report.group("Two people in Vindinium", tables_seat.together, report, browser, server)
    key = os.path.join(folder, "admin.key")
    with Arena(binary, "--keys", "strict", "--admin-key-file", key) as arena:
        report.group("The administration", admin.managed, report, browser, arena, axe, key)
        report.group("The course on all pages", admin.announced, report, browser, arena, axe)
    league.all_of(report, browser, binary, folder, axe)
    with Arena(binary, "--seed", "13", "--turn-limit", "600s", "--person-limit", "600s") as arena:
        report.group("An arena first, with the lobby beside it", tables_sight.arena_first, report, browser, arena)
        report.group("The key of a bot", tables_sight.keyed, report, browser, arena, axe)
        report.group("A wide map on a phone", tables_sight.zoomed, report, browser, arena, axe)
        report.group("The form for a seat, seen first", tables_seat.first_visit, report, browser, arena)
        report.group("A seat in the arena by touch", tables_seat.touched, report, browser, arena)
        report.group("A person who leaves", tables_seat.gone, report, browser, arena)
        report.group("A seat in the arena by keys", tables_seat.played, report, browser, arena)
        report.group("Seats that are refused", tables_seat.refused, report, browser, arena)
        report.group("A seat in the arena after a reload", tables_seat.reloaded, report, browser, arena)
        report.group("A seat without an answer", tables_seat.unanswered, report, browser, arena)
        report.group("A seat whose connection goes silent", tables_seat.silent, report, browser, arena)
        report.group("More pages than connections", connections.followed, report, browser, arena)
        report.group("Vindinium by roles and names", tables_roles.seats, report, browser, arena)
        report.group("Looks", looks, report, browser, arena, axe)


def looks(report, browser, arena, axe):
    """How every page looks, in every size and scheme."""
    game, vindinium = tables_scenes.of_arena(browser, arena)
    scenes = tables_scenes.of(browser, arena)
    # The questions are looked at where they are asked.
    tables_looks.looked_at(report, browser, axe, [*scenes, *tables_scenes.after(browser, arena)[:3], *vindinium])
    tables_looks.spoken(report, browser, arena, [*scenes, *vindinium])
    game.close()
