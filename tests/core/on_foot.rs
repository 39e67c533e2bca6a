//! Walking on maps of hexes: the estimate is never too high, and exact on open ground.

#[path = "../../benches/common/routes.rs"]
mod routes;

use boardbots_battletech::catalogue;
use boardbots_battletech::hex::Hex;
use boardbots_battletech::map::{Cell, Map};
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::movement::ground::{Ground, OnFoot};
use boardbots_path::{Graph, NEVER, Search};
use fastrand::Rng;
use routes::Routes;

#[test]
fn the_estimate_is_exact_on_open_ground() {
    let map = Map::new(19, 21, vec![Cell::OPEN; 19 * 21]).unwrap();
    let ground = Ground::new(&map, WoodsCost::Added);
    let on_foot = OnFoot { ground: &ground, map: &map, tons: 50 };
    let mut search = Search::for_graph(&on_foot);
    for middle in [Hex::new(8, 10), Hex::new(9, 10)] {
        for facing in 0..6 {
            let start = u32::try_from(map.index(middle) * 6).unwrap() + facing;
            let reached = search.reachable(&on_foot, &[(start, 0)], NEVER);
            for hex in map.hexes() {
                let nodes = u32::try_from(map.index(hex) * 6).unwrap();
                let due = (nodes..nodes + 6).filter_map(|node| reached.cost(node)).min().unwrap();
                // In the corners the way would leave the map.
                let inside = middle.distance(hex) <= 7;
                let least = on_foot.least(start, hex);
                assert!(least == due || !inside && least < due, "{middle} {facing} to {hex}: {least}, {due}");
            }
        }
    }
}

#[test]
fn ways_on_rough_ground() {
    let mut rng = Rng::with_seed(75);
    let mut path = Vec::new();
    for name in ["barranco", "colinas", "laguna", "poblado"] {
        let map = catalogue::map_of(name).unwrap();
        for (woods, tons) in [(WoodsCost::Added, 20), (WoodsCost::Total, 100)] {
            let ground = Ground::new(&map, woods);
            let on_foot = OnFoot { ground: &ground, map: &map, tons };
            let (mut search, mut routes) = (Search::for_graph(&on_foot), Routes::new(&on_foot));
            for _ in 0..40 {
                let [start, goal] = [0; 2].map(|_| rng.u32(0..on_foot.nodes()));
                let (hex, is_goal) = (map.hex(goal as usize / 6), |node| node / 6 == goal / 6);
                let due = search.dijkstra(&on_foot, start, is_goal, &mut path);
                let plain = search.expanded();
                let found = search.a_star_to(&on_foot, start, |node| on_foot.least(node, hex), is_goal, &mut path);
                assert_eq!(found, due, "{name} {start} {goal}");
                assert!(search.expanded() <= plain, "{name} {start} {goal}");
                assert_eq!(routes.find(start, goal as usize / 6, &mut path), due, "{name} {start} {goal}");
                check(&on_foot, start, hex, due, &path);
                let points = rng.u32(0..15);
                let due = search.reachable(&on_foot, &[(start, 0)], points);
                let reached = routes.within(start, points);
                assert_eq!(reached.order().len(), due.order().len());
                assert!(due.iter().all(|(node, cost)| reached.cost(node) == Some(cost)), "{name} {start} {points}");
                let exact = search.dijkstra(&on_foot, start, |node| node == goal, &mut path);
                assert_eq!(search.a_star(&on_foot, start, goal, &mut path), exact, "{name} {start} {goal}");
            }
        }
    }
}

/// Whether a way leads from a node to a hex, step by step, for this many points.
fn check(on_foot: &OnFoot, start: u32, goal: Hex, cost: Option<u32>, path: &[u32]) {
    let Some(cost) = cost else { return assert!(path.is_empty()) };
    assert_eq!(path[0], start);
    assert_eq!(on_foot.map.hex(*path.last().unwrap() as usize / 6), goal);
    let mut sum = 0;
    for step in path.windows(2) {
        let mut found = None;
        on_foot.successors(step[0], |to, cost| found = found.or((to == step[1]).then_some(cost)));
        sum += found.unwrap_or_else(|| panic!("no step {step:?}"));
    }
    assert_eq!(sum, cost);
}

#[test]
fn routes_outside_the_map() {
    let map = Map::new(2, 3, vec![Cell::OPEN; 6]).unwrap();
    let ground = Ground::new(&map, WoodsCost::Added);
    let mut routes = Routes::new(&OnFoot { ground: &ground, map: &map, tons: 50 });
    let mut path = vec![7];
    for (start, goal) in [(36, 0), (0, 6), (u32::MAX, 0), (0, usize::MAX)] {
        assert_eq!(routes.find(start, goal, &mut path), None);
        assert!(path.is_empty());
    }
    assert!(routes.within(36, 9).order().is_empty());
    assert_eq!(routes.find(3, 0, &mut path), Some(0));
    assert_eq!(path, [3]);
}
