//! The limits of a program, and its faults.

use boardbots_base::printable::printable;
use boardbots_game::game::Terms;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Most characters of a line of stderr in a message.
const MAX_LAST_WORDS: usize = 200;
/// Most lines of stderr in a message.
const MAX_LINES: usize = 5;

/// The limits of a program, apart from the time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// Time until it is ready: after its start, and again before each new game.
    pub start: Duration,
    /// Time to end by itself after `quit`.
    pub grace: Duration,
    /// Lines that are no protocol, for each answer that is waited for.
    pub garbage: u32,
    /// Bytes on stdout and stderr together, for each answer that is waited for.
    pub flood: u64,
    /// Memory for data that each of its processes may have, in bytes.
    pub memory: Option<u64>,
}

impl ProgramLimits {
    /// The usual limits but for these of a match.
    #[must_use]
    pub fn of(terms: &Terms<'_>) -> Self {
        Self { start: terms.start, memory: terms.memory, ..Self::default() }
    }
}

impl Default for ProgramLimits {
    /// 10 s, half a second, 1,000 lines, 16 MiB: a search of minutes that tells each iteration
    /// prints less than 1 MiB.
    fn default() -> Self {
        let (start, grace) = (Duration::from_secs(10), Duration::from_millis(500));
        Self { start, grace, garbage: 1000, flood: 16 << 20, memory: None }
    }
}

/// The kind of a fault; in files and tables it goes by its [name](Kind::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The system cannot start it.
    Start,
    /// It refuses an option.
    Refusal,
    /// It was not ready in time after its start.
    SlowStart,
    /// There was no answer before the deadline.
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
    Start "start", Refusal "refusal", SlowStart "slow-start", Hang "hang", Died "died", Garbage "garbage", Flood "flood", Illegal "illegal",
}

/// A fault and its details.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{kind}: {}", self.told())]
pub struct ProgramFault {
    /// The kind.
    pub kind: Kind,
    /// A description of what happened, in one line without its end.
    pub detail: String,
    /// The last that the program wrote on stderr, of a few KiB at most; perhaps empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

impl ProgramFault {
    /// A fault without anything on stderr.
    #[must_use]
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), stderr: String::new() }
    }

    /// The event and the last lines of stderr, in one line.
    #[must_use]
    pub fn told(&self) -> String {
        let lines = self.stderr.lines().rev().map(str::trim).filter(|line| !line.is_empty()).take(MAX_LINES);
        let mut last: Vec<String> = lines.map(|line| printable(line, MAX_LAST_WORDS)).collect();
        last.reverse();
        let words = if last.is_empty() { String::new() } else { format!("; its last words: {}", last.join(" | ")) };
        self.detail.clone() + &words
    }

    /// A move that the rules do not allow.
    #[must_use]
    pub fn illegal(detail: impl Into<String>) -> Self {
        Self::new(Kind::Illegal, detail)
    }
}

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
        let mut fault = ProgramFault::illegal("9 is full");
        assert_eq!(fault.to_string(), "illegal: 9 is full");
        assert_eq!(serde_json::to_string(&fault).expect("text"), r#"{"kind":"illegal","detail":"9 is full"}"#);
        fault.stderr = "first\n bad \u{1b}[2J\n\n".into();
        assert_eq!(fault.to_string(), "illegal: 9 is full; its last words: first | bad \\u{1b}[2J");
        let json = serde_json::to_string(&fault).expect("text");
        assert_eq!(serde_json::from_str::<ProgramFault>(&json).expect("its own text"), fault);
    }
}
