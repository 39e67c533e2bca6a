//! The turns at the goal and above.
//!
//! Until the round ends, only the gaps between the scores count. A round that ends in a tie leads to another one. The
//! value of a tie is that of [`ROUNDS`] more rounds, after which the tied players share the win: some ties have no
//! fixed point, because the best replies of three players follow each other in a circle. A challenge leads to fewer
//! tokens, and its values do not change from round to round, so they are computed once for all turns that a tie leads
//! to.

use super::cycle::Stops;
use super::solution::{Solution, Workspace};
use super::state::{Layout, SEATS, Shares, State};
use super::turn::{Spots, TurnWorkspace, spots};
use super::values::Values;
use rayon::prelude::*;

/// The number of tied rounds to look ahead.
pub const ROUNDS: u32 = 24;

/// The turns of one mover that ties lead to without a challenge.
struct Reached {
    /// The states, by index of their scores.
    states: Vec<State>,
    /// The values of challenges, as many for each state as opponents have tokens.
    answers: Vec<Spots<2>>,
}

impl Solution {
    /// Solves all turns at the goal and above with these tokens.
    pub(super) fn ties(&mut self, tokens: u8) {
        let layout = self.layout();
        let all: Vec<usize> = (layout.below()..layout.below() + layout.gaps()).collect();
        let tied = |index: &usize| layout.behind(layout.scores(*index)).iter().filter(|gap| **gap == 0).count() > 1;
        let first: Vec<usize> = all.iter().copied().filter(tied).collect();
        let second = led_to(layout, &first, 0);
        let third = led_to(layout, &second, 1);
        let turns = [first, second, third];
        let turns: Vec<Reached> = (0..SEATS).map(|mover| self.reached(mover, tokens, &turns[mover])).collect();
        for _ in 0..ROUNDS {
            for turns in turns.iter().rev() {
                let values = self.again(turns);
                self.put(&turns.states, values);
            }
        }
        // All other states, and these once more: the turns after the last round of ties.
        for mover in (1..SEATS).rev() {
            let states: Vec<State> =
                all.iter().map(|index| State { mover, scores: layout.scores(*index), tokens }).collect();
            let turn = |desk: &mut Workspace, state: &State| self.turn(*state, desk).shares;
            let values = states.par_iter().map_init(Workspace::default, turn).collect();
            self.put(&states, values);
        }
    }

    fn put(&mut self, states: &[State], values: Vec<Shares>) {
        for (state, shares) in states.iter().zip(values) {
            self.set(*state, shares);
        }
    }

    /// Prepares these turns.
    fn reached(&self, mover: usize, tokens: u8, indices: &[usize]) -> Reached {
        let layout = self.layout();
        let states: Vec<State> =
            indices.iter().map(|index| State { mover, scores: layout.scores(*index), tokens }).collect();
        let room = || (TurnWorkspace::default(), [spots(); 2]);
        let answers = states.par_iter().map_init(room, |(room, answers), state| {
            let count = self.answers(*state, room, answers);
            answers[..count].to_vec()
        });
        Reached { answers: answers.flatten().collect(), states }
    }

    /// The values of these turns now.
    fn again(&self, turns: &Reached) -> Vec<Shares> {
        let each = turns.answers.len() / turns.states.len().max(1);
        let turn = |stops: &mut Stops, (place, state): (usize, &State)| {
            self.stops(*state, &turns.answers[each * place..each * (place + 1)], stops);
            self.play(*state, stops).shares
        };
        turns.states.par_iter().enumerate().map_init(spots, turn).collect()
    }
}

/// The indices of scores that a turn of this mover without a challenge can lead to.
fn led_to(layout: Layout, from: &[usize], mover: usize) -> Vec<usize> {
    let mut led = vec![false; layout.below() + layout.gaps()];
    for index in from {
        let mut scores = layout.scores(*index);
        for _ in 0..=6 * layout.cycles {
            led[layout.index(scores)] = true;
            scores[mover] += 2;
        }
    }
    (0..led.len()).filter(|index| led[*index]).collect()
}
