//! `boardbots battletech`: our player of BattleTech, and fights between players.

#[cfg(feature = "desk")]
mod bouts;
#[cfg(feature = "desk")]
pub mod hex_map;
mod phase;

use crate::exit::CliError;

/// The name by which the game's own simulator calls a player's program.
pub const PLAYER: &str = "jugador";

/// The options of `boardbots battletech`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(flatten)]
    phase: phase::Args,

    #[cfg(feature = "desk")]
    #[command(subcommand)]
    command: Option<bouts::Command>,
}

/// Runs one of the commands about the game.
///
/// # Errors
/// What the command says.
pub fn run(args: &Args) -> Result<(), CliError> {
    #[cfg(feature = "desk")]
    if let Some(command) = &args.command {
        return bouts::run(command);
    }
    phase::run(&args.phase)
}
