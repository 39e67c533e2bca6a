//! The queries that are asked: the one of the options, those of a file, or random ones.

use super::path_map::{PathMap, Query, cells, nodes};
use crate::desk::failures::read;
use crate::exit::{Exit, Failure};
use boardbots_base::input;
use boardbots_path::grid::Grid;
use boardbots_path::moving_ai::{Scenario, TextError, scenarios};
use std::fmt;
use std::path::Path;

/// Most bytes of a file of scenarios: a million of them.
const MAX_BYTES: u64 = 64 << 20;

/// The query of two options.
pub fn one(map: &dyn PathMap, from: &str, to: &str) -> Result<Vec<Query>, Failure> {
    let wrong = |option: &'static str, text: &str, what: String| {
        Failure::new(Exit::Usage, format!("--{option} {text}: {what}")).about(option)
    };
    let start = map.start(from).map_err(|what| wrong("from", from, what))?;
    let goal = map.goal(to).map_err(|what| wrong("to", to, what))?;
    Ok(vec![Query { start, goal, given: None }])
}

/// The queries of a file of scenarios, which must be of this grid.
pub fn of_file(file: &Path, grid: &Grid) -> Result<Vec<Query>, Failure> {
    let list = scenarios(&text(file, read(file, MAX_BYTES)?)?).map_err(|error| misread(file, &error))?;
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

/// Queries that have a path: from any node to any cell that can be reached from it; `None` if there
/// is none where one can walk.
pub fn random(map: &dyn PathMap, seed: u64, queries: u32) -> Option<Vec<Query>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let goals: Vec<u32> = (0..cells(map)).filter(|&cell| map.is_passable(cell)).collect();
    if goals.is_empty() {
        return None;
    }
    let starts: Vec<u32> = goals.iter().flat_map(|&cell| nodes(map, cell)).collect();
    let mut draw = |nodes: &[u32]| nodes[rng.u32(0..u32::try_from(nodes.len()).expect("2²³ at most")) as usize];
    let mut search = map.search();
    let query = |_| {
        let start = draw(&starts);
        // Not by its order, so that the same seed gives the same queries in later versions.
        let reached = map.reached(start, &mut search);
        let goal = loop {
            let goal = draw(&goals);
            if nodes(map, goal).any(|node| reached.cost(node).is_some()) {
                break goal;
            }
        };
        Query { start, goal, given: None }
    };
    Some((0..queries).map(query).collect())
}

/// Bytes of a file as its text.
pub fn text(file: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    input::utf8(bytes).map_err(|error| configuration(format!("{}: {error}", file.display())))
}

/// A file cannot be used.
pub fn configuration(message: impl fmt::Display) -> Failure {
    Failure::new(Exit::Configuration, message)
}

/// What is wrong with a line.
pub fn misread(file: &Path, error: &TextError) -> Failure {
    let found = error.found.as_ref().map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
    configuration(format!("{}:{}: expected {}; found {found}", file.display(), error.line, error.expected))
}
