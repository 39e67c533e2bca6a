//! The options of `boardbots dragon-slayer solve`.

use crate::desk::failures::write;
use crate::exit::CliError;
use crate::games::dragon_slayer::rules::Rules;
use std::path::PathBuf;

/// The options of `boardbots dragon-slayer solve`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) rules: Rules,

    /// Number of players, 2 or 3; three take about half a minute for the printed rules
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    pub(super) players: u8,

    /// For three players: keep what is solved in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,

    /// For three players: measure what bots lose by not knowing the solution
    #[arg(long)]
    pub(super) reduction: bool,

    /// For three players: threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(super) threads: Option<u8>,

    /// For three players under the printed rules: write the table that bots go by to this file
    #[arg(long, value_name = "FILE")]
    pub(super) grid: Option<PathBuf>,

    /// Write all values to this file, two bytes each, in the format of the built-in table
    #[arg(long, value_name = "FILE")]
    pub(super) table: Option<PathBuf>,

    /// Print all values: role (A: the first player moves, B: the second), both scores, both tokens, and the
    /// probability that the first player wins; for three players those below the goal, the player to move, and the
    /// probability that each player wins
    #[arg(long)]
    pub(super) csv: bool,

    /// Print the summary as JSON
    #[arg(long, conflicts_with = "csv")]
    pub(super) json: bool,
}

impl Args {
    /// Checks that no option asks for something that only the solution for three players has.
    pub(super) fn only_for_two(&self) -> Result<(), CliError> {
        let given = [
            ("checkpoint", self.checkpoint.is_some()),
            ("reduction", self.reduction),
            ("threads", self.threads.is_some()),
            ("grid", self.grid.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(CliError::usage(format_args!("--{option} is for --players 3")).about(option)),
            None => Ok(()),
        }
    }

    /// Writes the table, if that is asked for.
    pub(super) fn write_table(&self, table: impl FnOnce() -> Vec<u8>) -> Result<(), CliError> {
        self.table.as_ref().map_or(Ok(()), |path| write("table", path, &table()))
    }
}
