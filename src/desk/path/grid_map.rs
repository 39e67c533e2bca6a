//! Grids of four or eight directions.

use super::path_map::{Algorithm, Cost, PathMap, Preparation, Query, Unit, Watch, Watched};
use boardbots_path::four_connected::FourConnected;
use boardbots_path::grid::Grid;
use boardbots_path::jump_graph::JumpGraph;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::{Graph, NEVER, Reached, Search};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;

/// The directions of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Directions {
    /// Along rows and columns; there are no jump points
    #[value(name = "4")]
    Four,
    /// Along diagonals, too, without cutting corners
    #[default]
    #[value(name = "8")]
    Eight,
}

/// A grid map: ground and water, between which no step leads.
pub struct GridMap<'a> {
    /// The grids; that of ground comes first.
    grids: &'a [Grid],
    /// The jump points of each, if there are eight directions.
    jumps: Vec<JumpMap<'a>>,
    /// Their jump graphs, if they are wanted and pay.
    prepared: Vec<JumpGraph<'a>>,
    preparations: Vec<Preparation>,
}

impl<'a> GridMap<'a> {
    /// Grids of one size with steps in these directions.
    pub fn new(grids: &'a [Grid], directions: Directions) -> Self {
        let began = Instant::now();
        let jumps = grids.iter().filter(|_| directions == Directions::Eight).map(JumpMap::new);
        let jumps: Vec<JumpMap> = jumps.collect();
        let (algorithm, time) = (Algorithm::JumpPoints, began.elapsed());
        let preparation = Preparation { algorithm, time, bytes: jumps.iter().map(JumpMap::bytes).sum() };
        Self { grids, jumps, prepared: Vec::new(), preparations: vec![preparation] }
    }

    /// Works out the jump graphs; false if they would not pay.
    pub fn prepare(&mut self) -> bool {
        let began = Instant::now();
        self.prepared = self.grids.iter().map(JumpGraph::new).collect::<Option<_>>().unwrap_or_default();
        let (algorithm, time) = (Algorithm::JumpGraph, began.elapsed());
        let bytes = self.prepared.iter().map(JumpGraph::bytes).sum();
        self.preparations.push(Preparation { algorithm, time, bytes });
        !self.prepared.is_empty()
    }

    /// The grid that a node is on; the first for walls.
    fn layer(&self, node: u32) -> usize {
        self.grids.iter().position(|grid| grid.is_passable(node)).unwrap_or(0)
    }
}

/// Finds a path by an algorithm for any graph.
fn find(algorithm: Algorithm, graph: &Watched<impl Graph>, query: &Query, search: &mut Search, path: &mut Vec<u32>) {
    let Query { start, goal, .. } = *query;
    algorithm.find(graph, start, |node| graph.estimate(node, goal), |node| node == goal, search, path);
}

impl PathMap for GridMap<'_> {
    fn title(&self) -> String {
        let directions = if self.jumps.is_empty() { ", four directions" } else { "" };
        format!("{} x {} cells{directions}", self.size().0, self.size().1)
    }

    fn size(&self) -> (u32, u32) {
        (self.grids[0].width(), self.grids[0].height())
    }

    fn choice(&self) -> Value {
        json!({ "directions": if self.jumps.is_empty() { 4 } else { 8 } })
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        match (self.jumps.is_empty(), self.prepared.is_empty()) {
            (true, _) => &Algorithm::GENERAL,
            (false, true) => &Algorithm::ONLINE,
            (false, false) => &Algorithm::ALL,
        }
    }

    fn preparations(&self) -> &[Preparation] {
        if self.prepared.is_empty() { &[] } else { &self.preparations }
    }

    fn neighbours(&self, node: u32) -> Vec<u32> {
        let grid = &self.grids[self.layer(node)];
        let mut nodes = Vec::new();
        if self.jumps.is_empty() {
            FourConnected { grid }.successors(node, |to, _| nodes.push(to));
        } else {
            grid.successors(node, |to, _| nodes.push(to));
        }
        nodes
    }

    fn estimate(&self, node: u32, goal: u32) -> Cost {
        let [(x, y), (to_x, to_y)] = [node, goal].map(|node| self.grids[0].place(node));
        let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
        let diagonal = if self.jumps.is_empty() { 0 } else { dx.min(dy) };
        Cost { unit: Unit::Length, whole: (dx + dy - 2 * diagonal).into(), diagonal: diagonal.into() }
    }

    fn unit(&self) -> Unit {
        Unit::Length
    }

    fn is_passable(&self, cell: u32) -> bool {
        self.grids.iter().any(|grid| grid.is_passable(cell))
    }

    fn search(&self) -> Search {
        Search::for_graph(&self.grids[0])
    }

    /// The same in four directions as in eight, since no corner is cut.
    fn reached<'a>(&self, start: u32, search: &'a mut Search) -> Reached<'a> {
        search.reachable(&self.grids[self.layer(start)], &[(start, 0)], NEVER)
    }

    fn find(&self, algorithm: Algorithm, query: &Query, search: &mut Search, path: &mut Vec<u32>, watch: Watch<'_>) {
        path.clear();
        let layer = self.layer(query.start);
        if layer != self.layer(query.goal) {
            return;
        }
        let grid = &self.grids[layer];
        match (self.jumps.get(layer), algorithm) {
            (Some(map), Algorithm::JumpPoints) => {
                let opened = |node, before| watch(node, Some(before));
                let _ = search.jump_points_watched(map, query.start, query.goal, path, opened);
            }
            (Some(_), Algorithm::JumpGraph) => {
                let opened = |node, before| watch(node, Some(before));
                let _ = search.jump_graph_watched(&self.prepared[layer], query.start, query.goal, path, opened);
            }
            (Some(_), _) => find(algorithm, &Watched { graph: grid, watch }, query, search, path),
            (None, _) => {
                let graph = Watched { graph: FourConnected { grid }, watch };
                find(algorithm, &graph, query, search, path);
            }
        }
    }

    fn cost(&self, path: &[u32]) -> Cost {
        let mut cost = Cost::zero(Unit::Length);
        for step in path.windows(2) {
            let ((x, y), (to_x, to_y)) = (self.grids[0].place(step[0]), self.grids[0].place(step[1]));
            let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
            cost.whole += u64::from(dx.abs_diff(dy));
            cost.diagonal += u64::from(dx.min(dy));
        }
        cost
    }

    fn start(&self, text: &str) -> Result<u32, String> {
        let place = text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let (x, y) = place.ok_or("expected a column and a row, such as 3,17")?;
        match self.grids[0].node(x, y) {
            Some(node) if self.is_passable(node) => Ok(node),
            Some(_) => Err("there is a wall".to_owned()),
            None => Err(format!("outside the map of {} x {} cells", self.size().0, self.size().1)),
        }
    }

    fn start_name(&self, node: u32) -> String {
        let (x, y) = self.grids[0].place(node);
        format!("{x},{y}")
    }

    fn ends(&self, query: &Query) -> (Value, Value) {
        (json!(self.grids[0].place(query.start)), json!(self.grids[0].place(query.goal)))
    }

    fn extent(&self) -> (f64, f64) {
        (f64::from(self.size().0), f64::from(self.size().1))
    }

    fn draw(&self, svg: &mut String) {
        let (width, height) = self.size();
        let walls = self.outlines(&|node| !self.is_passable(node));
        let water = self.outlines(&|node| self.layer(node) > 0);
        let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f4f4f4\"/>");
        if !water.is_empty() {
            let _ = writeln!(svg, "<path fill=\"#cde\" d=\"{water}\"/>");
        }
        let _ = writeln!(svg, "<path fill=\"#333\" d=\"{walls}\"/>");
    }

    /// A bar for each run in a row.
    fn outlines(&self, is_in: &dyn Fn(u32) -> bool) -> String {
        let mut outlines = String::new();
        let (width, height) = self.size();
        for y in 0..height {
            let within = |x: u32| x < width && is_in(y * width + x);
            let mut x = 0;
            while x < width {
                let begin = x;
                while within(x) {
                    x += 1;
                }
                if x > begin {
                    let _ = write!(outlines, "M{begin} {y}h{0}v1h-{0}z", x - begin);
                }
                x += 1;
            }
        }
        outlines
    }

    fn middle(&self, cell: u32) -> (f64, f64) {
        let (x, y) = self.grids[0].place(cell);
        (f64::from(x) + 0.5, f64::from(y) + 0.5)
    }
}
