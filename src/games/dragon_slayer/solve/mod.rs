//! `boardbots dragon-slayer solve`: the values of all states between turns.

mod options;
mod three;
mod two;

use crate::exit::CliError;
pub use options::Args;

/// Solves the game, and writes and prints what is asked for.
///
/// # Errors
/// Options that do not fit, files that cannot be used, and an interruption.
pub fn run(args: &Args) -> Result<(), CliError> {
    if args.players == 3 { three::run(args) } else { two::run(args) }
}
