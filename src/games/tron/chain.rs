//! The best chain of rooms: the most that a side can hope for where nobody disturbs it.
//!
//! A region falls into rooms (biconnected components) that share single cells. Who leaves a
//! room through such a cell cannot come back, so that of all rooms only those of one chain
//! from where he is can be had. The rooms come from one depth-first walk (Hopcroft and
//! Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", 1973).

use super::map::Place;
use super::word::Word;

/// A cell: the row's number, shifted, and the bit.
type Cell = u16;

/// What the walk knows of a cell.
#[derive(Clone, Copy, Default)]
struct Node {
    /// How many cells the walk had seen before.
    number: u16,
    /// The smallest number next to what the walk has seen from here on.
    low: u16,
    /// Where the walk came from.
    parent: Cell,
    /// Neighbours already looked at.
    looked: u8,
    /// Worth of this cell and of those that the walk saw from here on, as far as they are in
    /// the room that this cell shares with its parent.
    room: i32,
    /// Worth of the best chain that leaves that room through one of these cells.
    beyond: i32,
}

/// Room for walks on maps of up to `N - 2` rows that fit into a word.
#[derive(Clone)]
pub struct Chains<W, const N: usize> {
    /// Cells of the region that the walk has not seen.
    open: [W; N],
    nodes: Vec<Node>,
}

impl<W: Word, const N: usize> Chains<W, N> {
    pub fn new() -> Self {
        Self { open: [W::NONE; N], nodes: vec![Node::default(); N << W::SHIFT] }
    }

    /// Worth of the best chain of rooms of a region, all its rows with an empty one above
    /// and below, that begins next to `head`. No path from there collects more. Takes time
    /// in proportion to the cells of the region that can be reached.
    pub fn best(&mut self, region: &[W], head: Place, worth: impl Fn(Place) -> i32) -> i32 {
        let down: Cell = 1 << W::SHIFT;
        let steps = [down, 1, down.wrapping_neg(), 1_u16.wrapping_neg()];
        let root = (Cell::from(head.row) + 1) << W::SHIFT | (Cell::from(head.column) + 1);
        self.open[..region.len()].copy_from_slice(region);
        let mut seen = 0;
        let mut at = root;
        self.nodes[usize::from(root)] = Node::default();
        loop {
            let node = &mut self.nodes[usize::from(at)];
            if let Some(step) = steps.get(usize::from(node.looked)) {
                node.looked += 1;
                let next = at.wrapping_add(*step);
                let (row, bit) = (usize::from(next >> W::SHIFT), u32::from(next & (down - 1)));
                if self.open[row].has(bit) {
                    self.open[row].clear(bit);
                    seen += 1;
                    let room = worth(place(row, bit));
                    self.nodes[usize::from(next)] =
                        Node { number: seen, low: seen, parent: at, looked: 0, room, beyond: 0 };
                    at = next;
                } else if region[row].has(bit) || next == root {
                    let met = self.nodes[usize::from(next)].number;
                    let low = &mut self.nodes[usize::from(at)].low;
                    *low = met.min(*low);
                }
                continue;
            }
            let Node { low, parent, room, beyond, .. } = *node;
            if at == root {
                return beyond;
            }
            let above = &mut self.nodes[usize::from(parent)];
            if low >= above.number {
                // Nothing from here on is next to what lies before the parent: a room of its own.
                above.beyond = above.beyond.max(room + beyond);
            } else {
                above.room += room;
                above.beyond = above.beyond.max(beyond);
                above.low = above.low.min(low);
            }
            at = parent;
        }
    }
}

fn place(row: usize, bit: u32) -> Place {
    let byte = |v: u32| v.to_le_bytes()[0] - 1;
    #[allow(clippy::cast_possible_truncation)]
    Place { row: byte(row as u32), column: byte(bit) }
}
