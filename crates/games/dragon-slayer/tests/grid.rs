//! The table for three players that comes with the program.

use crate::three::fit;
use crate::three::grid::{Grid, LENGTH, Made, NODES};
use crate::three::solution::Solver;
use crate::three::state::{State, TOKENS};
use crate::three::values::Values;
use crate::variant::Variant;
use fastrand::Rng;

/// Values of games to this.
fn to(goal: u8) -> Grid {
    Grid::of(Variant { goal, ..Variant::STANDARD }).expect("a table")
}

/// A state with scores around the goal of 40, and below.
fn any(rng: &mut Rng) -> State {
    let most = if rng.bool() { 40 } else { 90 };
    State { mover: rng.usize(..3), scores: [0; 3].map(|_| rng.u16(..most)), tokens: rng.u8(..TOKENS) }
}

#[test]
fn what_can_be_solved_in_short_is_the_table() {
    // Without tokens: nothing else leads there.
    let mut solver = Solver::new(Variant::STANDARD);
    while solver.step() && !solver.ends_set() {}
    let grid = to(40);
    let layer = fit::layer(&solver.solution, &grid, 0);
    assert!(layer == include_bytes!("../src/standard.grid")[..LENGTH / 8], "made by solve --players 3 --grid");
    // And it comes close to what it is made from.
    let (mut sum, mut most, mut count) = (0.0, 0.0_f64, 0.0);
    let layout = grid.layout();
    for index in 0..layout.below() {
        for mover in 0..3 {
            let state = State { mover, scores: layout.scores(index), tokens: 0 };
            for (found, exact) in grid.value(state).into_iter().zip(solver.solution.value(state)) {
                let error = (found - exact).abs();
                (sum, most, count) = (sum + error, most.max(error), count + 1.0);
            }
        }
    }
    assert!(sum / count < 0.006 && most < 0.04, "{} and {most}", sum / count);
    // What other rules lead to is no table.
    assert_eq!(fit::table(&Solver::new(Variant { goal: 3, ..Variant::STANDARD }).solution), None);
}

#[test]
fn a_value_is_a_mean_of_nodes() {
    let (grid, mut rng) = (to(40), Rng::with_seed(5));
    let (mut known, mut nodes) = (0, 0);
    for _ in 0..20_000 {
        let state = any(&mut rng);
        match grid.made(state) {
            Made::Known(shares) => {
                assert!(state.mover == 0 && shares.contains(&1.0), "{state:?}");
                known += 1;
            }
            Made::Mean(corners) => {
                let sum: f64 = corners.iter().map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{state:?}");
                assert!(corners.iter().all(|(node, weight)| *node < NODES && *weight > 0.0), "{state:?}");
                nodes += usize::from(corners.len() == 1);
            }
        }
        let shares = grid.value(state);
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{state:?}: {shares:?}");
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 0.01, "{state:?}: {shares:?}");
    }
    assert!(known > 1000 && nodes > 1000, "{known} {nodes}");
    // Ties, of all and of two of them, are with nodes of their own.
    let tie = |scores| grid.value(State { mover: 0, scores, tokens: 7 });
    assert!(tie([44, 44, 44]).iter().all(|share| (0.2..0.5).contains(share)));
    for out in 0..3 {
        let mut scores = [90; 3];
        scores[out] = 0;
        assert!(tie(scores)[out] < 0.02, "{:?}", tie(scores));
    }
}

#[test]
fn lower_goals_are_the_end_of_the_table() {
    let mut rng = Rng::with_seed(6);
    for goal in [1, 20, 39] {
        for _ in 0..2000 {
            let State { mover, scores, tokens } = any(&mut rng);
            let near = State { mover, scores: scores.map(|score| score % u16::from(goal + 30)), tokens };
            let far = State { scores: near.scores.map(|score| score + 40 - u16::from(goal)), ..near };
            let bits = |grid: Grid, state| grid.value(state).map(f64::to_bits);
            assert_eq!(bits(to(goal), near), bits(to(40), far), "{near:?}");
        }
    }
}

#[test]
fn other_rules_have_no_table() {
    let Variant { goal, bonus, doubling } = Variant::STANDARD;
    for variant in [
        Variant { goal: goal + 1, bonus, doubling },
        Variant { goal, bonus: 4, doubling },
        Variant { goal, bonus, doubling: !doubling },
    ] {
        assert!(Grid::of(variant).is_none(), "{variant}");
    }
}
