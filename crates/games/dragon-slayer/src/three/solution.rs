//! The values of all states between turns for three players, computed step by step.
//!
//! Order: for every set of tokens, from none to all, the turns at the goal and above, then the
//! scores below it, from large sums to small ones. A turn leads to larger sums, to fewer tokens, or,
//! by a defeat, to the same scores with the next player to move. Scores of equal sum do not lead to
//! each other, and are divided among the threads.

use super::cycle::{self, Played, Stops};
use super::state::{Layout, Points, SEATS, Shares, State, TOKENS};
use super::turn::{EQUAL, Spots, TurnWorkspace, at, spots, stop};
use super::values::Values;
use crate::turn::CYCLES;
use crate::variant::Variant;
use rayon::prelude::*;

/// The values of all states of a variant, or of those that have been solved so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    layout: Layout,
    /// The win probabilities of the first two seats.
    pub(super) cells: Vec<[f64; 2]>,
}

/// The memory for one turn after another.
pub struct Workspace {
    pub(super) room: TurnWorkspace<2>,
    pub(super) answers: [Spots<2>; 2],
    turns: [Stops; SEATS],
}

impl Default for Workspace {
    fn default() -> Self {
        Self { room: TurnWorkspace::default(), answers: [spots(); 2], turns: [spots(); SEATS] }
    }
}

impl Values for Solution {
    fn layout(&self) -> Layout {
        self.layout
    }

    #[inline]
    fn value(&self, state: State) -> Shares {
        let [first, second] = self.cells[self.layout.cell(state)];
        [first, second, 1.0 - first - second]
    }
}

impl Solution {
    /// A solution in which only finished games are solved.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let mut solution = Self { layout, cells: vec![[0.0; 2]; layout.cells()] };
        for tokens in 0..TOKENS {
            for index in layout.below()..layout.below() + layout.gaps() {
                let scores = layout.scores(index);
                solution.set(State { mover: 0, scores, tokens }, layout.split(scores));
            }
        }
        solution
    }

    /// The values as numbers of two bytes, the lower first: for each state the win probabilities of the first seat and
    /// of the second, times 65535, rounded, in the order of the layout.
    #[must_use]
    pub fn table(&self) -> Vec<u8> {
        // A number between 0.5 and 65,535.5, whose fraction is cut off.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let rounded = |share: &f64| ((share * 65_535.0 + 0.5) as u16).to_le_bytes();
        self.cells.as_flattened().iter().flat_map(rounded).collect()
    }

    pub(super) fn set(&mut self, state: State, shares: Shares) {
        let cell = self.layout.cell(state);
        self.cells[cell] = [shares[0], shares[1]];
    }

    /// The values of stopping, if opponents with a token challenge when that is better for them.
    pub(super) fn stops(&self, state: State, answers: &[Spots<2>], stops: &mut Stops) {
        let [own, left, right] = state.order();
        let kept = self.kept(state, [own, left]);
        let asked = [left, right].map(|seat| state.has_token(seat));
        stop(stops, self.layout.cycles, |spot, warriors| {
            let [own, left] = respond(kept[spot.2], asked, |place| at(&answers[place], spot, warriors)).0;
            [own, left, 0.0]
        });
    }

    /// Plays the turn of a state, given the values of stopping, and of a defeat.
    pub(super) fn play(&self, state: State, stops: &Stops) -> Played {
        let after = self.ended(state, [0, 1, 2], state.scores, state.tokens);
        cycle::play(state.mover, stops, after, self.layout.cycles)
    }

    /// Plays a turn, given its ends alone.
    pub(super) fn turn(&self, state: State, desk: &mut Workspace) -> Played {
        let count = self.answers(state, &mut desk.room, &mut desk.answers);
        self.stops(state, &desk.answers[..count], &mut desk.turns[0]);
        self.play(state, &desk.turns[0])
    }

    /// Solves the three states with these scores below the goal.
    fn circle(&self, scores: Points, tokens: u8, desk: &mut Workspace) -> ([Shares; SEATS], bool) {
        for mover in 0..SEATS {
            let state = State { mover, scores, tokens };
            let count = self.answers(state, &mut desk.room, &mut desk.answers);
            self.stops(state, &desk.answers[..count], &mut desk.turns[mover]);
        }
        cycle::solve(&desk.turns, self.layout.cycles)
    }

    /// Solves all scores below the goal with this sum; the result is the number without a fixed point.
    fn sum(&mut self, sum: u16, tokens: u8) -> u32 {
        let goal = u16::from(self.layout.variant.goal);
        let all: Vec<Points> = (0..goal)
            .flat_map(|a| (0..goal).map(move |b| (a, b)))
            .filter(|(a, b)| a + b <= sum && sum - a - b < goal)
            .map(|(a, b)| [a, b, sum - a - b])
            .collect();
        let solve = |desk: &mut Workspace, scores: &Points| self.circle(*scores, tokens, desk);
        let solved: Vec<_> = all.par_iter().map_init(Workspace::default, solve).collect();
        let mut unsettled = 0;
        for (scores, (values, settled)) in all.into_iter().zip(solved) {
            unsettled += u32::from(!settled);
            for (mover, shares) in values.into_iter().enumerate() {
                self.set(State { mover, scores, tokens }, shares);
            }
        }
        unsettled
    }
}

/// The value of a stop, for the mover and the next seat, if those who are asked challenge when that is better for them;
/// and the one who does: 0 the next seat, 1 the one after. `answer` gives the values of a challenge by the first or
/// second of them.
#[inline]
pub(super) fn respond(
    kept: [f64; 2],
    asked: [bool; 2],
    answer: impl Fn(usize) -> [f64; 2],
) -> ([f64; 2], Option<usize>) {
    let (mut worth, mut by) = (kept, None);
    if asked[1] {
        let answer = answer(usize::from(asked[0]));
        // The value for the seat after the next is the rest of 1.
        if worth[0] + worth[1] > answer[0] + answer[1] + EQUAL {
            (worth, by) = (answer, Some(1));
        }
    }
    if asked[0] {
        let answer = answer(0);
        if answer[1] > worth[1] + EQUAL {
            (worth, by) = (answer, Some(0));
        }
    }
    (worth, by)
}

/// A solution in the making.
#[derive(Clone, Debug, PartialEq)]
pub struct Solver {
    /// The part solved so far.
    pub solution: Solution,
    /// The number of steps done.
    pub(super) steps: u32,
    /// The number of circles of three states, of those solved so far, in which best replies follow each other for ever.
    pub unsettled: u32,
}

impl Solver {
    /// A solver for a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self::with(Layout::new(variant, CYCLES))
    }

    /// The same with this order.
    #[must_use]
    pub fn with(layout: Layout) -> Self {
        Self { solution: Solution::new(layout), steps: 0, unsettled: 0 }
    }

    /// The whole solution.
    #[must_use]
    pub fn solve(mut self) -> Solution {
        while self.step() {}
        self.solution
    }

    /// The number of steps for one set of tokens: one for the ties, then one for each sum.
    const fn each(&self) -> u32 {
        3 * (self.solution.layout.variant.goal as u32 - 1) + 2
    }

    /// The number of steps done, and of all.
    #[must_use]
    pub const fn steps(&self) -> (u32, u32) {
        (self.steps, self.each() * TOKENS as u32)
    }

    /// The number of states solved, and of all.
    #[must_use]
    pub fn states(&self) -> (u64, u64) {
        let layout = self.solution.layout;
        let (sets, step) = ((self.steps / self.each()) as usize, self.steps % self.each());
        let goal = u32::from(layout.variant.goal);
        // There are as many sums above one as below its mirror image.
        let with = |a: u32| (0..goal).map(move |b| (step - 1).saturating_sub(a + b).min(goal));
        let sums: u32 = if step > 0 { (0..goal).flat_map(with).sum() } else { 0 };
        let late = if step > 0 { layout.gaps() } else { 0 };
        let done = sets * layout.layer() + SEATS * (late + sums as usize);
        (done as u64, layout.cells() as u64)
    }

    /// True if the last step was the last one for its set of tokens.
    #[must_use]
    pub const fn ends_set(&self) -> bool {
        self.steps.is_multiple_of(self.each())
    }

    /// Does the next step; false if all are done.
    pub fn step(&mut self) -> bool {
        let (done, all) = self.steps();
        if done == all {
            return false;
        }
        let tokens = u8::try_from(done / self.each()).unwrap_or(TOKENS - 1);
        match u16::try_from(done % self.each()).unwrap_or(0) {
            0 => self.solution.ties(tokens),
            step => {
                let most = 3 * (u16::from(self.solution.layout.variant.goal) - 1);
                self.unsettled += self.solution.sum(most + 1 - step, tokens);
            }
        }
        self.steps += 1;
        true
    }
}
