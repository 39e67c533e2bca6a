//! From what the states between turns are worth to what the ends of one turn are worth.

use super::rules::{Game, Question};
use super::turn::{Ends, SLOTS};
use super::values::{Role, State, Tokens, Values};
use arrayvec::ArrayVec;

/// A player who has not moved yet in a round and is no further behind than this may still win it.
const REACH: u16 = 25;
/// How likely a token is held to turn round, in the rest of the deciding round, the order of two players who have
/// moved and of whom one is less than the bonus behind.
const TURNED: f64 = 0.5;

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
    /// With more than two players this is a reduction: the opponent is the one with the highest
    /// score, who has a token if any other player has one, and still moves in this round if any
    /// player does who is not too far behind.
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
        Rivals::from(self).fill_from(values, 0, ends);
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

/// The opponents as one turn sees them.
///
/// One is seen as it is. Of two, each is seen as if there were no other: the mover wins as often as it
/// gets ahead of both, as if that were independent, and must expect the challenge that costs most. In
/// turns of three players this loses less than one opponent made of all others does
/// ([`crate::three::measure`]). Three and more are seen as such a one: with more players, to be ahead of each is
/// less and less independent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rivals {
    pairs: ArrayVec<Outlook, 2>,
    /// Who has challenged in this turn, among them.
    challenger: Option<usize>,
    /// Whether a player moves after this one in the round.
    more: bool,
}

impl From<Outlook> for Rivals {
    fn from(outlook: Outlook) -> Self {
        Self { pairs: std::iter::once(outlook).collect(), challenger: None, more: outlook.role == Role::First }
    }
}

impl Rivals {
    /// How the player whose turn it is saw the game when the turn began.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let (players, active) = (game.players(), game.active());
        if players.len() != 3 {
            return Outlook::of_game(game).into();
        }
        let own = players[active];
        let by = match game.asked() {
            Some((_, Question::Answer(seat))) => Some(seat),
            _ => game.turn().challenger,
        };
        let others = (0..players.len()).filter(|seat| *seat != active);
        let pairs = others.map(|seat| Outlook {
            role: if active < seat { Role::First } else { Role::Second },
            own: own.score,
            other: players[seat].score,
            own_token: own.token,
            // A token that has been spent in this turn was there at its beginning.
            other_token: players[seat].token || by == Some(seat),
        });
        let challenger = by.map(|seat| if seat > active { seat - 1 } else { seat });
        Self { pairs: pairs.collect(), challenger, more: active < 2 }
    }

    /// Each opponent, by seat.
    #[must_use]
    pub fn pairs(&self) -> &[Outlook] {
        &self.pairs
    }

    /// The mover's probability of winning when the turn has ended with this score, after a challenge by this
    /// opponent, who has got these points for it.
    #[inline]
    fn ended(&self, values: &impl Values, own: u16, by: Option<usize>, bonus: u16) -> f64 {
        if let [pair] = self.pairs[..] {
            // The only opponent, as the exact solution sees it in every turn that it computes.
            let challenged = by.is_some();
            return pair.ended(
                values,
                own,
                pair.other + if challenged { bonus } else { 0 },
                pair.other_token && !challenged,
            );
        }
        let each = self.pairs.iter().enumerate().map(|(place, pair)| {
            let challenged = by == Some(place);
            let other = if challenged { pair.other.saturating_add(bonus) } else { pair.other };
            let token = pair.other_token && !challenged;
            let variant = values.variant();
            let (near, ahead) = (own.abs_diff(other) < variant.bonus.into(), own > other);
            let late = own.max(other) >= variant.goal.into() && pair.role == Role::Second && self.more;
            if late && near && own != other && if ahead { token } else { pair.own_token } {
                TURNED
            } else {
                pair.ended(values, own, other, token)
            }
        });
        each.product()
    }

    /// Fills in what the ends of this turn are worth, in which `past` points, an even number, have been won
    /// before those that are counted; but for a defeat without a challenge.
    #[inline]
    pub fn fill_from(&self, values: &impl Values, past: u16, ends: &mut Ends) {
        let bonus = u16::from(values.variant().bonus);
        let own = self.pairs.first().map_or(0, |pair| pair.own);
        ends.token = self.pairs.iter().any(|pair| pair.other_token);
        for (slot, half) in (0..SLOTS).zip(past / 2..) {
            ends.kept[slot] = self.ended(values, own + 2 * half, None, 0);
        }
        let challengers = (0..self.pairs.len()).filter(|place| match self.challenger {
            Some(challenger) => challenger == *place,
            None => self.pairs[*place].other_token,
        });
        for (count, place) in challengers.enumerate() {
            // The first one replaces what was there before.
            let put = |end: &mut f64, worth: f64| *end = if count == 0 { worth } else { end.min(worth) };
            put(&mut ends.failed, self.ended(values, own, Some(place), bonus));
            for (slot, half) in (0..SLOTS).zip(past / 2..) {
                put(&mut ends.refused[slot], self.ended(values, own + half, Some(place), bonus));
                put(&mut ends.met[slot], self.ended(values, own + 2 * half, Some(place), 0));
            }
        }
    }

    /// The mover's probability of winning when the turn begins.
    #[must_use]
    pub fn began(&self, values: &impl Values) -> f64 {
        self.pairs.iter().map(|pair| pair.began(values)).product()
    }

    /// What a defeat without a challenge is worth.
    #[must_use]
    pub fn lost(&self, values: &impl Values) -> f64 {
        self.ended(values, self.pairs.first().map_or(0, |pair| pair.own), None, 0)
    }
}
