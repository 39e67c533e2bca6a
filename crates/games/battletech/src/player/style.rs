//! The styles of the player, and the two simple ones: the first player of the course, as its authors describe it, and a
//! camper. Blows, and the camper's shots, are those of the strong player.

use super::replies::explore;
use super::volley::torsos;
use super::workspace::Workspace;
use crate::action::{Movement, Reaction, Shot, Weapons};
use crate::aim;
use crate::arc::Arc;
use crate::arms::MAX_WEAPONS;
use crate::hex::{Hex, Side};
use crate::map::{Map, Object, Terrain};
use crate::movement::end::{End, Wishes};
use crate::movement::walker::Walker;
use crate::odds::NEVER;
use crate::situation::{Mode, Situation};
use crate::trace::Post;
use arrayvec::ArrayVec;
use boardbots_base::invalid::InputError;
use std::cmp::Reverse;
use std::str::FromStr;

/// The number of sides from which a hex with full cover is covered.
const ALL_AROUND: u8 = 6;
/// The modifier of partial cover for the roll to hit.
const PARTIAL: u8 = 3;

/// The style of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As well as it can.
    #[default]
    Strong,
    /// The first player written for the course, as it is described: woods first if it moves first, else by A* to the
    /// nearest enemy, all weapons at it under a table of heat.
    Course,
    /// Waits in the best cover nearby.
    Camper,
}

boardbots_base::words! { Style::word: Strong "strong", Course "course", Camper "camper" }

impl FromStr for Style {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::named(text).ok_or_else(|| InputError::unknown("style", text, Self::ALL.map(Self::word)))
    }
}

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

/// The movement of the first player of the course: into the woods if it moves first, else by A* to the nearest enemy
/// that it sees.
pub fn course_movement(room: &mut Workspace, situation: &Situation, me: usize) -> Movement {
    let Some((enemy, _)) = target(room, situation, me) else { return Movement::Still };
    let Workspace { fighters, ground, reach, approach, .. } = room;
    let (map, foe) = (&situation.map, fighters[enemy].pose.hex);
    explore(reach, ground, situation, me, Wishes::default());
    approach.explore(ground, map, &Walker::plain(fighters[me].tons), &[foe]);
    let ends = || reach.ends.iter().enumerate().filter(|(_, end)| !end.prone);
    let away = |end: &End| Arc::struck(end.hex, end.facing, foe).exposure();
    let first = situation.initiative.first() == Some(&me);
    let woods = |hex| matches!(map.cell(hex).object, Some(Object::LightWoods | Object::HeavyWoods));
    let hidden = ends().filter(|(_, end)| first && woods(end.hex));
    let cover = hidden.min_by_key(|(place, end)| (end.spent, away(end), end.mode, *place));
    let near = |end: &End| (approach.cost(map, end.hex, end.facing), away(end), end.mode, end.spent);
    let chosen = cover.or_else(|| ends().min_by_key(|(place, end)| (near(end), *place)));
    chosen.map_or(Movement::Still, |(_, end)| reach.movement(ground, map, end))
}

/// The reaction of the first player of the course: the torso turns to the enemy.
pub fn course_reaction(room: &mut Workspace, situation: &Situation, me: usize) -> Reaction {
    let Some((enemy, _)) = target(room, situation, me) else { return Reaction::Same };
    let (pose, foe) = (&room.fighters[me].pose, room.fighters[enemy].pose.hex);
    let faces = |torso: Side| Arc::of(pose.hex, torso, foe) == Arc::Front;
    let ways = torsos(pose.facing, pose.prone).zip([Reaction::Same, Reaction::Left, Reaction::Right]);
    ways.into_iter().find(|&(torso, _)| faces(torso)).map_or(Reaction::Same, |(_, way)| way)
}

/// The shots of the first player of the course: at that enemy, the strongest first, under a table of heat.
pub fn course_weapons(room: &mut Workspace, situation: &Situation, me: usize) -> Weapons {
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
        let load = weapon.loads.iter().find(|load| load.rounds > Shot::taken(&shots, (load.location, load.slot)));
        let needed = weapon.to_hit(distance, load).map(|own| common.saturating_add(own));
        let empty = !weapon.energy && load.is_none();
        if empty || needed.is_none_or(|needed| needed >= NEVER.cast_signed()) {
            continue;
        }
        left -= weapon.heat;
        shots.push(weapon.shot(load, false, foe.hex));
    }
    let primary = (!shots.is_empty()).then_some(foe.hex);
    Weapons::Fire { primary, shots }
}

/// The movement of a camper: to the best cover that it can reach surely within a turn, the nearest of equal ones. There
/// it faces the enemy.
pub fn camper_movement(room: &mut Workspace, situation: &Situation, me: usize) -> Movement {
    let Workspace { fighters, ground, reach, .. } = room;
    let (map, pose) = (&situation.map, fighters[me].pose);
    let enemies = situation.enemies(me).map(|enemy| fighters[enemy].pose.hex);
    let Some(foe) = enemies.min_by_key(|&foe| (pose.hex.distance(foe), foe)) else { return Movement::Still };
    explore(reach, ground, situation, me, Wishes::default());
    // A prone or stuck mech reaches nothing surely.
    let standing = || reach.ends.iter().filter(|end| !end.prone && !end.sinks);
    let moved = |end: &&End| end.mode != Mode::Still || !pose.prone;
    let surest = standing().filter(moved).map(|end| end.arrival).max();
    let sure = standing().filter(moved).filter(|end| Some(end.arrival) == surest);
    let rank = |end: &&End| {
        let far = pose.hex.distance(end.hex);
        (u8::MAX - cover(map, end.hex), far, away(end.hex, end.facing, foe), end.mode, end.spent)
    };
    sure.min_by_key(rank).map_or(Movement::Still, |end| reach.movement(ground, map, end))
}

/// The cover of a hex for a mech that stands on it: the modifier of shots, summed over the six sides from which they
/// can come.
fn cover(map: &Map, hex: Hex) -> u8 {
    let cell = map.cell(hex);
    let woods = match cell.object {
        Some(Object::HeavyWoods) => 2,
        Some(Object::LightWoods) => 1,
        _ => 0,
    };
    let wet = cell.terrain != Terrain::Water && cell.rivers != 0;
    let sides = if wet {
        ALL_AROUND
    } else {
        let higher = |&side: &Side| map.neighbour(hex, side).is_some_and(|next| map.cell(next).level > cell.level);
        u8::try_from(Side::ALL.iter().filter(|side| higher(side)).count()).unwrap_or(ALL_AROUND)
    };
    woods * ALL_AROUND + PARTIAL * sides
}

/// The turns of one side that a mech needs to face a hex: 0 to 3.
fn away(hex: Hex, facing: Side, target: Hex) -> u8 {
    let far = |side: Side| hex.neighbour(side).map_or(u8::MAX, |next| next.distance(target));
    let ahead = Side::ALL.into_iter().min_by_key(|&side| (far(side), facing.turns_to(side)));
    ahead.map_or(0, |side| facing.turns_to(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::action::Phase;
    use crate::player::{Player, Style};
    use crate::sample;

    #[test]
    fn it_goes_into_cover_and_stays() {
        let mut situation = sample::duel();
        let map = &mut situation.map;
        let here = situation.mechs[0].condition.hex;
        let woods = map.hexes().find(|hex| hex.distance(here) == 2).expect("a hex near it");
        for hex in map.hexes().collect::<Vec<_>>() {
            map.cell_mut(hex).object = None;
        }
        map.cell_mut(woods).object = Some(Object::HeavyWoods);
        let (bare, covered) = (cover(map, here), cover(map, woods));
        assert!(covered > bare, "{covered} {bare}");
        let mut player = Player::new(Style::Camper);
        let mut decide = |situation: &Situation| match player.decide(situation, 0, Phase::Movement, &|| false) {
            Action::Movement(Movement::Go { to, .. } | Movement::Jump { to, .. }) => to,
            _ => situation.mechs[0].condition.hex,
        };
        assert_eq!(decide(&situation), woods);
        situation.mechs[0].condition.hex = woods;
        assert_eq!(decide(&situation), woods);
    }
}
