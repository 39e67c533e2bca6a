//! The cells that each side reaches first: both spread from where they are, a step in turn. Rows of cells are words of
//! different width: the narrower, the more rows a processor handles with one instruction.

use crate::rules::{Position, Row, Rows};
use boardbots_game::two_player::side::{Side, Sides};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A row of cells; column `c` is bit `c + 1`.
pub trait Word:
    Copy
    + Eq
    + Send
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const NONE: Self;
    /// There are two to this power bits.
    const SHIFT: u32;
    /// A position's row, of which the columns must fit.
    fn of(row: Row) -> Self;
    /// True if a cell is in the set.
    fn has(self, bit: u32) -> bool;
    /// Takes a cell out.
    fn clear(&mut self, bit: u32);

    /// The neighbours in the same row.
    #[inline]
    fn beside(self) -> Self {
        self << 1 | self >> 1
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const NONE: Self = 0;
            const SHIFT: u32 = Self::BITS.ilog2();

            #[inline]
            #[allow(clippy::cast_possible_truncation)]
            fn of(row: Row) -> Self {
                row as Self
            }

            #[inline]
            fn has(self, bit: u32) -> bool {
                self >> bit & 1 != 0
            }

            #[inline]
            fn clear(&mut self, bit: u32) {
                *self &= !(1 << bit);
            }
        }
    };
}

word!(u32);
word!(u64);
word!(u128);

/// The cells that one side reaches.
#[derive(Clone)]
struct Realm<W, const N: usize> {
    /// Cells that it reaches first.
    cells: [W; N],
    /// Cells that it reached in the last step.
    front: [W; N],
}

/// Buffers for sharing out cells, on maps of up to `N - 2` rows that fit into a word with a bit to spare on both sides.
#[derive(Clone)]
pub struct Territory<W, const N: usize> {
    /// Cells that no side has reached yet.
    open: [W; N],
    next: [W; N],
    realms: Sides<Realm<W, N>>,
}

impl<W: Word, const N: usize> Territory<W, N> {
    pub fn new() -> Self {
        let realm = || Realm { cells: [W::NONE; N], front: [W::NONE; N] };
        Self { open: [W::NONE; N], next: [W::NONE; N], realms: Sides([realm(), realm()]) }
    }

    /// Shares the free cells out. Returns true if the shares touch: if they do not, neither side can disturb the
    /// other any more.
    ///
    /// A cell belongs to the side that can be there first if the mover goes first. Cells
    /// that one side can reach only through the other's belong to the other. Takes a few
    /// operations on each row for each step of the longest way.
    pub fn survey(&mut self, position: &Position) -> bool {
        let height = usize::from(position.size) + 2;
        load(&position.free, &mut self.open[..height]);
        for (side, realm) in Side::ALL.into_iter().zip(&mut self.realms.0) {
            realm.cells[..height].fill(W::NONE);
            realm.front[..height].fill(W::NONE);
            let (row, here) = head(position, side);
            realm.front[row] = here;
        }
        let mover = position.mover;
        let mut growing = Sides([true; 2]);
        while growing[Side::First] || growing[Side::Second] {
            for side in [mover, mover.other()] {
                if growing[side] {
                    growing[side] = self.realms[side].grow(&mut self.open[..height], &mut self.next[..height]);
                }
            }
        }
        Side::ALL.into_iter().any(|side| self.borders(position, side, height))
    }

    /// The share of a side, as last surveyed: all rows, the empty ones above and below included.
    pub fn share(&self, position: &Position, side: Side) -> &[W] {
        &self.realms[side].cells[..usize::from(position.size) + 2]
    }

    /// True if a side, or a cell of its share, is next to the other's share.
    fn borders(&mut self, position: &Position, side: Side, height: usize) -> bool {
        let own = &mut self.next[..height];
        own.copy_from_slice(&self.realms[side].cells[..height]);
        let (row, here) = head(position, side);
        own[row] |= here;
        let others = &self.realms[side.other()].cells[1..height];
        let around = own.windows(3).map(|rows| rows[0] | rows[1].beside() | rows[2]);
        around.zip(others).any(|(around, other)| around & *other != W::NONE)
    }
}

impl<W: Word, const N: usize> Realm<W, N> {
    /// One step into `open`, which loses what was reached; false if that is nothing.
    #[inline]
    fn grow(&mut self, open: &mut [W], next: &mut [W]) -> bool {
        let height = open.len();
        let mut any = W::NONE;
        for ((next, open), front) in next[1..].iter_mut().zip(&mut open[1..]).zip(self.front[..height].windows(3)) {
            let reached = (front[0] | front[1].beside() | front[2]) & *open;
            *next = reached;
            *open &= !reached;
            any |= reached;
        }
        for ((front, cells), next) in self.front[1..height - 1].iter_mut().zip(&mut self.cells[1..]).zip(&next[1..]) {
            *front = *next;
            *cells |= *next;
        }
        any != W::NONE
    }
}

/// The row of a side's place, and the place in it.
fn head<W: Word>(position: &Position, side: Side) -> (usize, W) {
    let place = position.place(side);
    (usize::from(place.row) + 1, W::of(2 << place.column))
}

fn load<W: Word>(rows: &Rows, into: &mut [W]) {
    for (into, row) in into.iter_mut().zip(rows) {
        *into = W::of(*row);
    }
}
