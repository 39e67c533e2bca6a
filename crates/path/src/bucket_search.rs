//! Queries in graphs whose steps are in a table.
//!
//! R. B. Dial's arrangement of the open list (*Algorithm 360*, CACM 12, 1969) in its plain form: an
//! array of nodes for each key of a small window. With the steps in a [table](Adjacency), a look
//! at a step is a handful of instructions, and in [`BucketSearch::reachable`] none of them is a branch that
//! a processor could guess wrong: every step writes its node behind the list where it belongs, and
//! the list grows if the node is to stay there.

use super::adjacency::{Adjacency, MOST_COST, Step};
use super::dijkstra::Reached;
use super::nodes::Nodes;

/// Costs that wait at a time in Dijkstra's algorithm: more than a step costs.
const COSTS: usize = MOST_COST as usize + 1;
/// Keys that wait at a time in A*, where a step changes both cost and estimate.
const KEYS: usize = 2 * COSTS;

/// The memory of queries in tables, about 80 bytes for each node, most of which are never touched.
///
/// Made for a table, it answers any number of queries without allocating, in that table and in every other one with at
/// most as many nodes.
#[derive(Clone, Debug, Default)]
pub struct BucketSearch {
    nodes: Nodes,
    /// The nodes that wait, list by list.
    lists: Vec<u16>,
    /// Places of a list: a node is in it at most once, and one more is written in vain.
    room: usize,
    settled: Vec<u32>,
    expanded: u64,
}

impl BucketSearch {
    /// Memory for all queries in a table.
    #[must_use]
    pub fn for_table<const DEGREE: usize>(table: &Adjacency<DEGREE>) -> Self {
        let mut dial = Self::default();
        dial.fit(table.nodes());
        dial
    }

    /// The number of nodes whose steps the last query looked at.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Takes what memory is still missing.
    fn fit(&mut self, nodes: usize) {
        if self.room <= nodes {
            self.nodes.fit(nodes);
            self.room = nodes + 1;
            // Anew, not longer: untouched memory is not taken then.
            self.lists = vec![0; self.room * KEYS];
            self.settled = vec![0; nodes + 1];
        }
    }

    /// All nodes to which a path from one of `starts` costs at most `budget`; starts outside the
    /// graph play no part.
    ///
    /// ```
    /// use boardbots_path::Graph;
    /// use boardbots_path::adjacency::Adjacency;
    /// use boardbots_path::bucket_search::BucketSearch;
    /// /// Ten places in a row: to the right costs 1, to the left 2.
    /// struct Row;
    /// impl Graph for Row {
    ///     fn nodes(&self) -> u32 { 10 }
    ///     fn max_cost(&self) -> u32 { 2 }
    ///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
    ///         if node < 9 { visit(node + 1, 1) }
    ///         if node > 0 { visit(node - 1, 2) }
    ///     }
    /// }
    /// let mut table = Adjacency::<2>::default();
    /// table.write(&Row)?;
    /// let mut dial = BucketSearch::for_table(&table);
    /// let reached = dial.reachable(&table, &[5], 2);
    /// assert_eq!(reached.order(), [5, 6, 4, 7]);
    /// assert_eq!((reached.cost(7), reached.parent(7), reached.cost(3)), (Some(2), Some(6), None));
    /// # Ok::<(), boardbots_path::adjacency::Misfit>(())
    /// ```
    pub fn reachable<const DEGREE: usize>(
        &mut self,
        table: &Adjacency<DEGREE>,
        starts: &[u32],
        budget: u32,
    ) -> Reached<'_> {
        self.fit(table.nodes());
        self.nodes.begin(table.nodes());
        let (room, lists, settled) = (self.room, &mut self.lists[..], &mut self.settled[..]);
        let mut book = self.nodes.book();
        // Where each list ends: what comes next is written there.
        let (mut ends, mut count) = (std::array::from_fn::<_, COSTS, _>(|list| list * room), 0);
        for &start in starts {
            if (start as usize) < table.nodes() && book.offer(true, start, 0, start) {
                lists[ends[0]] = narrow(start);
                ends[0] += 1;
            }
        }
        let (mut cost, mut empty) = (0, 0);
        while empty < COSTS {
            let list = cost as usize % COSTS;
            let first = list * room;
            let mut at = first;
            // Steps for nothing make it longer.
            while at < ends[list] {
                let node = u32::from(lists[at]);
                at += 1;
                // A node to which a cheaper path was found later is settled already; its steps change nothing.
                settled[count] = node;
                count += usize::from(book.cost(node) == cost);
                for &Step { to, cost: step } in &table.steps[node as usize] {
                    let reached = cost + u32::from(step);
                    let better = book.offer(reached <= budget, u32::from(to), reached, node);
                    let list = reached as usize % COSTS;
                    lists[ends[list]] = to;
                    ends[list] += usize::from(better);
                }
            }
            empty = if at == first { empty + 1 } else { 0 };
            ends[list] = first;
            cost += 1;
        }
        self.expanded = count as u64;
        Reached { nodes: &self.nodes, order: &self.settled[..count] }
    }

    /// The cost of the cheapest path from `start` to the nearest goal; `None` if there is no path or no
    /// such node. The path, both ends included, is written to `path`, which is empty if there is none.
    ///
    /// `estimate` must be consistent: no step may lower it by more than the step costs, and none may
    /// raise it by more than [`MOST_COST`]; goals have 0. [`Search::a_star_to`] takes others.
    ///
    /// [`Search::a_star_to`]: super::Search::a_star_to
    ///
    /// # Panics
    /// If the estimate is not consistent, the path may not be the cheapest, or the search may panic.
    pub fn a_star_to<const DEGREE: usize>(
        &mut self,
        table: &Adjacency<DEGREE>,
        start: u32,
        estimate: impl Fn(u32) -> u32,
        is_goal: impl Fn(u32) -> bool,
        path: &mut Vec<u32>,
    ) -> Option<u32> {
        path.clear();
        self.fit(table.nodes());
        self.nodes.begin(table.nodes());
        self.expanded = 0;
        if start as usize >= table.nodes() {
            return None;
        }
        let (room, lists) = (self.room, &mut self.lists[..]);
        let mut book = self.nodes.book();
        book.offer(true, start, 0, start);
        let mut key = estimate(start);
        let (mut ends, mut occupied) =
            (std::array::from_fn::<_, KEYS, _>(|list| list * room), 1_u32 << (key as usize % KEYS));
        lists[ends[key as usize % KEYS]] = narrow(start);
        ends[key as usize % KEYS] += 1;
        while occupied != 0 {
            key = key.wrapping_add(occupied.rotate_right(key % u32::BITS).trailing_zeros());
            let list = key as usize % KEYS;
            ends[list] -= 1;
            let end = ends[list];
            occupied &= !(u32::from(end == list * room) << list);
            let node = u32::from(lists[end]);
            // It was taken before with a lower key.
            let Some(cost) = book.close(node) else { continue };
            if is_goal(node) {
                self.nodes.trace(node, path);
                return Some(cost);
            }
            self.expanded += 1;
            for &Step { to, cost: step } in &table.steps[node as usize] {
                let reached = cost + u32::from(step);
                // With an estimate to be made if so, a branch is cheaper than none.
                if book.offer(true, u32::from(to), reached, node) {
                    let list = reached.wrapping_add(estimate(u32::from(to))) as usize % KEYS;
                    lists[ends[list]] = to;
                    ends[list] += 1;
                    occupied |= 1 << list;
                }
            }
        }
        None
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a table has 65536 nodes at most")]
fn narrow(node: u32) -> u16 {
    node as u16
}

const _: () = assert!(KEYS == u32::BITS as usize, "a bit for each list");
