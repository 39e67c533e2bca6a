//! One thing that was looked at, and what to do about it.

use boardbots_base::printable::printable;
use serde::Serialize;
use std::fmt;
use std::io::{self, ErrorKind};

/// The most characters of a text that is shown: names and files may hold anything.
const MAX_TEXT: usize = 500;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nothing to do.
    Ok,
    /// Bots run, but not as well, or not for as long, as they could.
    Warning,
    /// Bots cannot run or cannot play, or a key is open to others.
    Error,
    /// It cannot be told here.
    Skipped,
}

boardbots_base::words! { State::word: Ok "ok", Warning "warning", Error "error", Skipped "skipped" }

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The subject of the check; one of the names in the table of [`super`].
    pub name: &'static str,
    /// The result.
    pub state: State,
    /// The finding, on one line; for a skipped check, the reason.
    pub found: String,
    /// A command, or a line and the file to put it in; only for warnings and errors.
    pub remedy: Option<String>,
}

impl Check {
    /// Nothing to do.
    #[must_use]
    pub fn ok(name: &'static str, found: impl fmt::Display) -> Self {
        Self::new(name, State::Ok, &found, None)
    }

    /// Something to do when there is time.
    #[must_use]
    pub fn warning(name: &'static str, found: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self::new(name, State::Warning, &found, Some(&remedy))
    }

    /// Something to do before bots can play.
    #[must_use]
    pub fn error(name: &'static str, found: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self::new(name, State::Error, &found, Some(&remedy))
    }

    /// It cannot be told here.
    #[must_use]
    pub fn skipped(name: &'static str, why: impl fmt::Display) -> Self {
        Self::new(name, State::Skipped, &why, None)
    }

    /// It cannot be told because a file cannot be read.
    #[must_use]
    pub fn unread(name: &'static str, path: &str, error: &io::Error) -> Self {
        if error.kind() == ErrorKind::NotFound {
            Self::skipped(name, format_args!("there is no {path} here"))
        } else {
            Self::skipped(name, format_args!("{path}: {error}"))
        }
    }

    fn new(name: &'static str, state: State, found: &dyn fmt::Display, remedy: Option<&dyn fmt::Display>) -> Self {
        let shown = |text: &dyn fmt::Display| printable(&text.to_string(), MAX_TEXT);
        Self { name, state, found: shown(found), remedy: remedy.map(shown) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_outside_stay_on_one_line() {
        let check = Check::warning("heat", "a\nb\u{1b}[31m", "c\nd");
        assert_eq!((check.found.as_str(), check.remedy.as_deref()), ("a\\nb\\u{1b}[31m", Some("c\\nd")));
        let long = Check::ok("heat", "x".repeat(100_000));
        assert_eq!(long.found.len(), MAX_TEXT + 3);
    }

    #[test]
    fn why_a_file_was_not_read() {
        let absent = Check::unread("heat", "/sys/x", &ErrorKind::NotFound.into());
        assert_eq!((absent.state, absent.found.as_str()), (State::Skipped, "there is no /sys/x here"));
        let denied = Check::unread("heat", "/sys/x", &ErrorKind::PermissionDenied.into());
        assert_eq!(denied.found, "/sys/x: permission denied");
    }

    #[test]
    fn states_are_written_as_in_json() {
        for state in State::ALL {
            assert_eq!(serde_json::to_string(&state).unwrap(), format!("\"{state}\""));
        }
    }
}
