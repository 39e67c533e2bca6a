//! Commands of builds with the servers (feature `server`).

pub mod arena;
pub mod rules;
mod serving;
pub mod tables;

use super::Failure;
use super::service::Kind;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Serve Vindinium games to bots and browsers.
    Arena(arena::Args),
    /// Print the rules of a game in short.
    Rules(rules::Args),
    /// Serve every game to browsers: against bots, against each other, or to watch.
    Tables(tables::Args),
}

/// Servers that run as services.
pub const SERVICES: &[Kind] = &[Kind::of::<arena::Serve>(), Kind::of::<tables::Serve>()];

/// Runs a command.
///
/// # Errors
/// What the command says.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Arena(args) => arena::run(args),
        Command::Rules(args) => rules::run(&args),
        Command::Tables(args) => tables::run(args),
    }
}
