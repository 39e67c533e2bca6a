//! `boardbots path`: the algorithms of pathfinding beside one another on a map of a grid or of hexes.

mod contest;
mod grid_map;
pub mod path_map;
mod report;
mod trace;

use crate::desk::failures::{read, write};
use crate::exit::CliError;
use crate::games;
use crate::output::{note, print};
use boardbots_base::atomic_file::fills_stdout;
use boardbots_base::printable::line;
use boardbots_path::grid::Grid;
use boardbots_path::moving_ai::{self, GROUND, Scenario, TextError, WATER};
use contest::{Contest, cheapest, misread, text};
use grid_map::{Directions, GridMap};
use path_map::{Algorithm, Heuristic, PathMap};
use std::path::{Path, PathBuf};

/// Most bytes of a map: the largest takes half of it.
const MAX_MAP_BYTES: u64 = 8 << 20;

/// The text on grid maps at the end of `--help`.
const GRID_HELP: &str = "\
Grid maps and scenarios are text files as the MovingAI benchmarks have them. Lengths are a+b√2: a steps along \
rows and columns, b along diagonals. A PLACE is X,Y, a column and a row; 0,0 is the top left.";
/// The text on the table.
const TABLE_HELP: &str = "\
Columns: dearer is how many paths cost more than the cheapest one; mean and most are by how much of its cost, on \
average and at most.";

/// The text at the end of `--help`.
fn help() -> String {
    format!("{GRID_HELP}\n\n{}\n\n{TABLE_HELP}", games::hex_help())
}

/// The options of `boardbots path`.
#[derive(clap::Args)]
#[command(after_help = help())]
pub struct Args {
    /// A grid map or a hex map; the file's first line says which
    map: PathBuf,

    /// Run all queries of a `.scen` file and compare the path lengths with its own (grid maps)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "queries", "seed"])]
    scen: Option<PathBuf>,

    /// Run one query, from this place
    #[arg(long, value_name = "PLACE", requires = "to", conflicts_with_all = ["queries", "seed"])]
    from: Option<String>,

    /// The goal of that query, a place; on hex maps the mech may face any side there
    #[arg(long, value_name = "PLACE", requires = "from")]
    to: Option<String>,

    /// Number of random queries that have a path, if none are given
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    queries: u32,

    /// Seed of the random queries
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Directions of steps on grid maps [default: 8]
    #[arg(long, value_name = "N")]
    directions: Option<Directions>,

    /// Estimate of what is left on hex maps [default: hex]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<Heuristic>,

    /// Draw the expanded cells or hexes, for the given query or the one with the costliest path
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Also work out the jump graph, for maps that stay, and report its time and memory (grid maps, 8 directions)
    #[arg(long)]
    prepared: bool,

    /// Write the search of the first query as a trace for the visualiser Posthoc, in YAML
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// The algorithm of that search
    #[arg(long, value_name = "NAME", requires = "trace", default_value = "a-star")]
    algorithm: Algorithm,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Asks the queries, and prints and draws what came out.
///
/// # Errors
/// [`CliError::configuration`] for files that cannot be read or written or are not as they should be;
/// [`CliError::usage`] for a place where one cannot walk, or an option for another kind of map;
/// [`CliError::unexpected`] if a length differs from that of the file, or stdout fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    let bytes = read(&args.map, MAX_MAP_BYTES)?;
    let name = args.map.display();
    let other = |option: &'static str, found: &str, expected: &str| {
        let message = format!("--{option}: is for {expected} maps, and {name} is a {found} map; leave it out");
        Err(CliError::usage(message).about(option))
    };
    if let Some(map) = games::hex_map(&name.to_string(), &bytes, args.heuristic.unwrap_or_default()) {
        let of_grids =
            [("scen", args.scen.is_some()), ("directions", args.directions.is_some()), ("prepared", args.prepared)];
        if let Some((option, _)) = of_grids.into_iter().find(|(_, given)| *given) {
            return other(option, "hex", "grid");
        }
        return compare(args, &*map.map_err(CliError::configuration)?, None);
    }
    let terrain = moving_ai::terrain(&text(&args.map, bytes)?).map_err(|mut error| {
        if error.line == 1 {
            error.expected = format!("{} (grid map) or `{}` (hex map)", error.expected, games::HEX_MAP);
        }
        CliError::configuration(misread(&args.map, &error))
    })?;
    if args.heuristic.is_some() {
        return other("heuristic", "grid", "hex");
    }
    let directions = args.directions.unwrap_or_default();
    let for_eight = [("lengths of --scen", args.scen.is_some()), ("jumps of --prepared", args.prepared)];
    let given = for_eight.into_iter().find(|(_, given)| *given && directions == Directions::Four);
    if let Some((what, _)) = given {
        let message = format!("--directions 4: the {what} are for 8 directions; leave one of these options out");
        return Err(CliError::usage(message).about("directions"));
    }
    let scenarios = args.scen.as_ref().map(|file| contest::of_file(file)).transpose()?;
    let size = scenarios.as_ref().and_then(|(list, _)| list.first()).map_or(terrain.size, |first| first.size);
    let letters = if terrain.has(WATER) { &[GROUND, WATER][..] } else { &[GROUND] };
    let grids: Vec<Grid> = letters.iter().filter_map(|letters| terrain.grid(letters, size)).collect();
    let mut map = GridMap::new(&grids, directions);
    if args.prepared && !map.prepare() {
        note(format_args!(
            "boardbots: {name}: no jump graph: it would have more than seven jumps for each jump point; A* is as fast"
        ));
    }
    compare(args, &map, scenarios)
}

/// Asks the queries of a file, or else those of the other options.
fn compare(args: &Args, map: &dyn PathMap, scenarios: Option<(Vec<Scenario>, Vec<TextError>)>) -> Result<(), CliError> {
    let mut bad = Vec::new();
    let (queries, seed) = match (scenarios, &args.from, &args.to) {
        (Some((list, others)), ..) => {
            bad = others;
            (contest::of_scenarios(map, list, &mut bad), None)
        }
        (None, Some(from), Some(to)) => (contest::one(map, from, to)?, None),
        _ => {
            let queries = contest::random(map, args.seed, args.queries).ok_or_else(|| {
                CliError::configuration(format!(
                    "{}: expected a place where one can walk; found none",
                    args.map.display()
                ))
            })?;
            (queries, Some(args.seed))
        }
    };
    if let Some(file) = &args.scen {
        left_out(file, &mut bad, queries.is_empty())?;
    }
    let contest = Contest::of(map, queries);
    let name = line(&args.map.file_name().unwrap_or(args.map.as_os_str()).to_string_lossy());
    if let Some(file) = &args.svg {
        write("svg", file, report::picture(&name, map, contest.longest()).as_bytes())?;
    }
    if let Some(file) = &args.trace {
        if !map.algorithms().contains(&args.algorithm) {
            let message = format!("--algorithm: this map has no {}; choose another one", args.algorithm.name());
            return Err(CliError::usage(message).about("algorithm"));
        }
        let (query, _) = contest.answers().next().expect("no file of scenarios without a query comes here");
        write("trace", file, trace::trace(map, args.algorithm, query).as_bytes())?;
    }
    if !fills_stdout(&[args.svg.as_deref(), args.trace.as_deref()]) {
        print(|out| {
            let write = if args.json { report::json } else { report::table };
            write(&name, map, &contest, (seed, bad.len()), out)
        })?;
    }
    args.scen.as_ref().map_or(Ok(()), |file| differing(file, &contest))
}

/// Lengths that are not those of the file and of which each gets a line.
const TOLD: usize = 10;

/// Says which lines of a file of scenarios are left out.
///
/// # Errors
/// The first of them, if there are no others.
fn left_out(file: &Path, bad: &mut [TextError], all: bool) -> Result<(), CliError> {
    bad.sort_by_key(|error| error.line);
    if let Some(first) = bad.first().filter(|_| all) {
        return Err(CliError::configuration(misread(file, first)));
    }
    for error in bad.iter().take(TOLD) {
        note(format_args!("boardbots: {}", misread(file, error)));
    }
    if !bad.is_empty() {
        let first = if bad.len() > TOLD { format!("; the first {TOLD} are above") } else { String::new() };
        note(format_args!("boardbots: {}: {} lines are left out{first}", file.display(), bad.len()));
    }
    Ok(())
}

/// Reports lengths that differ from those in the file of scenarios, to the precision that it writes.
fn differing(file: &Path, contest: &Contest) -> Result<(), CliError> {
    let differ = contest.answers().filter_map(|(query, answers)| {
        let (given, found) = (query.given.as_ref()?, cheapest(answers));
        let agrees = found.is_some_and(|found| given.agrees(found.value()));
        (!agrees).then_some((given, found))
    });
    let mut count = 0;
    for (given, found) in differ {
        count += 1;
        if count > TOLD {
            continue;
        }
        let found = report::cost(found);
        let (line, due) = (given.line, given.length);
        note(format_args!("boardbots: {}:{line}: expected length {due}; found {found}", file.display()));
    }
    if count == 0 {
        return Ok(());
    }
    let all = contest.answers().len();
    let first = if count > TOLD { format!("; the first {TOLD} are above") } else { String::new() };
    let message = format!("{}: {count} of {all} lengths differ{first}", file.display());
    Err(CliError::unexpected(message).about("scen"))
}
