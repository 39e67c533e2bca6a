//! `boardbots battletech`: our player of BattleTech, and fights between players.

#[cfg(feature = "study")]
pub(super) mod choice;
#[cfg(feature = "study")]
mod fight;
mod phase;
#[cfg(feature = "study")]
mod replay;
#[cfg(feature = "study")]
mod suite;
#[cfg(feature = "study")]
mod table;

use super::exit::Failure;
#[cfg(feature = "study")]
use super::say::say;

/// The options of `boardbots battletech`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(flatten)]
    phase: phase::Args,

    #[cfg(feature = "study")]
    #[command(subcommand)]
    command: Option<Command>,
}

#[cfg(feature = "study")]
#[derive(clap::Subcommand)]
enum Command {
    /// Let players fight, and tell what happens
    Fight(fight::Args),
    /// Show a recorded fight again
    Replay(replay::Args),
    /// Measure a player by the eight tests of the course
    Suite(suite::Args),
}

/// Runs one of the commands about the game.
///
/// # Errors
/// What the command says.
pub fn run(args: &Args) -> Result<(), Failure> {
    #[cfg(feature = "study")]
    match &args.command {
        Some(Command::Fight(args)) => return fight::run(args),
        Some(Command::Replay(args)) => return replay::run(args),
        Some(Command::Suite(args)) => return suite::run(args),
        None => {}
    }
    phase::run(&args.phase)
}
