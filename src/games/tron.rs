//! `boardbots tron`: maps of Aspiradoras TRON.

use crate::exit::CliError;
use crate::output;
use boardbots_game::two_player::side::Side;
use boardbots_tron::choices::Ground;
use boardbots_tron::generator::{DEFAULT_SIZE, generate};
use boardbots_tron::map::Map;
use std::path::PathBuf;

/// The commands behind `boardbots tron`.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Print a random map that is fair to both players
    Map {
        /// Rows and columns, 6 to 80
        #[arg(long, value_name = "N", default_value_t = DEFAULT_SIZE, value_parser = clap::value_parser!(u8).range(6..=80))]
        size: u8,

        /// Seed of the map [default: a new one each time; the map's first line names it]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Check a map file: print what it contains, or where it is wrong
    Check {
        /// The map file
        file: PathBuf,
    },
}

/// Prints a map, or a summary of one.
///
/// # Errors
/// [`CliError::configuration`] for a file that cannot be read or is no map.
pub fn run(command: &Command) -> Result<(), CliError> {
    let text = match command {
        Command::Map { size, seed } => {
            let seed = seed.unwrap_or_else(|| fastrand::u64(..));
            let map = generate(*size, seed).expect("the option has the generator's range");
            map.text(&format!("boardbots tron map --size {size} --seed {seed}"))
        }
        Command::Check { file } => {
            let map = Ground::File(file.clone()).map();
            summary(&map.map_err(CliError::configuration)?)
        }
    };
    output::text(&text)
}

/// The content of a map, and its oddities.
fn summary(map: &Map) -> String {
    use std::fmt::Write;
    let (size, floor, dirt) = (map.size(), map.floor(), map.dirt());
    let mut text = format!("{size} x {size} cells, {floor} of them floor, {dirt} units of dirt\n");
    for side in Side::ALL {
        let start = map.start(side);
        let _ = writeln!(text, "{} starts in {start}", side.colour());
        if map.cell(start) > 1 {
            let side = side.colour();
            let _ = writeln!(text, "note: the dirt under {side}'s start cannot be collected once {side} has moved");
        }
    }
    let border = |at: u8| at == 0 || at == size - 1;
    if map.places().any(|place| (border(place.row) || border(place.column)) && map.cell(place) > 0) {
        text.push_str("note: there is floor at the edge; the original expects obstacles all round\n");
    }
    text
}
