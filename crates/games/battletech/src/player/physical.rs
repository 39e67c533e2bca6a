//! The physical phase: the best legal set of blows at one adjacent enemy.

use super::Style;
use super::fighter::Fighter;
use super::room::Room;
use crate::action::{Aim, Blow};
use crate::arc::Arc;
use crate::location::Location;
use crate::map::Map;
use crate::odds::{ALL, chance_of};
use crate::physical::{Kind, Strike};
use crate::pilot::{self, Cause};
use crate::situation::Situation;

/// The blows; none if nothing can be expected of any.
pub fn best(room: &Room, situation: &Situation, me: usize, style: Style) -> Vec<Blow> {
    let mine = &room.fighters[me];
    if mine.pose.prone || !situation.settings.physical {
        return Vec::new();
    }
    let near = situation.enemies(me).filter(|&enemy| mine.pose.hex.distance(room.fighters[enemy].pose.hex) == 1);
    let mut best = (0, Vec::new());
    for enemy in near {
        let theirs = &room.fighters[enemy];
        let worth = |strike: &Strike| Some((value(situation, me, mine, theirs, *strike, style)?, *strike));
        let mut arms: [Option<(i64, Strike)>; 2] = [None, None];
        for (value, strike) in mine.strikes.iter().filter_map(worth) {
            let blow = |strike: &Strike| Blow {
                limb: strike.limb,
                means: strike.means,
                target: theirs.pose.hex,
                aim: Aim::Mech,
            };
            match strike.kind {
                Kind::Kick | Kind::Club => {
                    if value > best.0 {
                        best = (value, vec![blow(&strike)]);
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
    best.1
}

/// What a blow can be expected to be worth; `None` if it does not reach or cannot hit.
fn value(
    situation: &Situation,
    me: usize,
    mine: &Fighter,
    theirs: &Fighter,
    strike: Strike,
    style: Style,
) -> Option<i64> {
    let (map, pose, target): (&Map, _, _) = (&situation.map, &mine.pose, &theirs.pose);
    let table = strike.reaches(map, pose, target)?;
    if !strike.bears(pose, target.hex) {
        return None;
    }
    let chance = i64::from(chance_of(strike.needed(map, pose, target)));
    if chance == 0 {
        return None;
    }
    let side = Arc::struck(target.hex, target.facing, pose.hex);
    let damage = theirs.worth.value(u32::from(strike.damage) * 1000, table, side);
    let hit = chance * damage / i64::from(ALL);
    if strike.kind != Kind::Kick || style == Style::Course || !situation.settings.piloting {
        return Some(hit);
    }
    // Who is kicked may fall, and so may who kicks and misses.
    let falls = |mech: usize, cause| {
        let stands = pilot::needed(&situation.mechs[mech], cause).map_or(0, chance_of);
        i64::from(ALL - stands)
    };
    let fells = if target.prone { 0 } else { falls(theirs.number, Cause::Kicked) * theirs.fall() / i64::from(ALL) };
    let trips = falls(me, Cause::MissedKick) * mine.fall() / i64::from(ALL);
    Some(hit + (chance * fells - (i64::from(ALL) - chance) * trips) / i64::from(ALL))
}
