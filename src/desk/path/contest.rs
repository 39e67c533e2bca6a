//! The queries that are asked: the one of the options, those of a file, or random ones; and the same queries put to
//! several algorithms.

use super::path_map::{Algorithm, Cost, PathMap, Query, Unit, cells, nodes};
use crate::desk::failures::read;
use crate::exit::CliError;
use boardbots_base::input;
use boardbots_path::moving_ai::{Scenario, TextError, sound_scenarios};
use std::path::Path;
use std::time::{Duration, Instant};

/// Most bytes of a file of scenarios: a million of them.
const MAX_BYTES: u64 = 64 << 20;

/// The query of two options.
pub fn one(map: &dyn PathMap, from: &str, to: &str) -> Result<Vec<Query>, CliError> {
    let wrong = |option: &'static str, text: &str, what: String| {
        CliError::usage(format!("--{option} {text}: {what}")).about(option)
    };
    let start = map.start(from).map_err(|what| wrong("from", from, what))?;
    let goal = map.goal(to).map_err(|what| wrong("to", to, what))?;
    Ok(vec![Query { start, goal, given: None }])
}

/// The scenarios of a file, and the errors of its other lines; all are of maps of one size, that of the first.
///
/// # Errors
/// The file cannot be read, or has no scenario.
pub fn of_file(file: &Path) -> Result<(Vec<Scenario>, Vec<TextError>), CliError> {
    let wrong = |error: &TextError| CliError::configuration(misread(file, error));
    let (list, mut bad) = sound_scenarios(&text(file, read(file, MAX_BYTES)?)?).map_err(|error| wrong(&error))?;
    let none = || TextError { line: 2, expected: "a scenario".into(), found: None };
    let (width, height) = list.first().map(|first| first.size).ok_or_else(|| wrong(bad.first().unwrap_or(&none())))?;
    let (list, others): (Vec<_>, Vec<_>) = list.into_iter().partition(|one| one.size == (width, height));
    let expected = format!("a map of {width} x {height} cells, as before");
    let found = |one: &Scenario| Some(format!("{} x {}", one.size.0, one.size.1));
    bad.extend(others.iter().map(|one| TextError { line: one.line, expected: expected.clone(), found: found(one) }));
    Ok((list, bad))
}

/// The queries of scenarios; errors are added for those that begin or end in a wall.
pub fn of_scenarios(map: &dyn PathMap, list: Vec<Scenario>, bad: &mut Vec<TextError>) -> Vec<Query> {
    let query = |scenario: Scenario| {
        let mut node = |(x, y): (u32, u32), name: &str| {
            let node = y * map.size().0 + x;
            let expected = format!("a {name} where one can walk");
            let wall = TextError { line: scenario.line, expected, found: Some(format!("{x},{y}")) };
            map.is_passable(node).then_some(node).or_else(|| {
                bad.push(wall);
                None
            })
        };
        let (start, goal) = node(scenario.start, "start").zip(node(scenario.goal, "goal"))?;
        Some(Query { start, goal, given: Some(scenario) })
    };
    list.into_iter().filter_map(query).collect()
}

/// Queries that have a path: from any node to any cell that can be reached from it; `None` if the map has no passable
/// cell.
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
pub fn text(file: &Path, bytes: Vec<u8>) -> Result<String, CliError> {
    input::utf8(bytes).map_err(|error| CliError::file(file, error))
}

/// The message for a malformed line.
pub fn misread(file: &Path, error: &TextError) -> String {
    let found = error.found.as_ref().map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
    format!("{}:{}: expected {}; found {found}", file.display(), error.line, error.expected)
}

/// The result of an algorithm on a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// Nodes whose neighbours were looked at, or from which jumps were looked for.
    pub expanded: u64,
    pub time: Duration,
    /// `None` if there is no path.
    pub cost: Option<Cost>,
}

/// The results of all algorithms on a query, in the order of [`PathMap::algorithms`].
pub type Answers = Vec<Answer>;

/// The cost of the cheapest path, which Dijkstra's algorithm finds whatever the heuristic.
pub fn cheapest(answers: &Answers) -> Option<Cost> {
    answers[Algorithm::Dijkstra as usize].cost
}

/// The result of an algorithm on all queries.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub expanded: u64,
    pub time: Duration,
    /// Queries that have a path, and the cost of all these paths.
    pub found: usize,
    pub cost: Cost,
    /// Paths that cost more than the cheapest.
    pub dearer: usize,
    /// By what share of the cheapest these are above it: on average and at most.
    pub mean_excess: f64,
    pub most_excess: f64,
}

/// All queries with all answers.
pub struct Contest {
    unit: Unit,
    /// Each query with its answers.
    asked: Vec<(Query, Answers)>,
}

impl Contest {
    /// Asks all queries, one algorithm after another.
    pub fn of(map: &dyn PathMap, queries: Vec<Query>) -> Self {
        let (mut search, mut path) = (map.search(), Vec::new());
        // The first query would find memory that no query has touched, and pay for it.
        if let Some(query) = queries.first() {
            for &algorithm in map.algorithms() {
                map.find(algorithm, query, &mut search, &mut path, &|_, _| ());
            }
        }
        let mut answer = |algorithm: Algorithm, query: &Query| {
            let began = Instant::now();
            map.find(algorithm, query, &mut search, &mut path, &|_, _| ());
            let time = began.elapsed();
            let cost = (!path.is_empty()).then(|| map.cost(&path));
            Answer { expanded: search.expanded(), time, cost }
        };
        let mut ask = |query: Query| {
            let answers = map.algorithms().iter().map(|&algorithm| answer(algorithm, &query)).collect();
            (query, answers)
        };
        Self { unit: map.unit(), asked: queries.into_iter().map(&mut ask).collect() }
    }

    /// Each query with its answers.
    pub fn answers(&self) -> impl DoubleEndedIterator<Item = (&Query, &Answers)> + ExactSizeIterator {
        self.asked.iter().map(|(query, answers)| (query, answers))
    }

    /// The first of those whose cheapest path costs most.
    pub fn longest(&self) -> &Query {
        let cost = |answers: &Answers| cheapest(answers).map_or(-1.0, Cost::value);
        let all = self.answers().rev();
        all.max_by(|one, other| cost(one.1).total_cmp(&cost(other.1))).expect("there is a query").0
    }

    /// Sums over all queries.
    #[allow(clippy::cast_precision_loss)]
    pub fn total(&self, algorithm: Algorithm) -> Total {
        let mut total = Total {
            expanded: 0,
            time: Duration::ZERO,
            found: 0,
            cost: Cost::zero(self.unit),
            dearer: 0,
            mean_excess: 0.0,
            most_excess: 0.0,
        };
        for (_, answers) in &self.asked {
            let answer = answers[algorithm as usize];
            total.expanded += answer.expanded;
            total.time += answer.time;
            let Some((cost, cheapest)) = answer.cost.zip(cheapest(answers)) else { continue };
            total.found += 1;
            total.cost = total.cost.plus(cost);
            if let Some(excess) = cost.excess(cheapest) {
                total.dearer += 1;
                total.mean_excess += excess;
                total.most_excess = total.most_excess.max(excess);
            }
        }
        total.mean_excess /= total.dearer.max(1) as f64;
        total
    }
}
