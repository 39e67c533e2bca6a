//! Costs against a search by relaxing until nothing changes, and A* against both.

use super::super::cost::bears;
use super::super::cost::clears;
use super::super::journey::Trial;
use super::super::mover::Mover;
use super::super::points::Points;
use super::*;
use crate::map::Cell;
use crate::movement::cost::{Gait, WoodsCost, entry};
use crate::movement::ground::OnFoot;
use crate::sample;
use crate::sample::wild;
use crate::situation::{Mode, Settings};

/// Costs to a goal, by trying all steps until none helps; with a mover also its jumps, and its
/// falls, each as dear as 100 movement points.
fn relaxed(map: &Map, tons: u16, goal: Hex, mover: Option<&Mover>) -> Vec<u16> {
    let fear = |cell: &Cell, mode: Mode| {
        let Some(mover) = mover else { return 0 };
        let ways = match Mover::entering(cell, mode) {
            Some(Trial::Sink) => 0,
            trial => trial.map_or(36, |trial| u16::from(mover.chance(trial))),
        };
        ((36 - ways) * 100 / 36).min(60)
    };
    let mut costs = vec![FAR; map.cells().len() * 6];
    costs[map.index(goal) * 6..][..6].fill(0);
    loop {
        let before = costs.clone();
        for hex in map.hexes() {
            for facing in Side::ALL {
                let at = |hex: Hex, facing: Side| map.index(hex) * 6 + facing.index();
                let mut best = costs[at(hex, facing)];
                for turn in [-1, 1] {
                    best = best.min(costs[at(hex, facing.turned(turn))].saturating_add(1));
                }
                if let Ok(step) = entry(map, hex, facing, Gait::Walk, tons, WoodsCost::Added) {
                    // A bridge over water is no risk.
                    let risk = if step.cause.is_some() { fear(map.cell(step.to), Mode::Walk) } else { 0 };
                    best = best.min(costs[at(step.to, facing)].saturating_add(u16::from(step.cost) + risk));
                }
                for to in map.hexes().filter(|&to| to != hex) {
                    let Some(mut mover) = mover.copied() else { continue };
                    mover.hex = hex;
                    let (far, points) = (hex.distance(to), mover.jump(map));
                    if far <= points && bears(map.cell(to), tons) && clears(map, hex, to, points) {
                        let share = (u16::from(mover.points.run) * u16::from(far)).div_ceil(mover.points.jump.into());
                        let landed = costs[at(to, Side::NORTH)..][..6].iter().min().expect("six sides");
                        best = best.min(landed.saturating_add(share + fear(map.cell(to), Mode::Jump)));
                    }
                }
                costs[at(hex, facing)] = best;
            }
        }
        if costs == before {
            return costs;
        }
    }
}

/// Chances of two mechs: one that jumps, one that does not.
fn movers() -> [Mover; 2] {
    [5, 0].map(|jump| {
        let mech = sample::mech();
        let points = Points { walk: 4, run: 6, jump, masc: 0 };
        Mover::new(&mech, &Settings::default(), points)
    })
}

#[test]
fn jumps_and_fears_count() {
    let mut rng = fastrand::Rng::with_seed(12);
    let mut shorter = 0;
    for mover in movers() {
        for _ in 0..4 {
            let map = wild(9, 8, &mut rng);
            let ground = Ground::new(&map, WoodsCost::Added);
            let mut approach = Approach::new(&ground, &map);
            let goal = Hex::new(rng.u8(0..9), rng.u8(0..8));
            let costs = relaxed(&map, mover.tons, goal, Some(&mover));
            let plain = relaxed(&map, mover.tons, goal, None);
            approach.explore(&ground, &map, &Walker::new(&mover, 100), &[goal]);
            for (place, (&cost, &plain)) in costs.iter().zip(&plain).enumerate() {
                let (hex, facing) = (map.hex(place / 6), Side::ALL[place % 6]);
                assert_eq!(approach.cost(&map, hex, facing), cost, "{hex} {facing}");
                assert!(cost >= plain || mover.points.jump > 0);
                shorter += u32::from(cost < plain);
            }
        }
    }
    assert!(shorter > 50, "only {shorter} places are nearer by jumps");
}

#[test]
fn sides_are_goals_of_their_own() {
    let map = Map::new(3, 3, vec![Cell::OPEN; 9]).expect("a map");
    let ground = Ground::new(&map, WoodsCost::Added);
    let mut approach = Approach::new(&ground, &map);
    let middle = Hex::new(1, 1);
    approach.explore_sides(&ground, &map, &Walker::plain(50), [(middle, 0b10)]);
    assert_eq!(Side::ALL.map(|side| approach.cost(&map, middle, side)), [1, 0, 1, 2, 3, 2]);
}

#[test]
fn costs_are_the_least() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..12 {
        let map = wild(9, 8, &mut rng);
        let ground = Ground::new(&map, WoodsCost::Added);
        let mut approach = Approach::new(&ground, &map);
        let mut search = Search::for_graph(&OnFoot { ground: &ground, map: &map, tons: 50 });
        let mut path = Vec::new();
        for _ in 0..4 {
            let goal = Hex::new(rng.u8(0..9), rng.u8(0..8));
            let costs = relaxed(&map, 50, goal, None);
            approach.explore(&ground, &map, &Walker::plain(50), &[goal, goal, Hex::NOWHERE]);
            for hex in map.hexes() {
                for facing in Side::ALL {
                    let expected = costs[map.index(hex) * 6 + facing.index()];
                    assert_eq!(approach.cost(&map, hex, facing), expected, "{hex} {facing}");
                }
                assert!(approach.least(&map, hex) <= approach.cost(&map, hex, Side::NORTH));
            }
            let from = rng.u32(0..u32::try_from(costs.len()).expect("few"));
            let on_foot = OnFoot { ground: &ground, map: &map, tons: 50 };
            let is_goal = |node: u32| map.hex(node as usize / 6) == goal;
            let estimate = |node: u32| on_foot.estimate(node, node_of(&map, goal));
            let cost = search.a_star_to(&on_foot, from, estimate, is_goal, &mut path);
            assert_eq!(cost.unwrap_or(u32::from(FAR)), u32::from(costs[from as usize]));
        }
    }
}

fn node_of(map: &Map, hex: Hex) -> u32 {
    node(map.index(hex) * 6)
}
