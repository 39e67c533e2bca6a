//! The best chain of rooms: the most that a side can get where the other side cannot interfere.
//!
//! A region falls into rooms (biconnected components) that share single cells. A player who
//! leaves a room through such a cell cannot come back, so that of all rooms only those of one chain
//! from the player's cell can be had. The rooms come from one depth-first walk (Hopcroft and
//! Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", 1973).

use super::map::Place;
use crate::territory::Word;

/// A cell: the row's number, shifted, and the bit.
type Cell = u16;

/// The number of a cell that the walk has not seen.
const UNSEEN: u16 = u16::MAX;

/// The walk's data of a cell on its way.
#[derive(Clone, Copy, Default)]
struct Stop {
    cell: Cell,
    /// The smallest number next to the cells that the walk has seen from here on.
    low: u16,
    /// Worth of this cell and of those that the walk saw from here on, as far as they are in
    /// the room that this cell shares with the one before.
    room: i32,
    /// Worth of the best chain that leaves that room through one of these cells.
    beyond: i32,
}

/// Room for walks on maps of up to `N - 2` rows that fit into a word.
#[derive(Clone)]
pub struct Chains<W, const N: usize> {
    /// Cells of the region that the walk has not seen.
    pub open: [W; N],
    /// The number of cells that the walk had seen before each cell.
    numbers: Vec<u16>,
    /// The way from the root to the present cell of the walk; as long as it can ever be.
    way: Vec<Stop>,
}

impl<W: Word, const N: usize> Chains<W, N> {
    pub fn new() -> Self {
        let cells = N << W::SHIFT;
        Self { open: [W::NONE; N], numbers: vec![0; cells], way: vec![Stop::default(); cells] }
    }

    /// Worth of the best chain of rooms of a region, all its rows with an empty one above
    /// and below, that begins next to `head`. No path from there collects more. Takes time
    /// in proportion to the cells of the region that can be reached.
    pub fn best(&mut self, region: &[W], head: Place, worth: impl Fn(Place) -> i32) -> i32 {
        let down: Cell = 1 << W::SHIFT;
        let steps = [down.wrapping_neg(), down, 1_u16.wrapping_neg(), 1];
        let root = (Cell::from(head.row) + 1) << W::SHIFT | (Cell::from(head.column) + 1);
        let open = &mut self.open[..region.len()];
        open.copy_from_slice(region);
        let numbers = &mut self.numbers[..region.len() << W::SHIFT];
        numbers.fill(UNSEEN);
        numbers[usize::from(root)] = 0;
        let (mut seen, mut length) = (0, 0);
        let mut here = Stop { cell: root, low: 0, room: 0, beyond: 0 };
        loop {
            let (row, bit) = split::<W>(here.cell);
            let [above, level, below] = [open[row - 1], open[row], open[row + 1]];
            let around = u8::from(above.has(bit))
                | u8::from(below.has(bit)) << 1
                | u8::from(level.has(bit - 1)) << 2
                | u8::from(level.has(bit + 1)) << 3;
            if around != 0 {
                self.way[length] = here;
                length += 1;
                let cell = here.cell.wrapping_add(steps[around.trailing_zeros() as usize]);
                let (row, bit) = split::<W>(cell);
                open[row].clear(bit);
                seen += 1;
                numbers[usize::from(cell)] = seen;
                here = Stop { cell, low: seen, room: worth(place(row, bit)), beyond: 0 };
                continue;
            }
            if length == 0 {
                return here.beyond;
            }
            length -= 1;
            let mut before = self.way[length];
            for step in steps {
                here.low = here.low.min(numbers[usize::from(here.cell.wrapping_add(step))]);
            }
            if here.low == numbers[usize::from(before.cell)] {
                // Nothing from here on is next to what lies earlier: a room of its own.
                before.beyond = before.beyond.max(here.room + here.beyond);
            } else {
                before.room += here.room;
                before.beyond = before.beyond.max(here.beyond);
                before.low = before.low.min(here.low);
            }
            here = before;
        }
    }
}

/// Row and bit of a cell.
#[inline]
fn split<W: Word>(cell: Cell) -> (usize, u32) {
    (usize::from(cell >> W::SHIFT), u32::from(cell & ((1 << W::SHIFT) - 1)))
}

/// The place of a row and bit.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn place(row: usize, bit: u32) -> Place {
    Place { row: row as u8 - 1, column: bit as u8 - 1 }
}
