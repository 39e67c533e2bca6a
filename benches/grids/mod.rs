//! Grids of eight directions: what [`GridPaths`] chooses against the crates `pathfinding` and
//! `grid_pathfinding`, and against the own A\*.
//!
//! Maps and queries are those of the `MovingAI` benchmarks if they are there, else drawn ones. Of game maps
//! all scenarios are asked, of the large ones some. The peer `grid_pathfinding` cuts corners in eight
//! directions, and its rules cannot be set otherwise, so there its paths are shorter; in four directions
//! the rules are the same.

use super::{a_star_of_peer, compare, draw, grid, shared};
use boardbots_path::four_connected::FourConnected;
use boardbots_path::grid::Grid;
use boardbots_path::grid_paths::GridPaths;
use boardbots_path::{Graph, Search, moving_ai};
use fastrand::Rng;
use flate2::read::GzDecoder;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use std::hint::black_box;
use std::io::Read;

/// A map, a start and a goal.
type Query = (usize, u32, u32);

/// Maps of one kind and queries.
struct Set {
    name: &'static str,
    maps: Vec<Grid>,
    queries: Vec<Query>,
    /// How many times faster than `pathfinding`, and than `grid_pathfinding`, it should be.
    wanted: [f64; 2],
}

/// The text of a file, packed or not.
fn text(name: &str) -> Option<String> {
    let path = shared().join("data/movingai").join(name);
    std::fs::read_to_string(&path).ok().or_else(|| {
        let file = std::fs::File::open(path.with_file_name(format!("{name}.gz"))).ok()?;
        let mut text = String::new();
        GzDecoder::new(file).read_to_string(&mut text).ok()?;
        Some(text)
    })
}

/// Published maps with one in `one_of` of their scenarios.
fn published(names: &[&str], one_of: usize) -> Option<(Vec<Grid>, Vec<Query>)> {
    let (mut maps, mut queries) = (Vec::new(), Vec::new());
    for name in names {
        let grid = moving_ai::map(&text(&format!("{name}.map"))?).ok()?;
        for scenario in moving_ai::scenarios(&text(&format!("{name}.map.scen"))?).ok()?.iter().step_by(one_of) {
            let [from, to] = [scenario.start, scenario.goal].map(|(x, y)| grid.node(x, y));
            queries.push((maps.len(), from?, to?));
        }
        maps.push(grid);
    }
    Some((maps, queries))
}

/// A drawn map, with queries that have a path.
fn drawn(grid: Grid, count: usize, rng: &mut Rng) -> (Vec<Grid>, Vec<Query>) {
    let nodes: Vec<u32> = (0..grid.nodes()).filter(|&node| grid.is_passable(node)).collect();
    let (mut search, mut path, mut queries) = (Search::for_graph(&grid), Vec::new(), Vec::new());
    while queries.len() < count {
        let (from, to) = (draw(&nodes, rng), draw(&nodes, rng));
        if search.a_star(&grid, from, to, &mut path).is_some() {
            queries.push((0, from, to));
        }
    }
    (vec![grid], queries)
}

/// Rooms of 16 x 16 cells; of each, one door leads up and one to the left.
fn rooms(side: u32, rng: &mut Rng) -> Grid {
    let mut doors = Vec::new();
    doors.resize_with((side * side / 256 + side) as usize, || [rng.u32(1..16), rng.u32(1..16)]);
    let door = |x: u32, y: u32| doors[(y / 16 * (side / 16) + x / 16) as usize];
    let passable = |x: u32, y: u32| match (x % 16, y % 16) {
        (0, 0) => false,
        (0, row) => row == door(x, y)[0],
        (column, 0) => column == door(x, y)[1],
        _ => true,
    };
    Grid::new(side, side, passable).expect("a size of a grid")
}

/// The map as `grid_pathfinding` has it.
fn pathing_grid(grid: &Grid, diagonals: bool) -> PathingGrid {
    let mut pathing = PathingGrid::new(grid.width() as usize, grid.height() as usize, true);
    for node in (0..grid.nodes()).filter(|&node| grid.is_passable(node)) {
        let at = point(grid, node);
        pathing.grid.set(at.x, at.y, false);
    }
    pathing.allow_diagonal_move = diagonals;
    // It opens more points then, but is faster on each of these maps.
    pathing.improved_pruning = false;
    pathing.initialize();
    pathing.generate_components();
    pathing
}

fn point(grid: &Grid, node: u32) -> Point {
    let (x, y) = grid.place(node);
    Point::new(x.cast_signed(), y.cast_signed())
}

/// One kind of maps against all peers.
fn set(Set { name, maps, queries, wanted }: &Set, runs: usize) {
    let nodes = maps.iter().max_by_key(Graph::nodes).expect("a map");
    let (mut search, mut path, mut other_path) = (Search::for_graph(nodes), Vec::new(), Vec::new());
    let mut other = Search::for_graph(nodes);
    let kept: Vec<GridPaths> = maps.iter().map(GridPaths::lasting).collect();
    let fresh: Vec<GridPaths> = maps.iter().map(GridPaths::new).collect();
    let chosen = |paths: &[GridPaths]| {
        let mut names: Vec<&str> = paths.iter().map(GridPaths::algorithm).collect();
        names.dedup();
        names.join(", ")
    };

    let mut core = |&(map, from, to): &Query| search.grid_path(&kept[map], from, to, &mut path).map_or(0, u64::from);
    let label = format!("{name}: {}", chosen(&kept));
    let peer = |&(map, from, to): &Query| a_star_of_peer(&maps[map], from, to);
    compare(&label, wanted[0], runs, queries, &mut core, peer);
    let mut a_star =
        |&(map, from, to): &Query| other.a_star(&maps[map], from, to, &mut other_path).map_or(0, u64::from);
    compare(&format!("{label} against A*"), 0.9, runs, queries, &mut core, &mut a_star);
    // Whether there is a path is all that both must agree on.
    let found = |query: &Query| u64::from(core(query) > 0);
    let pathing: Vec<PathingGrid> = maps.iter().map(|map| pathing_grid(map, true)).collect();
    let peer = |&(map, from, to): &Query| {
        let [from, to] = [from, to].map(|node| point(&maps[map], node));
        let found = pathing[map].get_path_single_goal(from, to, false);
        found.map_or(0, |path| u64::from(black_box(path).len() > 1))
    };
    compare(&format!("{label} against grid_pathfinding"), wanted[1], runs, queries, found, peer);
    if fresh.iter().any(|paths| paths.algorithm() != "A*") {
        let core = |&(map, from, to): &Query| search.grid_path(&fresh[map], from, to, &mut path).map_or(0, u64::from);
        compare(&format!("{name}, fresh: {} against A*", chosen(&fresh)), 0.9, runs, queries, core, a_star);
    }

    let core = |&(map, from, to): &Query| {
        search.a_star(&FourConnected { grid: &maps[map] }, from, to, &mut path).map_or(0, u64::from)
    };
    let pathing: Vec<PathingGrid> = maps.iter().map(|map| pathing_grid(map, false)).collect();
    let peer = |&(map, from, to): &Query| {
        let [from, to] = [from, to].map(|node| point(&maps[map], node));
        pathing[map].get_path_single_goal(from, to, false).map_or(0, |path| black_box(path).len() as u64 - 1)
    };
    let label = format!("{name}, four directions: A* against grid_pathfinding");
    compare(&label, f64::NAN, runs, queries, core, peer);
}

/// All kinds of maps.
pub fn all(quick: bool, runs: usize, rng: &mut Rng) {
    let (one_of, count) = if quick { (400, 10) } else { (100, 50) };
    let drawn = |name, map, queries, rng: &mut Rng| (name, drawn(map, queries, rng));
    let games = published(&["arena", "den312d"], 1)
        .map_or_else(|| drawn("rooms 128 x 128", rooms(128, rng), 10 * count, rng), |set| ("game maps", set));
    let mazes = published(&["maze512-32-0"], one_of)
        .map_or_else(|| drawn("rooms 512 x 512", rooms(512, rng), count, rng), |set| ("maze 512 x 512", set));
    let name = "random 512 x 512, 35 %";
    let random = published(&["random512-35-0"], one_of)
        .map_or_else(|| drawn(name, grid(512, 35, rng).0, count, rng), |set| (name, set));
    for ((name, (maps, queries)), wanted) in [(games, [40.0, 2.0]), (mazes, [7.0, 2.0]), (random, [7.0, 2.0])] {
        set(&Set { name, maps, queries, wanted }, runs);
    }
}
