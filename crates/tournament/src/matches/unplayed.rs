//! Why a game was not played to its end.

use boardbots_base::invalid::Invalid;
use std::fmt;

/// Why a game was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// Everything is to end, and this game would have taken long: it is as if it had never begun.
    Stopped,
    /// There can be none, and why.
    Failed(Invalid),
}

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("it was stopped"),
            Self::Failed(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Unplayed {}

impl<E: Into<Invalid>> From<E> for Unplayed {
    fn from(why: E) -> Self {
        Self::Failed(why.into())
    }
}
