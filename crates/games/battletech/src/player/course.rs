//! The first player of the course, as its authors describe it: into the woods if it moves first, else by A* to the
//! nearest visible enemy; weapons at that enemy, the strongest first, under a table of heat.

use super::replies::explore;
use super::room::Workspace;
use super::volley::torsos;
use crate::action::{Aim, Movement, Reaction, Shot, Weapons};
use crate::aim;
use crate::arc::Arc;
use crate::arms::MAX_WEAPONS;
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::map::{Map, Object};
use crate::movement::end::{End, Wishes};
use crate::movement::walker::Walker;
use crate::odds::NEVER;
use crate::situation::Situation;
use crate::trace::Post;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The heat that its weapons may make in a turn, by its present heat.
const fn budget(heat: u16) -> u16 {
    match heat {
        0..=9 => 12,
        10..=15 => 9,
        16..=20 => 6,
        21..=26 => 4,
        _ => 2,
    }
}

/// The nearest enemy that it sees, or the nearest of all if it sees none; the flag is true if it sees it.
fn target(room: &mut Workspace, situation: &Situation, me: usize) -> Option<(usize, bool)> {
    let Workspace { views, fighters, .. } = room;
    let pose = &fighters[me].pose;
    let from = Post::new(pose.hex, !pose.prone);
    let rank = |enemy: usize| {
        let other = &fighters[enemy].pose;
        let seen = views.view(&situation.map, from, Post::new(other.hex, !other.prone)).seen;
        (!seen, pose.hex.distance(other.hex), enemy)
    };
    situation.enemies(me).map(rank).min().map(|(hidden, _, enemy)| (enemy, !hidden))
}

/// Its movement.
pub fn movement(room: &mut Workspace, situation: &Situation, me: usize) -> Movement {
    let Some((enemy, _)) = target(room, situation, me) else { return Movement::Still };
    let Workspace { fighters, ground, reach, approach, .. } = room;
    let (map, foe) = (&situation.map, fighters[enemy].pose.hex);
    explore(reach, ground, situation, me, Wishes::default());
    approach.explore(ground, map, &Walker::plain(fighters[me].tons), &[foe]);
    let ends = || reach.ends.iter().enumerate().filter(|(_, end)| !end.prone);
    let away = |end: &End| turned_away(end.hex, end.facing, foe);
    let first = situation.initiative.first() == Some(&me);
    let hidden = ends().filter(|(_, end)| first && in_woods(map, end.hex));
    let cover = hidden.min_by_key(|(place, end)| (end.spent, away(end), end.mode, *place));
    let near = |end: &End| (approach.cost(map, end.hex, end.facing), away(end), end.mode, end.spent);
    let chosen = cover.or_else(|| ends().min_by_key(|(place, end)| (near(end), *place)));
    chosen.map_or(Movement::Still, |(_, end)| reach.movement(ground, map, end))
}

fn in_woods(map: &Map, hex: Hex) -> bool {
    matches!(map.cell(hex).object, Some(Object::LightWoods | Object::HeavyWoods))
}

/// 0 for a mech that faces a hex, more for one that does not.
fn turned_away(hex: Hex, facing: Side, target: Hex) -> u8 {
    match Arc::struck(hex, facing, target) {
        Arc::Front => 0,
        Arc::Left | Arc::Right => 1,
        Arc::Rear => 2,
    }
}

/// Its reaction: the torso turns to the enemy.
pub fn reaction(room: &mut Workspace, situation: &Situation, me: usize) -> Reaction {
    let Some((enemy, _)) = target(room, situation, me) else { return Reaction::Same };
    let (pose, foe) = (&room.fighters[me].pose, room.fighters[enemy].pose.hex);
    let faces = |torso: Side| Arc::of(pose.hex, torso, foe) == Arc::Front;
    let ways = torsos(pose.facing, pose.prone).zip([Reaction::Same, Reaction::Left, Reaction::Right]);
    ways.into_iter().find(|&(torso, _)| faces(torso)).map_or(Reaction::Same, |(_, way)| way)
}

/// Its shots.
pub fn weapons(room: &mut Workspace, situation: &Situation, me: usize) -> Weapons {
    let none = Weapons::Fire { primary: None, shots: Vec::new() };
    let Some((enemy, true)) = target(room, situation, me) else { return none };
    let Workspace { views, fighters, .. } = room;
    let (mine, foe) = (&fighters[me], &fighters[enemy].pose);
    let pose = &mine.pose;
    let Some(handicap) = mine.handicap else { return none };
    let map = &situation.map;
    let view = views.view(map, Post::new(pose.hex, !pose.prone), Post::new(foe.hex, !foe.prone));
    let common = aim::common(map, pose, foe, view).saturating_add(handicap);
    let distance = pose.hex.distance(foe.hex);
    let wet = map.cell(pose.hex).depth() > 0;
    let mut order: ArrayVec<usize, MAX_WEAPONS> = (0..mine.arsenal.len()).collect();
    order.sort_by_key(|&place| {
        let weapon = &mine.arsenal[place];
        (Reverse(u32::from(weapon.damage) * u32::from(weapon.shots)), place)
    });
    let mut left = budget(pose.heat);
    let mut shots = Vec::new();
    for place in order {
        let weapon = &mine.arsenal[place];
        let leg = weapon.location.is_leg();
        let blocked = pose.prone && (leg || weapon.location.is_arm()) || leg && (wet || view.cover_first);
        let bears = aim::bears(weapon.location, weapon.rear, pose, foe.hex);
        if blocked || !bears || !weapon.is_loaded() || weapon.heat > left {
            continue;
        }
        // Loads that several weapons share lose a round for each of their shots.
        let used = |at: (Location, u8)| {
            u16::try_from(shots.iter().filter(|shot: &&Shot| shot.ammunition == Some(at)).count()).unwrap_or(u16::MAX)
        };
        let load = weapon.loads.iter().find(|load| load.rounds > used((load.location, load.slot)));
        let needed = weapon.to_hit(distance, load).map(|own| common.saturating_add(own));
        let empty = !weapon.energy && load.is_none();
        if empty || needed.is_none_or(|needed| needed >= NEVER.cast_signed()) {
            continue;
        }
        left -= weapon.heat;
        shots.push(Shot {
            location: weapon.location,
            slot: weapon.slot,
            double: false,
            ammunition: load.map(|load| (load.location, load.slot)),
            target: Some(foe.hex),
            aim: Aim::Mech,
        });
    }
    let primary = (!shots.is_empty()).then_some(foe.hex);
    Weapons::Fire { primary, shots }
}
