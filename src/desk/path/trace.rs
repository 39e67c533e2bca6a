//! Traces of searches for the visualiser Posthoc (Shortest Path Lab, Monash University), format 1.4.0: a YAML file with
//! the drawing of an event, and a list of events. Ids are nodes, `pId` is the one before on the path, `g` is the cost up
//! to the node, and `f` is the number by which the queue is sorted.

use super::path_map::{Algorithm, Cost, PathMap, Query};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;

/// The beginning of a file: the drawing of an event at its place, the corner of a grid's cell or the middle of a hex.
const HEAD: &str = "\
version: 1.4.0
views:
  main:
    - $: SHAPE
      x: ${{ $.x }}
      y: ${{ $.y }}
      fill: ${{ color[$.type] }}
pivot:
  x: ${{ $.x + MIDDLE }}
  y: ${{ $.y + MIDDLE }}
  scale: 1
events:
";

/// A search under way, as it is written.
struct Trace<'a> {
    map: &'a dyn PathMap,
    algorithm: Algorithm,
    query: &'a Query,
    text: String,
    /// By node, the cost of the cheapest path known and the node before it.
    known: HashMap<u32, (f64, Option<u32>)>,
}

/// The trace of a query.
pub fn trace(map: &dyn PathMap, algorithm: Algorithm, query: &Query) -> String {
    let (mut search, mut path, expanded) = (map.search(), Vec::new(), RefCell::new(Vec::new()));
    map.find(algorithm, query, &mut search, &mut path, &|node, before| expanded.borrow_mut().push((node, before)));
    // Cells of a grid are squares of 1 x 1 by their corners, those of hexes are larger.
    let (shape, middle) = if map.facings() == 1 {
        ("rect\n      width: 1\n      height: 1", "0.5")
    } else {
        ("circle\n      radius: 20", "0")
    };
    let text = HEAD.replace("SHAPE", shape).replace("MIDDLE", middle);
    let known = HashMap::from([(query.start, (0.0, None))]);
    let mut trace = Trace { map, algorithm, query, text, known };
    trace.event("source", query.start);
    trace.event("destination", query.goal * map.facings());
    for (node, before) in expanded.into_inner() {
        trace.expand(node, before);
    }
    if let Some(&end) = path.last() {
        // A jump search does not open the last cell from which it jumps: the goal is seen from there.
        let opened = path.iter().rposition(|node| trace.known.contains_key(node)).unwrap_or(0);
        trace.offer(path[opened], end, map.cost(&path[opened..]));
        trace.event("end", end);
    }
    trace.text
}

impl Trace<'_> {
    /// Writes that a node is expanded, to which the search may have jumped from the one before.
    fn expand(&mut self, node: u32, before: Option<u32>) {
        if let Some(before) = before.filter(|&before| before != node) {
            // A jump costs what is estimated, since nothing is in its way.
            self.offer(before, node, self.map.estimate(before, node));
        }
        self.event("expanding", node);
        if before.is_none() {
            for to in self.map.neighbours(node) {
                self.offer(node, to, self.map.cost(&[node, to]));
            }
        }
        self.event("closing", node);
    }

    /// Writes a path over one node to another if it is the first or a cheaper one.
    fn offer(&mut self, node: u32, to: u32, step: Cost) {
        let cost = self.known[&node].0 + step.value();
        let name = match self.known.get(&to) {
            None => "generating",
            Some(&(known, _)) if cost < known - 1e-9 && self.algorithm != Algorithm::Greedy => "updating",
            Some(_) => return,
        };
        self.known.insert(to, (cost, Some(node)));
        self.event(name, to);
    }

    /// Writes an event.
    fn event(&mut self, name: &str, node: u32) {
        let rest = self.map.estimate(node, self.query.goal).value();
        let known = self.known.get(&node);
        let cost = known.map_or(0.0, |known| known.0);
        let key = match self.algorithm {
            Algorithm::Dijkstra => cost,
            Algorithm::Greedy => rest,
            _ => cost + rest,
        };
        let parent = known.and_then(|known| known.1).map_or("null".to_owned(), |parent| parent.to_string());
        let (x, y) = self.map.middle(node / self.map.facings());
        // By its corner.
        let corner = if self.map.facings() == 1 { 0.5 } else { 0.0 };
        let (x, y) = (x - corner, y - corner);
        let _ = writeln!(
            self.text,
            "  - {{ type: {name}, id: {node}, pId: {parent}, x: {x}, y: {y}, g: {}, f: {} }}",
            rounded(cost),
            rounded(key)
        );
    }
}

/// A length to four decimals, without zeros at the end.
fn rounded(length: f64) -> f64 {
    (length * 1e4).round() / 1e4
}
