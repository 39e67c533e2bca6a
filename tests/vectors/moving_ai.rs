//! Shortest paths on the maps of the `MovingAI` benchmarks: every length is the given one.

use crate::shared;
use boardbots_path::grid::Grid;
use boardbots_path::jump_graph::JumpGraph;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::moving_ai::{map, scenarios};
use boardbots_path::{Graph, Search};

/// All scenarios of a file.
fn check(name: &str) -> Option<()> {
    let (text, list) = (shared::grid(name)?, shared::grid(&format!("{name}.scen"))?);
    let grid = map(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let list = scenarios(&list).unwrap_or_else(|error| panic!("{name}.scen: {error}"));
    assert!(list.len() > 100, "{name}: only {}", list.len());
    let (mut search, mut path) = (Search::for_graph(&grid), Vec::new());
    let (map, graph) = (JumpMap::new(&grid), JumpGraph::new(&grid).expect("no open ground"));
    for (index, scenario) in list.iter().enumerate() {
        assert_eq!(scenario.size, (grid.width(), grid.height()));
        let [start, goal] = [scenario.start, scenario.goal].map(|(x, y)| grid.node(x, y).expect("on the map"));
        let cost = search.a_star(&grid, start, goal, &mut path).unwrap_or_else(|| panic!("{scenario:?}: no path"));
        let length = grid.length(&path);
        assert!(scenario.agrees(length), "{scenario:?}: {length}");
        // The files have six digits; of the smallest numbers few have as many as they could.
        let least = if scenario.length < 1000.0 { 1e-3 } else { 1e-2 };
        assert!(scenario.precision <= 1.01 * least, "{scenario:?}");
        check_steps(&grid, (start, goal), cost, &path);
        for worked_out in [false, true] {
            let found = if worked_out {
                search.jump_graph(&graph, start, goal, &mut path)
            } else {
                search.jump_points(&map, start, goal, &mut path)
            };
            assert_eq!(found, Some(cost), "{scenario:?}");
            check_steps(&grid, (start, goal), cost, &path);
        }
        if index % 50 == 0 {
            assert_eq!(search.dijkstra(&grid, start, |node| node == goal, &mut path), Some(cost));
            let near = |node| grid.estimate(node, goal);
            assert!(search.best_first(&grid, start, near, |node| node == goal, &mut path) >= Some(cost));
        }
    }
    Some(())
}

/// Asserts that a path leads from start to goal in steps that cost so much together.
fn check_steps(grid: &Grid, ends: (u32, u32), cost: u32, path: &[u32]) {
    let mut sum = 0;
    for step in path.windows(2) {
        let mut found = None;
        grid.successors(step[0], |to, cost| found = found.or((to == step[1]).then_some(cost)));
        sum += found.unwrap_or_else(|| panic!("no step {step:?}"));
    }
    assert_eq!((path[0], path[path.len() - 1], sum), (ends.0, ends.1, cost));
}

pub fn arena() -> Option<()> {
    check("arena.map")
}

pub fn den312d() -> Option<()> {
    check("den312d.map")
}

pub fn maze() -> Option<()> {
    check("maze512-32-0.map")
}

pub fn random() -> Option<()> {
    check("random512-35-0.map")
}
