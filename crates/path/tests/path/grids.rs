//! Grids on which searches leave out steps, against ones that do not.

use boardbots_path::four_connected::FourConnected;
use boardbots_path::grid::Grid;
use boardbots_path::{Graph, NEVER, Search};
use fastrand::Rng;

/// A graph of which no step is left out.
struct Whole<G>(G);

impl<G: Graph> Graph for Whole<G> {
    fn nodes(&self) -> u32 {
        self.0.nodes()
    }

    fn max_cost(&self) -> u32 {
        self.0.max_cost()
    }

    fn successors(&self, node: u32, visit: impl FnMut(u32, u32)) {
        self.0.successors(node, visit);
    }
}

/// Asks for paths to a goal from some cells, and for what can be reached from there; the answer is
/// the length of the longest path.
fn check<G: Graph + std::fmt::Debug>(graph: &G, goal: u32, search: &mut Search, rng: &mut Rng) -> usize {
    // To walk back costs the same.
    let due: Vec<Option<u32>> = {
        let whole = Whole(graph);
        let reached = search.reachable(&whole, &[(goal, 0)], NEVER);
        (0..graph.nodes()).map(|node| reached.cost(node)).collect()
    };
    let reached = search.reachable(graph, &[(goal, 0)], NEVER);
    assert!((0..graph.nodes()).all(|node| reached.cost(node) == due[node as usize]), "{graph:?}");

    let (mut path, mut far) = (Vec::new(), 0);
    for start in 0..graph.nodes().min(40) {
        // Estimates of all kinds: the graph's own, none, and inconsistent ones.
        let kind = rng.u32(0..3);
        let salt = rng.u32(1..u32::MAX);
        let estimate = |node: u32| match (kind, due[node as usize]) {
            (0, _) => graph.estimate(node, goal),
            (1, _) => 0,
            (_, None) => NEVER,
            (_, Some(rest)) if node.wrapping_mul(salt) >> 16 & 1 == 0 => rest,
            _ => 0,
        };
        let cost = search.a_star_to(graph, start, estimate, |node| node == goal, &mut path);
        assert_eq!(cost, due[start as usize], "{start} to {goal}, estimates {kind}, in {graph:?}");
        let mut sum = 0;
        for step in path.windows(2) {
            let mut found = None;
            graph.successors(step[0], |to, cost| found = found.or((to == step[1]).then_some(cost)));
            sum += found.unwrap_or_else(|| panic!("no step {step:?} in {graph:?}"));
        }
        assert_eq!(sum, cost.unwrap_or(0));
        far = far.max(path.len());
    }
    far
}

#[test]
fn random_grids() {
    let mut rng = Rng::with_seed(76);
    let (mut search, mut far) = (Search::default(), [0, 0]);
    for _ in 0..4000 {
        // Now and then so narrow that steps in different directions look alike.
        let [width, height] = [0; 2].map(|_| if rng.u32(0..4) == 0 { rng.u32(1..4) } else { rng.u32(1..16) });
        let walls = rng.u32(0..50);
        let open: Vec<bool> = (0..width * height).map(|_| rng.u32(0..100) >= walls).collect();
        let grid = Grid::new(width, height, |x, y| open[(y * width + x) as usize]).unwrap();
        let goal = rng.u32(0..width * height);
        far[0] = far[0].max(check(&grid, goal, &mut search, &mut rng));
        far[1] = far[1].max(check(&FourConnected { grid: &grid }, goal, &mut search, &mut rng));
    }
    assert!(far.iter().all(|&far| far > 20), "{far:?}");
}

/// Lines of a text may be of different lengths, and a grid has at least one cell.
#[test]
fn grids_of_texts() {
    let grid = Grid::from_text("..#\n.\n\n...", |cell| cell == '.').unwrap();
    assert_eq!((grid.width(), grid.height()), (3, 4));
    let open: Vec<u32> = (0..12).filter(|&node| grid.is_passable(node)).collect();
    assert_eq!(open, [0, 1, 3, 9, 10, 11]);
    for empty in ["", "\n\n"] {
        assert_eq!(Grid::from_text(empty, |_| true), None);
    }
    assert_eq!(Grid::from_text(&"x".repeat(2049), |_| true), None);
}

#[test]
fn cells_between_turns() {
    let grid = Grid::new(7, 5, |_, _| true).unwrap();
    let cells = |turns: &[u32]| grid.cells(turns).collect::<Vec<_>>();
    assert_eq!(cells(&[]), []);
    assert_eq!(cells(&[8]), [8]);
    assert_eq!(cells(&[0, 16, 19, 5, 4]), [0, 8, 16, 17, 18, 19, 12, 5, 4]);
    assert_eq!(cells(&[34, 10, 12, 24]), [34, 26, 18, 10, 11, 12, 18, 24]);
}
