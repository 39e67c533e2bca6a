//! `boardbots rate`: the players of many records on one scale.

use super::shown::Shown;
use crate::desk::failures::store;
use crate::exit::{Exit, Failure};
use crate::output::note;
use boardbots_tournament::matches::account::Decision;
use boardbots_tournament::matches::{joint, record};
use std::path::PathBuf;

/// The options of `boardbots rate`.
#[derive(clap::Args)]
pub struct Args {
    /// Records of matches of one game; players with the same name in the tables are the same
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    shown: Shown,
}

/// Prints the table of all games of the records.
///
/// # Errors
/// [`Exit::Store`] for a file that is no record, or does not fit the others; [`Exit::Usage`] for an anchor
/// who does not play; [`Exit::Unexpected`] if stdout fails, except by a closed pipe.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut records = Vec::with_capacity(args.files.len());
    for path in &args.files {
        let (plan, games) = record::read(path).map_err(|error| store(&error))?;
        records.push((path.display().to_string(), plan, games));
    }
    let joint = joint::join(records).map_err(|error| Failure::new(Exit::Store, error))?;
    for doubt in &joint.doubts {
        note(doubt);
    }
    let anchor = args.shown.anchor(&joint.plan)?;
    args.shown.show(&joint.plan, &joint.games, &Decision::default(), anchor)
}
