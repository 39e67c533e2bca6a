//! Path queries of every kind, on grids and on a map of hexes.

#[path = "../common/routes.rs"]
mod routes;

use super::piece::{Piece, Work};
use boardbots_battletech::catalogue;
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::movement::ground::{Ground, OnFoot};
use boardbots_path::field::distance_field;
use boardbots_path::flood::Flood;
use boardbots_path::four_connected::FourConnected;
use boardbots_path::grid::Grid;
use boardbots_path::jump_graph::JumpGraph;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::{Graph, Search};
use fastrand::Rng;
use routes::Routes;

/// Columns and rows of the large grid.
const LARGE: u32 = 256;
/// Columns and rows of the small one: those of the largest map of Vindinium.
const SMALL: u32 = 28;
/// Obstacles, in percent of the cells.
const OBSTACLES: u32 = 30;
/// Costs up to which cells are reached: fifty steps along rows and columns of the large grid.
const BUDGET: u32 = 50 * boardbots_path::grid::STRAIGHT;
/// Movement points of a mech that runs.
const POINTS: u32 = 8;
/// Tons of a heavy mech.
const TONS: u16 = 50;

/// All pieces of this file.
pub fn pieces() -> Vec<Piece> {
    vec![
        Piece::new("path-a-star", || {
            on_grid(20, |grid, from, to, room| room.search.a_star(grid, from, to, &mut room.path))
        }),
        Piece::new("path-a-star-streets", || {
            on_grid(20, |grid, from, to, room| room.search.a_star(&FourConnected { grid }, from, to, &mut room.path))
        }),
        Piece::new("path-jump-points", || {
            on_lasting_grid(|grid| {
                let map = JumpMap::new(grid);
                move |from, to, room| room.search.jump_points(&map, from, to, &mut room.path)
            })
        }),
        Piece::new("path-jump-graph", || {
            on_lasting_grid(|grid| {
                let graph = JumpGraph::new(grid).expect("jumps pay among scattered obstacles");
                move |from, to, room| room.search.jump_graph(&graph, from, to, &mut room.path)
            })
        }),
        Piece::new("path-dijkstra", || {
            on_grid(4, |grid, from, to, room| room.search.dijkstra(grid, from, |node| node == to, &mut room.path))
        }),
        Piece::new("path-best-first", || {
            on_grid(20, |grid, from, to, room| {
                room.search.best_first(grid, from, |node| grid.estimate(node, to), |node| node == to, &mut room.path)
            })
        }),
        Piece::new("path-reachable", || {
            on_grid(20, |grid, from, _, room| {
                room.search.reachable(grid, &[(from, 0)], BUDGET).iter().map(|(_, cost)| cost).max()
            })
        }),
        Piece::new("path-distance-field", distance_fields),
        Piece::new("path-flood", floods),
        Piece::new("path-a-star-hexes", to_hexes),
        Piece::new("path-reachable-hexes", within),
    ]
}

/// What queries need.
struct Room {
    search: Search,
    path: Vec<u32>,
}

/// A grid with random obstacles, and the cells that can be walked on.
fn grid(side: u32, rng: &mut Rng) -> (Grid, Vec<u32>) {
    let passable: Vec<bool> = (0..side * side).map(|_| rng.u32(0..100) >= OBSTACLES).collect();
    let grid = Grid::new(side, side, |x, y| passable[(y * side + x) as usize]).expect("a size of a grid");
    let nodes = (0..grid.nodes()).filter(|&node| grid.is_passable(node)).collect();
    (grid, nodes)
}

/// Runs `queries` queries on the large grid from cell to cell: the sum of the answers.
fn on_grid(queries: usize, mut query: impl FnMut(&Grid, u32, u32, &mut Room) -> Option<u32> + 'static) -> Work {
    let mut rng = Rng::with_seed(1);
    let (grid, nodes) = grid(LARGE, &mut rng);
    let mut draw = || nodes[rng.usize(..nodes.len())];
    let queries: Vec<(u32, u32)> = (0..queries).map(|_| (draw(), draw())).collect();
    let mut room = Room { search: Search::for_graph(&grid), path: Vec::with_capacity(grid.nodes() as usize) };
    Box::new(move || queries.iter().filter_map(|&(from, to)| query(&grid, from, to, &mut room)).map(u64::from).sum())
}

/// Twenty queries on the large grid, of which something was worked out before.
fn on_lasting_grid<F>(prepare: impl FnOnce(&'static Grid) -> F) -> Work
where
    F: FnMut(u32, u32, &mut Room) -> Option<u32> + 'static,
{
    // A process has one piece, so the grid may stay for its whole life.
    let (grid, _) = grid(LARGE, &mut Rng::with_seed(1));
    let mut query = prepare(Box::leak(Box::new(grid)));
    on_grid(20, move |_, from, to, room| query(from, to, room))
}

/// Steps from every tenth cell of the small grid to all others, in any graph: a sum over the fields.
fn distance_fields() -> Work {
    let (grid, nodes) = grid(SMALL, &mut Rng::with_seed(2));
    let mut field = vec![0_u8; grid.nodes() as usize];
    let mut queue = vec![0; grid.nodes() as usize + 1];
    Box::new(move || {
        let mut sum = 0;
        for &from in nodes.iter().step_by(10) {
            distance_field(&FourConnected { grid: &grid }, from, &mut field, &mut queue);
            sum += field.iter().map(|&steps| u64::from(steps)).sum::<u64>();
        }
        sum
    })
}

/// The same for all cells, many at a time.
fn floods() -> Work {
    let (grid, nodes) = grid(SMALL, &mut Rng::with_seed(2));
    let side = SMALL as usize;
    let cell = |x: usize, y: usize| u32::try_from(y * side + x).expect("a small grid");
    let flood = Flood::new(side, side, |x, y| grid.is_passable(cell(x, y))).expect("a small grid");
    let mut field = vec![0_u8; side * side];
    Box::new(move || {
        let mut sum = 0;
        for &from in &nodes {
            flood.field(from as usize % side, from as usize / side, &mut field);
            sum += field.iter().map(|&steps| u64::from(steps)).sum::<u64>();
        }
        sum
    })
}

/// A mech's ways on a map of ours, and queries: a node and another that can be reached from it.
fn on_hexes() -> (Routes, Vec<(u32, u32)>) {
    let map = catalogue::map_of("colinas").expect("a map of our own");
    let ground = Ground::new(&map, WoodsCost::Added);
    let on_foot = OnFoot { ground: &ground, map: &map, tons: TONS };
    let (mut search, mut rng) = (Search::for_graph(&on_foot), Rng::with_seed(3));
    let mut pair = |_| {
        let from = rng.u32(..on_foot.nodes());
        let reached = search.reachable(&on_foot, &[(from, 0)], u32::MAX).order();
        (from, reached[rng.usize(..reached.len())])
    };
    let queries = (0..400).map(&mut pair).collect();
    (Routes::new(&on_foot), queries)
}

/// A* over hexes and facings to any facing of a hex: the sum of the costs.
fn to_hexes() -> Work {
    let ((mut routes, queries), mut path) = (on_hexes(), Vec::with_capacity(1000));
    Box::new(move || {
        let cost = |&(from, to): &(u32, u32)| routes.find(from, to as usize / 6, &mut path);
        queries.iter().filter_map(cost).map(u64::from).sum()
    })
}

/// All that a mech's movement points allow: a sum over places and costs.
fn within() -> Work {
    let (mut routes, queries) = on_hexes();
    Box::new(move || {
        let mut sum = |&(from, _): &(u32, u32)| -> u64 {
            routes.within(from, POINTS).iter().map(|(_, cost)| u64::from(cost) + 1).sum()
        };
        queries.iter().map(&mut sum).sum()
    })
}
