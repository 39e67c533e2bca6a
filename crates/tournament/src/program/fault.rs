//! What a program did wrong.

use boardbots_base::printable::printable;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Most characters of the last line of stderr in a message.
const MAX_LAST_WORDS: usize = 200;

/// What kind of fault it is; in files and tables it goes by its [name](Kind::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It cannot be started, or refuses an option.
    Start,
    /// It was not ready in time after its start.
    SlowStart,
    /// It did not answer until the deadline.
    Hang,
    /// It ended, or closed its stdout.
    Died,
    /// It printed too many lines that are no protocol.
    Garbage,
    /// It printed too much without an answer.
    Flood,
    /// It answered with a move that the rules do not allow. The caller finds this by the rules.
    Illegal,
}

boardbots_base::words! { Kind::name:
    Start "start", SlowStart "slow-start", Hang "hang", Died "died", Garbage "garbage", Flood "flood", Illegal "illegal",
}

/// A fault and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind it is.
    pub kind: Kind,
    /// What happened, in one line without its end.
    pub detail: String,
    /// The last that the program wrote on stderr, of a few KiB at most; perhaps empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

impl Fault {
    /// A fault without anything on stderr.
    #[must_use]
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), stderr: String::new() }
    }

    /// A move that the rules do not allow.
    #[must_use]
    pub fn illegal(detail: impl Into<String>) -> Self {
        Self::new(Kind::Illegal, detail)
    }
}

impl fmt::Display for Fault {
    /// One line: the kind, what happened, and the last line of stderr.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)?;
        match self.stderr.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(line) => write!(f, "; its last words: {}", printable(line.trim(), MAX_LAST_WORDS)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_in_tables_and_files() {
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
            let json = serde_json::to_string(&kind).expect("a word");
            assert_eq!(json, format!("\"{kind}\""));
            assert_eq!(serde_json::from_str::<Kind>(&json).expect("its own word"), kind);
        }
    }

    #[test]
    fn a_message_is_one_line() {
        let mut fault = Fault::illegal("9 is full");
        assert_eq!(fault.to_string(), "illegal: 9 is full");
        assert_eq!(serde_json::to_string(&fault).expect("text"), r#"{"kind":"illegal","detail":"9 is full"}"#);
        fault.stderr = "first\n bad \u{1b}[2J\n\n".into();
        assert_eq!(fault.to_string(), "illegal: 9 is full; its last words: bad \\u{1b}[2J");
        let json = serde_json::to_string(&fault).expect("text");
        assert_eq!(serde_json::from_str::<Fault>(&json).expect("its own text"), fault);
    }
}
