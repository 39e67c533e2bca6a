//! `boardbots dragon-slayer`: what is known about the game.

mod advise;
mod characters;
#[cfg(feature = "store")]
pub mod database;
mod simulate;
mod solve;
#[cfg(feature = "store")]
mod statistics;

use super::exit::{Exit, Failure};
use crate::games::dragon_slayer::variant::Variant;
use std::io::{self, Write};

/// The options of `boardbots dragon-slayer`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Solve the game for two players exactly
    Solve(solve::Args),
    /// Print the win probability of every choice in a situation of two players
    Advise(advise::Args),
    /// Let bots play many games and print what was seen of each
    Simulate(simulate::Args),
    /// Check in many games that the four opponents are different and strong
    Characters(characters::Args),
    /// Show how users and personalities did in the games that were played here
    #[cfg(feature = "store")]
    Statistics(statistics::Args),
}

/// What is played for.
#[derive(clap::Args)]
struct Rules {
    /// Points that end the game after a whole round, 2 to 120
    #[arg(long, value_name = "N", default_value_t = Variant::STANDARD.goal, value_parser = clap::value_parser!(u8).range(2..=120))]
    goal: u8,

    /// Points for a challenger whose challenge is refused or not met, 0 to 20
    #[arg(long, value_name = "N", default_value_t = Variant::STANDARD.bonus, value_parser = clap::value_parser!(u8).range(0..=20))]
    bonus: u8,

    /// Dragons count once after an accepted challenge, not double
    #[arg(long)]
    no_doubling: bool,
}

impl Rules {
    const fn variant(&self) -> Variant {
        Variant { goal: self.goal, bonus: self.bonus, doubling: !self.no_doubling }
    }
}

/// Runs one of the commands about the game.
///
/// # Errors
/// What the command says.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Solve(args) => solve::run(args),
        Command::Advise(args) => advise::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Characters(args) => characters::run(args),
        #[cfg(feature = "store")]
        Command::Statistics(args) => statistics::run(args),
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
