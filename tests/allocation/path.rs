//! Path queries take nothing from the heap: counted over all kinds of them.

#[path = "../../benches/common/routes.rs"]
mod routes;

use super::HEAP;
use boardbots_battletech::catalogue;
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::movement::ground::{Ground, OnFoot};
use boardbots_path::field::distance_field;
use boardbots_path::flood::Flood;
use boardbots_path::grid::Grid;
use boardbots_path::grid_paths::GridPaths;
use boardbots_path::jump_graph::JumpGraph;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::{Graph, Search};
use fastrand::Rng;
use routes::Routes;
use stats_alloc::Region;

/// Numbers, each with a step for nothing, a cheap one and one beyond the window of the queue.
struct Steep;

impl Graph for Steep {
    fn nodes(&self) -> u32 {
        5000
    }

    fn max_cost(&self) -> u32 {
        9
    }

    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        for (to, cost) in [(node ^ 1, 0), (node / 2, 3), (node.wrapping_mul(7919) % 5000, 100_000)] {
            visit(to, cost);
        }
    }
}

/// All kinds of queries from one node to another, in a search that is sized for the graph.
fn queries<G: Graph>(graph: &G, search: &mut Search, path: &mut Vec<u32>, from: u32, to: u32) -> u64 {
    // As inconsistent as can be, and so small that it is never too high.
    let odd = |node: u32| {
        if node.is_multiple_of(3) || node == to { 0 } else { u32::from(node != to && node & !1 != to & !1) }
    };
    let mut sum = search.a_star(graph, from, to, path).map_or(0, u64::from);
    sum += search.a_star_to(graph, from, odd, |node| node == to, path).map_or(0, u64::from);
    sum += search.dijkstra(graph, from, |node| node == to, path).map_or(0, u64::from);
    sum +=
        search.best_first(graph, from, |node| graph.estimate(node, to), |node| node == to, path).map_or(0, u64::from);
    let reached = search.reachable(graph, &[(from, 0), (to, 7)], u32::MAX);
    sum += reached.iter().map(|(_, cost)| u64::from(cost)).sum::<u64>();
    reached.path(to, path);
    sum
}

pub fn all_queries() {
    let mut rng = Rng::with_seed(74);
    let mut walls = vec![false; 200 * 150];
    walls.fill_with(|| rng.u32(0..100) < 30);
    let grid = Grid::new(200, 150, |x, y| !walls[(y * 200 + x) as usize]).expect("a size of a grid");
    let (jumps, worked_out) = (JumpMap::new(&grid), JumpGraph::new(&grid).expect("many obstacles"));
    let lasting = GridPaths::lasting(&grid);
    let flood = Flood::new(28, 28, |x, y| !walls[y * 200 + x]).expect("a small grid");
    let map = catalogue::map_of("colinas").expect("a map of our own");
    let ground = Ground::new(&map, WoodsCost::Added);
    let on_foot = OnFoot { ground: &ground, map: &map, tons: 50 };
    let mut routes = Routes::new(&on_foot);
    // One search for all: the larger graph and the wider window.
    let mut search = Search::for_graph(&grid);
    search.fit(&Steep);
    let mut path = Vec::with_capacity(200 * 150);
    let (mut field, mut small, mut queue) = (vec![0_u16; 200 * 150], [0_u8; 28 * 28], vec![0; 200 * 150 + 1]);

    let region = Region::new(HEAP);
    let mut sum = 0;
    for _ in 0..100 {
        sum += queries(&grid, &mut search, &mut path, rng.u32(0..30_000), rng.u32(0..30_000));
        let [from, to] = [0; 2].map(|_| rng.u32(0..30_000));
        sum += search.jump_points(&jumps, from, to, &mut path).map_or(0, u64::from);
        sum += search.jump_graph(&worked_out, from, to, &mut path).map_or(0, u64::from);
        sum += search.grid_route(&lasting, from, to).map_or(0, |route| u64::from(route.cost));
        sum += search.route(&grid, from, to).map_or(0, |route| route.nodes.len() as u64);
        sum += queries(&Steep, &mut search, &mut path, rng.u32(0..5000), rng.u32(0..5000));
        let [from, to] = [0; 2].map(|_| rng.u32(0..on_foot.nodes()));
        sum += queries(&on_foot, &mut search, &mut path, from, to);
        let hex = map.hex(to as usize / 6);
        let least = |node| on_foot.least(node, hex);
        sum += search.a_star_to(&on_foot, from, least, |node| node / 6 == to / 6, &mut path).map_or(0, u64::from);
        sum += routes.find(from, to as usize / 6, &mut path).map_or(0, u64::from);
        sum += routes.within(from, 12).iter().map(|(_, cost)| u64::from(cost)).sum::<u64>();
        distance_field(&grid, rng.u32(0..30_000), &mut field, &mut queue);
        flood.field(3, 5, &mut small);
    }
    let stats = region.change();
    assert_eq!((stats.allocations, stats.reallocations, stats.deallocations), (0, 0, 0), "{stats:?}");
    assert!(sum > 1_000_000, "{sum}");
}
