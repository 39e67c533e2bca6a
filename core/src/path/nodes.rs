//! What a query knows of each node.
//!
//! Records are never cleared between queries: one counts only if the query under way wrote it. A record is 16 bytes, four to a cache line, and a look at a node is one look at
//! memory.

/// The parent of a node at which a search starts.
pub const NO_PARENT: u32 = u32::MAX;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Cost of the cheapest path that is known, from a start, below the age of the query that wrote
    /// it. Ages fall from query to query, so what older queries wrote is dearer than any path, and
    /// one comparison answers for nodes that are new and for those that are known: which of both a
    /// node is, a processor cannot guess.
    dated: u64,
    /// The node before it on that path.
    parent: u32,
    /// What the rest costs at least, by the query's estimate.
    estimate: u32,
}

/// A node that no query knows.
const UNKNOWN: Node = Node { dated: u64::MAX, parent: NO_PARENT, estimate: 0 };

/// The records of all nodes of a graph.
#[derive(Clone, Debug)]
pub struct Nodes {
    records: Vec<Node>,
    /// The age of the query, in the upper half.
    age: u64,
}

impl Default for Nodes {
    fn default() -> Self {
        Self { records: Vec::new(), age: u64::MAX << 32 }
    }
}

impl Nodes {
    /// Room for so many nodes; takes memory only if there were never so many.
    pub fn fit(&mut self, nodes: usize) {
        if self.records.len() < nodes {
            self.records.resize(nodes, UNKNOWN);
        }
    }

    /// Forgets everything.
    pub fn begin(&mut self) {
        if self.age == 0 {
            // Once in four thousand million queries.
            self.records.fill(UNKNOWN);
            self.age = u64::MAX << 32;
        }
        self.age -= 1 << 32;
    }

    /// What is known of a node, if anything.
    #[inline]
    fn get(&self, node: u32) -> Option<&Node> {
        self.records.get(node as usize).filter(|record| record.dated >> 32 == self.age >> 32)
    }

    /// Whether anything is known of a node.
    #[inline]
    pub fn is_known(&self, node: u32) -> bool {
        self.get(node).is_some()
    }

    /// Cost and parent of a node, if it is known.
    #[inline]
    pub fn cost_and_parent(&self, node: u32) -> Option<(u32, u32)> {
        self.get(node).map(|record| (cost_in(record.dated), record.parent))
    }

    /// Cost and parent of a node that is known; no parent where a search starts.
    #[inline]
    pub fn came(&self, node: u32) -> (u32, Option<u32>) {
        let record = &self.records[node as usize];
        (cost_in(record.dated), Some(record.parent).filter(|&parent| parent != NO_PARENT))
    }

    /// The cost of a node that is known.
    #[inline]
    pub fn cost(&self, node: u32) -> u32 {
        cost_in(self.records[node as usize].dated)
    }

    /// Whether a path is cheaper than what is known of the node where it ends.
    #[inline]
    pub fn is_cheaper(&self, node: u32, cost: u32) -> bool {
        self.age | u64::from(cost) < self.records[node as usize].dated
    }

    /// Writes a cheaper path to a node that is known; `None` if it is new. The answer is the
    /// estimate of what is left.
    #[inline]
    pub fn improve(&mut self, node: u32, cost: u32, parent: u32) -> Option<u32> {
        let record = &mut self.records[node as usize];
        (record.dated >> 32 == self.age >> 32).then(|| {
            (record.dated, record.parent) = (self.age | u64::from(cost), parent);
            record.estimate
        })
    }

    /// Writes the first record of a node in this query.
    #[inline]
    pub fn discover(&mut self, node: u32, cost: u32, parent: u32, estimate: u32) {
        self.records[node as usize] = Node { dated: self.age | u64::from(cost), parent, estimate };
    }

    /// Writes the known path to a node, from its start to itself; nothing if none is known.
    pub fn trace(&self, node: u32, path: &mut Vec<u32>) {
        path.clear();
        let mut at = node;
        while let Some(record) = self.get(at) {
            path.push(at);
            at = record.parent;
        }
        path.reverse();
    }
}

/// The lower half.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn cost_in(dated: u64) -> u32 {
    dated as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::NEVER;

    #[test]
    fn ages_that_begin_anew_know_nothing() {
        let mut nodes = Nodes::default();
        nodes.fit(3);
        nodes.begin();
        nodes.discover(1, 7, NO_PARENT, 0);
        assert_eq!(nodes.cost_and_parent(1), Some((7, NO_PARENT)));
        assert!(nodes.is_cheaper(1, 6) && !nodes.is_cheaper(1, 7) && nodes.is_cheaper(2, NEVER - 1));
        // The next query but one would be as old as the first.
        nodes.age = 1 << 32;
        for _ in 0..3 {
            nodes.begin();
            assert!((0..4).all(|node| !nodes.is_known(node)));
            assert!(nodes.is_cheaper(1, NEVER - 1) && nodes.improve(1, 3, 0).is_none());
            nodes.discover(1, 3, 0, 0);
            assert!(nodes.is_known(1) && !nodes.is_cheaper(1, 3));
        }
    }
}
