//! `boardbots dragon-slayer`: what is known about the game.

mod advise;
mod keeper;
mod rules;
mod simulate;
mod solve;
pub mod statistics;
pub mod store;

use crate::exit::CliError;
pub use keeper::Keeper;

/// The commands behind `boardbots dragon-slayer`.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Solve the game for two or three players exactly
    Solve(solve::Args),
    /// Print the win probability of every choice in a situation of two players
    Advise(advise::Args),
    /// Let bots play many games and print statistics of each
    Simulate(simulate::Args),
    /// Show how users and personalities did in the games played on this machine
    Statistics(statistics::Args),
}

/// Runs one of the commands about the game.
///
/// # Errors
/// What the command says.
pub fn run(command: &Command) -> Result<(), CliError> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Advise(args) => advise::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Statistics(args) => statistics::run(args),
    }
}
