//! A choice and what came of it.

use crate::battle::Battle;
use crate::rules::{Action, Event, Game};
use boardbots_game::state::Seat;

/// A choice and what came of it.
pub struct Step {
    /// Who has chosen.
    pub seat: Seat,
    /// The game before.
    pub before: Game,
    /// What was done.
    pub action: Action,
    /// What it has led to.
    pub event: Event,
    /// The rolls, if it was a fight.
    pub battle: Option<Battle>,
}
