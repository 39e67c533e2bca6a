//! The physical phase: the best legal set of blows at one adjacent enemy.

use super::fighter::{Fighter, WHOLE};
use super::volley::severity;
use super::{Room, Style};
use crate::games::battletech::action::{Aim, Blow};
use crate::games::battletech::arc::Arc;
use crate::games::battletech::location::Location;
use crate::games::battletech::map::Map;
use crate::games::battletech::odds::{ALL, chance_of};
use crate::games::battletech::physical::{Kind, Strike};
use crate::games::battletech::pilot::{self, Cause};
use crate::games::battletech::situation::Situation;
use crate::games::battletech::tables::Table;

/// What an enemy on the ground is worth, besides the damage of its fall.
const FELLED: i64 = WHOLE / 30;

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
    // One blow in six of those high up hits the head.
    let high = if table == Table::Punch { 115 } else { 100 };
    let damage = theirs.value_of(u32::from(strike.damage) * 1000) * i64::from(severity(side)) * high / 10_000;
    let hit = chance * damage / i64::from(ALL);
    if strike.kind != Kind::Kick || style == Style::Course || !situation.settings.piloting {
        return Some(hit);
    }
    // Who is kicked may fall, and so may who kicks and misses.
    let falls = |mech: usize, cause| {
        let stands = pilot::needed(&situation.mechs[mech], cause).map_or(0, chance_of);
        i64::from(ALL - stands)
    };
    let cost = |fighter: &Fighter| fighter.value_of(u32::from(fighter.tons) * 100) + FELLED;
    let fells = if target.prone { 0 } else { falls(theirs.number, Cause::Kicked) * cost(theirs) / i64::from(ALL) };
    let trips = falls(me, Cause::MissedKick) * cost(mine) / i64::from(ALL);
    Some(hit + (chance * fells - (i64::from(ALL) - chance) * trips) / i64::from(ALL))
}
