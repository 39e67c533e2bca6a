//! What two mechs can be expected to do to each other from two imagined places.

use super::bearings::{Bearing, Bearings, FARTHEST};
use super::fighter::Fighter;
use super::volley::{HARDEST, torsos};
use crate::aim;
use crate::arc::Arc;
use crate::hex::Side;
use crate::location::Location;
use crate::map::Map;
use crate::odds::chance_of;
use crate::physical::Kind;
use crate::pose::Pose;
use crate::situation::Mode;
use crate::tables::Table;
use crate::trace::Post;
use crate::view::View;
use crate::views::Views;

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

    /// Mean damage of shots in thousandths of a point with legs that face a side, and the torso
    /// turned as it serves best.
    #[must_use]
    #[inline]
    pub fn fire(&self, facing: Side) -> u32 {
        let barrage = &self.fighter.barrages[usize::from(self.jumps)];
        let Some(common) = self.shots else { return 0 };
        let by_torso =
            |torso| barrage.mean(&self.fighter.arsenal, self.pair.there.arc(torso), self.pair.distance, common);
        torsos(facing, self.prone).map(by_torso).max().unwrap_or(0)
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
        let blow = |blows| self.blow(blows, facing, self.struck(facing)) > 0;
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
        let shots = self.target.worth.value(fire, self.table, struck);
        shots + self.blows.map_or(0, |blows| self.blow(blows, facing, struck))
    }

    /// The best of a kick, a club, and the blows of both arms.
    fn blow(&self, base: Blows, facing: Side, struck: Arc) -> i64 {
        if self.pair.there.arc(facing) != Arc::Front {
            return 0;
        }
        let mut best = 0;
        let mut arms = [0; 2];
        for strike in &self.fighter.spare {
            let Some(table) = strike.kind.table(base.rise, base.prone) else { continue };
            let chance = chance_of(base.needed.saturating_add(strike.kind.base() + strike.modifier));
            let mean = u32::from(strike.damage) * 1000 * u32::from(chance) / 36;
            let value = self.target.worth.value(mean, table, struck);
            match strike.kind {
                Kind::Kick | Kind::Club => best = best.max(value),
                Kind::Punch | Kind::Axe | Kind::Sword => {
                    let arm = &mut arms[usize::from(strike.limb == Location::RightArm)];
                    *arm = value.max(*arm);
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
