//! `boardbots dragon-slayer`: what is known about the game.

#[cfg(feature = "study")]
mod advise;
#[cfg(feature = "study")]
mod characters;
#[cfg(feature = "store")]
pub mod database;
#[cfg(feature = "study")]
mod simulate;
#[cfg(feature = "study")]
mod solve;
#[cfg(feature = "store")]
mod statistics;

use super::exit::Failure;
use super::say::say;

/// The options of `boardbots dragon-slayer`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Solve the game for two players exactly
    #[cfg(feature = "study")]
    Solve(solve::Args),
    /// Print the win probability of every choice in a situation of two players
    #[cfg(feature = "study")]
    Advise(advise::Args),
    /// Let bots play many games and print what was seen of each
    #[cfg(feature = "study")]
    Simulate(simulate::Args),
    /// Check in many games that the four opponents are different and strong
    #[cfg(feature = "study")]
    Characters(characters::Args),
    /// Show how users and personalities did in the games that were played here
    #[cfg(feature = "store")]
    Statistics(statistics::Args),
}

/// Runs one of the commands about the game.
///
/// # Errors
/// What the command says.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        #[cfg(feature = "study")]
        Command::Solve(args) => solve::run(args),
        #[cfg(feature = "study")]
        Command::Advise(args) => advise::run(args),
        #[cfg(feature = "study")]
        Command::Simulate(args) => simulate::run(args),
        #[cfg(feature = "study")]
        Command::Characters(args) => characters::run(args),
        #[cfg(feature = "store")]
        Command::Statistics(args) => statistics::run(args),
    }
}
