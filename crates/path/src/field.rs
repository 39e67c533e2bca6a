//! Distance fields: how far every node of a graph is from one source, when all steps are alike.
//!
//! Breadth-first search (E. F. Moore, *The shortest path through a maze*, 1959) over dense node
//! numbers, `O(nodes + edges)`, into buffers of the caller, so that a query does not allocate.

use super::graph::Graph;

/// A number of steps in one or two bytes.
pub trait Steps: Copy + Eq {
    /// The source itself.
    const NONE: Self;
    /// The distance of a node that cannot be reached.
    const UNREACHED: Self;
    /// The largest distance that is stored; farther nodes get this one.
    const FAR: Self;
    /// One step more, at most [`Steps::FAR`].
    #[must_use]
    fn farther(self) -> Self;
}

impl Steps for u8 {
    const NONE: Self = 0;
    const UNREACHED: Self = Self::MAX;
    const FAR: Self = Self::MAX - 1;

    fn farther(self) -> Self {
        self.saturating_add(1).min(Self::FAR)
    }
}

impl Steps for u16 {
    const NONE: Self = 0;
    const UNREACHED: Self = Self::MAX;
    const FAR: Self = Self::MAX - 1;

    fn farther(self) -> Self {
        self.saturating_add(1).min(Self::FAR)
    }
}

/// Fills `field` with the number of steps from `source` to every node; what steps cost plays no
/// part.
///
/// Only where steps lead from the source counts, not whether one leads to it. `field` has one place
/// for each node, `queue` one more; its content does not matter.
///
/// ```
/// use boardbots_path::Graph;
/// use boardbots_path::field::{Steps, distance_field};
/// /// A path of four nodes, and one apart.
/// struct Path;
/// impl Graph for Path {
///     fn nodes(&self) -> u32 { 5 }
///     fn max_cost(&self) -> u32 { 1 }
///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
///         if node < 3 { visit(node + 1, 1) }
///         if (1..4).contains(&node) { visit(node - 1, 1) }
///     }
/// }
/// let (mut field, mut queue) = ([0_u8; 5], [0; 6]);
/// distance_field(&Path, 1, &mut field, &mut queue);
/// assert_eq!(field, [1, 0, 1, 2, u8::UNREACHED]);
/// ```
///
/// # Panics
/// If a buffer is too short, or a node number is not below the length of `field`.
pub fn distance_field<G: Graph, S: Steps>(graph: &G, source: u32, field: &mut [S], queue: &mut [u32]) {
    assert!(queue.len() > field.len(), "a queue of {} places for {} nodes", queue.len(), field.len());
    field.fill(S::UNREACHED);
    field[source as usize] = S::NONE;
    queue[0] = source;
    let (mut head, mut tail) = (0, 1);
    while head < tail {
        let node = queue[head];
        head += 1;
        let next = field[node as usize].farther();
        graph.successors(node, |to, _| {
            // Without a branch, which would be guessed wrong half of the time: every node goes to
            // the end of the queue, and stays there if it is new.
            let known = &mut field[to as usize];
            let new = *known == S::UNREACHED;
            *known = if new { next } else { *known };
            queue[tail] = to;
            tail += usize::from(new);
        });
    }
}
