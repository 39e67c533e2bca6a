//! Pathfinding against the crate `pathfinding`: the same questions in the same graphs, one thread.
//!
//! `cargo bench --bench paths`; `-- --quick` runs everything once.
//!
//! Both sides are asked in turn, query by query and several times over, and the middle run of each
//! counts; the sums of their answers must be equal. The peer has node numbers, which it hashes
//! fastest, and its lists of successors are on the stack.

#![allow(clippy::cast_precision_loss, missing_docs)]

use arrayvec::ArrayVec;
use boardbots::path::field::{Steps, distance_field};
use boardbots::path::flood::Flood;
use boardbots::path::grid::Grid;
use boardbots::path::{Graph, Search};
use fastrand::Rng;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often all queries of a section are asked.
const RUNS: usize = 5;

/// The successors of a node as the peer wants them; no graph here has more than eight.
fn listed<G: Graph>(graph: &G, node: u32) -> ArrayVec<(u32, u32), 8> {
    let mut list = ArrayVec::new();
    graph.successors(node, |to, cost| list.push((to, cost)));
    list
}

/// Asks both sides all queries some times, and prints how many times faster the core is. A side
/// answers a query with a number, by which both must agree.
fn compare<Q>(
    name: &str,
    wanted: f64,
    runs: usize,
    queries: &[Q],
    mut core: impl FnMut(&Q) -> u64,
    mut peer: impl FnMut(&Q) -> u64,
) {
    let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    let mut sums = [0_u64; 2];
    // One more than counts, for the caches and for memory that is not there yet.
    for run in 0..=runs {
        let mut spent = [Duration::ZERO; 2];
        for query in queries {
            let began = Instant::now();
            sums[0] += black_box(core(query));
            let between = Instant::now();
            sums[1] += black_box(peer(query));
            spent[0] += between - began;
            spent[1] += between.elapsed();
        }
        if run > 0 {
            times[0].push(spent[0]);
            times[1].push(spent[1]);
        }
    }
    assert_eq!(sums[0], sums[1], "{name}: the answers differ");
    let [core, peer] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e6 / queries.len() as f64
    });
    println!(
        "{name:<42} {:>8} {core:>12.2} {peer:>12.2} {:>8.1} {wanted:>8.1}  {}",
        queries.len(),
        peer / core,
        sums[0] / (runs as u64 + 1)
    );
}

/// A square grid with obstacles on so many of a hundred cells, and passable cells to draw from.
fn grid(side: u32, obstacles: u32, rng: &mut Rng) -> (Grid, Vec<u32>) {
    let mut passable = Vec::new();
    passable.resize_with((side * side) as usize, || rng.u32(0..100) >= obstacles);
    let grid = Grid::new(side, side, |x, y| passable[(y * side + x) as usize]).expect("a size of a grid");
    let nodes = (0..side * side).filter(|&node| grid.is_passable(node)).collect();
    (grid, nodes)
}

fn draw(nodes: &[u32], rng: &mut Rng) -> u32 {
    nodes[rng.u32(0..u32::try_from(nodes.len()).expect("small")) as usize]
}

/// A grid on which one walks in four directions, each step for 1.
struct Streets<'a> {
    grid: &'a Grid,
    /// By node.
    around: Vec<ArrayVec<u32, 4>>,
}

impl<'a> Streets<'a> {
    fn of(grid: &'a Grid) -> Self {
        let around = |node| {
            let (x, y) = grid.place(node);
            let straight = |to: &u32| grid.place(*to).0 == x || grid.place(*to).1 == y;
            listed(grid, node).into_iter().map(|(to, _)| to).filter(straight).collect()
        };
        Self { grid, around: (0..grid.nodes()).map(around).collect() }
    }
}

impl Graph for Streets<'_> {
    fn nodes(&self) -> u32 {
        self.grid.nodes()
    }

    fn max_cost(&self) -> u32 {
        1
    }

    #[inline]
    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        for &to in &self.around[node as usize] {
            visit(to, 1);
        }
    }

    fn estimate(&self, node: u32, goal: u32) -> u32 {
        let ((x, y), (to_x, to_y)) = (self.grid.place(node), self.grid.place(goal));
        x.abs_diff(to_x) + y.abs_diff(to_y)
    }
}

/// A* from node to node: the sum of the costs.
fn a_star<G: Graph>(name: &str, wanted: f64, runs: usize, graph: &G, queries: &[(u32, u32)]) {
    let (mut search, mut path) = (Search::for_graph(graph), Vec::new());
    let core = |&(from, to): &(u32, u32)| search.a_star(graph, from, to, &mut path).map_or(0, u64::from);
    let peer = |&(from, to): &(u32, u32)| {
        let near = |&node: &u32| graph.estimate(node, to);
        let found = pathfinding::directed::astar::astar(&from, |&node| listed(graph, node), near, |&node| node == to);
        found.map_or(0, |(path, cost)| {
            black_box(path);
            u64::from(cost)
        })
    };
    compare(name, wanted, runs, queries, core, peer);
}

/// Steps from one cell to all others, by a flood and by a queue: the number of those that can be
/// reached. The peer finds them in order of their distances, and no distances.
fn fields(name: &str, wanted: f64, runs: usize, grid: &Grid, queries: &[u32]) {
    let streets = Streets::of(grid);
    let width = grid.width() as usize;
    let flood = Flood::new(width, grid.height() as usize, |x, y| {
        grid.is_passable(u32::try_from(y * width + x).expect("small"))
    });
    let flood = flood.expect("a small grid");
    let mut field = vec![0_u8; streets.nodes() as usize];
    let mut queue = vec![0; streets.nodes() as usize + 1];
    let counted = |field: &[u8]| field.iter().map(|&steps| u64::from(steps != u8::UNREACHED)).sum();
    let peer = |&from: &u32| {
        let next = |&node: &u32| streets.around[node as usize].clone();
        pathfinding::directed::bfs::bfs_reach(from, next).count() as u64
    };
    let core = |&from: &u32| {
        flood.field(from as usize % width, from as usize / width, &mut field);
        counted(black_box(&field))
    };
    compare(name, wanted, runs, queries, core, peer);
    let core = |&from: &u32| {
        distance_field(&streets, from, &mut field, &mut queue);
        counted(black_box(&field))
    };
    compare(&format!("{name}, any graph"), f64::NAN, runs, queries, core, peer);
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let runs = if quick { 1 } else { RUNS };
    let mut rng = Rng::with_seed(1);
    println!("microseconds a query, middle one of {runs} runs");
    println!("{:<42} {:>8} {:>12} {:>12} {:>8} {:>8}  sum", "query", "queries", "core", "peer", "ratio", "wanted");

    let (large, nodes) = grid(512, 30, &mut rng);
    let queries: Vec<(u32, u32)> = (0..40).map(|_| (draw(&nodes, &mut rng), draw(&nodes, &mut rng))).collect();
    a_star("A*, 512 x 512, eight directions", 4.0, runs, &large, &queries);
    a_star("A*, 512 x 512, four directions", 4.0, runs, &Streets::of(&large), &queries);

    let (small, nodes) = grid(28, 25, &mut rng);
    let queries: Vec<u32> = (0..2000).map(|_| draw(&nodes, &mut rng)).collect();
    fields("distances of all cells, 28 x 28", 15.0, runs, &small, &queries);
}
