//! The best set of shots of a turn: a choice of weapons and targets within the heat that the mech can afford.

use super::fighter::Fighter;
use super::weights::Weights;
use crate::arc::Arc;
use crate::arms::{MAX_WEAPONS, Weapon};
use crate::hex::Side;
use crate::map::Map;
use crate::odds::chance_of;
use crate::sight::View;
use crate::situation::Pose;
use crate::tables::Table;
use crate::{action, aim, heat};
use arrayvec::ArrayVec;

/// The number of different sums of heat of all weapons.
const HEATS: usize = 96;
/// The highest needed roll that is worth its ammunition: above it the chance is 1 in 36.
pub const HARDEST: i8 = 11;

/// A target, with the shooter's view of it.
#[derive(Clone, Copy)]
pub struct Mark<'a> {
    /// The target mech.
    pub fighter: &'a Fighter,
    /// The view from the shooter to it.
    pub view: View,
    /// Hexes between them.
    pub distance: u8,
}

/// A shot of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The index of the weapon in the arsenal.
    pub weapon: u8,
    /// The index of the target in the list.
    pub mark: u8,
    /// The index of the weapon's load.
    pub load: Option<u8>,
    /// At double rate.
    pub double: bool,
    /// The expected value.
    gain: i64,
    /// The heat of firing.
    heat: u16,
}

/// The best shots found.
#[derive(Clone, Debug, Default)]
pub struct Volley {
    /// Their expected value, less the cost of their heat.
    pub value: i64,
    /// The index of the primary target in the list.
    pub primary: Option<u8>,
    /// The shots.
    pub shots: ArrayVec<Shot, MAX_WEAPONS>,
}

/// The test for weapons that may fire at a target, by its bearing too.
pub type Allowed<'a> = &'a dyn Fn(&Weapon, &Mark) -> bool;

/// The best volley of a shooter from a pose at any of the marks.
pub fn best(
    (map, weights): (&Map, &Weights),
    shooter: &Fighter,
    pose: &Pose,
    marks: &[Mark],
    allowed: Allowed,
) -> Volley {
    let Some(handicap) = shooter.handicap else { return Volley::default() };
    let mut best = Volley::default();
    let moving = heat::movement(pose.mode, pose.moved);
    let base = shooter.base_heat + i32::from(moving);
    for primary in 0..marks.len() {
        if !marks[primary].view.seen {
            continue;
        }
        let mut options: ArrayVec<ArrayVec<Shot, 2>, MAX_WEAPONS> = ArrayVec::new();
        for (place, weapon) in (0..).zip(&shooter.arsenal) {
            let mut ways: ArrayVec<Shot, 2> = ArrayVec::new();
            for double in [false, true] {
                let shots = (0..).zip(marks).filter_map(|(mark, target)| {
                    let other =
                        if usize::from(mark) == primary { 0 } else { aim::secondary(pose, target.fighter.pose.hex) };
                    let extra = handicap + other;
                    shot(map, pose, weapon, (mark, target), extra, double, allowed)
                });
                let shot = shots.max_by_key(|shot: &Shot| (shot.gain, std::cmp::Reverse(shot.mark)));
                ways.extend(shot.map(|shot| Shot { weapon: place, ..shot }));
            }
            options.push(ways);
        }
        let Some(volley) = pick(&options, base, weights) else { continue };
        if volley.value > best.value {
            let used = u8::try_from(primary).ok();
            best = Volley { primary: used, ..volley };
        }
    }
    best
}

/// A weapon's shot at a target with its best load; `None` if it is not worth trying.
fn shot(
    map: &Map,
    pose: &Pose,
    weapon: &Weapon,
    (number, mark): (u8, &Mark),
    extra: i8,
    double: bool,
    allowed: Allowed,
) -> Option<Shot> {
    use crate::arms::Fire;
    if (double && weapon.fire != Fire::Ultra) || !mark.view.seen || !weapon.is_loaded() || !allowed(weapon, mark) {
        return None;
    }
    let target = &mark.fighter.pose;
    let common = aim::common(map, pose, target, mark.view) + extra;
    let rounds = action::Shot::rounds(double);
    let try_load = |load: Option<u8>| {
        let ammunition = load.map(|load| &weapon.loads[usize::from(load)]);
        if ammunition.is_some_and(|load| load.rounds < rounds) {
            return None;
        }
        let needed = common.saturating_add(weapon.to_hit(mark.distance, ammunition)?);
        let chance = u32::from(chance_of(needed));
        if needed > HARDEST {
            return None;
        }
        let mean = chance * weapon.mean(ammunition, double, 0) / 36;
        let side = Arc::struck(target.hex, target.facing, pose.hex);
        let table = if aim::is_covered(map, target, mark.view) { Table::Punch } else { Table::Body };
        let gain = mark.fighter.worth.value(mean, table, side);
        // At double rate one roll in 36 jams the weapon for good.
        let gain = if double { gain * 9 / 10 } else { gain };
        Some(Shot { weapon: 0, mark: number, load, double, gain, heat: weapon.heat(double) })
    };
    if weapon.energy {
        return try_load(None);
    }
    let loads = u8::try_from(weapon.loads.len()).ok()?;
    (0..loads).filter_map(|load| try_load(Some(load))).max_by_key(|shot| (shot.gain, std::cmp::Reverse(shot.load)))
}

/// The choice of at most one shot of each weapon with the highest gains less the cost of heat: exact, over all sums of
/// heat.
fn pick(options: &[ArrayVec<Shot, 2>], base: i32, weights: &Weights) -> Option<Volley> {
    const NONE: i64 = i64::MIN;
    let most = usize::try_from(weights.hot - base).unwrap_or(0).min(HEATS - 1);
    let mut sums = [NONE; HEATS];
    sums[0] = 0;
    let mut taken = [[0_u8; HEATS]; MAX_WEAPONS];
    for (ways, taken) in options.iter().zip(&mut taken) {
        let before = sums;
        for (way, choice) in (1..).zip(ways) {
            let heat = usize::from(choice.heat);
            for sum in heat..=most {
                let with = before[sum - heat].saturating_add(choice.gain);
                if before[sum - heat] != NONE && with > sums[sum] {
                    sums[sum] = with;
                    taken[sum] = way;
                }
            }
        }
    }
    let all: i64 = sums.iter().copied().max()?;
    let net = |sum: usize| sums[sum] - cost_of_heat(base + i32::try_from(sum).unwrap_or(i32::MAX), all, weights);
    let mut sum = (0..=most).filter(|&sum| sums[sum] != NONE).max_by_key(|&sum| (net(sum), std::cmp::Reverse(sum)))?;
    let mut volley = Volley { value: net(sum), ..Volley::default() };
    for (ways, taken) in options.iter().zip(&taken).rev() {
        if let Some(way) = taken[sum].checked_sub(1) {
            let choice = ways[usize::from(way)];
            volley.shots.push(choice);
            sum -= usize::from(choice.heat);
        }
    }
    volley.shots.reverse();
    (!volley.shots.is_empty()).then_some(volley)
}

/// The cost of the heat at the end of a turn, as a share of the value of a turn's shots: heat that is left over limits
/// the next turn.
fn cost_of_heat(end: i32, turn: i64, weights: &Weights) -> i64 {
    let end = i64::from(end.max(0));
    turn * end * end * i64::from(weights.cooling) / 1_000_000
}

/// The torso of a mech whose legs face a side, turned by one side or not.
pub fn torsos(facing: Side, prone: bool) -> impl Iterator<Item = Side> {
    let turns: &[i8] = if prone { &[0] } else { &[0, -1, 1] };
    turns.iter().map(move |&turn| facing.turned(turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of ways, one by one.
    fn plainly(options: &[ArrayVec<Shot, 2>], base: i32) -> i64 {
        let mut sets = vec![(0_i64, 0_i32)];
        for ways in options {
            let with: Vec<_> = sets
                .iter()
                .flat_map(|&(gain, heat)| ways.iter().map(move |way| (gain + way.gain, heat + i32::from(way.heat))))
                .collect();
            sets.extend(with);
        }
        let most = Weights::DEFAULT.hot;
        sets.retain(|&(_, heat)| heat == 0 || base + heat <= most);
        let all = sets.iter().map(|set| set.0).max().unwrap_or(0);
        sets.iter().map(|&(gain, heat)| gain - cost_of_heat(base + heat, all, &Weights::DEFAULT)).max().unwrap_or(0)
    }

    #[test]
    fn the_best_set_under_a_budget_is_found() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..2000 {
            let choice = |rng: &mut fastrand::Rng| Shot {
                weapon: 0,
                mark: 0,
                load: None,
                double: false,
                gain: rng.i64(1..30_000),
                heat: rng.u16(0..12),
            };
            let options: Vec<ArrayVec<Shot, 2>> =
                (0..rng.u8(1..9)).map(|_| (0..rng.u8(0..3)).map(|_| choice(&mut rng)).collect()).collect();
            let base = rng.i32(-25..12);
            let volley = pick(&options, base, &Weights::DEFAULT).unwrap_or_default();
            let heat: i32 = volley.shots.iter().map(|shot| i32::from(shot.heat)).sum();
            assert!(heat == 0 || base + heat <= Weights::DEFAULT.hot, "{base} {heat}");
            let best = plainly(&options, base);
            if volley.shots.is_empty() {
                assert!(best <= 0 || options.iter().all(ArrayVec::is_empty), "{best}");
            } else {
                assert_eq!(volley.value, best);
            }
        }
    }
}
