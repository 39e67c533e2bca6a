//! The limits of a program, and its faults.

use boardbots_base::printable::printable;
use boardbots_game::game::{Clock, Terms};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
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
    /// The time that counts for each move.
    pub clock: Clock,
}

impl ProgramLimits {
    /// The usual limits but for these of a match.
    #[must_use]
    pub fn of(terms: &Terms<'_>) -> Self {
        Self { start: terms.start, memory: terms.memory, clock: terms.clock, ..Self::default() }
    }
}

impl Default for ProgramLimits {
    /// 10 s, half a second, 1,000 lines, 16 MiB: a search of minutes that tells each iteration
    /// prints less than 1 MiB.
    fn default() -> Self {
        let (start, grace) = (Duration::from_secs(10), Duration::from_millis(500));
        Self { start, grace, garbage: 1000, flood: 16 << 20, memory: None, clock: Clock::Wall }
    }
}

/// The kind of a fault; in files and tables it goes by its [name](Kind::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {}", self.told())]
pub struct ProgramFault {
    /// The kind.
    pub kind: Kind,
    /// A description of what happened, in one line without its end.
    pub detail: String,
    /// The last that the program wrote on stderr, of a few KiB at most; perhaps empty.
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
}

/// The way a program ended under these limits, in words.
pub(super) fn how(status: ExitStatus, limits: &ProgramLimits) -> String {
    let how = match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("signal {signal} ended it"),
        (None, None) => "it ended".to_string(),
    };
    match limits.memory {
        Some(bytes) => format!("{how} (its memory is limited to {} MiB)", bytes >> 20),
        None => how,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        let mut fault = ProgramFault::new(Kind::Illegal, "9 is full");
        assert_eq!(fault.to_string(), "illegal: 9 is full");
        fault.stderr = "first\n bad \u{1b}[2J\n\n".into();
        assert_eq!(fault.to_string(), "illegal: 9 is full; its last words: first | bad \\u{1b}[2J");
    }
}
