//! The same queries put to several algorithms.

use super::algorithm::Algorithm;
use super::path_map::{Cost, PathMap, Query, Unit};
use std::time::{Duration, Instant};

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
    queries: Vec<Query>,
    answers: Vec<Answers>,
}

impl Contest {
    /// Asks all queries, one algorithm after another.
    pub fn of(map: &dyn PathMap, queries: Vec<Query>) -> Self {
        let (mut search, mut path) = (map.search(), Vec::new());
        // The first query would find memory that no query has touched, and pay for it.
        if let Some(query) = queries.first() {
            for &algorithm in map.algorithms() {
                map.find(algorithm, query, &mut search, &mut path, &|_| ());
            }
        }
        let mut answer = |algorithm: Algorithm, query: &Query| {
            let began = Instant::now();
            map.find(algorithm, query, &mut search, &mut path, &|_| ());
            let time = began.elapsed();
            let cost = (!path.is_empty()).then(|| map.cost(&path));
            Answer { expanded: search.expanded(), time, cost }
        };
        let answers = queries
            .iter()
            .map(|query| map.algorithms().iter().map(|&algorithm| answer(algorithm, query)).collect())
            .collect();
        Self { unit: map.unit(), queries, answers }
    }

    /// Each query with its answers.
    pub fn answers(&self) -> impl ExactSizeIterator<Item = (&Query, &Answers)> {
        self.queries.iter().zip(&self.answers)
    }

    /// The first of those whose cheapest path costs most.
    pub fn longest(&self) -> &Query {
        let cost = |answers: &Answers| cheapest(answers).map_or(-1.0, Cost::value);
        let mut best = (&self.queries[0], f64::NEG_INFINITY);
        for (query, answers) in self.answers() {
            if cost(answers) > best.1 {
                best = (query, cost(answers));
            }
        }
        best.0
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
        for answers in &self.answers {
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
