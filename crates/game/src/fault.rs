//! What a player did instead of answering.

use std::borrow::Cow;
use std::fmt;

/// What a player did instead of answering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// One word, which tables of results count.
    pub kind: Cow<'static, str>,
    /// What happened.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: impl Into<Cow<'static, str>>, detail: impl fmt::Display) -> Self {
        Self { kind: kind.into(), detail: detail.to_string() }
    }

    /// The fault of a caller that asks for a choice when none is due, or in another game.
    #[must_use]
    pub fn unfit() -> Self {
        Self::new("unfit", "no choice of this game is due")
    }
}
