//! The weapon phase: the best volley, or a club if there is nothing to shoot at; and the turn of the torso for it.

use super::physical;
use super::volley::{self, Mark, Volley};
use super::workspace::Workspace;
use crate::action::{Reaction, Shot, Weapons};
use crate::arms::{Load, Weapon};
use crate::condition::MAX_MECHS;
use crate::hex::Hex;
use crate::location::Location;
use crate::situation::{Pose, Situation};
use crate::trace::Post;
use crate::{aim, club, health};
use arrayvec::ArrayVec;

/// Enemies among which a volley is divided.
type Marks<'a> = ArrayVec<Mark<'a>, MAX_MECHS>;
/// Their hexes.
type Hexes = ArrayVec<Hex, MAX_MECHS>;

/// The declaration of the weapon phase.
pub fn best(room: &mut Workspace, situation: &Situation, me: usize) -> Weapons {
    let pose = room.fighters[me].pose;
    let (volley, targets) = volley(room, situation, me, &pose);
    let arsenal = &room.fighters[me].arsenal;
    if volley.shots.is_empty() && takes_club(situation, me) {
        return Weapons::TakeClub;
    }
    let mut shots: Vec<Shot> = Vec::with_capacity(volley.shots.len());
    for choice in &volley.shots {
        let weapon = &arsenal[usize::from(choice.weapon)];
        let chosen = choice.load.map(|load| &weapon.loads[usize::from(load)]);
        // Weapons of one kind share their loads: rounds that others of the volley take are gone.
        let enough =
            |load: &&Load| load.rounds >= Shot::taken(&shots, (load.location, load.slot)) + Shot::rounds(choice.double);
        let load = chosen.filter(enough).or_else(|| weapon.loads.iter().find(enough));
        if !weapon.energy && load.is_none() {
            continue;
        }
        shots.push(weapon.shot(load, choice.double, targets[usize::from(choice.mark)]));
    }
    let primary = volley.primary.filter(|_| !shots.is_empty());
    Weapons::Fire { primary: primary.map(|mark| targets[usize::from(mark)]), shots }
}

/// The best volley from a pose, and the hexes of its targets.
pub fn volley(room: &mut Workspace, situation: &Situation, me: usize, pose: &Pose) -> (Volley, Hexes) {
    let Workspace { views, fighters, weights, .. } = room;
    let map = &situation.map;
    let from = Post::new(pose.hex, !pose.prone);
    let mut marks: Marks = ArrayVec::new();
    for enemy in situation.enemies(me) {
        let fighter = &fighters[enemy];
        let target = &fighter.pose;
        if target.hex != pose.hex {
            let view = views.view(map, from, Post::new(target.hex, !target.prone));
            marks.push(Mark { fighter, view, distance: pose.hex.distance(target.hex) });
        }
    }
    let wet = map.cell(pose.hex).depth() > 0;
    let gone = health::arms_gone(&situation.mechs[me]) > 0;
    // A prone mech props itself up with one arm: the better one fires.
    let fires = |arm: Option<Location>| {
        let allowed = |weapon: &Weapon, mark: &Mark| {
            let leg = weapon.location.is_leg();
            let lies = pose.prone && (leg || (weapon.location.is_arm() && Some(weapon.location) != arm));
            let hidden = leg && (wet || mark.view.cover_first);
            !lies && !hidden && aim::bears(weapon.location, weapon.rear, pose, mark.fighter.pose.hex)
        };
        volley::best((map, weights), &fighters[me], pose, &marks, &allowed)
    };
    let volley = if pose.prone && !gone {
        let (left, right) = (fires(Some(Location::LeftArm)), fires(Some(Location::RightArm)));
        if right.value > left.value { right } else { left }
    } else {
        fires(None)
    };
    (volley, marks.iter().map(|mark| mark.fighter.pose.hex).collect())
}

/// True if the mech should take a club: there is one, and no mech is near enough for a blow.
fn takes_club(situation: &Situation, me: usize) -> bool {
    let mech = &situation.mechs[me];
    let near = |enemy: usize| situation.mechs[enemy].condition.hex.distance(mech.condition.hex) <= 1;
    club::within_reach(&situation.map, mech).is_some() && !situation.enemies(me).any(near)
}

/// The torso side with the best expected volley and blows; the same side if turning gains nothing.
pub fn reaction(room: &mut Workspace, situation: &Situation, me: usize) -> Reaction {
    let pose = room.fighters[me].pose;
    if pose.prone {
        return Reaction::Same;
    }
    let ways = [(Reaction::Same, 0), (Reaction::Left, -1), (Reaction::Right, 1)];
    let mut best = (i64::MIN, Reaction::Same);
    for (reaction, turn) in ways {
        let turned = Pose { torso: pose.facing.turned(turn), ..pose };
        let shots = volley(room, situation, me, &turned).0.value;
        let value = shots + physical::expected(room, situation, me, turned.torso);
        if value > best.0 {
            best = (value, reaction);
        }
    }
    best.1
}
