//! What a query knows of each node.
//!
//! Records are never cleared between queries: one counts only if it bears the stamp of the query
//! under way. A record is 16 bytes, four to a cache line, and a look at a node is one look at
//! memory.

/// The parent of a node at which a search starts.
pub const NO_PARENT: u32 = u32::MAX;

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The query that wrote this.
    stamp: u32,
    /// Cost of the cheapest path that is known, from a start.
    pub cost: u32,
    /// The node before it on that path.
    pub parent: u32,
    /// What the rest costs at least, by the query's estimate.
    pub estimate: u32,
}

/// The records of all nodes of a graph.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    records: Vec<Node>,
    stamp: u32,
}

impl Nodes {
    /// Room for so many nodes; takes memory only if there were never so many.
    pub fn fit(&mut self, nodes: usize) {
        if self.records.len() < nodes {
            self.records.resize(nodes, Node::default());
        }
    }

    /// Forgets everything.
    pub fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            // Once in four thousand million queries: records of the first of them look new.
            self.records.fill(Node::default());
            self.stamp = 1;
        }
    }

    /// What is known of a node, if anything.
    #[inline]
    pub fn get(&self, node: u32) -> Option<&Node> {
        self.records.get(node as usize).filter(|record| record.stamp == self.stamp)
    }

    /// The record of a node, and whether this query has written it before.
    #[inline]
    pub fn entry(&mut self, node: u32) -> (&mut Node, bool) {
        let record = &mut self.records[node as usize];
        let known = record.stamp == self.stamp;
        (record, known)
    }

    /// Writes the first record of a node in this query.
    #[inline]
    pub fn discover(&mut self, node: u32, cost: u32, parent: u32, estimate: u32) {
        self.records[node as usize] = Node { stamp: self.stamp, cost, parent, estimate };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_that_begin_anew_know_nothing() {
        let mut nodes = Nodes::default();
        nodes.fit(3);
        nodes.begin();
        nodes.discover(1, 7, NO_PARENT, 0);
        assert_eq!(nodes.get(1).map(|record| record.cost), Some(7));
        // The next query would bear the stamp of the first, after one with the stamp of a new record.
        nodes.stamp = u32::MAX;
        for _ in 0..3 {
            nodes.begin();
            assert!((0..4).all(|node| nodes.get(node).is_none()));
        }
    }
}
