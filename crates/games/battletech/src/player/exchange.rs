//! Expected exchanges: the damage that two mechs can be expected to do to each other from two places.

use super::fighter::{FARTHEST, Fighter};
use super::volley::{HARDEST, torsos};
use crate::aim;
use crate::arc::Arc;
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::map::Map;
use crate::odds::{ALL, chance_of};
use crate::physical::Kind;
use crate::sight::View;
use crate::situation::{Mode, Pose};
use crate::tables::Table;
use crate::trace::Post;
use crate::views::Views;
use std::cell::Cell;

/// The number of ways in which two dice can fall.
const ALL_WAYS: i64 = ALL as i64;
/// Values of each of two cube coordinates within [`FARTHEST`].
const SPAN: usize = 2 * FARTHEST as usize + 1;
/// An entry that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// The geometry of two places, for all facings of both.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Hexes between them.
    pub distance: u8,
    /// The view from the first to the second.
    pub view: View,
    /// The bearing of the second from the first.
    there: Bearing,
    /// The bearing of the first from the second.
    back: Bearing,
}

impl Pair {
    /// The geometry of two places; `None` if neither mech can affect the other: out of sight, too far, or on one
    /// hex.
    #[must_use]
    #[inline]
    pub fn of(map: &Map, views: &mut Views, bearings: &Bearings, first: &Pose, second: &Pose) -> Option<Self> {
        let distance = first.hex.distance(second.hex);
        if distance == 0 || distance >= FARTHEST {
            return None;
        }
        let view = views.view(map, Post::new(first.hex, !first.prone), Post::new(second.hex, !second.prone));
        let (there, back) = (bearings.to(first.hex, second.hex), bearings.to(second.hex, first.hex));
        view.seen.then_some(Self { distance, view, there, back })
    }

    /// The same from the second one's side.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self { distance: self.distance, view: self.view.turned(), there: self.back, back: self.there }
    }

    /// The best facing towards the other in a set (bit `k`: side of index `k`).
    #[must_use]
    #[inline]
    pub fn best_facing(self, facings: u8) -> Option<Side> {
        let listed = Side::ALL.into_iter().filter(|side| facings >> side.index() & 1 == 1);
        listed.min_by_key(|&facing| self.there.struck(facing).exposure())
    }
}

/// The needs of one mech to hit another, apart from facing, computed once for all facings.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    fighter: &'a Fighter,
    target: &'a Fighter,
    pair: Pair,
    /// The needed roll before the weapon's own part; `None` if it cannot fire.
    shots: Option<i8>,
    /// The table of hit locations for shots.
    table: Table,
    /// The blows, if any can reach.
    blows: Option<Blows>,
    jumps: bool,
    prone: bool,
}

/// The common part of all blows: the needed roll before the limb's own part, and the levels of the ground.
#[derive(Clone, Copy, Debug)]
struct Blows {
    needed: i8,
    rise: i16,
    prone: bool,
}

impl<'a> Attack<'a> {
    /// An attack of a mech from a pose on another in a pose; the pair's first is the attacker.
    #[must_use]
    #[inline]
    pub fn of(map: &Map, attacker: (&'a Fighter, &Pose), target: (&'a Fighter, &Pose), pair: Pair) -> Self {
        let ((fighter, from), (other, at)) = (attacker, target);
        let shots = fighter.handicap.map(|handicap| aim::common(map, from, at, pair.view).saturating_add(handicap));
        let blows = if pair.distance == 1 && !from.prone { blows(map, from, at, pair.view) } else { None };
        let table = if aim::is_covered(map, at, pair.view) { Table::Punch } else { Table::Body };
        Self { fighter, target: other, pair, shots, table, blows, jumps: from.mode == Mode::Jump, prone: from.prone }
    }

    /// Mean damage of shots in thousandths of a point with the torso turned to a side.
    #[inline]
    fn shot(&self, torso: Side) -> u32 {
        let barrage = &self.fighter.barrages[usize::from(self.jumps)];
        self.shots.map_or(0, |common| {
            barrage.mean(&self.fighter.arsenal, self.pair.there.arc(torso), self.pair.distance, common)
        })
    }

    /// Mean damage of shots in thousandths of a point with legs that face a side, and the best turn of the torso.
    #[must_use]
    #[inline]
    pub fn fire(&self, facing: Side) -> u32 {
        torsos(facing, self.prone).map(|torso| self.shot(torso)).max().unwrap_or(0)
    }

    /// True if a mech whose legs face a side has a shot that is worth its ammunition, or a blow.
    #[must_use]
    pub fn threatens(&self, facing: Side) -> bool {
        let shot = |torso: Side| {
            let arc = self.pair.there.arc(torso);
            self.shots.is_some_and(|common| {
                self.fighter.arsenal.iter().any(|weapon| {
                    let needed = weapon.to_hit(self.pair.distance, weapon.loads.first());
                    aim::bears_in(weapon.location, weapon.rear, arc)
                        && weapon.is_loaded()
                        && needed.is_some_and(|own| common.saturating_add(own) <= HARDEST)
                })
            })
        };
        let blow = |blows| torsos(facing, self.prone).any(|torso| self.blow(blows, (facing, torso), Arc::Front) > 0);
        torsos(facing, self.prone).any(shot) || self.blows.is_some_and(blow)
    }

    /// The side on which the target is hit, if its legs face this side.
    #[inline]
    pub const fn struck(&self, facing: Side) -> Arc {
        self.pair.back.struck(facing)
    }

    /// The value of shots with this mean damage and of the best blows, for an attacker whose legs face a side, against
    /// this side of the target.
    #[must_use]
    #[inline]
    pub fn value(&self, fire: u32, facing: Side, struck: Arc) -> i64 {
        let worth = |fire| self.target.worth.value(fire, self.table, struck);
        let Some(blows) = self.blows else { return worth(fire) };
        let both = |torso| worth(self.shot(torso)) + self.blow(blows, (facing, torso), struck);
        torsos(facing, self.prone).map(both).max().unwrap_or(0)
    }

    /// The value of the best of a kick, a club, and the blows of both arms, for these sides of legs and torso.
    fn blow(&self, base: Blows, (facing, torso): (Side, Side), struck: Arc) -> i64 {
        let (legs, body) = (self.pair.there.arc(facing), self.pair.there.arc(torso));
        let mut best = 0;
        let mut arms = [0; 2];
        for strike in &self.fighter.spare {
            let Some(table) = strike.kind.table(base.rise, base.prone) else { continue };
            if !strike.bears_in(if strike.kind == Kind::Kick { legs } else { body }) {
                continue;
            }
            let chance = i64::from(chance_of(base.needed.saturating_add(strike.kind.base() + strike.modifier)));
            let damage = self.target.worth.value(u32::from(strike.damage) * 1000, table, struck);
            match strike.kind {
                Kind::Kick => {
                    let fells = if base.prone { 0 } else { self.target.kicked };
                    let trips = (ALL_WAYS - chance) * self.fighter.tripped;
                    best = best.max((chance * (damage + fells) - trips) / ALL_WAYS);
                }
                Kind::Club => best = best.max(chance * damage / ALL_WAYS),
                Kind::Punch | Kind::Axe | Kind::Sword => {
                    let arm = &mut arms[usize::from(strike.limb == Location::RightArm)];
                    *arm = (chance * damage / ALL_WAYS).max(*arm);
                }
            }
        }
        best.max(arms[0] + arms[1])
    }
}

/// The common part of all blows, unless the levels forbid all of them.
fn blows(map: &Map, from: &Pose, target: &Pose, view: View) -> Option<Blows> {
    let rise = map.cell(target.hex).level.saturating_sub(map.cell(from.hex).level);
    let needed = aim::attack(map, from, target, view);
    (-1..=1).contains(&rise).then_some(Blows { needed, rise, prone: target.prone })
}

/// Two bits for each facing: the arc in which the other hex lies (bits 0 to 11), and the side that
/// is hit from there (bits 12 to 23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing(u32);

impl Bearing {
    /// The firing arc of a torso (or legs) that faces a side.
    #[inline]
    pub const fn arc(self, facing: Side) -> Arc {
        arc(self.0 >> (2 * facing.index()))
    }

    /// The side that is hit of a mech whose legs face a side.
    #[inline]
    pub const fn struck(self, facing: Side) -> Arc {
        arc(self.0 >> (12 + 2 * facing.index()))
    }
}

/// The arc in the lowest two bits.
const fn arc(bits: u32) -> Arc {
    [Arc::Front, Arc::Right, Arc::Rear, Arc::Left][(bits & 3) as usize]
}

/// Bearings by the difference of two hexes, computed on first use.
#[derive(Clone, Debug)]
pub struct Bearings {
    entries: Vec<Cell<u32>>,
}

impl Default for Bearings {
    fn default() -> Self {
        Self { entries: vec![Cell::new(UNKNOWN); SPAN * SPAN] }
    }
}

impl Bearings {
    /// The bearing of a hex from a mech's hex. Beyond [`FARTHEST`] it is computed each time.
    #[must_use]
    #[inline]
    pub fn to(&self, at: Hex, target: Hex) -> Bearing {
        let (from, to) = (at.cube(), target.cube());
        let place =
            |axis: usize| usize::try_from(to[axis] - from[axis] + i16::from(FARTHEST)).ok().filter(|&at| at < SPAN);
        let (Some(column), Some(row)) = (place(0), place(2)) else { return work_out(at, target) };
        let entry = &self.entries[column * SPAN + row];
        if entry.get() == UNKNOWN {
            entry.set(work_out(at, target).0);
        }
        Bearing(entry.get())
    }
}

fn work_out(at: Hex, target: Hex) -> Bearing {
    let mut bits = 0;
    for side in Side::ALL {
        bits |= (Arc::of(at, side, target) as u32) << (2 * side.index());
        bits |= (Arc::struck(at, side, target) as u32) << (12 + 2 * side.index());
    }
    Bearing(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_bearings_are_those_of_the_arcs() {
        let bearings = Bearings::default();
        for at in [Hex::new(20, 20), Hex::new(21, 20), Hex::new(0, 0)] {
            for column in 0..60 {
                for row in 0..60 {
                    let target = Hex::new(column, row);
                    if target == at {
                        continue;
                    }
                    for _ in 0..2 {
                        let bearing = bearings.to(at, target);
                        for side in Side::ALL {
                            assert_eq!(bearing.arc(side), Arc::of(at, side, target), "{at} {side} {target}");
                            assert_eq!(bearing.struck(side), Arc::struck(at, side, target), "{at} {side} {target}");
                        }
                    }
                }
            }
        }
    }
}
