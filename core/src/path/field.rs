//! Distance fields: how far every node of an unweighted graph is from one source.
//!
//! Breadth-first search over dense node numbers, `O(nodes + edges)`, into buffers of the
//! caller, so that a query does not allocate.

/// The distance of a node that cannot be reached.
pub const UNREACHED: u8 = u8::MAX;
/// The largest distance told apart; farther nodes get this one.
pub const FAR: u8 = UNREACHED - 1;

/// Fills `field` with the number of steps from `source` to every node.
///
/// `successors(node, visit)` calls `visit` for each node that can be stepped to; whether the
/// source itself could be stepped on plays no part. `field` and `queue` have one place for
/// each node.
///
/// ```
/// use boardbots_core::path::field::{distance_field, UNREACHED};
/// // A path of four nodes, and one apart.
/// let next = [vec![1], vec![0, 2], vec![1, 3], vec![2], vec![]];
/// let (mut field, mut queue) = ([0; 5], [0; 5]);
/// distance_field(0, &mut field, &mut queue, |node, visit| next[node as usize].iter().copied().for_each(visit));
/// assert_eq!(field, [0, 1, 2, 3, UNREACHED]);
/// ```
///
/// # Panics
/// If a node number is not below the length of both buffers.
pub fn distance_field(source: u16, field: &mut [u8], queue: &mut [u16], successors: impl Fn(u16, &mut dyn FnMut(u16))) {
    field.fill(UNREACHED);
    field[usize::from(source)] = 0;
    queue[0] = source;
    let (mut head, mut tail) = (0, 1);
    while head < tail {
        let node = queue[head];
        head += 1;
        let next = field[usize::from(node)].saturating_add(1).min(FAR);
        successors(node, &mut |to| {
            if field[usize::from(to)] == UNREACHED {
                field[usize::from(to)] = next;
                queue[tail] = to;
                tail += 1;
            }
        });
    }
}
