//! A*, Dijkstra's algorithm and greedy search on random graphs, against Bellman and Ford.

use super::graphs::Lists;
use boardbots_path::{NEVER, Search};
use fastrand::Rng;

/// A query and what is true of it.
struct Query {
    start: u32,
    goals: Vec<bool>,
    /// From every node to the nearest goal.
    rest: Vec<u32>,
}

impl Query {
    fn random(graph: &Lists, rng: &mut Rng) -> Self {
        let nodes = u32::try_from(graph.steps.len()).unwrap();
        // Few goals, or none at all.
        let goals: Vec<(u32, u32)> = (0..rng.u32(0..4)).map(|_| (rng.u32(0..nodes), 0)).collect();
        let mut set = vec![false; graph.steps.len()];
        for &(goal, _) in &goals {
            set[goal as usize] = true;
        }
        Self { start: rng.u32(0..nodes), goals: set, rest: graph.reversed().costs(&goals) }
    }

    fn due(&self) -> Option<u32> {
        Some(self.rest[self.start as usize]).filter(|&cost| cost != NEVER)
    }

    fn is_goal(&self, node: u32) -> bool {
        self.goals[node as usize]
    }

    /// Admissible estimates: nothing, exact ones, and what is consistent only by chance.
    fn estimates(&self, rng: &mut Rng) -> Vec<u32> {
        let kind = rng.u32(0..4);
        let mut draw = |rest: u32| match (kind, rest) {
            (0, _) => 0,
            (1, _) => rest,
            // Where there is no way, anything is a lower bound.
            (_, NEVER) => [0, 5, 1_000_000, NEVER - 1, NEVER][rng.u32(0..5) as usize],
            (2, _) => rng.u32(0..=rest),
            _ => [0, rest][rng.u32(0..2) as usize],
        };
        self.rest.iter().map(|&rest| draw(rest)).collect()
    }

    /// Whether a path leads from the start to a goal.
    fn check(&self, graph: &Lists, path: &[u32], cost: Option<u32>) {
        if cost.is_none() {
            assert!(path.is_empty(), "{path:?}");
            return;
        }
        assert_eq!(path[0], self.start);
        assert!(self.is_goal(*path.last().unwrap()), "{path:?}");
        graph.cost_of(path);
        let mut nodes = path.to_vec();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), path.len(), "nothing twice in {path:?}");
    }
}

#[test]
fn random_graphs() {
    let mut rng = Rng::with_seed(71);
    // One memory for all, as it grows; and one that has never seen another graph.
    let (mut used, mut path, mut found, mut reopened) = (Search::default(), vec![9; 9], 0, 0);
    for round in 0..6000 {
        let graph = Lists::random(&mut rng);
        let mut fresh = Search::for_graph(&graph);
        for _ in 0..3 {
            let query = Query::random(&graph, &mut rng);
            let search = if rng.bool() { &mut used } else { &mut fresh };
            let due = query.due();
            found += u32::from(due.is_some());
            let estimates = query.estimates(&mut rng);
            let estimate = |node: u32| estimates[node as usize];
            let is_goal = |node: u32| query.is_goal(node);

            let cost = search.dijkstra(&graph, query.start, is_goal, &mut path);
            assert_eq!(cost, due, "Dijkstra, round {round}: {graph:?}");
            query.check(&graph, &path, cost);
            assert_eq!(graph.cost_of(&path), due.unwrap_or(0));
            assert!(search.expanded() <= graph.steps.len() as u64);

            let cost = search.a_star_to(&graph, query.start, estimate, is_goal, &mut path);
            assert_eq!(cost, due, "A*, round {round}: {graph:?} {estimates:?}");
            query.check(&graph, &path, cost);
            assert_eq!(graph.cost_of(&path), due.unwrap_or(0), "{path:?} {graph:?}");
            reopened += u32::from(search.expanded() > graph.steps.len() as u64);

            let blind = estimates.iter().map(|&rest| if rest == NEVER { 0 } else { rest }).collect::<Vec<_>>();
            let cost = search.best_first(&graph, query.start, |node| blind[node as usize], is_goal, &mut path);
            assert_eq!(cost.is_some(), due.is_some(), "greedy, round {round}: {graph:?}");
            query.check(&graph, &path, cost);
            assert!(graph.cost_of(&path) <= cost.unwrap_or(0) && cost >= due);
            assert!(search.expanded() <= graph.steps.len() as u64);
        }
    }
    assert!(found > 5000, "{found}");
    assert!(reopened > 0, "no estimate was inconsistent enough");
}

#[test]
fn odd_starts() {
    let graph = Lists { steps: vec![vec![(1, 0)], vec![(0, 0)], vec![(0, u32::MAX), (1, u32::MAX - 1)]], max_cost: 1 };
    let (mut search, mut path) = (Search::for_graph(&graph), vec![5]);
    assert_eq!(search.a_star(&graph, 1, 1, &mut path), Some(0));
    assert_eq!(path, [1]);
    assert_eq!(search.a_star(&graph, 0, 1, &mut path), Some(0));
    assert_eq!(path, [0, 1]);
    for outside in [3, u32::MAX] {
        assert_eq!(search.a_star(&graph, outside, 1, &mut path), None);
        assert_eq!(search.a_star(&graph, 1, outside, &mut path), None);
        assert_eq!(search.dijkstra(&graph, outside, |_| true, &mut path), None);
        assert_eq!(search.best_first(&graph, outside, |_| 0, |_| true, &mut path), None);
        assert!(path.is_empty());
    }
    let empty = Lists { steps: Vec::new(), max_cost: 0 };
    assert_eq!(search.dijkstra(&empty, 0, |_| true, &mut path), None);
}
