//! The styles of the player.

use boardbots_base::invalid::Invalid;
use std::str::FromStr;

/// How a player plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As well as it can.
    #[default]
    Strong,
    /// As the first player written for the course is described: woods first if it moves first,
    /// else by A* to the nearest enemy, all weapons at it under a table of heat.
    Course,
    /// Waits in the best cover near it for what comes.
    Camper,
}

boardbots_base::words! { Style::word: Strong "strong", Course "course", Camper "camper" }

impl FromStr for Style {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::named(text).ok_or_else(|| Invalid::unknown("style", text, Self::ALL.map(Self::word)))
    }
}
