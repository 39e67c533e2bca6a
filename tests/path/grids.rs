//! Grids on which A* leaves out steps, against Dijkstra's algorithm, which does not.

use boardbots::path::grid::Grid;
use boardbots::path::{Graph, NEVER, Search};
use fastrand::Rng;

#[test]
fn random_grids() {
    let mut rng = Rng::with_seed(76);
    let (mut search, mut path, mut far) = (Search::default(), Vec::new(), 0);
    for _ in 0..4000 {
        // Now and then so narrow that steps in different directions look alike.
        let [width, height] = [0; 2].map(|_| if rng.u32(0..4) == 0 { rng.u32(1..4) } else { rng.u32(1..16) });
        let walls = rng.u32(0..50);
        let open: Vec<bool> = (0..width * height).map(|_| rng.u32(0..100) >= walls).collect();
        let grid = Grid::new(width, height, |x, y| open[(y * width + x) as usize]).unwrap();
        let goal = rng.u32(0..width * height);
        // To walk back costs the same.
        let due: Vec<Option<u32>> = {
            let reached = search.reachable(&grid, &[(goal, 0)], NEVER);
            (0..grid.nodes()).map(|node| reached.cost(node)).collect()
        };
        for start in 0..grid.nodes().min(40) {
            // Estimates of all kinds: the grid's own, none, and inconsistent ones.
            let kind = rng.u32(0..3);
            let salt = rng.u32(1..u32::MAX);
            let estimate = |node: u32| match (kind, due[node as usize]) {
                (0, _) => grid.estimate(node, goal),
                (1, _) => 0,
                (_, None) => NEVER,
                (_, Some(rest)) if node.wrapping_mul(salt) >> 16 & 1 == 0 => rest,
                _ => 0,
            };
            let cost = search.a_star_to(&grid, start, estimate, |node| node == goal, &mut path);
            assert_eq!(cost, due[start as usize], "{start} to {goal}, estimates {kind}, in {grid:?}");
            let mut sum = 0;
            for step in path.windows(2) {
                let mut found = None;
                grid.successors(step[0], |to, cost| found = found.or((to == step[1]).then_some(cost)));
                sum += found.unwrap_or_else(|| panic!("no step {step:?} in {grid:?}"));
            }
            assert_eq!(sum, cost.unwrap_or(0));
            far = far.max(path.len());
        }
    }
    assert!(far > 20, "{far}");
}
