//! `boardbots engine`: finds moves for other programs.

use super::exit::{Exit, Failure};
use crate::games::duel::Duel;
use crate::games::{desconecta4, tron};
use crate::matches::engine::{self, dragon_slayer};
use std::io::{self, BufReader};

/// What `--help` says at its end.
const PROTOCOL: &str = "\
Lines on stdin: uci, isready, ucinewgame, setoption name NAME value VALUE,
position startpos [moves DIGITS], go [depth N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] |
go infinite, stop, d, quit.
Lines on stdout: info depth … score … pv …, bestmove …; see the README.
For dragon-slayer: position startpos or position SITUATION, as boardbots dragon-slayer advise reads it; go is
answered by info q ACTION P for every choice and bestmove ACTION.";

/// The options of `boardbots engine`.
#[derive(clap::Args)]
#[command(after_help = PROTOCOL)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = [desconecta4::rules::Position::NAME, tron::rules::Position::NAME, dragon_slayer::NAME])]
    game: String,
}

/// Answers the lines of stdin until the last.
///
/// # Errors
/// [`Exit::Unexpected`] if stdout fails while somebody reads it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
    let done = match args.game.as_str() {
        tron::rules::Position::NAME => engine::run::<tron::rules::Position>(input, output),
        dragon_slayer::NAME => dragon_slayer::run(input, output),
        _ => engine::run::<desconecta4::rules::Position>(input, output),
    };
    done.map_err(|error| Failure::new(Exit::Unexpected, format!("stdout: {error}")))
}
