//! Who plays a mech.

use crate::player::Style;
use crate::player::weights::Weights;
use boardbots_base::invalid::Invalid;
use boardbots_base::process::command_line::CommandLine;
use std::fmt;
use std::str::FromStr;

/// A player of a fight, as options name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// `strong`, `course` or `camper`: thinks within this process, and weighs by these numbers.
    Own(Style, Weights),
    /// `still`: does nothing at all, which is what the simulator does for a player that fails.
    Still,
    /// `cmd:…`: a program that reads and writes the simulator's files.
    Command(CommandLine),
}

impl Contestant {
    /// The same player with these weights; programs have their own.
    #[must_use]
    pub fn with(self, weights: Weights) -> Self {
        if let Self::Own(style, _) = self { Self::Own(style, weights) } else { self }
    }

    /// Whether it is a process of its own.
    #[must_use]
    pub const fn is_program(&self) -> bool {
        matches!(self, Self::Command(_))
    }
}

impl FromStr for Contestant {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        if text == "still" {
            return Ok(Self::Still);
        }
        if let Some(command) = text.strip_prefix("cmd:") {
            return command.parse().map(Self::Command).map_err(Invalid::new);
        }
        let unknown = format_args!("`{text}` is no player; use strong, course, camper, still or cmd:COMMAND");
        text.parse().map(|style| Self::Own(style, Weights::DEFAULT)).map_err(|_| Invalid::new(unknown))
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(style, _) => style.fmt(f),
            Self::Still => f.write_str("still"),
            Self::Command(program) => write!(f, "cmd:{program}"),
        }
    }
}
