//! `boardbots match merge`: the parts of a match become one. `boardbots rate`: the players of many records on one scale.

use super::shown::Shown;
use crate::exit::CliError;
use crate::output::note;
use boardbots_tournament::matches::account::{self, Decision};
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::{self, Games, difference, unite};
use std::path::PathBuf;

/// The options of `boardbots match merge`.
#[derive(clap::Args)]
pub struct Args {
    /// Records of the parts of one match
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write all games to this file, as if they had been played in one run
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    #[command(flatten)]
    shown: Shown,
}

/// Joins records and prints their table.
///
/// # Errors
/// [`CliError::store`]: a file is no record, of another match, or tells another story of the same game.
pub fn run(args: &Args) -> Result<(), CliError> {
    let (mut whole, mut games): (Option<MatchPlan>, Games) = (None, Games::new());
    for path in &args.files {
        let (plan, found) = record::read(path).map_err(CliError::store)?;
        let plan = MatchPlan { shard: None, ..plan };
        match &whole {
            Some(first) if *first != plan => {
                let message = format!("{}: of another match: {}", path.display(), difference(&plan, first));
                return Err(CliError::store(message));
            }
            _ => whole = Some(plan),
        }
        unite(&mut games, found).map_err(|number| {
            let message = format!("{}: game {number} differs from the one in an earlier file", path.display());
            CliError::store(message)
        })?;
    }
    let Some(plan) = whole else { return Err(CliError::usage("no file")) };
    let anchor = args.shown.anchor(&plan)?;
    if let Some(path) = &args.record {
        if path.exists() {
            return Err(CliError::store(format_args!("{}: exists already; name another", path.display())));
        }
        let (mut record, _) = record::open(path, &plan).map_err(CliError::store)?;
        for played in games.values() {
            record.add(played).map_err(CliError::store)?;
        }
        record.close().map_err(CliError::store)?;
    }
    let mut decision = Decision::default();
    decision.look(&plan, &games);
    decision.cut(&mut games);
    args.shown.show(&plan, &games, &decision, anchor)
}

/// The options of `boardbots rate`.
#[derive(clap::Args)]
pub struct RateArgs {
    /// Records of matches of one game; players with the same name in the tables are the same
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    shown: Shown,
}

/// Prints the table of all games of the records.
///
/// # Errors
/// [`CliError::store`] for a file that is no record, or does not fit the others; [`CliError::usage`] for an anchor
/// who does not play; [`CliError::unexpected`] if stdout fails, except by a closed pipe.
pub fn rate(args: &RateArgs) -> Result<(), CliError> {
    let mut records = Vec::with_capacity(args.files.len());
    for path in &args.files {
        let (plan, games) = record::read(path).map_err(CliError::store)?;
        records.push((path.display().to_string(), plan, games));
    }
    let joint = account::join(records).map_err(CliError::store)?;
    for doubt in &joint.doubts {
        note(doubt);
    }
    let anchor = args.shown.anchor(&joint.plan)?;
    args.shown.show(&joint.plan, &joint.games, &Decision::default(), anchor)
}
