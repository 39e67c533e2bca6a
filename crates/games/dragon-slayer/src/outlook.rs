//! Values of the ends of one turn and of stopping in it, from the values of the states between turns.

use super::rules::{Game, Question};
use super::turn::{Ends, SLOTS};
use super::values::{Role, State, Tokens, Values};

/// The situation of two players at the start of a turn, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The mover's place in a round.
    pub role: Role,
    /// The mover's score.
    pub own: u16,
    /// The opponent's score.
    pub other: u16,
    /// True if the mover has a token.
    pub own_token: bool,
    /// True if the opponent has a token.
    pub other_token: bool,
}

impl Outlook {
    /// A state as the mover sees it.
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

    /// The outlook of the player whose turn it is in a game for two, at the beginning of the turn.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let role = if game.active() == 0 { Role::First } else { Role::Second };
        let [first, second] = [0, 1].map(|seat| game.players()[seat]);
        // A token that has been spent in this turn was there at its beginning.
        let asked = game.asked().map(|(_, question)| question);
        let spent = |seat| game.turn().challenger == Some(seat) || asked == Some(Question::Answer(seat));
        let tokens = Tokens::new(first.token || spent(0), second.token || spent(1));
        Self::of(State { role, first: first.score, second: second.score, tokens })
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

    /// The mover's win probability after the turn, given both scores and the opponent's token.
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

    /// Fills in the values of the ends of this turn, except a defeat without a challenge.
    #[inline]
    pub fn fill(self, values: &impl Values, ends: &mut Ends) {
        self.fill_from(values, 0, ends);
    }

    /// The same for a turn in which `past` points, an even number, have been won before those that are counted.
    pub fn fill_from(self, values: &impl Values, past: u16, ends: &mut Ends) {
        let bonus = u16::from(values.variant().bonus);
        ends.token = self.other_token;
        for (slot, half) in (0..SLOTS).zip(past / 2..) {
            ends.kept[slot] = self.ended(values, self.own + 2 * half, self.other, self.other_token);
        }
        if !self.other_token {
            return;
        }
        ends.failed = self.ended(values, self.own, self.other + bonus, false);
        for (slot, half) in (0..SLOTS).zip(past / 2..) {
            ends.refused[slot] = self.ended(values, self.own + half, self.other + bonus, false);
            ends.met[slot] = self.ended(values, self.own + 2 * half, self.other, false);
        }
    }

    /// The mover's win probability at the beginning of the turn.
    #[must_use]
    pub fn began(self, values: &impl Values) -> f64 {
        let value = values.value(self.state());
        if self.role == Role::First { value } else { 1.0 - value }
    }

    /// The value of a defeat without a challenge.
    #[must_use]
    pub fn lost(self, values: &impl Values) -> f64 {
        self.ended(values, self.own, self.other, self.other_token)
    }
}

/// The values of stopping, for the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// No player challenges.
    pub kept: f64,
    /// An opponent challenges, and the challenge is answered well: the opponent who gains by it, or the first
    /// who can. `None` if there can be no challenge.
    pub answered: Option<f64>,
    /// True if a challenge is to be expected: an opponent gains by it, or, with values of pairs, the player loses.
    pub dared: bool,
}

impl Offer {
    /// The value against opponents who challenge if that is to be expected.
    #[must_use]
    pub fn worth(self) -> f64 {
        self.answered.filter(|_| self.dared).unwrap_or(self.kept)
    }
}

/// The values of a challenge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answers {
    /// It is refused.
    pub refuse: f64,
    /// It is accepted.
    pub accept: f64,
}

impl Answers {
    /// The better one.
    #[must_use]
    pub fn best(self) -> f64 {
        if self.accept > self.refuse { self.accept } else { self.refuse }
    }
}
