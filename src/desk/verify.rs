//! `boardbots verify`: recorded games, replayed.

use crate::exit::{CliError, Exit};
use crate::output;
use boardbots_base::input;
use boardbots_catalog::part;
use boardbots_game::recording::Recordings;
use boardbots_tournament::verify::{RecordingError, Tally, verify};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The options of `boardbots verify`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = part::<Recordings>)]
    game: (&'static str, Recordings),

    /// Recordings as uncompressed JSON lines; - is standard input [default: -]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Replays the files in their order, and prints the numbers of games and counts checked.
///
/// # Errors
/// [`Exit::Unexpected`] at the first record that the rules do not bear out;
/// [`Exit::Configuration`] for a file that cannot be read, is no recording, or holds no record.
pub fn run(args: &Args) -> Result<(), CliError> {
    let input = [PathBuf::from("-")];
    let files: &[PathBuf] = if args.files.is_empty() { &input } else { &args.files };
    let mut total = Tally::default();
    for file in files {
        let tally = replay(args.game.1, file)?;
        total.games += tally.games;
        total.counts += tally.counts;
        total.positions += tally.positions;
    }
    let Tally { games, counts, positions } = total;
    let report =
        format!("{}: as recorded: {games} games, {counts} counts of moves, {positions} positions\n", args.game.0);
    output::text(&report)
}

/// Replays one file.
fn replay(recordings: Recordings, file: &Path) -> Result<Tally, CliError> {
    let mut tally = Tally::default();
    let done = if file.as_os_str() == "-" {
        verify(recordings, io::stdin().lock(), &mut tally)
    } else {
        let input = input::open(file).map_err(|error| CliError::file(file, error))?;
        verify(recordings, BufReader::new(input), &mut tally)
    };
    done.map_err(|error| {
        let exit = match error.fault {
            RecordingError::Differs(_) => Exit::Unexpected,
            RecordingError::Unreadable(_) => Exit::Configuration,
        };
        CliError::new(exit, format!("{}:{error}", file.display()))
    })?;
    // An unpacker that failed must not look like success.
    if tally.games + tally.counts == 0 {
        return Err(CliError::file(file, "there is no record in it; give JSON lines, unpacked"));
    }
    Ok(tally)
}
