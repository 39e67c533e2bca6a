//! Random graphs, and what Bellman and Ford say of them.

use boardbots_path::{Graph, NEVER};
use fastrand::Rng;

/// Lists of steps with costs.
#[derive(Clone, Debug)]
pub struct Lists {
    pub steps: Vec<Vec<(u32, u32)>>,
    /// What the graph says of its costs.
    pub max_cost: u32,
}

impl Graph for Lists {
    fn nodes(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap()
    }

    fn max_cost(&self) -> u32 {
        self.max_cost
    }

    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        for &(to, cost) in &self.steps[node as usize] {
            visit(to, cost);
        }
    }
}

impl Lists {
    /// Sparse or dense, with loops, double steps and steps for nothing; costs are small, or large, or
    /// larger than any window of the queue, and now and then larger than the graph says.
    pub fn random(rng: &mut Rng) -> Self {
        let nodes = rng.u32(1..60);
        let degree = rng.u32(1..7);
        let (least, most) =
            [(0, 1), (1, 1), (0, 3), (1, 10), (0, 200), (400, 577), (0, 30_000)][rng.u32(0..7) as usize];
        let list = |rng: &mut Rng| -> Vec<(u32, u32)> {
            (0..rng.u32(0..degree)).map(|_| (rng.u32(0..nodes), rng.u32(least..=most))).collect()
        };
        let steps = (0..nodes).map(|_| list(rng)).collect();
        Self { steps, max_cost: if rng.u32(0..4) == 0 { most / 2 } else { most } }
    }

    /// The same steps backwards.
    pub fn reversed(&self) -> Self {
        let mut steps = vec![Vec::new(); self.steps.len()];
        for (from, list) in (0..).zip(&self.steps) {
            for &(to, cost) in list {
                steps[to as usize].push((from, cost));
            }
        }
        Self { steps, max_cost: self.max_cost }
    }

    /// What it costs to come from the nearest of `starts` to every node, or [`NEVER`], as Bellman and
    /// Ford find it.
    pub fn costs(&self, starts: &[(u32, u32)]) -> Vec<u32> {
        let mut costs = vec![NEVER; self.steps.len()];
        for &(node, cost) in starts {
            costs[node as usize] = costs[node as usize].min(cost);
        }
        loop {
            let before = costs.clone();
            for (from, list) in self.steps.iter().enumerate().filter(|&(from, _)| before[from] != NEVER) {
                for &(to, cost) in list {
                    costs[to as usize] = costs[to as usize].min(before[from] + cost);
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// What a path costs if every step takes the cheapest edge; panics where there is none.
    pub fn cost_of(&self, path: &[u32]) -> u32 {
        path.windows(2)
            .map(|step| {
                let list = self.steps[step[0] as usize].iter().filter(|&&(to, _)| to == step[1]);
                list.map(|&(_, cost)| cost).min().unwrap_or_else(|| panic!("no step {step:?}"))
            })
            .sum()
    }
}
