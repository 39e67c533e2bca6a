//! Queries in graphs that are written out, against Bellman and Ford.

use super::graphs::Lists;
use boardbots_path::adjacency::{Adjacency, MOST_COST, MOST_NODES, Misfit};
use boardbots_path::bucket_search::BucketSearch;
use boardbots_path::{Graph, NEVER};
use fastrand::Rng;

/// Up to five steps from each node, with loops, double steps and steps for nothing.
fn random(rng: &mut Rng) -> Lists {
    let nodes = rng.u32(1..60);
    let (degree, most) = (rng.u32(1..6), rng.u32(0..=MOST_COST));
    let mut list = || (0..rng.u32(0..=degree)).map(|_| (rng.u32(0..nodes), rng.u32(0..=most))).collect();
    Lists { steps: (0..nodes).map(|_| list()).collect(), max_cost: most }
}

#[test]
fn everything_within_a_budget() {
    let mut rng = Rng::with_seed(78);
    let (mut dial, mut table, mut path, mut most) = (BucketSearch::default(), Adjacency::<5>::default(), Vec::new(), 0);
    for _ in 0..6000 {
        let graph = random(&mut rng);
        table.write(&graph).unwrap();
        let nodes = graph.nodes();
        let starts: Vec<u32> = (0..rng.u32(0..4)).map(|_| rng.u32(0..nodes)).collect();
        let budget = [0, 3, 17, 40, NEVER][rng.u32(0..5) as usize];
        let due = graph.costs(&starts.iter().map(|&start| (start, 0)).collect::<Vec<_>>());
        let within: Vec<u32> = (0..nodes).filter(|&n| due[n as usize] != NEVER && due[n as usize] <= budget).collect();
        // A start outside the graph plays no part, and the same once more neither.
        let given: Vec<u32> = starts.iter().chain(&starts).copied().chain([nodes, NEVER]).collect();
        let reached = dial.reachable(&table, &given, budget);
        let mut order = reached.order().to_vec();
        assert!(reached.iter().eq(order.iter().map(|&node| (node, due[node as usize]))));
        assert!(order.is_sorted_by_key(|&node| due[node as usize]), "{order:?} {due:?}");
        order.sort_unstable();
        assert_eq!(order, within, "{graph:?} {starts:?} {budget}");
        most = most.max(within.len());
        for node in 0..nodes {
            reached.path(node, &mut path);
            let Some(cost) = reached.cost(node) else {
                assert!(path.is_empty() && within.binary_search(&node).is_err(), "{graph:?} {node} {budget}");
                continue;
            };
            assert_eq!((cost, path.last()), (due[node as usize], Some(&node)));
            assert!(starts.contains(&path[0]));
            assert_eq!(graph.cost_of(&path), cost, "{path:?}");
        }
        assert_eq!(dial.expanded(), within.len() as u64);
    }
    assert!(most > 40, "{most}");
}

#[test]
fn cheapest_paths() {
    let mut rng = Rng::with_seed(79);
    let (mut dial, mut table, mut path, mut far) = (BucketSearch::default(), Adjacency::<5>::default(), Vec::new(), 0);
    for _ in 0..6000 {
        let graph = random(&mut rng);
        table.write(&graph).unwrap();
        let nodes = graph.nodes();
        let goals: Vec<(u32, u32)> = (0..rng.u32(0..4)).map(|_| (rng.u32(0..nodes), 0)).collect();
        let rest = graph.reversed().costs(&goals);
        // Consistent estimates: none, half of what is right, and what is right near the goal.
        let kind = rng.u32(0..3);
        let estimate = |node: u32| {
            [0, (rest[node as usize] / 2).min(MOST_COST), rest[node as usize].min(MOST_COST)][kind as usize]
        };
        for start in 0..nodes.min(9) {
            let due = Some(rest[start as usize]).filter(|&cost| cost != NEVER);
            let is_goal = |node| goals.contains(&(node, 0));
            let found = dial.a_star_to(&table, start, estimate, is_goal, &mut path);
            assert_eq!(found, due, "{start} to {goals:?}, estimates {kind}, in {graph:?}");
            if let Some(cost) = due {
                assert_eq!((path[0], graph.cost_of(&path)), (start, cost));
                assert!(is_goal(*path.last().unwrap()));
                far = far.max(cost);
            }
            assert!(due.is_some() || path.is_empty());
            assert!(dial.expanded() <= nodes.into());
        }
        for outside in [nodes, NEVER] {
            path.push(0);
            assert_eq!(dial.a_star_to(&table, outside, |_| 0, |_| true, &mut path), None);
            assert!(path.is_empty());
        }
    }
    assert!(far > 64, "{far}");
}

#[test]
fn what_does_not_fit() {
    let mut table = Adjacency::<2>::default();
    let lists = |steps: &[(u32, u32)]| Lists { steps: vec![Vec::new(), steps.to_vec()], max_cost: 99 };
    assert_eq!(table.write(&lists(&[(0, MOST_COST), (1, 0)])), Ok(()));
    assert_eq!(table.nodes(), 2);
    for (steps, misfit) in [
        (&[(0, 1), (1, 1), (0, 2)][..], Misfit::Degree(1)),
        (&[(0, MOST_COST + 1)], Misfit::Step(1)),
        (&[(2, 1)], Misfit::Step(1)),
    ] {
        assert_eq!(table.write(&lists(steps)), Err(misfit));
        assert_eq!(table.nodes(), 0);
        assert!(BucketSearch::default().reachable(&table, &[0], 9).order().is_empty());
        assert!(!misfit.to_string().is_empty());
    }
    let wide = Lists { steps: vec![Vec::new(); MOST_NODES as usize + 1], max_cost: 1 };
    assert_eq!(table.write(&wide), Err(Misfit::Nodes));
    let full = Lists { steps: vec![vec![(MOST_NODES - 1, 1)]; MOST_NODES as usize], max_cost: 1 };
    assert_eq!(table.write(&full), Ok(()));
    assert_eq!(BucketSearch::for_table(&table).reachable(&table, &[0], 9).order(), [0, MOST_NODES - 1]);
}
