//! Boards, cells and phases as learned patterns see them.

/// The most cells: a plane is a word.
pub const MAX_CELLS: u8 = 64;
/// The number of states of a cell: one bit in each of the three planes.
pub const STATES: usize = 8;

/// The cells of a game's positions, and the number of phases.
///
/// Cells lie on one board or on several of a size, side by side. A cell is a number below [`MAX_CELLS`], the bit of
/// its state in each plane: columns follow each other from the left, `stride` bits apart, each from its lowest
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Boards.
    pub boards: u8,
    /// Rows of each.
    pub rows: u8,
    /// Columns of each.
    pub columns: u8,
    /// Bits from one column to the next, at least the number of rows.
    pub stride: u8,
    /// Phases: single cells have weights for each.
    pub phases: u8,
    /// Stages, which are fewer: larger patterns have weights for each.
    pub stages: u8,
    /// True if a position and its mirror image, left and right exchanged, are worth the same.
    pub mirrored: bool,
}

/// A position as patterns see it, from the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planes {
    /// Bits of the cells' states, the lowest first.
    pub bits: [u64; 3],
    /// Below [`Layout::phases`].
    pub phase: u8,
    /// Below [`Layout::stages`].
    pub stage: u8,
}

impl Planes {
    /// The state of a cell.
    #[inline]
    #[must_use]
    pub const fn state(&self, cell: u8) -> u8 {
        let [low, middle, high] = self.bits;
        (low >> cell & 1 | (middle >> cell & 1) << 1 | (high >> cell & 1) << 2).to_le_bytes()[0]
    }

    /// The cells with other states.
    #[inline]
    #[must_use]
    pub const fn changed(&self, other: &Self) -> u64 {
        self.bits[0] ^ other.bits[0] | self.bits[1] ^ other.bits[1] | self.bits[2] ^ other.bits[2]
    }
}

impl Layout {
    /// True if all cells are below [`MAX_CELLS`], and no size is zero.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        let Self { boards, rows, columns, stride, phases, stages, .. } = *self;
        boards > 0
            && rows > 0
            && columns > 0
            && rows <= stride
            && phases > 0
            && stages > 0
            && boards as u32 * columns as u32 * stride as u32 <= MAX_CELLS as u32 + (stride - rows) as u32
    }

    /// The cell of a board's row and column, all from 0.
    #[must_use]
    pub const fn cell(&self, board: u8, row: u8, column: u8) -> u8 {
        (board * self.columns + column) * self.stride + row
    }

    /// Board, row and column of a cell; `None` of a bit that is no cell.
    #[must_use]
    pub fn place(&self, cell: u8) -> Option<(u8, u8, u8)> {
        let (row, columns) = (cell % self.stride, cell / self.stride);
        let is_cell = row < self.rows && columns < self.boards * self.columns;
        is_cell.then_some((columns / self.columns, row, columns % self.columns))
    }

    /// All cells, in their order.
    pub fn cells(&self) -> impl Iterator<Item = u8> {
        (0..MAX_CELLS).filter(|cell| self.place(*cell).is_some())
    }

    /// The cell this many rows up and columns to the right of another one on its board, if there is one.
    #[must_use]
    pub fn beside(&self, cell: u8, rows: i8, columns: i8) -> Option<u8> {
        let (board, row, column) = self.place(cell)?;
        let row = row.checked_add_signed(rows).filter(|row| *row < self.rows)?;
        let column = column.checked_add_signed(columns).filter(|column| *column < self.columns)?;
        Some(self.cell(board, row, column))
    }

    /// The cell with left and right exchanged.
    ///
    /// # Panics
    /// It is no cell.
    #[must_use]
    pub fn mirror(&self, cell: u8) -> u8 {
        let (board, row, column) = self.place(cell).expect("a cell of the layout");
        self.cell(board, row, self.columns - 1 - column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Layout = Layout { boards: 2, rows: 3, columns: 4, stride: 5, phases: 1, stages: 1, mirrored: true };

    #[test]
    fn cells_have_places_and_neighbours() {
        assert!(TWO.is_sound() && !Layout { columns: 7, ..TWO }.is_sound() && !Layout { rows: 6, ..TWO }.is_sound());
        assert_eq!(TWO.cells().count(), 24);
        for cell in TWO.cells() {
            let (board, row, column) = TWO.place(cell).unwrap();
            assert_eq!(TWO.cell(board, row, column), cell);
            assert_eq!(TWO.mirror(TWO.mirror(cell)), cell);
        }
        assert_eq!((TWO.beside(0, 1, 1), TWO.beside(0, -1, 0), TWO.beside(15, 0, 1)), (Some(6), None, None));
        assert_eq!((TWO.place(3), TWO.mirror(21)), (None, 36));
    }

    #[test]
    fn states_come_from_all_planes() {
        let planes = Planes { bits: [0b0110, 0b0100, 0b1100], phase: 0, stage: 0 };
        assert_eq!([0, 1, 2, 3].map(|cell| planes.state(cell)), [0, 1, 7, 4]);
        let other = Planes { bits: [0b0111, 0b0100, 0b0100], ..planes };
        assert_eq!(planes.changed(&other), 0b1001);
    }
}
