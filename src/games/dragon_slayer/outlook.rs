//! From what the states between turns are worth to what the ends of one turn are worth.

use super::turn::{Ends, SLOTS};
use super::values::{Role, State, Tokens, Values};

/// Who moves and for what: two players seen by the one whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The mover's place in a round.
    pub role: Role,
    /// The mover's score.
    pub own: u16,
    /// The opponent's.
    pub other: u16,
    /// Whether the mover has a token.
    pub own_token: bool,
    /// Whether the opponent has one.
    pub other_token: bool,
}

impl Outlook {
    /// How the mover sees a state.
    #[must_use]
    pub const fn of(state: State) -> Self {
        let State { role, first, second, tokens } = state;
        match role {
            Role::First => {
                Self { role, own: first, other: second, own_token: tokens.first, other_token: tokens.second }
            }
            Role::Second => {
                Self { role, own: second, other: first, own_token: tokens.second, other_token: tokens.first }
            }
        }
    }

    /// The state in which this turn begins.
    #[must_use]
    pub const fn state(self) -> State {
        let Self { role, own, other, own_token, other_token } = self;
        match role {
            Role::First => State { role, first: own, second: other, tokens: Tokens::new(own_token, other_token) },
            Role::Second => State { role, first: other, second: own, tokens: Tokens::new(other_token, own_token) },
        }
    }

    /// The mover's probability of winning when the turn has ended with these scores, and the
    /// opponent's token is still there or not.
    #[inline]
    pub fn ended(self, values: &impl Values, own: u16, other: u16, other_token: bool) -> f64 {
        match self.role {
            Role::First => {
                let tokens = Tokens::new(self.own_token, other_token);
                values.value(State { role: Role::Second, first: own, second: other, tokens })
            }
            Role::Second => {
                let tokens = Tokens::new(other_token, self.own_token);
                1.0 - values.value(State { role: Role::First, first: other, second: own, tokens })
            }
        }
    }

    /// Fills in what the ends of this turn are worth, but for a defeat without a challenge.
    pub fn fill(self, values: &impl Values, ends: &mut Ends) {
        let bonus = u16::from(values.variant().bonus);
        ends.token = self.other_token;
        for (slot, half) in (0..SLOTS).zip(0_u16..) {
            ends.kept[slot] = self.ended(values, self.own + 2 * half, self.other, self.other_token);
        }
        if !self.other_token {
            return;
        }
        ends.failed = self.ended(values, self.own, self.other + bonus, false);
        for (slot, half) in (0..SLOTS).zip(0_u16..) {
            ends.refused[slot] = self.ended(values, self.own + half, self.other + bonus, false);
            ends.met[slot] = self.ended(values, self.own + 2 * half, self.other, false);
        }
    }

    /// What a defeat without a challenge is worth.
    #[must_use]
    pub fn lost(self, values: &impl Values) -> f64 {
        self.ended(values, self.own, self.other, self.other_token)
    }
}
