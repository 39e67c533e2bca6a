//! The table of a grid, fitted to a solution.
//!
//! Least squares: each node begins with the value of its own state and is corrected again and again by
//! the mean error of the states around it, weighted by how near they are. At the goal, states in
//! which all are close matter more.

use super::grid::{Grid, Made, NODES, ONE};
use super::solution::Solution;
use super::state::{SEATS, State, TOKENS};
use super::values::Values;
use crate::variant::Variant;
use rayon::prelude::*;

/// The number of corrections.
const ROUNDS: u32 = 30;
/// The part of the mean error that a correction takes back.
const STEP: f64 = 1.5;
/// Added to each gap: the weight of a state is the product of the reciprocals.
const NEAR: f64 = 3.0;

/// The table, if the solution is that of the printed rules.
#[must_use]
pub fn table(solution: &Solution) -> Option<Vec<u8>> {
    let grid = Grid::of(solution.layout().variant).filter(|grid| grid.layout() == solution.layout())?;
    let printed = grid.layout().variant == Variant::STANDARD;
    printed.then(|| (0..TOKENS).into_par_iter().flat_map_iter(|tokens| layer(solution, &grid, tokens)).collect())
}

/// Visits each state with these tokens whose value is made from nodes: with the nodes, its weight, and the win
/// probabilities of the first two seats.
fn each(solution: &Solution, grid: &Grid, tokens: u8, mut visit: impl FnMut(&[(usize, f64)], f64, [f64; 2])) {
    let layout = grid.layout();
    #[allow(clippy::cast_precision_loss)]
    let near = |gap: usize| 1.0 / (gap as f64 + NEAR);
    for index in 0..layout.below() + layout.gaps() {
        let scores = layout.scores(index);
        let close = || layout.behind(scores).into_iter().map(near).product();
        let weight = if index < layout.below() { 1.0 } else { close() };
        for mover in 0..SEATS {
            let state = State { mover, scores, tokens };
            if let Made::Mean(corners) = grid.made(state) {
                let [first, second, _] = solution.value(state);
                visit(&corners, weight, [first, second]);
            }
        }
    }
}

/// The part of the table for one set of tokens.
pub(crate) fn layer(solution: &Solution, grid: &Grid, tokens: u8) -> Vec<u8> {
    let (mut nodes, mut weights) = (vec![None; NODES], vec![0.0; NODES]);
    each(solution, grid, tokens, |corners, weight, value| {
        if let [(node, _)] = corners {
            nodes[*node].get_or_insert(value);
        }
        for (node, share) in corners {
            weights[*node] += weight * share;
        }
    });
    // Some nodes belong to no state: of two seats at the top, the first counts as the highest.
    let mut nodes: Vec<[f64; 2]> = nodes.into_iter().map(Option::unwrap_or_default).collect();
    for _ in 0..ROUNDS {
        let mut errors = vec![[0.0; 2]; NODES];
        each(solution, grid, tokens, |corners, weight, value| {
            let mean = |kind: usize| corners.iter().map(|(node, share)| share * nodes[*node][kind]).sum::<f64>();
            let error = [value[0] - mean(0), value[1] - mean(1)];
            for (node, share) in corners {
                errors[*node][0] += weight * share * error[0];
                errors[*node][1] += weight * share * error[1];
            }
        });
        for ((node, error), weight) in nodes.iter_mut().zip(errors).zip(&weights) {
            if *weight > 0.0 {
                for (value, error) in node.iter_mut().zip(error) {
                    *value = (*value + STEP * error / weight).clamp(0.0, 1.0);
                }
            }
        }
    }
    // A number between 0.5 and 255.5, whose fraction is cut off.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    nodes.into_iter().flatten().map(|value| (value * ONE + 0.5) as u8).collect()
}
