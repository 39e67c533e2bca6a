//! From what the states between turns are worth to what the ends of one turn are worth.

use super::rules::{Game, Question};
use super::turn::{Ends, SLOTS};
use super::values::{Role, State, Tokens, Values};

/// A player who has not moved yet in a round and is no further behind than this may still win it.
const REACH: u16 = 25;

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

    /// How the player whose turn it is saw the game when the turn began.
    ///
    /// With more than two players this is a reduction, for which there is no exact solution: the
    /// opponent is the one with the highest score, who has a token if any other player has one,
    /// and still moves in this round if any player does who is not too far behind.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let (players, active) = (game.players(), game.active());
        let others = || (0..players.len()).filter(|seat| *seat != active);
        let own = players[active].score;
        let other = others().map(|seat| players[seat].score).max().unwrap_or(0);
        let near = |seat: usize| players.len() == 2 || players[seat].score + REACH >= own.max(other);
        let role = if (active + 1..players.len()).any(near) { Role::First } else { Role::Second };
        // A token that has been spent in this turn was there at its beginning.
        let spent = game.turn().challenger.is_some() || matches!(game.asked(), Some((_, Question::Answer(_))));
        let other_token = spent || others().any(|seat| players[seat].token);
        Self { role, own, other, own_token: players[active].token, other_token }
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
    #[inline]
    pub fn fill(self, values: &impl Values, ends: &mut Ends) {
        self.fill_from(values, 0, ends);
    }

    /// The same for a turn in which `past` points, an even number, have been won before those
    /// that are counted.
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

    /// The mover's probability of winning when the turn begins.
    #[must_use]
    pub fn began(self, values: &impl Values) -> f64 {
        let value = values.value(self.state());
        match self.role {
            Role::First => value,
            Role::Second => 1.0 - value,
        }
    }

    /// What a defeat without a challenge is worth.
    #[must_use]
    pub fn lost(self, values: &impl Values) -> f64 {
        self.ended(values, self.own, self.other, self.other_token)
    }
}
