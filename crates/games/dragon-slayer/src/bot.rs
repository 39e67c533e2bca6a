//! Bots: the personalities, and the simple policy.

use crate::book::Book;
use crate::habits::Habits;
use crate::mind::{Decision, Mind};
use crate::personality::Personality;
use crate::rules::{Action, Game, Seat};
use crate::simple::Simple;
use boardbots_base::invalid::InputError;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// A bot at a seat.
pub trait Bot: Send {
    /// Begins a game, in which the same seed decides as in a new bot.
    fn begin(&mut self, _seed: u64) {}

    /// Decides for the seat to move; the game is not over.
    fn decide(&mut self, game: &Game) -> Decision;

    /// Takes note of the habits of a person at another seat, as a challenger.
    fn learn(&mut self, _seat: Seat, _habits: Habits) {}
}

impl Bot for Mind {
    fn begin(&mut self, seed: u64) {
        Mind::begin(self, seed);
    }

    fn decide(&mut self, game: &Game) -> Decision {
        Mind::decide(self, game).expect("a seat is asked until the game is over")
    }

    fn learn(&mut self, seat: Seat, habits: Habits) {
        *self.habits(seat) = Some(habits);
    }
}

/// The range of points at which the simple policy can hold.
const HOLDS: std::ops::RangeInclusive<u16> = 2..=60;

/// A bot of the game, by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contestant {
    /// A personality, by the exact values.
    Personality(&'static Personality),
    /// The simple policy: `hold-14` stops at 14 points, `hold-14-or-1` with one warrior left, too.
    Simple(Simple),
}

impl Contestant {
    /// A bot of this kind; the same seed gives the same decisions.
    #[must_use]
    pub fn bot(self, book: &Arc<Book>, seed: u64) -> Box<dyn Bot> {
        match self {
            Self::Personality(of) => Box::new(Mind::new(of, Arc::clone(book), seed)),
            Self::Simple(simple) => Box::new(simple),
        }
    }
}

impl Bot for Simple {
    fn decide(&mut self, game: &Game) -> Decision {
        let action = Simple::decide(*self, game).unwrap_or(Action::Pass);
        Decision { action, pause: Duration::ZERO, best: 0.0, worth: 0.0, allowed: 0.0, foreseen: None, gain: 0.0 }
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(of) = Personality::named(text) {
            return Ok(Self::Personality(of));
        }
        let simple = text.strip_prefix("hold-").and_then(|rest| {
            let (hold, careful) = rest.strip_suffix("-or-1").map_or((rest, false), |hold| (hold, true));
            let hold = hold.parse().ok().filter(|hold| HOLDS.contains(hold))?;
            Some(Self::Simple(Simple { hold, careful }))
        });
        simple.ok_or_else(|| {
            let names: Vec<_> = Personality::all().iter().map(|of| of.name.replace(' ', "-")).collect();
            let unknown = InputError::unknown("bot", text, names.iter().map(String::as_str));
            format!("{unknown}, and hold-N and hold-N-or-1 with N from 2 to 60")
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Personality(of) => f.pad(of.name),
            Self::Simple(Simple { hold, careful: false }) => f.pad(&format!("hold-{hold}")),
            Self::Simple(Simple { hold, careful: true }) => f.pad(&format!("hold-{hold}-or-1")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for of in Personality::all() {
            let contestant: Contestant = of.name.parse().expect("a name");
            assert_eq!(contestant.to_string(), of.name);
        }
        for name in ["hold-14", "hold-2-or-1"] {
            assert_eq!(name.parse::<Contestant>().expect("a policy").to_string(), name);
        }
        for name in ["", "hold-", "hold-1", "hold-61", "hold-x-or-1", "Abelard"] {
            assert!(name.parse::<Contestant>().expect_err(name).contains("Killer-averse"));
        }
    }
}
