//! Pathfinding against the crates `pathfinding` and `grid_pathfinding`: the same questions in the same
//! graphs, one thread.
//!
//! `cargo bench --bench paths`; `-- --quick` runs everything once.
//!
//! Both sides are asked in turn, query by query and several times over, and the middle run of each
//! counts; the sums of their answers must be equal. On grids the peer has node
//! numbers, which it hashes fastest, and its lists of successors are on the stack; on maps of hexes
//! it has states and lists as one would write them for it. What is worked out once for a map plays
//! no part: the costs of steps, which both sides have, and on this side the tables of
//! [`Routes`]. Lines that end in "any graph" ask the search that knows of a graph no more than
//! the peer does.

#![allow(clippy::cast_precision_loss, missing_docs)]

mod grids;
#[path = "common/routes.rs"]
mod routes;

use arrayvec::ArrayVec;
use boardbots_battletech::catalogue;
use boardbots_battletech::hex::Hex;
use boardbots_battletech::map::Map;
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::movement::ground::{Ground, OnFoot};
use boardbots_battletech::notation::map as files;
use boardbots_path::field::{Steps, distance_field};
use boardbots_path::flood::Flood;
use boardbots_path::four_connected::FourConnected;
use boardbots_path::grid::Grid;
use boardbots_path::{Graph, Search};
use fastrand::Rng;
use routes::Routes;
use std::hint::black_box;
use std::path::{Path, PathBuf};
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
        "{name:<68} {:>8} {core:>12.2} {peer:>12.2} {:>8.1} {wanted:>8.1}  {}",
        queries.len(),
        peer / core,
        sums[0] / (runs as u64 + 1)
    );
}

/// A square grid with obstacles on this percentage of cells, and passable cells to draw from.
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

/// A* from node to node: the sum of the costs.
fn a_star<G: Graph>(name: &str, wanted: f64, runs: usize, graph: &G, queries: &[(u32, u32)]) {
    let (mut search, mut path) = (Search::for_graph(graph), Vec::new());
    let core = |&(from, to): &(u32, u32)| search.a_star(graph, from, to, &mut path).map_or(0, u64::from);
    let peer = |&(from, to): &(u32, u32)| a_star_of_peer(graph, from, to);
    compare(name, wanted, runs, queries, core, peer);
}

/// The cost of the path that the peer finds.
fn a_star_of_peer<G: Graph>(graph: &G, from: u32, to: u32) -> u64 {
    let near = |&node: &u32| graph.estimate(node, to);
    let found = pathfinding::directed::astar::astar(&from, |&node| listed(graph, node), near, |&node| node == to);
    found.map_or(0, |(path, cost)| {
        black_box(path);
        u64::from(cost)
    })
}

/// Steps from one cell to all others, by a flood and by a queue: the number of those that can be
/// reached. The peer finds them in order of their distances, and no distances.
fn fields(name: &str, wanted: f64, runs: usize, grid: &Grid, queries: &[u32]) {
    let streets = FourConnected { grid };
    let width = grid.width() as usize;
    let flood = Flood::new(width, grid.height() as usize, |x, y| {
        grid.is_passable(u32::try_from(y * width + x).expect("small"))
    });
    let flood = flood.expect("a small grid");
    let mut field = vec![0_u8; streets.nodes() as usize];
    let mut queue = vec![0; streets.nodes() as usize + 1];
    // Few at a time, so that many are counted at once.
    let reached = |cells: &[u8]| cells.iter().map(|&steps| u8::from(steps != u8::UNREACHED)).sum::<u8>();
    let counted = |field: &[u8]| field.chunks(128).map(|cells| u64::from(reached(cells))).sum();
    let peer = |&from: &u32| {
        let next = |&node: &u32| listed(&streets, node).into_iter().map(|(to, _)| to);
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

/// Movement points of mechs: what some walk and run.
const POINTS: [u32; 8] = [3, 4, 5, 6, 8, 9, 11, 12];
/// A heavy one; buildings may not bear it.
const TONS: u16 = 50;

/// The folder of recorded data.
fn shared() -> PathBuf {
    std::env::var_os("BOARDBOTS_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), Into::into)
}

/// The maps of the original if they are there, else those that come with the program.
fn hex_maps() -> Vec<(String, Map)> {
    let folder = std::fs::read_dir(shared().join("data/battletech/maps"));
    let mut paths: Vec<_> = folder.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |name: &str, bytes: &[u8]| files::read(name, bytes).ok().map(|map| (name.to_owned(), map));
    let found: Vec<_> = paths
        .iter()
        .filter_map(|path| read(&path.file_stem()?.to_string_lossy(), &std::fs::read(path).ok()?))
        .collect();
    if found.is_empty() {
        return catalogue::MAPS
            .iter()
            .filter_map(|entry| Some((entry.name.to_owned(), catalogue::map_of(entry.name)?)))
            .collect();
    }
    found
}

/// Column, row and facing, as a state is written without node numbers.
type Stand = (u8, u8, u8);

/// The peer's successors: a list of states.
fn stands(on_foot: &OnFoot, (column, row, facing): Stand) -> Vec<(Stand, u32)> {
    let node = on_foot.map.index(Hex::new(column, row)) * 6 + usize::from(facing);
    let mut list = Vec::new();
    on_foot.successors(u32::try_from(node).expect("small"), |to, cost| list.push((stand(on_foot, to), cost)));
    list
}

fn stand(on_foot: &OnFoot, node: u32) -> Stand {
    let hex = on_foot.map.hex(node as usize / 6);
    (hex.column, hex.row, u8::try_from(node % 6).expect("small"))
}

/// Hex and facing on a map of BattleTech: to any facing of a hex, and all that movement points
/// allow.
fn hexes(name: &str, map: &Map, runs: usize, rng: &mut Rng) {
    let ground = Ground::new(map, WoodsCost::Added);
    let on_foot = &OnFoot { ground: &ground, map, tons: TONS };
    let (mut search, mut routes, mut path) = (Search::for_graph(on_foot), Routes::new(on_foot), Vec::new());

    let pair = |_| {
        let from = rng.u32(0..on_foot.nodes());
        let reached = search.reachable(on_foot, &[(from, 0)], u32::MAX);
        (from, draw(reached.order(), rng) / 6)
    };
    let queries: Vec<(u32, u32)> = (0..300).map(pair).collect();
    let peer = |&(from, to): &(u32, u32)| {
        let goal = map.hex(to as usize);
        let near = |&(column, row, facing): &Stand| {
            let hex = map.index(Hex::new(column, row));
            on_foot.least(u32::try_from(hex).expect("small") * 6 + u32::from(facing), goal)
        };
        let is_goal = |&(column, row, _): &Stand| (column, row) == (goal.column, goal.row);
        let found =
            pathfinding::directed::astar::astar(&stand(on_foot, from), |at| stands(on_foot, *at), near, is_goal);
        found.map_or(0, |(path, cost)| {
            black_box(path);
            u64::from(cost)
        })
    };
    let core = |&(from, to): &(u32, u32)| routes.find(from, to as usize, &mut path).map_or(0, u64::from);
    compare(&format!("A*, hex and facing, {name}"), 10.0, runs, &queries, core, peer);
    let core = |&(from, to): &(u32, u32)| {
        let goal = map.hex(to as usize);
        let found = search.a_star_to(on_foot, from, |node| on_foot.least(node, goal), |node| node / 6 == to, &mut path);
        found.map_or(0, u64::from)
    };
    compare(&format!("A*, hex and facing, {name}, any graph"), f64::NAN, runs, &queries, core, peer);

    let queries: Vec<(u32, u32)> =
        (0..1000).map(|_| (rng.u32(0..on_foot.nodes()), POINTS[rng.u32(0..8) as usize])).collect();
    // One more for each place, so that they are counted, too.
    let whole = |&(from, budget): &(u32, u32)| {
        search.reachable(on_foot, &[(from, 0)], budget).iter().map(|(_, cost)| u64::from(cost) + 1).sum()
    };
    let peer = |&(from, budget): &(u32, u32)| {
        let reached = pathfinding::directed::dijkstra::dijkstra_reach(&stand(on_foot, from), |at| stands(on_foot, *at));
        let within = reached.take_while(|item| item.total_cost <= budget);
        within.map(|item| u64::from(item.total_cost) + 1).sum()
    };
    let core =
        |&(from, budget): &(u32, u32)| routes.within(from, budget).iter().map(|(_, cost)| u64::from(cost) + 1).sum();
    compare(&format!("within points, hex and facing, {name}"), 10.0, runs, &queries, core, peer);
    compare(&format!("within points, hex and facing, {name}, any graph"), f64::NAN, runs, &queries, whole, peer);
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let runs = if quick { 1 } else { RUNS };
    let mut rng = Rng::with_seed(1);
    println!("microseconds a query, middle one of {runs} runs");
    println!("{:<68} {:>8} {:>12} {:>12} {:>8} {:>8}  sum", "query", "queries", "core", "peer", "ratio", "wanted");

    let (large, nodes) = grid(512, 30, &mut rng);
    let queries: Vec<(u32, u32)> = (0..40).map(|_| (draw(&nodes, &mut rng), draw(&nodes, &mut rng))).collect();
    a_star("A*, 512 x 512, eight directions", 7.0, runs, &large, &queries);
    a_star("A*, 512 x 512, four directions", 7.0, runs, &FourConnected { grid: &large }, &queries);

    // Its own numbers, so that the other sections keep theirs.
    grids::all(quick, runs, &mut Rng::with_seed(2));

    let (small, nodes) = grid(28, 25, &mut rng);
    let queries: Vec<u32> = (0..2000).map(|_| draw(&nodes, &mut rng)).collect();
    fields("distances of all cells, 28 x 28", 25.0, runs, &small, &queries);

    for (name, map) in hex_maps() {
        hexes(&name, &map, runs, &mut rng);
    }
}
