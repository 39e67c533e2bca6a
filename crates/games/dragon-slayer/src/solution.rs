//! The exact solution of the game for two players.
//!
//! Order: for every set of tokens, from none to both, the tie and the deciding turns, which lead
//! to each other by the value of the tie alone; then the pairs of scores below the goal, from
//! large sums to small ones, and within a pair the sets of tokens from none to both. A turn that
//! begins with scores `a` and `b` leads to larger sums, to fewer tokens, or, by a defeat, to the
//! same scores with the other player to move: so only pairs of states are left to be solved
//! together.

use super::outlook::Outlook;
use super::turn::{Ends, Turn};
use super::values::{Layout, MOST_LEAD, Role, State, Tokens, ValueIndex, Values};
use super::variant::Variant;
use boardbots_chance as chance;

/// The values of all states of a variant, to the last digits of a double.
#[derive(Clone, Debug)]
pub struct Solution {
    variant: Variant,
    layout: Layout,
    cells: Box<[f64]>,
}

impl Values for Solution {
    #[inline]
    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn cell(&self, index: usize) -> f64 {
        self.cells[index]
    }
}

/// Room for the two turns of a pair.
#[derive(Default)]
struct Workspace {
    ends: Ends,
    first: Turn,
    second: Turn,
}

impl Solution {
    /// Solves a variant from nothing.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        let layout = Layout::new(variant);
        let cells = vec![0.0; layout.len()].into_boxed_slice();
        let mut solution = Self { variant, layout, cells };
        let mut desk = Workspace::default();
        for tokens in Tokens::ALL {
            solution.tie(tokens, &mut desk);
        }
        let goal = u16::from(variant.goal);
        for sum in (0..2 * goal - 1).rev() {
            for first in (sum + 1).saturating_sub(goal)..goal.min(sum + 1) {
                for tokens in Tokens::ALL {
                    solution.pair(first, sum - first, tokens, &mut desk);
                }
            }
        }
        solution
    }

    fn set(&mut self, state: State, value: f64) {
        // States that are won or lost already have no cell.
        if let ValueIndex::Cell(index) = self.layout.place(state) {
            self.cells[index] = value;
        }
    }

    /// The tie with these tokens, and with it the deciding turns.
    fn tie(&mut self, tokens: Tokens, desk: &mut Workspace) {
        let goal = u16::from(self.variant.goal);
        let bonus = u16::from(self.variant.bonus);
        let tie = State { role: Role::First, first: goal, second: goal, tokens };
        chance::fixed_point(0.5, |guess| {
            self.set(tie, guess);
            for lead in 0..=bonus + u16::from(MOST_LEAD) {
                let state = State { role: Role::Second, first: goal + lead, second: goal + bonus, tokens };
                let behind = self.turn(state, &mut desk.ends, &mut desk.second);
                let value = 1.0 - desk.second.value(behind.lost(self));
                self.set(state, value);
            }
            let even = self.turn(tie, &mut desk.ends, &mut desk.first);
            desk.first.value(even.lost(self))
        });
    }

    /// The two states with these scores below the goal and these tokens.
    fn pair(&mut self, first: u16, second: u16, tokens: Tokens, desk: &mut Workspace) {
        let of = |role| State { role, first, second, tokens };
        self.turn(of(Role::First), &mut desk.ends, &mut desk.first);
        self.turn(of(Role::Second), &mut desk.ends, &mut desk.second);
        // One more point for each changes little.
        let near = self.value(State { first: first + 1, second: second + 1, ..of(Role::First) });
        let (ours, theirs) = (&mut desk.first, &mut desk.second);
        let pair = chance::solve(near, |lost| ours.tangent(lost), |lost| theirs.tangent(lost));
        self.set(of(Role::First), pair.first);
        self.set(of(Role::Second), 1.0 - pair.second);
    }

    /// Prepares the turn that begins in a state.
    fn turn(&self, state: State, ends: &mut Ends, turn: &mut Turn) -> Outlook {
        let outlook = Outlook::of(state);
        outlook.fill(self, ends);
        turn.prepare(ends, self.variant.factor());
        outlook
    }
}
