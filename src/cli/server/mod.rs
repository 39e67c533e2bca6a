//! Commands of builds with the servers (feature `server`).

pub mod arena;
pub mod demo;
mod serving;
pub mod tables;

use super::Failure;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play a whole game on this machine and show it: what happens without a command.
    Demo(demo::Args),
    /// Serve Vindinium games to bots and browsers.
    Arena(arena::Args),
    /// Serve every game to browsers: against bots, against each other, or to watch.
    Tables(tables::Args),
}

/// Runs a command.
///
/// # Errors
/// What the command says.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Demo(args) => demo::run(&args),
        Command::Arena(args) => arena::run(args),
        Command::Tables(args) => tables::run(args),
    }
}
