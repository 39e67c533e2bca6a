//! The state of each node in a query.
//!
//! A record is 8 bytes, eight to a cache line, since large graphs are as fast as their records come
//! from memory. Records are not cleared between queries: one counts only if the query under way
//! wrote it.

use super::graph::NEVER;

/// A node that no query knows.
const UNKNOWN: u64 = u64::MAX;
/// Below the cost: the flag and the parent.
const BITS: u32 = 24;
/// The flag of a node that has been taken out of the queue, for searches that use it.
const CLOSED: u64 = 1 << (BITS - 1);
/// All bits of a parent: graphs have 2²³ nodes at most.
const PARENT: u64 = CLOSED - 1;
/// Between two ages.
const AGE: u64 = 1 << (BITS + 32);
/// The first age.
const OLDEST: u64 = u64::MAX << (BITS + 32);

/// The records of all nodes of a graph.
///
/// A record is, from the highest bit: the age of the query that wrote it, the cost of the cheapest
/// path from a start that is known, a flag, and the node before it on that path; a start comes
/// before itself. Ages fall from query to query, so what older queries wrote is dearer than any path,
/// and one comparison answers for nodes that are new and for those that are known: which of both a
/// node is, a processor cannot guess.
#[derive(Clone, Debug)]
pub struct Nodes {
    records: Vec<u64>,
    /// Records from this one on have never been written since all were cleared.
    used: usize,
    /// The age of the query, in its place.
    age: u64,
}

impl Default for Nodes {
    fn default() -> Self {
        Self { records: Vec::new(), used: 0, age: OLDEST }
    }
}

impl Nodes {
    /// Room for this number of nodes, up to 2²³; allocates only if there was never room for as many.
    pub fn fit(&mut self, nodes: usize) {
        if self.records.len() < nodes {
            assert!(nodes as u64 <= PARENT + 1, "{nodes} nodes are more than 2^23");
            self.records.resize(nodes, UNKNOWN);
        }
    }

    /// Forgets everything; the query will write records of the first `nodes` nodes only.
    pub fn begin(&mut self, nodes: usize) {
        if self.age == 0 {
            // Once in 256 queries.
            self.records[..self.used].fill(UNKNOWN);
            (self.used, self.age) = (0, OLDEST);
        } else {
            self.age -= AGE;
        }
        self.used = self.used.max(nodes);
    }

    /// True if a path to a node is known; false outside the graph.
    #[inline]
    pub fn is_known(&self, node: u32) -> bool {
        // No path costs as much.
        self.records.get(node as usize).is_some_and(|&record| record < dated(self.age, NEVER))
    }

    /// Cost and parent of a node that is known; a start is its own parent.
    #[inline]
    pub fn came(&self, node: u32) -> (u32, u32) {
        let record = self.records[node as usize];
        (cost_in(record), parent_in(record))
    }

    /// The cost of a node that is known.
    #[inline]
    pub fn cost(&self, node: u32) -> u32 {
        cost_in(self.records[node as usize])
    }

    /// To write, and for loops that look at many nodes.
    pub fn book(&mut self) -> Book<'_> {
        Book { records: &mut self.records, age: self.age }
    }

    /// Writes the known path to a node, from its start to itself; nothing if none is known.
    pub fn trace(&self, node: u32, path: &mut Vec<u32>) {
        path.clear();
        if !self.is_known(node) {
            return;
        }
        let (mut at, mut parent) = (node, self.came(node).1);
        path.push(at);
        while parent != at {
            at = parent;
            path.push(at);
            parent = self.came(at).1;
        }
        path.reverse();
    }
}

/// The records in a loop that looks at many, with all that the loop needs of them at hand.
#[derive(Debug)]
pub struct Book<'a> {
    records: &'a mut [u64],
    age: u64,
}

#[expect(clippy::inline_always, reason = "a call takes as long as what is called, and the optimiser leaves some")]
impl Book<'_> {
    /// The cost of a node that is known.
    #[inline(always)]
    pub fn cost(&self, node: u32) -> u32 {
        cost_in(self.records[node as usize])
    }

    /// Cost and parent of a node that is known; a start is its own parent.
    #[inline(always)]
    pub fn came(&self, node: u32) -> (u32, u32) {
        let record = self.records[node as usize];
        (cost_in(record), parent_in(record))
    }

    /// True if a path is cheaper than the known one to the node where it ends.
    #[inline(always)]
    pub fn is_cheaper(&self, node: u32, cost: u32) -> bool {
        dated(self.age, cost) | CLOSED | PARENT < self.records[node as usize]
    }

    /// Writes a path that is cheaper than the known one.
    #[inline(always)]
    pub fn write(&mut self, node: u32, cost: u32, parent: u32) {
        self.records[node as usize] = dated(self.age, cost) | u64::from(parent);
    }

    /// Writes a path if it is allowed and cheaper than the known one; true if it was written.
    #[inline(always)]
    #[expect(clippy::needless_bitwise_bool, reason = "without a branch")]
    pub fn offer(&mut self, allowed: bool, node: u32, cost: u32, parent: u32) -> bool {
        let dated = dated(self.age, cost);
        let record = &mut self.records[node as usize];
        let better = allowed & (dated | CLOSED | PARENT < *record);
        *record = if better { dated | u64::from(parent) } else { *record };
        better
    }

    /// The cost of a node that is known, at the first time since a path to it was written.
    #[inline(always)]
    pub fn close(&mut self, node: u32) -> Option<u32> {
        let record = &mut self.records[node as usize];
        let open = *record & CLOSED == 0;
        *record |= CLOSED;
        open.then(|| cost_in(*record))
    }
}

/// The record of a path that costs so much, without its parent.
#[inline]
fn dated(age: u64, cost: u32) -> u64 {
    age | u64::from(cost) << BITS
}

/// The cost in a record.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the age is cut off")]
fn cost_in(record: u64) -> u32 {
    (record >> BITS) as u32
}

/// The parent in a record.
#[inline]
fn parent_in(record: u64) -> u32 {
    (record & PARENT) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_that_begin_anew_know_nothing() {
        let mut nodes = Nodes::default();
        nodes.fit(3);
        for round in 0..1000 {
            nodes.begin(3);
            assert!((0..4).all(|node| !nodes.is_known(node)), "{round}");
            assert!(nodes.book().is_cheaper(2, NEVER - 1) && nodes.book().is_cheaper(0, NEVER - 1));
            nodes.book().write(2, 3, 1);
            assert!(nodes.is_known(2) && !nodes.book().is_cheaper(2, 3) && nodes.book().is_cheaper(2, 2));
            assert_eq!((nodes.came(2), nodes.cost(2)), ((3, 1), 3));
        }
    }

    #[test]
    fn the_largest_parts() {
        let mut nodes = Nodes::default();
        nodes.fit(1 << 23);
        nodes.begin(1 << 23);
        let last = (1 << 23) - 1;
        nodes.book().write(last, NEVER - 1, last);
        assert_eq!(nodes.came(last), (NEVER - 1, last));
        assert!(nodes.is_known(last) && !nodes.is_known(last - 1) && !nodes.is_known(last + 1));
    }
}
