//! The interface of maps of all kinds, the algorithms, and a record of the nodes that they expand.

use boardbots_path::grid::{DIAGONAL, STRAIGHT};
use boardbots_path::moving_ai::Scenario;
use boardbots_path::{Graph, Reached, Search};
use serde_json::Value;
use std::f64::consts::SQRT_2;
use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// A query: a start and a goal.
#[derive(Clone, Debug)]
pub struct Query {
    /// A node.
    pub start: u32,
    /// A cell: a path may end in each of its nodes.
    pub goal: u32,
    /// The scenario of a file, if it comes from one.
    pub given: Option<Scenario>,
}

/// A map that can be queried and drawn. It has cells, which are numbered from 0, and each cell has
/// the same number of nodes of the graph, one after another.
pub trait PathMap {
    /// Its size and how its paths are found, for people: `12 x 7 cells`.
    fn title(&self) -> String;

    /// Columns and rows.
    fn size(&self) -> (u32, u32);

    /// The setting for maps of its kind, an object of one member.
    fn choice(&self) -> Value;

    /// The algorithms that are compared: the first ones of [`Algorithm::ALL`].
    fn algorithms(&self) -> &'static [Algorithm];

    /// The unit of the costs of paths.
    fn unit(&self) -> Unit;

    /// Nodes of each cell.
    fn facings(&self) -> u32 {
        1
    }

    /// True if a path can lead over a cell.
    fn is_passable(&self, cell: u32) -> bool;

    /// Memory for all queries.
    fn search(&self) -> Search;

    /// All nodes that can be reached from one.
    fn reached<'a>(&self, start: u32, search: &'a mut Search) -> Reached<'a>;

    /// The work before the queries, if it was asked for.
    fn preparations(&self) -> &[Preparation] {
        &[]
    }

    /// The nodes to which steps lead from one.
    fn neighbours(&self, node: u32) -> Vec<u32>;

    /// The estimate that A* and greedy best-first search have of the rest of a path.
    fn estimate(&self, node: u32, goal: u32) -> Cost;

    /// Writes a path, which is empty if there is none; of jumps, the cells where it may turn.
    fn find(&self, algorithm: Algorithm, query: &Query, search: &mut Search, path: &mut Vec<u32>, watch: Watch<'_>);

    /// The cost of a path.
    fn cost(&self, path: &[u32]) -> Cost;

    /// The node that an option names, or the problem with it.
    fn start(&self, text: &str) -> Result<u32, String>;

    /// The cell that an option names, or the problem with it; where each has one node, as [`PathMap::start`].
    fn goal(&self, text: &str) -> Result<u32, String> {
        self.start(text)
    }

    /// A start as [`PathMap::start`] takes it.
    fn start_name(&self, node: u32) -> String;

    /// A goal as [`PathMap::goal`] takes it.
    fn goal_name(&self, cell: u32) -> String {
        self.start_name(cell)
    }

    /// A start and a goal for programs.
    fn ends(&self, query: &Query) -> (Value, Value);

    /// Width and height of its drawing, in the drawing's own units.
    fn extent(&self) -> (f64, f64);

    /// Draws the map as elements of SVG.
    fn draw(&self, svg: &mut String);

    /// The outlines of some cells, as the data of a path in SVG.
    fn outlines(&self, is_in: &dyn Fn(u32) -> bool) -> String;

    /// The middle of a cell in its drawing.
    fn middle(&self, cell: u32) -> (f64, f64);
}

/// The work of an algorithm that is done once for a map.
#[derive(Clone, Copy, Debug)]
pub struct Preparation {
    pub algorithm: Algorithm,
    pub time: Duration,
    /// Memory that stays, without that of the map.
    pub bytes: usize,
}

/// The number of cells of a map.
pub fn cells(map: &dyn PathMap) -> u32 {
    let (width, height) = map.size();
    width * height
}

/// The nodes of a cell.
pub fn nodes(map: &dyn PathMap, cell: u32) -> Range<u32> {
    cell * map.facings()..(cell + 1) * map.facings()
}

/// The estimate of the rest of a path on a map of hexes, for A* and greedy best-first search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Heuristic {
    /// Steps from hex to hex: never too high
    #[default]
    Hex,
    /// Differences of columns and rows, added: may be too high, so that A* may find dearer paths
    Manhattan,
}

boardbots_base::words! { Heuristic::word: Hex "hex", Manhattan "manhattan" }

/// The unit of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Steps of a grid: 1 along rows and columns, √2 along diagonals.
    Length,
    /// Movement points.
    Points,
}

boardbots_base::words! { Unit::name: Length "length", Points "cost" }

/// The cost of a path or of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub unit: Unit,
    /// Steps along rows and columns, or movement points.
    pub whole: u64,
    /// Steps along diagonals, each of length √2.
    pub diagonal: u64,
}

impl Cost {
    /// The cost of a path without steps.
    pub const fn zero(unit: Unit) -> Self {
        Self { unit, whole: 0, diagonal: 0 }
    }

    /// As a number.
    #[allow(clippy::cast_precision_loss)]
    pub fn value(self) -> f64 {
        self.whole as f64 + self.diagonal as f64 * SQRT_2
    }

    /// Both together; they have the same unit.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { unit: self.unit, whole: self.whole + other.whole, diagonal: self.diagonal + other.diagonal }
    }

    /// By what share of another cost this one is above it: 0.5 for 3 and 2; `None` unless it is above.
    pub fn excess(self, other: Self) -> Option<f64> {
        // In the numbers that searches count with, which are exact.
        let exact = |cost: Self| cost.whole * u64::from(STRAIGHT) + cost.diagonal * u64::from(DIAGONAL);
        (exact(self) > exact(other)).then(|| self.value() / other.value() - 1.0)
    }
}

impl fmt::Display for Cost {
    /// A length as a+b√2 and as a number, movement points as their number.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            Unit::Length => write!(out, "{}+{}√2 = {:.4}", self.whole, self.diagonal, self.value()),
            Unit::Points => write!(out, "{}", self.whole),
        }
    }
}

/// An algorithm that finds a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Algorithm {
    /// Without an estimate
    Dijkstra,
    /// By the estimate alone
    Greedy,
    /// By cost and estimate
    AStar,
    /// A* over cells where a path may turn (grid maps)
    JumpPoints,
    /// The same, with jumps worked out by --prepared
    JumpGraph,
}

boardbots_base::words! { Algorithm::name:
    Dijkstra "Dijkstra", Greedy "greedy best-first", AStar "A*", JumpPoints "jump points",
    JumpGraph "jump graph",
}

impl Algorithm {
    /// The algorithms for every map, also without a grid of eight directions: the first of [`Algorithm::ALL`].
    pub const GENERAL: [Self; 3] = [Self::Dijkstra, Self::Greedy, Self::AStar];
    /// The same with what needs no more than such a grid.
    pub const ONLINE: [Self; 4] = [Self::Dijkstra, Self::Greedy, Self::AStar, Self::JumpPoints];

    /// Writes a path from a start to a goal of any graph, if there is one.
    ///
    /// # Panics
    /// For jumps, which only grids of eight directions have.
    pub fn find(
        self,
        graph: &Watched<impl Graph>,
        start: u32,
        estimate: impl Fn(u32) -> u32,
        is_goal: impl Fn(u32) -> bool,
        search: &mut Search,
        path: &mut Vec<u32>,
    ) {
        let _ = match self {
            Self::Dijkstra => search.dijkstra(graph, start, is_goal, path),
            Self::Greedy => search.best_first(graph, start, estimate, is_goal, path),
            Self::AStar => search.a_star_to(graph, start, estimate, is_goal, path),
            Self::JumpPoints | Self::JumpGraph => unreachable!("maps list the algorithms that they have"),
        };
    }
}

/// A listener for the nodes that a search expands, in that order, and for jumps the node before; a node that is
/// expanded again is told again.
pub type Watch<'a> = &'a dyn Fn(u32, Option<u32>);

/// A graph whose expanded nodes are noted. One type whether or not they are to be known, since each
/// type makes another copy of all searches.
pub struct Watched<'a, G> {
    pub graph: G,
    pub watch: Watch<'a>,
}

impl<G: Graph> Graph for Watched<'_, G> {
    fn nodes(&self) -> u32 {
        self.graph.nodes()
    }

    fn max_cost(&self) -> u32 {
        self.graph.max_cost()
    }

    fn successors(&self, node: u32, visit: impl FnMut(u32, u32)) {
        (self.watch)(node, None);
        self.graph.successors(node, visit);
    }

    fn onward(&self, node: u32, parent: Option<u32>, visit: impl FnMut(u32, u32)) {
        (self.watch)(node, None);
        self.graph.onward(node, parent, visit);
    }

    fn estimate(&self, node: u32, goal: u32) -> u32 {
        self.graph.estimate(node, goal)
    }
}
