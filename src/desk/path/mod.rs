//! `boardbots path`: the algorithms of pathfinding beside one another on a map of a grid.

mod contest;
mod drawing;
mod report;

use crate::exit::{Exit, Failure};
use crate::output::print;
use boardbots_base::atomic_file;
use boardbots_path::grid::Grid;
use boardbots_path::moving_ai::{Scenario, TextError, map, scenarios};
use boardbots_path::{NEVER, Search};
use contest::{Contest, Query, right};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What `--help` says at its end.
const FILES_HELP: &str = "\
Maps and scenarios are text files as the MovingAI benchmarks have them. Lengths are a+b√2: a steps along rows
and columns, b along diagonals.";

/// The options of `boardbots path`.
#[derive(clap::Args)]
#[command(after_help = FILES_HELP)]
pub struct Args {
    /// A `.map` file
    map: PathBuf,

    /// Run all queries of a `.scen` file and compare the path lengths with its own
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "queries", "seed"])]
    scen: Option<PathBuf>,

    /// Run one query, from this column and row; 0,0 is the top left
    #[arg(long, value_name = "X,Y", requires = "to", conflicts_with_all = ["queries", "seed"])]
    from: Option<Place>,

    /// The goal of that query, a column and row
    #[arg(long, value_name = "X,Y", requires = "from")]
    to: Option<Place>,

    /// Number of random queries that have a path, if none are given
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    queries: u32,

    /// Seed of the random queries
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draw the visited cells, for the given query or the one with the longest path
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A column and a row.
#[derive(Clone, Copy, Debug)]
struct Place {
    x: u32,
    y: u32,
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let place = text.split_once(',').and_then(|(x, y)| Some(Self { x: x.parse().ok()?, y: y.parse().ok()? }));
        place.ok_or("expected a column and a row, such as 3,17")
    }
}

/// Asks the queries, and prints and draws what came out.
///
/// # Errors
/// [`Exit::Configuration`] for files that cannot be read or written or are not as they should be;
/// [`Exit::Usage`] for a place where one cannot walk; [`Exit::Unexpected`] if a length is not what
/// the file says, or stdout fails.
pub fn run(args: &Args) -> Result<(), Failure> {
    let grid = map(&read(&args.map)?).map_err(|error| misread(&args.map, &error))?;
    let (queries, random) = match (&args.scen, args.from, args.to) {
        (Some(file), ..) => (of_file(file, &grid)?, None),
        (None, Some(from), Some(to)) => {
            let (start, goal) = (node(&grid, from, "from")?, node(&grid, to, "to")?);
            (vec![Query { start, goal, given: None }], None)
        }
        _ => (random(args, &grid)?, Some(args.seed)),
    };
    let contest = Contest::of(&grid, queries);
    let name = args.map.file_name().unwrap_or(args.map.as_os_str()).to_string_lossy();
    if let Some(file) = &args.svg {
        let picture = drawing::of(&name, &grid, contest.longest());
        atomic_file::write(file, picture.as_bytes()).map_err(|error| {
            let message = format!("--svg {}: cannot be written: {error}", file.display());
            Failure::new(Exit::Configuration, message).about("svg")
        })?;
    }
    print(|out| {
        if args.json {
            report::json(&name, &grid, &contest, random, out)
        } else {
            report::table(&name, &grid, &contest, random, out)
        }
    })?;
    differing(args, &contest)
}

/// Lengths that are not those of the file and of which each gets a line.
const TOLD: usize = 10;

/// Says which lengths are not what the file of scenarios gives, to the precision that it writes.
fn differing(args: &Args, contest: &Contest) -> Result<(), Failure> {
    let Some(file) = &args.scen else { return Ok(()) };
    let differ = contest.answers().filter_map(|(query, answers)| {
        let (given, found) = (query.given.as_ref()?, right(answers).length);
        let agrees = found.is_some_and(|found| given.agrees(found.value()));
        (!agrees).then_some((given, found))
    });
    let mut count = 0;
    for (given, found) in differ {
        count += 1;
        if count > TOLD {
            continue;
        }
        let found = report::length(found);
        // A closed pipe is not an error.
        let _ = writeln!(
            io::stderr(),
            "boardbots: {}:{}: expected length {}; found {found}",
            file.display(),
            given.line,
            given.length
        );
    }
    if count == 0 {
        return Ok(());
    }
    let all = contest.answers().len();
    let first = if count > TOLD { format!("; the first {TOLD} are above") } else { String::new() };
    let message = format!("{}: {count} of {all} lengths differ{first}", file.display());
    Err(Failure::new(Exit::Unexpected, message).about("scen"))
}

/// The text of a file.
fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| configuration(format!("{}: {error}", file.display())))
}

fn configuration(message: impl fmt::Display) -> Failure {
    Failure::new(Exit::Configuration, message)
}

/// What is wrong with a line.
fn misread(file: &Path, error: &TextError) -> Failure {
    let found = error.found.as_ref().map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
    configuration(format!("{}:{}: expected {}; found {found}", file.display(), error.line, error.expected))
}

/// The node of a place that an option names.
fn node(grid: &Grid, Place { x, y }: Place, option: &'static str) -> Result<u32, Failure> {
    let wrong = |what: String| Err(Failure::new(Exit::Usage, format!("--{option} {x},{y}: {what}")).about(option));
    match grid.node(x, y) {
        Some(node) if grid.is_passable(node) => Ok(node),
        Some(_) => wrong("there is a wall".to_owned()),
        None => wrong(format!("outside the map of {} x {} cells", grid.width(), grid.height())),
    }
}

/// The queries of a file of scenarios, which must be of this map.
fn of_file(file: &Path, grid: &Grid) -> Result<Vec<Query>, Failure> {
    let list = scenarios(&read(file)?).map_err(|error| misread(file, &error))?;
    let query = |scenario: &Scenario| {
        let wrong = |expected: &str, (x, y): (u32, u32), sign: &str| {
            let line = scenario.line;
            configuration(format!("{}:{line}: expected {expected}; found {x}{sign}{y}", file.display()))
        };
        let (width, height) = scenario.size;
        if scenario.size != (grid.width(), grid.height()) {
            let expected = format!("a map of {} x {} cells", grid.width(), grid.height());
            return Err(wrong(&expected, (width, height), " x "));
        }
        let node = |(x, y), name: &str| {
            let node = grid.node(x, y).filter(|&node| grid.is_passable(node));
            node.ok_or_else(|| wrong(&format!("a {name} where one can walk"), (x, y), ","))
        };
        Ok(Query {
            start: node(scenario.start, "start")?,
            goal: node(scenario.goal, "goal")?,
            given: Some(scenario.clone()),
        })
    };
    let queries = list.iter().map(query).collect::<Result<Vec<_>, _>>()?;
    if queries.is_empty() {
        return Err(configuration(format!("{}:2: expected a scenario; found the end", file.display())));
    }
    Ok(queries)
}

/// Queries that have a path: from any cell to any that can be reached from it.
fn random(args: &Args, grid: &Grid) -> Result<Vec<Query>, Failure> {
    let mut rng = fastrand::Rng::with_seed(args.seed);
    let walkable: Vec<u32> = (0..grid.width() * grid.height()).filter(|&node| grid.is_passable(node)).collect();
    if walkable.is_empty() {
        return Err(configuration(format!("{}: expected a cell where one can walk; found none", args.map.display())));
    }
    let mut draw = |nodes: &[u32]| nodes[rng.u32(0..u32::try_from(nodes.len()).expect("a cell each")) as usize];
    let mut search = Search::for_graph(grid);
    let query = |_| {
        let start = draw(&walkable);
        // Not by its order, so that the same seed gives the same queries in later versions.
        let reached = search.reachable(grid, &[(start, 0)], NEVER);
        let goal = loop {
            let goal = draw(&walkable);
            if reached.cost(goal).is_some() {
                break goal;
            }
        };
        Query { start, goal, given: None }
    };
    Ok((0..args.queries).map(query).collect())
}
