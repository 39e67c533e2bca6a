//! Rows of cells in words of different width: the narrower, the more rows a processor
//! handles with one instruction.

use super::rules::Row;
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
