//! A player that waits: it takes the best cover nearby, stays there, and faces the enemy. Its shots and blows are those
//! of the strong player.

use super::replies::explore;
use super::room::Workspace;
use crate::action::Movement;
use crate::hex::{Hex, Side};
use crate::map::{Map, Object, Terrain};
use crate::movement::end::{End, Wishes};
use crate::situation::{Mode, Situation};

/// The number of sides from which a hex with full cover is covered.
const ALL_AROUND: u8 = 6;
/// The modifier of partial cover for the roll to hit.
const PARTIAL: u8 = 3;

/// The movement to the best cover that it can reach surely within a turn, the nearest of equal ones; there it faces the
/// enemy.
pub fn movement(room: &mut Workspace, situation: &Situation, me: usize) -> Movement {
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
