//! `boardbots engine`: finds moves for other programs, in the words of UGI and UCI.

use crate::exit::CliError;
use crate::output;
use boardbots_catalog::{Converse, part, parts};
use boardbots_tournament::engine;
use clap::builder::PossibleValuesParser;
use std::io::{self, BufReader};

/// The text at the end of `--help`.
const PROTOCOL: &str = "\
Lines on stdin: ugi or uci, isready, uginewgame, setoption name NAME value VALUE, position startpos|fen TEXT [moves …], \
query gameover|result|p1turn|p2turn, go [depth N] [movetime MS] [nodes N] [mate N] [p1time MS p2time MS p1inc MS p2inc MS] | \
go infinite, go ponder …, stop, ponderhit, d, quit. Every go is answered by one bestmove.
Lines on stdout: info depth … score … pv …, or info q CHOICE P for every choice of a game of chance, response …, and \
bestmove …; docs/protocols/ugi.md of the source describes them. Which positions and options a game has, it says itself: send ugi, and d.";

/// The options of `boardbots engine`.
#[derive(clap::Args)]
#[command(after_help = PROTOCOL)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(parts::<Converse>().map(|(name, _)| name)))]
    game: String,
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
