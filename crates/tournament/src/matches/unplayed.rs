//! Why a game was not played to its end.

use boardbots_base::invalid::Invalid;

/// Why a game was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayed {
    /// Everything is to end, and this game would have taken long: it is as if it had never begun.
    #[error("it was stopped")]
    Stopped,
    /// There can be none, and why.
    #[error(transparent)]
    Failed(Invalid),
}

impl<E: Into<Invalid>> From<E> for Unplayed {
    fn from(why: E) -> Self {
        Self::Failed(why.into())
    }
}
