//! Maps of hexes, whose neighbours are measured.

use boardbots_path::{Graph, Hexes, NEVER, Search};
use fastrand::Rng;

/// Twice the column and twice the row of a hex's middle; rows are √3 / 2 apart.
fn middle(hexes: &Hexes, node: u32) -> (f64, f64) {
    let (x, y) = hexes.place(node);
    (f64::from(x) + f64::from(y % 2) / 2.0, f64::from(y) * 3.0_f64.sqrt() / 2.0)
}

#[test]
fn neighbours_are_one_apart() {
    let mut rng = Rng::with_seed(91);
    let (mut search, mut path, mut inexact) = (Search::default(), Vec::new(), 0);
    for _ in 0..300 {
        let (width, height) = (rng.u32(1..9), rng.u32(1..9));
        let costs: Vec<Option<u32>> =
            (0..width * height).map(|_| (rng.u32(0..10) > 2).then(|| rng.u32(2..6))).collect();
        let hexes = Hexes::new(width, height, |x, y| costs[(y * width + x) as usize]).unwrap();
        assert_eq!((hexes.width(), hexes.height(), hexes.nodes()), (width, height, width * height));
        for node in 0..hexes.nodes() {
            let mut found = Vec::new();
            hexes.successors(node, |to, cost| found.push((to, cost)));
            found.sort_unstable();
            let is_near = |to: u32| {
                let ((x, y), (to_x, to_y)) = (middle(&hexes, node), middle(&hexes, to));
                ((x - to_x).hypot(y - to_y) - 1.0).abs() < 0.1
            };
            let due = (0..hexes.nodes()).filter(|&to| costs[node as usize].is_some() && is_near(to));
            let due: Vec<(u32, u32)> = due.filter_map(|to| Some((to, costs[to as usize]?))).collect();
            assert_eq!(found, due, "{node} in {hexes:?}");
        }
        let start = rng.u32(0..hexes.nodes());
        for goal in 0..hexes.nodes() {
            let due = search.dijkstra(&hexes, start, |node| node == goal, &mut path);
            assert!(hexes.estimate(start, goal) <= due.unwrap_or(NEVER), "{start} to {goal} in {hexes:?}");
            inexact += u32::from(due.is_some_and(|due| hexes.estimate(start, goal) < due));
            let route = search.route(&hexes, start, goal);
            assert_eq!(route.map(|route| route.cost), due);
            assert!(route.is_none_or(|route| route.nodes.first() == Some(&start) && route.nodes.last() == Some(&goal)));
        }
    }
    assert!(inexact > 1000, "{inexact}");
}

/// A path over open ground costs what is estimated.
#[test]
fn open_ground() {
    let hexes = Hexes::new(9, 8, |_, _| Some(4)).unwrap();
    let mut search = Search::for_graph(&hexes);
    for start in 0..hexes.nodes() {
        for goal in 0..hexes.nodes() {
            assert_eq!(search.route(&hexes, start, goal).unwrap().cost, hexes.estimate(start, goal));
        }
    }
}

#[test]
fn drawings_and_sizes() {
    let cost = |hex: char| hex.to_digit(10);
    let hexes = Hexes::from_text("1 2 #\n 3 4\n\n5", cost).unwrap();
    assert_eq!((hexes.width(), hexes.height(), hexes.max_cost()), (3, 4, 5));
    assert_eq!(hexes, Hexes::from_text("12#\n34#\n###\n5##", cost).unwrap());
    assert_eq!((hexes.node(2, 3), hexes.node(3, 0), hexes.node(0, 4)), (Some(11), None, None));
    for empty in ["", "\n \n"] {
        assert_eq!(Hexes::from_text(empty, cost), None);
    }
    for (width, height) in [(0, 5), (5, 0), (1 << 12, (1 << 11) + 1), (1 << 20, 1 << 20)] {
        assert_eq!(Hexes::new(width, height, |_, _| Some(1)), None);
    }
    assert_eq!(Search::default().route(&Hexes::new(2, 1, |_, _| None).unwrap(), 0, 1), None);
}
