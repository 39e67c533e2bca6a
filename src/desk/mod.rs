//! Commands of the full program beside the servers: games in the terminal, matches, tuning, learning, exact
//! results, pathfinding, checks of recorded games, lists of bots, layouts of databases; completions of shells and man pages.

pub mod bar;
pub mod bots;
pub mod completions;
pub mod database;
pub mod failures;
pub mod join;
mod kit;
mod learn;
pub mod man;
pub mod matches;
pub mod path;
pub mod play;
mod probe;
mod solve;
mod tune;
mod verify;

use super::CliError;
pub use failures::pool;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play a game in the terminal.
    Play(play::Args),
    /// Let bots play against each other and find out which is stronger.
    Match(Box<matches::Args>),
    /// Copy a starter kit: a small bot in some language, to make your own of.
    Kit(kit::Args),
    /// Take a seat at a table of a server, with a bot or a program.
    Join(Box<join::Args>),
    /// Tune the constants of a player's evaluation to win more games.
    Tune(Box<tune::Args>),
    /// Learn an evaluation of a game for two from games against itself.
    Learn(Box<learn::Args>),
    /// Examine a program before it plays: what fails, and what to change.
    Probe(Box<probe::Args>),
    /// Rate the players of several match records together.
    Rate(matches::merge::RateArgs),
    /// Compare Dijkstra's algorithm, greedy best-first search, A* and jump points on a grid map or a hex map.
    Path(path::Args),
    /// Prove who wins from a position with best play, and how soon.
    Solve(solve::Args),
    /// Replay recorded games and check every state against the rules.
    Verify(verify::Args),
}

/// Runs a command.
///
/// # Errors
/// Fails as the command does.
pub fn run(command: &Command) -> Result<(), CliError> {
    match command {
        Command::Play(args) => play::run(args),
        Command::Match(args) => matches::run(args),
        Command::Kit(args) => kit::run(args),
        Command::Join(args) => join::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Learn(args) => learn::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Rate(args) => matches::merge::rate(args),
        Command::Path(args) => path::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Verify(args) => verify::run(args),
    }
}
