//! Fights between players, seen and measured.

mod fight;
pub mod hex_map;
mod map;
mod replay;
mod series;
mod suite;
mod table;

use crate::exit::CliError;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Let players fight and print what happens
    Fight(fight::Args),
    /// Draw a random map
    Map(map::Args),
    /// Replay a recorded fight
    Replay(replay::Args),
    /// Run a player through the eight tests of the course
    Suite(suite::Args),
}

/// Runs a command.
///
/// # Errors
/// What the command says.
pub fn run(command: &Command) -> Result<(), CliError> {
    match command {
        Command::Fight(args) => fight::run(args),
        Command::Map(args) => map::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Suite(args) => suite::run(args),
    }
}
