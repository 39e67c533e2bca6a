//! Why an input is not valid.

use std::fmt;
use std::ops::Deref;

/// Why an input is not valid: one line that names the place, the fault and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(String);

impl Invalid {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }

    /// The same error with the place in front, as in `file.txt: message`.
    #[must_use]
    pub fn at(&self, place: impl fmt::Display) -> Self {
        Self(format!("{place}: {self}"))
    }
}

impl Deref for Invalid {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Invalid {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Invalid {
    fn from(message: &str) -> Self {
        Self(message.to_string())
    }
}

impl From<Invalid> for String {
    fn from(error: Invalid) -> Self {
        error.0
    }
}
