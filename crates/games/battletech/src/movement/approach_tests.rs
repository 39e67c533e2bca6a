//! Costs against a search by relaxing until nothing changes, and A* against both.

use super::*;
use crate::movement::cost::{Gait, WoodsCost, entry};
use crate::movement::ground::OnFoot;
use crate::movement::sample::wild;

/// Costs to a goal, by trying all steps until none helps.
fn relaxed(map: &Map, tons: u16, goal: Hex) -> Vec<u16> {
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
                    best = best.min(costs[at(step.to, facing)].saturating_add(u16::from(step.cost)));
                }
                costs[at(hex, facing)] = best;
            }
        }
        if costs == before {
            return costs;
        }
    }
}

#[test]
fn costs_are_the_least() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..12 {
        let map = wild(9, 8, &mut rng);
        let ground = Ground::new(&map, WoodsCost::Added);
        let mut approach = Approach::new(&ground);
        let mut search = Search::for_graph(&OnFoot { ground: &ground, map: &map, tons: 50 });
        let mut path = Vec::new();
        for _ in 0..4 {
            let goal = Hex::new(rng.u8(0..9), rng.u8(0..8));
            let costs = relaxed(&map, 50, goal);
            approach.explore(&ground, &map, 50, &[goal, goal, Hex::NOWHERE]);
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

#[test]
fn jumpers_need_turns() {
    let (from, to) = (Hex::new(0, 0), Hex::new(0, 10));
    assert_eq!([0, 3, 9, 20].map(|points| jumps(from, to, points)), [FAR, 3, 1, 1]);
    assert_eq!(jumps(from, Hex::new(0, 1), 0), 0);
}
