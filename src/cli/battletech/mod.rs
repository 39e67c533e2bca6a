//! `boardbots battletech`: fights between players of BattleTech.

mod choice;
mod fight;
mod replay;
mod suite;
mod table;

use super::exit::{Exit, Failure};
use std::io::{self, Write};

/// The options of `boardbots battletech`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

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
    match &args.command {
        Command::Fight(args) => fight::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Suite(args) => suite::run(args),
    }
}

/// Says what somebody writes on stdout; that nobody reads it any more is not an error.
fn say(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Exit::Unexpected, format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}
