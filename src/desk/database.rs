//! `boardbots database`: which layout a database has, and bringing it to another one.

use crate::exit::CliError;
use crate::games;
use crate::output::{json, object, print, text};
use boardbots_base::store::{FileError, Layout, file};
use boardbots_server::{arena, tables};
use std::path::PathBuf;

const DETAILS: &str = "\
Every version of this program brings the databases that it opens up to its own layout. Before an older version is to \
open one again, the newer one brings it down with --to N, while no server uses it; the older one says N with --layouts (0.1.1, which cannot, writes layout 1). What the lower layout has no place for stays in the file; the newer version finds it again. FILE.layout-N is a copy of \
the file from before it left layout N, where the disk had room for it.";

/// The options of `boardbots database`.
#[derive(clap::Args)]
#[command(after_help = DETAILS)]
pub struct Args {
    /// Database whose kind and layout are printed
    #[arg(required_unless_present = "layouts")]
    file: Option<PathBuf>,
    /// Bring it to this layout first
    #[arg(long, value_name = "N")]
    to: Option<i64>,
    /// Print all kinds with the layouts that this version writes
    #[arg(long, conflicts_with_all = ["file", "to"])]
    layouts: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// All kinds of databases.
fn kinds() -> Vec<Layout> {
    [&[arena::store::LAYOUT, tables::store::LAYOUT], games::LAYOUTS].concat()
}

/// Prints the layout of a database, after changing it if that is asked for.
///
/// # Errors
/// [`CliError::usage`] for a layout that this version does not know, [`CliError::store`] for a database that cannot be used.
pub fn run(args: &Args) -> Result<(), CliError> {
    let shown = |kind, layout| object! { kind: kind, layout: layout };
    let Some(path) = &args.file else {
        let known: Vec<(&str, i64)> = kinds().iter().map(|kind| (kind.kind, kind.current())).collect();
        return if args.json {
            json(&known.into_iter().map(|(kind, layout)| shown(kind, layout)).collect::<Vec<_>>())
        } else {
            print(|out| known.iter().try_for_each(|(kind, layout)| writeln!(out, "{kind} {layout}")))
        };
    };
    let unusable = CliError::store;
    let connection = file::connect_to_read(path).map_err(unusable)?;
    let (kind, layout) = kinds()
        .into_iter()
        .find_map(|kind| match kind.check(&connection, path) {
            Ok(0) | Err(FileError::Foreign(..)) => None,
            found => Some((kind, found)),
        })
        .ok_or_else(|| unusable(FileError::Foreign(path.clone(), "this program")))?;
    drop(connection);
    let layout = match (layout, args.to) {
        (Ok(layout) | Err(FileError::Newer(_, layout, _)), None) => layout,
        (Err(error), _) => return Err(unusable(error)),
        (Ok(_), Some(to)) if (1..=kind.current()).contains(&to) => {
            let _lock = file::lock(path, "a server").map_err(unusable)?;
            file::open_for(to, path, &kind, true).map_err(unusable)?;
            to
        }
        (Ok(_), Some(to)) => {
            let why = format!("--to {to}: this version knows the layouts 1 to {} of {}", kind.current(), kind.kind);
            return Err(CliError::usage(why));
        }
    };
    if args.json { json(&shown(kind.kind, layout)) } else { text(&format!("{} {layout}\n", kind.kind)) }
}
