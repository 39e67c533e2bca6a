//! The styles of the player.

use boardbots_base::invalid::InputError;
use std::str::FromStr;

/// The style of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As well as it can.
    #[default]
    Strong,
    /// The first player written for the course, as it is described: woods first if it moves first, else by A* to the
    /// nearest enemy, all weapons at it under a table of heat.
    Course,
    /// Waits in the best cover nearby.
    Camper,
}

boardbots_base::words! { Style::word: Strong "strong", Course "course", Camper "camper" }

impl FromStr for Style {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::named(text).ok_or_else(|| InputError::unknown("style", text, Self::ALL.map(Self::word)))
    }
}
