//! Exit codes, and failures of commands.

use boardbots_ops::logging;
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// Every way in which a command can end, with its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command has done its work.
    Ok = 0,
    /// Something that should not happen; please report it.
    Unexpected = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// A file or an option of the set-up is wrong: key file, map, address; or a file cannot be written.
    Configuration = 3,
    /// The other side cannot be reached, or does not speak the protocol.
    Network = 4,
    /// The server does not know the key.
    KeyRejected = 5,
    /// A game was lost by time-out.
    TimedOut = 6,
    /// The database is in use, damaged, or lacks what was asked for.
    Store = 7,
    /// The files of a phase cannot be read: it is passed without doing anything.
    Idle = 8,
}

/// The table for `--help` and the README.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  done               4  network failure
  1  unexpected error   5  key rejected by the server
  2  usage              6  a game was lost by time-out
  3  configuration      7  database in use or damaged
                        8  files of a phase unreadable";

/// The failure of a command: its exit code and its message for stderr.
#[derive(Debug)]
pub struct CliError {
    /// The exit code.
    pub exit: Exit,
    /// One line: the problem, its place, and the remedy.
    pub message: String,
    /// The long option that it is about, without its dashes, where it is about one.
    pub option: Option<&'static str>,
}

impl CliError {
    /// A failure with its one line.
    pub fn new(exit: Exit, message: impl fmt::Display) -> Self {
        Self { exit, message: message.to_string(), option: None }
    }

    /// The failure of a command that makes no sense.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// The failure over a file, a setting or the machine.
    pub fn configuration(message: impl fmt::Display) -> Self {
        Self::new(Exit::Configuration, message)
    }

    /// The failure over a file that cannot be used, with its name.
    pub fn file(path: &Path, problem: impl fmt::Display) -> Self {
        Self::configuration(format_args!("{}: {problem}", path.display()))
    }

    /// The failure over a database or a record that cannot be used.
    pub fn store(message: impl fmt::Display) -> Self {
        Self::new(Exit::Store, message)
    }

    /// The failure for which none of the other codes is.
    pub fn unexpected(message: impl fmt::Display) -> Self {
        Self::new(Exit::Unexpected, message)
    }

    /// Says it on stderr.
    pub fn tell(&self) {
        // What it quotes begins no line that could be another message.
        logging::tell(&format!("boardbots: {}\n", self.message.replace('\n', "\n    ")));
    }

    /// Says all failures but the last on stderr; the last.
    pub fn last(mut failures: Vec<Self>) -> Option<Self> {
        let last = failures.pop();
        failures.iter().for_each(Self::tell);
        last
    }

    /// The same failure, about this option.
    #[must_use]
    pub fn about(self, option: &'static str) -> Self {
        Self { option: Some(option), ..self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
