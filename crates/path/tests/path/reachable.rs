//! What is reachable within a budget, against Bellman and Ford.

use super::graphs::Lists;
use boardbots_path::{NEVER, Search};
use fastrand::Rng;

#[test]
fn random_graphs() {
    let mut rng = Rng::with_seed(72);
    let (mut search, mut path, mut most) = (Search::default(), Vec::new(), 0);
    for _ in 0..6000 {
        let graph = Lists::random(&mut rng);
        let nodes = u32::try_from(graph.steps.len()).unwrap();
        let spread = [1, 3, 100, 20_000][rng.u32(0..4) as usize];
        let starts: Vec<(u32, u32)> = (0..rng.u32(0..4)).map(|_| (rng.u32(0..nodes), rng.u32(0..spread))).collect();
        let budget = [0, 3, 40, 900, 50_000, NEVER][rng.u32(0..6) as usize];
        let counted: Vec<_> = starts.iter().copied().filter(|&(_, cost)| cost <= budget).collect();
        let due = graph.costs(&counted);
        let within: Vec<u32> = (0..nodes).filter(|&n| due[n as usize] != NEVER && due[n as usize] <= budget).collect();
        // A start outside the graph plays no part.
        let given: Vec<_> = starts.iter().copied().chain([(nodes, 0), (NEVER, 0)]).collect();
        let reached = search.reachable(&graph, &given, budget);
        let mut order = reached.order().to_vec();
        assert!(order.is_sorted_by_key(|&node| due[node as usize]), "{order:?} {due:?}");
        assert!(reached.iter().eq(order.iter().map(|&node| (node, due[node as usize]))));
        order.sort_unstable();
        assert_eq!(order, within, "{graph:?} {starts:?} {budget}");
        most = most.max(within.len());
        for node in 0..nodes {
            reached.path(node, &mut path);
            if within.binary_search(&node).is_err() {
                assert_eq!((reached.cost(node), reached.parent(node)), (None, None));
                assert!(path.is_empty());
                continue;
            }
            let cost = due[node as usize];
            assert_eq!(reached.cost(node), Some(cost));
            assert_eq!(path.last(), Some(&node));
            assert_eq!(reached.parent(node), path.iter().rev().nth(1).copied());
            let begun = counted.iter().filter(|&&(start, _)| start == path[0]).map(|&(_, cost)| cost).min();
            assert_eq!(begun.map(|begun| begun + graph.cost_of(&path)), Some(cost), "{path:?}");
        }
        assert_eq!((reached.cost(nodes), reached.cost(NEVER), reached.parent(NEVER)), (None, None, None));
    }
    assert!(most > 40, "{most}");
}
