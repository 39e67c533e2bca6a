//! What two mechs can be expected to do to each other from two imagined places.

use super::bearings::{Bearing, Bearings, FARTHEST};
use super::fighter::Fighter;
use super::volley::{HARDEST, torsos};
use crate::aim;
use crate::arc::Arc;
use crate::hex::Side;
use crate::location::Location;
use crate::map::Map;
use crate::odds::{ALL, chance_of};
use crate::physical::Kind;
use crate::sight::View;
use crate::situation::{Mode, Pose};
use crate::tables::Table;
use crate::trace::Post;
use crate::views::Views;

/// Ways in which two dice fall.
const ALL_WAYS: i64 = ALL as i64;

/// How two places lie to each other, for all facings of both.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Hexes between them.
    pub distance: u8,
    /// From the first to the second.
    pub view: View,
    /// How the second lies to the first.
    there: Bearing,
    /// How the first lies to the second.
    back: Bearing,
}

impl Pair {
    /// Of two places; `None` where neither can do anything to the other: out of sight, too far, or
    /// one and the same.
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

    /// The same, from the second one's side.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self { distance: self.distance, view: self.view.turned(), there: self.back, back: self.there }
    }

    /// Of facings in a set (bit `k`: side of index `k`), the one from which the other lies best.
    #[must_use]
    #[inline]
    pub fn best_facing(self, facings: u8) -> Option<Side> {
        let rank = |facing: Side| match self.there.struck(facing) {
            Arc::Front => 0,
            Arc::Left | Arc::Right => 1,
            Arc::Rear => 2,
        };
        let listed = Side::ALL.into_iter().filter(|side| facings >> side.index() & 1 == 1);
        listed.min_by_key(|&facing| rank(facing))
    }
}

/// What one mech needs to hit another, apart from facing, worked out once for all of them.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    fighter: &'a Fighter,
    target: &'a Fighter,
    pair: Pair,
    /// Before the weapon's own part; `None` if it cannot fire.
    shots: Option<i8>,
    /// Where shots are rolled for.
    table: Table,
    /// Before a limb's own part.
    blows: Option<Blows>,
    jumps: bool,
    prone: bool,
}

/// What the levels of the ground allow of blows, and what they need before the limb's own part.
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
    #[must_use]
    #[inline]
    fn shot(&self, torso: Side) -> u32 {
        let barrage = &self.fighter.barrages[usize::from(self.jumps)];
        self.shots.map_or(0, |common| {
            barrage.mean(&self.fighter.arsenal, self.pair.there.arc(torso), self.pair.distance, common)
        })
    }

    /// Mean damage of shots in thousandths of a point with legs that face a side, and the torso
    /// turned as it serves best.
    #[must_use]
    #[inline]
    pub fn fire(&self, facing: Side) -> u32 {
        torsos(facing, self.prone).map(|torso| self.shot(torso)).max().unwrap_or(0)
    }

    /// Whether a mech whose legs face a side has a shot that is worth its ammunition, or a blow.
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

    /// The side of the target that is hit, if its legs face so.
    #[must_use]
    #[inline]
    pub const fn struck(&self, facing: Side) -> Arc {
        self.pair.back.struck(facing)
    }

    /// What shots of so much mean damage and the best blows are worth, for an attacker whose legs
    /// face a side, against this side of the target.
    #[must_use]
    #[inline]
    pub fn value(&self, fire: u32, facing: Side, struck: Arc) -> i64 {
        let worth = |fire| self.target.worth.value(fire, self.table, struck);
        let Some(blows) = self.blows else { return worth(fire) };
        let both = |torso| worth(self.shot(torso)) + self.blow(blows, (facing, torso), struck);
        torsos(facing, self.prone).map(both).max().unwrap_or(0)
    }

    /// The best of a kick, a club, and the blows of both arms, with legs and torso turned so.
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

/// What blows need, unless the levels forbid all of them.
fn blows(map: &Map, from: &Pose, target: &Pose, view: View) -> Option<Blows> {
    let rise = map.cell(target.hex).level.saturating_sub(map.cell(from.hex).level);
    let needed = aim::attack(map, from, target, view);
    (-1..=1).contains(&rise).then_some(Blows { needed, rise, prone: target.prone })
}
