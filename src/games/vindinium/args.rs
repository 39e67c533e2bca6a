//! The options of `boardbots vindinium`, and small types of them: each reads what it writes.

use crate::service::Games;
use boardbots_base::span::Span;
use boardbots_vindinium::kind::Kind;
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

/// The text at the end of `--help`.
const SIGNALS: &str = "\
Ctrl-C or SIGTERM: the game in play is finished first; the second one ends at once.
RUST_LOG=debug: one line for each move.";

/// The options of `boardbots vindinium`.
#[derive(clap::Args)]
#[command(after_help = SIGNALS)]
pub struct Args {
    #[arg(long, value_name = "URL", help = "Address of the server, like http://127.0.0.1:9000")]
    pub server: String,

    #[arg(long, value_name = "FILE", help = "File that holds the key [default: $CREDENTIALS_DIRECTORY/key]")]
    pub key_file: Option<PathBuf>,

    /// Certificates of authorities to trust beside the built-in and the system's ones, in PEM form, for https://
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,

    /// Mode: arena (rated, against others) or training
    #[arg(long, value_name = "MODE", value_enum, default_value_t = ModeName::Arena, hide_possible_values = true)]
    pub mode: ModeName,

    /// Number of games to play, or forever
    #[arg(long, value_name = "N", default_value_t = Games::Count(NonZeroU32::MIN))]
    pub games: Games,

    /// Training: the map, m1 to m6 or its text [default: a random one]
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,

    /// Training: turns for each hero, 1 to 600 [default: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=600))]
    pub turns: Option<u16>,

    /// Bot that chooses the moves: default, miner, hunter, guard, planner, influence, steady, patient or random
    #[arg(long, value_name = "KIND", default_value_t = OUR_BOT)]
    pub bot: Kind,

    /// Search depth of a searching bot in own moves, each with the others' replies [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    pub depth: Option<u8>,

    /// Milliseconds for a decision; after them the best move so far is played
    #[arg(long, value_name = "MS", default_value_t = 700, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    pub deadline: u32,

    /// Threads of a searching bot [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: Option<u8>,

    /// Names of bots that play together, separated by spaces (by commas if a name has spaces)
    #[arg(long, value_name = "NAMES")]
    pub team: Option<Names>,

    /// The name of the bot that its team helps to win [default: the leader]
    #[arg(long, value_name = "NAME")]
    pub captain: Option<String>,

    /// Give up when nothing has worked for this long, such as 10m [default: never]
    #[arg(long, value_name = "TIME")]
    pub give_up: Option<Span>,

    /// Print results as JSON, one line for each game
    #[arg(long)]
    pub json: bool,
}

/// The bot that plays unless another is named.
const OUR_BOT: Kind = Kind::Default;

impl fmt::Display for Args {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bot {
            OUR_BOT => write!(out, "a bot at {}", self.server)?,
            other => write!(out, "a {other} at {}", self.server)?,
        }
        let numbers = [("depth", self.depth), ("threads", self.threads)];
        numbers
            .iter()
            .filter_map(|(name, n)| n.map(|n| (name, n)))
            .try_for_each(|(name, n)| write!(out, ", {name} {n}"))?;
        if let Some(team) = &self.team {
            write!(out, ", team {team}")?;
        }
        self.captain.iter().try_for_each(|captain| write!(out, ", captain {captain}"))
    }
}

/// Names of bots that play together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl FromStr for Names {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let comma = text.contains(',');
        let parts = text.split(|c: char| if comma { c == ',' } else { c.is_whitespace() });
        let names: Vec<String> = parts.map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect();
        let twice = |(at, name): (usize, &String)| names[..at].contains(name);
        if names.iter().enumerate().any(twice) {
            return Err("it has a name twice");
        }
        if names.len() < 2 {
            return Err("name all bots of the team, such as \"alice bob\"");
        }
        Ok(Self(names))
    }
}

impl fmt::Display for Names {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join(", "))
    }
}

/// The mode of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ModeName {
    /// Rated, against others.
    Arena,
    /// Against bots of the server.
    Training,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_team() {
        for text in ["alice bob", " alice  bob ", "alice, bob", "alice,,bob,"] {
            let names: Names = text.parse().unwrap();
            assert_eq!(names.to_string(), "alice, bob");
        }
        assert_eq!("Alice the Second, bob".parse::<Names>().unwrap().0, ["Alice the Second", "bob"]);
        for text in ["", "alice", "alice alice", ",", "alice,"] {
            assert!(text.parse::<Names>().is_err(), "{text}");
        }
    }
}
