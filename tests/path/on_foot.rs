//! Walking on maps of hexes: the estimate is never too high, and exact on open ground.

use boardbots::games::battletech::catalogue;
use boardbots::games::battletech::hex::Hex;
use boardbots::games::battletech::map::{Cell, Map};
use boardbots::games::battletech::movement::cost::WoodsCost;
use boardbots::games::battletech::movement::ground::{Ground, OnFoot};
use boardbots::path::{Graph, NEVER, Search};
use fastrand::Rng;

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
            let mut search = Search::for_graph(&on_foot);
            for _ in 0..40 {
                let [start, goal] = [0; 2].map(|_| rng.u32(0..on_foot.nodes()));
                let (hex, is_goal) = (map.hex(goal as usize / 6), |node| node / 6 == goal / 6);
                let due = search.dijkstra(&on_foot, start, is_goal, &mut path);
                let plain = search.expanded();
                let found = search.a_star_to(&on_foot, start, |node| on_foot.least(node, hex), is_goal, &mut path);
                assert_eq!(found, due, "{name} {start} {goal}");
                assert!(search.expanded() <= plain, "{name} {start} {goal}");
                let exact = search.dijkstra(&on_foot, start, |node| node == goal, &mut path);
                assert_eq!(search.a_star(&on_foot, start, goal, &mut path), exact, "{name} {start} {goal}");
            }
        }
    }
}
