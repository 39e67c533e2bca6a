//! Grids of four or eight directions.

use super::path_map::{Algorithm, Cost, MapSetting, PathMap, Query, Unit, Watch, Watched};
use boardbots_path::four_connected::FourConnected;
use boardbots_path::grid::Grid;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::{Graph, NEVER, Reached, Search};
use serde_json::{Value, json};
use std::fmt::Write;

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
}

impl<'a> GridMap<'a> {
    /// Grids of one size with steps in these directions.
    pub fn new(grids: &'a [Grid], directions: Directions) -> Self {
        let jumps = grids.iter().filter(|_| directions == Directions::Eight).map(JumpMap::new);
        Self { grids, jumps: jumps.collect() }
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

    fn choice(&self) -> MapSetting {
        MapSetting::Directions(if self.jumps.is_empty() { 4 } else { 8 })
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        if self.jumps.is_empty() { &Algorithm::GENERAL } else { &Algorithm::ALL }
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
                let _ = search.jump_points_watched(map, query.start, query.goal, path, watch);
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
            if x == to_x || y == to_y { cost.whole += 1 } else { cost.diagonal += 1 }
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

    fn rendering(&self) -> &'static str {
        "crispEdges"
    }
}
