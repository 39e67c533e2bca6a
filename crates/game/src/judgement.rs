//! What a choice was worth, beside the best one.

use crate::player::Stop;
use crate::state::GameState;

/// What a choice was worth to the seat that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The best choice, in the text that people use.
    pub best: String,
    /// What the game is worth with it, to the seat that has to choose: -1000 lost, 1000 won.
    pub value: i16,
    /// The same with the choice that was made; `None` if that was not found out in time.
    pub made: Option<i16>,
}

/// A choice that is worse than the best one by this much is a mistake.
const MISTAKE: i32 = 200;
/// The same for a blunder.
const BLUNDER: i32 = 300;

/// What a bad choice is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It loses a tenth of the way from a sure loss to a sure win, or more.
    Mistake,
    /// It loses 15 hundredths of that way, or more.
    Blunder,
}

impl Mark {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl Judgement {
    /// What the choice is called, if it was a bad one.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        match i32::from(self.value) - i32::from(self.made?) {
            BLUNDER.. => Some(Mark::Blunder),
            MISTAKE.. => Some(Mark::Mistake),
            _ => None,
        }
    }
}

/// What a choice is worth in a game that knows it exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The choice, in the text that people use.
    pub choice: String,
    /// The probability that the seat that has to choose wins with it, 0 to 1.
    pub win: f64,
}

/// Judges choices at tables.
pub trait Judge: Send {
    /// What a choice, in the text that people use, was worth in this state; `None` if there is nothing to say.
    fn judge(&mut self, state: &dyn GameState, choice: &str, stop: Stop<'_>) -> Option<Judgement>;
}
