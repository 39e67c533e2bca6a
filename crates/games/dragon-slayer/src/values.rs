//! Values of the states between turns, for two players.
//!
//! A state is the player to move, the scores and the tokens; its value is the probability that the player who moves
//! first in every round wins. As long as no score has reached the goal all four count. Once one has, the game ends with
//! the second player's turn unless that leads to a tie, so only the difference of the scores counts; and all ties have
//! the same value.

use super::variant::Variant;

/// The largest lead of the first player that the second may still make up for in one turn; a larger one wins.
pub const MOST_LEAD: u8 = 72;

/// A player's place in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Moves first in every round.
    First,
    /// Moves second.
    Second,
}

/// The players who still have a challenge token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The player who moves first in every round.
    pub first: bool,
    /// The other one.
    pub second: bool,
}

impl Tokens {
    /// All sets, in an order in which spent tokens lead to an earlier one.
    pub const ALL: [Self; 4] =
        [Self::new(false, false), Self::new(false, true), Self::new(true, false), Self::new(true, true)];

    /// These tokens.
    #[must_use]
    pub const fn new(first: bool, second: bool) -> Self {
        Self { first, second }
    }

    /// The index in [`Tokens::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        2 * self.first as usize + self.second as usize
    }
}

/// A state between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The player to move.
    pub role: Role,
    /// Score of the player who moves first in every round.
    pub first: u16,
    /// Score of the other one.
    pub second: u16,
    /// The players with a token.
    pub tokens: Tokens,
}

/// The place of a state's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueIndex {
    /// The value at this index.
    Cell(usize),
    /// None: the first player has won or will win.
    Won,
    /// None: the second player has won or will win.
    Lost,
}

/// The layout of the values of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    goal: usize,
    bonus: usize,
}

impl Layout {
    /// The layout for this variant.
    #[must_use]
    pub const fn new(variant: Variant) -> Self {
        Self { goal: variant.goal as usize, bonus: variant.bonus as usize }
    }

    /// The number of values.
    #[must_use]
    pub const fn len(self) -> usize {
        self.deciding() + 4 * self.leads() + 4
    }

    /// True if there are no values; there always are some.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The number of leads of the first player, from minus the bonus.
    const fn leads(self) -> usize {
        self.bonus + MOST_LEAD as usize + 1
    }

    /// The index of the deciding turns, after two squares for every set of tokens.
    const fn deciding(self) -> usize {
        8 * self.goal * self.goal
    }

    /// The place of a state's value.
    #[must_use]
    #[inline]
    pub fn place(self, state: State) -> ValueIndex {
        let (a, b, tokens) = (usize::from(state.first), usize::from(state.second), state.tokens.index());
        let goal = self.goal;
        match state.role {
            // Both squares have the score of the player who has just moved running fastest.
            Role::First if a < goal && b < goal => ValueIndex::Cell((tokens * goal + a) * goal + b),
            Role::Second if a < goal && b < goal => ValueIndex::Cell(((4 + tokens) * goal + b) * goal + a),
            Role::First if a == b => ValueIndex::Cell(self.deciding() + 4 * self.leads() + tokens),
            Role::First if a > b => ValueIndex::Won,
            Role::First => ValueIndex::Lost,
            // A first player who is behind by more than the bonus cannot get ahead any more.
            Role::Second if a + self.bonus < b => ValueIndex::Lost,
            Role::Second if a > b + usize::from(MOST_LEAD) => ValueIndex::Won,
            Role::Second => ValueIndex::Cell(self.deciding() + tokens * self.leads() + (a + self.bonus - b)),
        }
    }
}

/// A source of values.
pub trait Values {
    /// The variant of the rules.
    fn variant(&self) -> Variant;

    /// The value at an index of the variant's [`Layout`], 0 to 1.
    fn cell(&self, index: usize) -> f64;

    /// The probability that the player who moves first in every round wins.
    #[inline]
    fn value(&self, state: State) -> f64 {
        match Layout::new(self.variant()).place(state) {
            ValueIndex::Cell(index) => self.cell(index),
            ValueIndex::Won => 1.0,
            ValueIndex::Lost => 0.0,
        }
    }

    /// The values of a seat among any number of players, if it is the turn of the seat `next`; bit 0 of `tokens` is for
    /// the first seat. They are made from the games of two that it plays with each opponent, and exact for two.
    ///
    /// The first is the win probability if all had a strength and won in proportion to it: the odds against the player
    /// are then the sum of those against each opponent alone. The second is that against the strongest opponent alone,
    /// which counts a token once, not for each of them.
    fn among(&self, next: usize, scores: &[u16], tokens: u8, seat: usize) -> [f64; 2] {
        let (mut odds, mut least) = (0.0, 1.0_f64);
        for other in (0..scores.len()).filter(|other| *other != seat) {
            let (first, second) = (seat.min(other), seat.max(other));
            let role = if first < next && next <= second { Role::Second } else { Role::First };
            let has = |seat: usize| tokens >> seat & 1 == 1;
            let tokens = Tokens::new(has(first), has(second));
            let value = self.value(State { role, first: scores[first], second: scores[second], tokens });
            let own = if seat == first { value } else { 1.0 - value };
            odds += (1.0 - own) / own;
            least = least.min(own);
        }
        [1.0 / (1.0 + odds), least]
    }
}
