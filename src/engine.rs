//! `boardbots engine`: finds moves for other programs.

use crate::exit::CliError;
use crate::output;
use boardbots_catalog::{Converse, part, parts};
use boardbots_tournament::engine;
use clap::builder::PossibleValuesParser;
use std::io::{self, BufReader};

/// The text at the end of `--help`.
const PROTOCOL: &str = "\
Lines on stdin: uci, isready, ucinewgame, setoption name NAME value VALUE, position startpos [moves DIGITS] \
or position SITUATION, go [depth N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] | go infinite, \
go ponder …, stop, ponderhit, d, quit. Every go is answered by a bestmove.
Lines on stdout: info depth … score … pv …, or info q CHOICE P for every choice of a game of chance, and \
bestmove …; docs/playing.md of the source describes them. Which positions and options a game has, it says itself: send uci, and d.";

/// The options of `boardbots engine`.
#[derive(clap::Args)]
#[command(after_help = PROTOCOL)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = games())]
    game: String,
}

/// The games that have the protocol.
fn games() -> PossibleValuesParser {
    parts::<Converse>().map(|(name, _)| name).collect::<Vec<_>>().into()
}

/// Answers the lines of stdin until the last.
///
/// # Errors
/// [`CliError::usage`] for a game that is not there; [`CliError::configuration`] if stdout cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    let (name, engine) = part::<Converse>(&args.game).map_err(CliError::usage)?;
    let done = engine::run(name, engine(), BufReader::new(io::stdin()), output::conversation());
    done.map_err(|error| CliError::configuration(format!("stdout: {error}")))
}
