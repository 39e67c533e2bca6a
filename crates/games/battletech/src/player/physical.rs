//! The physical phase: the best legal set of blows at one adjacent enemy.

use super::fighter::Fighter;
use super::style::Style;
use super::workspace::Workspace;
use crate::action::Blow;
use crate::arc::Arc;
use crate::hex::Side;
use crate::location::Location;
use crate::map::Map;
use crate::odds::{ALL, chance_of};
use crate::physical::{Kind, Strike};
use crate::situation::{Pose, Situation};
use arrayvec::ArrayVec;
use std::iter;

/// Blows of one turn: at most one with each arm.
type Blows = ArrayVec<Blow, 2>;

/// The best blows; none if no blow has a positive expected value.
pub fn best(room: &Workspace, situation: &Situation, me: usize, style: Style) -> Vec<Blow> {
    let mine = &room.fighters[me];
    set(room, situation, &mine.pose, &mine.strikes, (me, style)).1.to_vec()
}

/// The expected value of the best blows with the torso turned to a side, by limbs that have nothing to fire.
pub fn expected(room: &Workspace, situation: &Situation, me: usize, torso: Side) -> i64 {
    let mine = &room.fighters[me];
    set(room, situation, &Pose { torso, ..mine.pose }, &mine.spare, (me, Style::Strong)).0
}

/// The best of some strikes from a pose, and their expected value.
fn set(
    room: &Workspace,
    situation: &Situation,
    pose: &Pose,
    strikes: &[Strike],
    (me, style): (usize, Style),
) -> (i64, Blows) {
    let mine = &room.fighters[me];
    let mut best = (0, Blows::new());
    if pose.prone || !situation.settings.physical {
        return best;
    }
    let near = situation.enemies(me).filter(|&enemy| pose.hex.distance(room.fighters[enemy].pose.hex) == 1);
    for enemy in near {
        let theirs = &room.fighters[enemy];
        let worth = |strike: &Strike| Some((value(&situation.map, (mine, pose), theirs, *strike, style)?, *strike));
        let mut arms: [Option<(i64, Strike)>; 2] = [None, None];
        for (value, strike) in strikes.iter().filter_map(worth) {
            let blow = |strike: &Strike| strike.blow(theirs.pose.hex);
            match strike.kind {
                Kind::Kick | Kind::Club => {
                    if value > best.0 {
                        best = (value, iter::once(blow(&strike)).collect());
                    }
                }
                Kind::Punch | Kind::Axe | Kind::Sword => {
                    let arm = &mut arms[usize::from(strike.limb == Location::RightArm)];
                    // Of two axes only one may be swung.
                    if arm.is_none_or(|(most, _)| value > most) {
                        *arm = Some((value, strike));
                    }
                }
            }
            let axes = arms.iter().flatten().filter(|(_, strike)| strike.kind == Kind::Axe).count();
            let all: i64 = arms.iter().flatten().map(|(value, _)| value).sum();
            if axes < 2 && all > best.0 {
                best = (all, arms.iter().flatten().map(|(_, strike)| blow(strike)).collect());
            }
        }
    }
    best
}

/// The expected value of a blow; `None` if it does not reach or cannot hit.
fn value(map: &Map, (mine, pose): (&Fighter, &Pose), theirs: &Fighter, strike: Strike, style: Style) -> Option<i64> {
    let target = &theirs.pose;
    let table = strike.reaches(map, pose, target)?;
    let chance = i64::from(chance_of(strike.needed(map, pose, target)));
    if chance == 0 {
        return None;
    }
    let side = Arc::struck(target.hex, target.facing, pose.hex);
    let damage = theirs.worth.value(u32::from(strike.damage) * 1000, table, side);
    if strike.kind != Kind::Kick || style == Style::Course {
        return Some(chance * damage / i64::from(ALL));
    }
    // A mech that is kicked may fall, and so may one that kicks and misses.
    let fells = if target.prone { 0 } else { theirs.kicked };
    Some((chance * (damage + fells) - (i64::from(ALL) - chance) * mine.tripped) / i64::from(ALL))
}
