//! The same queries put to four algorithms.

use boardbots_path::grid::Grid;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::moving_ai::Scenario;
use boardbots_path::{Graph, Search};
use std::cell::RefCell;
use std::f64::consts::SQRT_2;
use std::time::{Duration, Instant};

/// Who finds a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Dijkstra,
    Greedy,
    AStar,
    JumpPoints,
}

impl Algorithm {
    /// All, in the order of columns and rows.
    pub const ALL: [Self; 4] = [Self::Dijkstra, Self::Greedy, Self::AStar, Self::JumpPoints];

    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dijkstra => "Dijkstra",
            Self::Greedy => "greedy best-first",
            Self::AStar => "A*",
            Self::JumpPoints => "jump points",
        }
    }

    /// Writes a path from start to goal, if there is one.
    pub fn find(self, graph: &Watched, query: &Query, search: &mut Search, path: &mut Vec<u32>) {
        let Query { start, goal, .. } = *query;
        let _ = match self {
            Self::Dijkstra => search.dijkstra(graph, start, |node| node == goal, path),
            Self::Greedy => {
                search.best_first(graph, start, |node| graph.estimate(node, goal), |node| node == goal, path)
            }
            Self::AStar => search.a_star(graph, start, goal, path),
            Self::JumpPoints => search.jump_points_watched(graph.map, start, goal, path, |node| graph.note(node)),
        };
    }
}

/// From where to where.
#[derive(Clone, Debug)]
pub struct Query {
    pub start: u32,
    pub goal: u32,
    /// What a file says of it.
    pub given: Option<Scenario>,
}

/// Steps of a path or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// Along rows and columns, each of length 1.
    pub straight: u64,
    /// Along diagonals, each of length √2.
    pub diagonal: u64,
}

impl Length {
    /// Of a path in a grid.
    fn of(grid: &Grid, path: &[u32]) -> Self {
        let mut length = Self::default();
        for step in path.windows(2) {
            let ((x, y), (to_x, to_y)) = (grid.place(step[0]), grid.place(step[1]));
            if x == to_x || y == to_y { length.straight += 1 } else { length.diagonal += 1 }
        }
        length
    }

    /// As a number.
    #[allow(clippy::cast_precision_loss)]
    pub fn value(self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * SQRT_2
    }
}

/// What an algorithm made of a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// Nodes whose neighbours were looked at, or from which jumps were looked for.
    pub expanded: u64,
    pub time: Duration,
    /// `None` if there is no path.
    pub length: Option<Length>,
}

/// What all made of a query, in the order of [`Algorithm::ALL`].
pub type Answers = [Answer; Algorithm::ALL.len()];

/// The answer of A*, which must be right.
pub fn right(answers: &Answers) -> &Answer {
    &answers[Algorithm::AStar as usize]
}

/// All queries with all answers.
pub struct Contest {
    queries: Vec<Query>,
    answers: Vec<Answers>,
}

impl Contest {
    /// Asks all queries, one algorithm after another.
    pub fn of(grid: &Grid, queries: Vec<Query>) -> Self {
        let (mut search, mut path) = (Search::for_graph(grid), Vec::new());
        let map = JumpMap::new(grid);
        let graph = Watched::not(&map);
        // The first query would find memory that no query has touched, and pay for it.
        if let Some(query) = queries.first() {
            for algorithm in Algorithm::ALL {
                algorithm.find(&graph, query, &mut search, &mut path);
            }
        }
        let mut answer = |algorithm: Algorithm, query: &Query| {
            let began = Instant::now();
            algorithm.find(&graph, query, &mut search, &mut path);
            let time = began.elapsed();
            let length = (!path.is_empty()).then(|| Length::of(grid, &path));
            Answer { expanded: search.expanded(), time, length }
        };
        let answers = queries.iter().map(|query| Algorithm::ALL.map(|algorithm| answer(algorithm, query))).collect();
        Self { queries, answers }
    }

    /// Each query with its answers.
    pub fn answers(&self) -> impl ExactSizeIterator<Item = (&Query, &Answers)> {
        self.queries.iter().zip(&self.answers)
    }

    /// The first of those with the longest shortest path.
    pub fn longest(&self) -> &Query {
        let length = |answers: &Answers| right(answers).length.map_or(-1.0, Length::value);
        let mut best = (&self.queries[0], f64::NEG_INFINITY);
        for (query, answers) in self.answers() {
            if length(answers) > best.1 {
                best = (query, length(answers));
            }
        }
        best.0
    }

    /// Sums over all queries that have a path, and how many these are.
    pub fn total(&self, algorithm: Algorithm) -> (Answer, usize) {
        let mut total = Answer { length: Some(Length::default()), ..Answer::default() };
        let mut found = 0;
        for answers in &self.answers {
            let answer = answers[algorithm as usize];
            total.expanded += answer.expanded;
            total.time += answer.time;
            if let Some((sum, length)) = total.length.as_mut().zip(answer.length) {
                found += 1;
                sum.straight += length.straight;
                sum.diagonal += length.diagonal;
            }
        }
        (total, found)
    }
}

/// A grid that records which nodes were opened, if that is wanted. One type for
/// both, since each makes another copy of all searches.
pub struct Watched<'a> {
    map: &'a JumpMap<'a>,
    asked: Option<RefCell<Vec<u32>>>,
}

impl<'a> Watched<'a> {
    /// Remembers.
    pub fn new(map: &'a JumpMap<'a>) -> Self {
        Self { map, asked: Some(RefCell::new(Vec::new())) }
    }

    /// Does not.
    pub fn not(map: &'a JumpMap<'a>) -> Self {
        Self { map, asked: None }
    }

    /// The nodes in that order; one that was asked for again stands there again.
    pub fn asked(self) -> Vec<u32> {
        self.asked.map(RefCell::into_inner).unwrap_or_default()
    }

    fn note(&self, node: u32) {
        if let Some(asked) = &self.asked {
            asked.borrow_mut().push(node);
        }
    }
}

impl Graph for Watched<'_> {
    fn nodes(&self) -> u32 {
        self.map.grid().nodes()
    }

    fn max_cost(&self) -> u32 {
        self.map.grid().max_cost()
    }

    fn successors(&self, node: u32, visit: impl FnMut(u32, u32)) {
        self.note(node);
        self.map.grid().successors(node, visit);
    }

    fn onward(&self, node: u32, parent: Option<u32>, visit: impl FnMut(u32, u32)) {
        self.note(node);
        self.map.grid().onward(node, parent, visit);
    }

    fn estimate(&self, node: u32, goal: u32) -> u32 {
        self.map.grid().estimate(node, goal)
    }
}
