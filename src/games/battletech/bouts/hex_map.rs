//! Maps of the game for `boardbots path`: nodes are hex × 6 + facing.

use crate::desk::path::path_map::{Algorithm, Cost, Heuristic, PathMap, Query, Unit, Watch, Watched};
use boardbots_battletech::hex::{Hex, Side};
use boardbots_battletech::map::Map;
use boardbots_battletech::movement::cost::{WoodsCost, bears};
use boardbots_battletech::movement::ground::{Ground, OnFoot};
pub use boardbots_battletech::notation::map::MAGIC;
use boardbots_battletech::notation::{NotationError, map};
use boardbots_battletech::simulator::drawing::layout::{HALF, Layout, Point, RADIUS, centre};
use boardbots_battletech::simulator::drawing::{DEFINITIONS, ground};
use boardbots_path::{Graph, NEVER, Reached, Search};
use serde_json::{Value, json};
use std::fmt::Write;

/// The mech's weight, which decides what buildings bear it.
const TONS: u16 = 50;
/// Facings of a hex.
const FACINGS: u32 = 6;
/// The share of a hex that an expanded node covers, so that ground and woods are seen around it.
const SHARE: i32 = 2;

/// The passage of `--help` about hex maps.
#[must_use]
pub fn help() -> String {
    format!(
        "Hex maps are BattleTech's, text files of the simulator SBT. Costs are movement points of a mech of {TONS} \
        tons that turns and walks forward. A PLACE is CCRR, a hex, such as 0203; for --from also CCRR:SIDE, such as \
        0203:4, with the side that the mech faces, from 1 (north) clockwise to 6; without it the mech faces north."
    )
}

/// A map, and what steps over it cost.
struct HexMap {
    map: Map,
    ground: Ground,
    heuristic: Heuristic,
    /// The hexes by their number: an estimate needs no division for them.
    hexes: Vec<Hex>,
}

/// The hex map with these bytes; `None` if its first line is that of another kind of file.
///
/// # Errors
/// The file and line of an error in a map, and the expected text.
#[must_use]
pub fn read(file: &str, bytes: &[u8], heuristic: Heuristic) -> Option<Result<Box<dyn PathMap>, NotationError>> {
    let is_map = bytes.starts_with(MAGIC.as_bytes());
    is_map.then(|| {
        let map = map::read(file, bytes)?;
        let ground = Ground::new(&map, WoodsCost::default());
        let hexes = map.hexes().collect();
        Ok(Box::new(HexMap { map, ground, heuristic, hexes }) as _)
    })
}

impl HexMap {
    fn on_foot(&self) -> OnFoot<'_> {
        OnFoot { ground: &self.ground, map: &self.map, tons: TONS }
    }

    /// The estimate between hexes: one copy of the searches for both.
    fn distance(&self) -> fn(Hex, Hex) -> u32 {
        match self.heuristic {
            Heuristic::Hex => |from, to| from.distance(to).into(),
            Heuristic::Manhattan => {
                |from, to| u32::from(from.column.abs_diff(to.column)) + u32::from(from.row.abs_diff(to.row))
            }
        }
    }

    fn hex(&self, cell: u32) -> Hex {
        self.hexes[cell as usize]
    }

    /// The cell of a hex that an option names.
    fn cell(&self, digits: &str, expected: &str) -> Result<u32, String> {
        let hex = Hex::parse(digits.as_bytes()).ok_or_else(|| format!("expected {expected}"))?;
        if !self.map.contains(hex) {
            let (width, height) = self.size();
            return Err(format!("outside the map of {width} x {height} hexes"));
        }
        if !bears(self.map.cell(hex), TONS) {
            return Err(format!("the building there does not bear a mech of {TONS} tons"));
        }
        Ok(u32::try_from(self.map.index(hex)).expect("99 × 99 hexes at most"))
    }
}

impl PathMap for HexMap {
    fn title(&self) -> String {
        format!("{} x {} hexes, heuristic {}", self.map.width(), self.map.height(), self.heuristic)
    }

    fn size(&self) -> (u32, u32) {
        (self.map.width().into(), self.map.height().into())
    }

    fn choice(&self) -> Value {
        json!({ "heuristic": self.heuristic.word() })
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &Algorithm::GENERAL
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }

    fn facings(&self) -> u32 {
        FACINGS
    }

    fn is_passable(&self, cell: u32) -> bool {
        bears(self.map.cell(self.hex(cell)), TONS)
    }

    fn search(&self) -> Search {
        Search::for_graph(&self.on_foot())
    }

    fn reached<'a>(&self, start: u32, search: &'a mut Search) -> Reached<'a> {
        search.reachable(&self.on_foot(), &[(start, 0)], NEVER)
    }

    fn neighbours(&self, node: u32) -> Vec<u32> {
        let mut nodes = Vec::new();
        self.on_foot().successors(node, |to, _| nodes.push(to));
        nodes
    }

    fn estimate(&self, node: u32, goal: u32) -> Cost {
        let points = self.distance()(self.hex(node / FACINGS), self.hex(goal));
        Cost { whole: points.into(), ..Cost::zero(Unit::Points) }
    }

    fn find(&self, algorithm: Algorithm, query: &Query, search: &mut Search, path: &mut Vec<u32>, watch: Watch<'_>) {
        let distance = self.distance();
        let graph = Watched { graph: self.on_foot(), watch };
        let goal = self.hex(query.goal);
        let estimate = |node: u32| distance(self.hex(node / FACINGS), goal);
        algorithm.find(&graph, query.start, estimate, |node| node / FACINGS == query.goal, search, path);
    }

    fn cost(&self, path: &[u32]) -> Cost {
        let graph = self.on_foot();
        let mut cost = Cost::zero(Unit::Points);
        for step in path.windows(2) {
            let mut least = NEVER;
            graph.successors(step[0], |to, points| {
                if to == step[1] {
                    least = least.min(points);
                }
            });
            cost.whole += u64::from(least);
        }
        cost
    }

    fn start(&self, text: &str) -> Result<u32, String> {
        const EXPECTED: &str = "a hex, such as 0203, or a hex and a side, such as 0203:4";
        let (digits, side) = text.split_once(':').unwrap_or((text, "1"));
        let side = side.parse().ok().and_then(Side::from_number).ok_or_else(|| format!("expected {EXPECTED}"))?;
        let facing = u32::from(side.number() - 1);
        Ok(self.cell(digits, EXPECTED)? * FACINGS + facing)
    }

    fn goal(&self, text: &str) -> Result<u32, String> {
        self.cell(text, "a hex, such as 0203")
    }

    fn start_name(&self, node: u32) -> String {
        format!("{}:{}", self.hex(node / FACINGS), node % FACINGS + 1)
    }

    fn goal_name(&self, cell: u32) -> String {
        self.hex(cell).to_string()
    }

    fn ends(&self, query: &Query) -> (Value, Value) {
        (json!(self.start_name(query.start)), json!(self.goal_name(query.goal)))
    }

    fn extent(&self) -> (f64, f64) {
        let (Layout { width, height }, corner) = (Layout::of(&self.map), corner());
        (f64::from(width - corner.x), f64::from(height - corner.y))
    }

    fn draw(&self, svg: &mut String) {
        let Point { x, y } = corner();
        svg.push_str(DEFINITIONS);
        let _ = writeln!(svg, "<g transform=\"translate(-{x} -{y})\" font-family=\"sans-serif\">");
        ground::draw(&self.map, svg);
        svg.push_str("</g>\n");
    }

    fn outlines(&self, is_in: &dyn Fn(u32) -> bool) -> String {
        let mut outlines = String::new();
        let [radius, half] = [RADIUS, HALF].map(|size| size / SHARE);
        for (_, &hex) in (0..).zip(&self.hexes).filter(|&(cell, _)| is_in(cell)) {
            let (Point { x, y }, corner) = (centre(hex), corner());
            let (x, y, side) = (x - corner.x, y - corner.y, radius / 2);
            let (left, top) = (x - radius, y - half);
            let _ = write!(outlines, "M{left} {y}L{} {top}h{radius}l{side} {half}l-{side} {half}h-{radius}z", x - side);
        }
        outlines
    }

    fn middle(&self, cell: u32) -> (f64, f64) {
        let (Point { x, y }, corner) = (centre(self.hex(cell)), corner());
        (f64::from(x - corner.x), f64::from(y - corner.y))
    }
}

/// The corner of the map in the game's own pictures, which leave room around it.
fn corner() -> Point {
    let Point { x, y } = centre(Hex::new(0, 0));
    Point { x: x - RADIUS, y: y - HALF }
}
