//! Boards, cells and phases as learned patterns see them, groups of cells, and the places of their weights.

use arrayvec::ArrayVec;
use boardbots_base::invalid::InputError;

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
    /// The images of a position that are worth the same, itself included: 1; 2 with left and right exchanged; 8 with all
    /// that a square board allows.
    pub images: u8,
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
        let Self { boards, rows, columns, stride, phases, stages, images } = *self;
        boards > 0
            && rows > 0
            && columns > 0
            && rows <= stride
            && phases > 0
            && stages > 0
            && (images == 1 || images == 2 || images == 8 && rows == columns)
            && boards as u32 * columns as u32 * stride as u32 <= MAX_CELLS as u32 + (stride - rows) as u32
    }

    /// The index of a position's phase and stage among all.
    #[inline]
    #[must_use]
    pub const fn set(&self, planes: &Planes) -> usize {
        planes.phase as usize * self.stages as usize + planes.stage as usize
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
    pub fn cells(self) -> impl Iterator<Item = u8> {
        (0..MAX_CELLS).filter(move |cell| self.place(*cell).is_some())
    }

    /// The cell this many rows up and columns to the right of another one on its board, if there is one.
    #[must_use]
    pub fn beside(&self, cell: u8, rows: i8, columns: i8) -> Option<u8> {
        let (board, row, column) = self.place(cell)?;
        let row = row.checked_add_signed(rows).filter(|row| *row < self.rows)?;
        let column = column.checked_add_signed(columns).filter(|column| *column < self.columns)?;
        Some(self.cell(board, row, column))
    }

    /// The cell in an image of its board, a number below [`images`](Self::images): its lowest bit exchanges left and right,
    /// the next one top and bottom, the third one rows and columns.
    ///
    /// # Panics
    /// It is no cell.
    #[must_use]
    pub fn image(&self, cell: u8, image: u8) -> u8 {
        let (board, row, column) = self.place(cell).expect("a cell of the layout");
        let column = if image & 1 == 0 { column } else { self.columns - 1 - column };
        let row = if image & 2 == 0 { row } else { self.rows - 1 - row };
        let (row, column) = if image & 4 == 0 { (row, column) } else { (column, row) };
        self.cell(board, row, column)
    }
}

/// The most cells of a pattern.
pub const MAX_LENGTH: usize = 4;
/// The most weights: 64 KiB.
pub const MAX_WEIGHTS: usize = 32 * 1024;
/// Bits of a state.
const BITS: u32 = STATES.ilog2();

/// Cells of a pattern, the one with the lowest digit first.
pub type Group = ArrayVec<u8, MAX_LENGTH>;

/// A group of cells that is valued as a whole: a weight for all that they can show. Single cells have such weights
/// for each phase, larger groups for each stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The cells, all different.
    pub cells: Group,
}

impl Pattern {
    /// The number of its weights: one for each configuration of its cells.
    #[must_use]
    pub fn weights(&self, layout: &Layout) -> usize {
        let times = if self.cells.len() == 1 { layout.phases } else { layout.stages };
        usize::from(times) << (BITS as usize * self.cells.len())
    }
}

/// A pattern as it stands on the board, in one of its images.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Instance {
    cells: Group,
    /// The index of the first weight of its pattern.
    start: usize,
}

/// The patterns of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    /// The layout that they refer to.
    pub layout: Layout,
    /// All of them.
    pub all: Vec<Pattern>,
    instances: Vec<Instance>,
    /// The instances that each cell is part of, with the cell's place in them in bits.
    touched: Vec<(u16, u8)>,
    /// The index in `touched` of each cell's first entry; the entries of a cell end at the first entry of the next.
    ranges: [u16; MAX_CELLS as usize + 1],
    /// The number of weights.
    pub weights: usize,
}

impl Patterns {
    /// These groups of cells.
    ///
    /// # Errors
    /// Fails for a group that is empty, repeats a cell or leaves the board, or if there are too many weights.
    pub fn new(layout: Layout, groups: impl IntoIterator<Item = Group>) -> Result<Self, InputError> {
        let (mut all, mut instances, mut weights) = (Vec::new(), Vec::new(), 0);
        for cells in groups {
            let is_group = !cells.is_empty()
                && cells.iter().all(|cell| layout.place(*cell).is_some())
                && (1..cells.len()).all(|at| !cells[..at].contains(&cells[at]));
            if !is_group {
                return Err(InputError::new(format_args!("{cells:?} are not one to {MAX_LENGTH} different cells")));
            }
            let pattern = Pattern { cells };
            let first = instances.len();
            for image in 0..layout.images {
                let cells: Group = pattern.cells.iter().map(|cell| layout.image(*cell, image)).collect();
                if instances[first..].iter().all(|known: &Instance| known.cells != cells) {
                    instances.push(Instance { cells, start: weights });
                }
            }
            weights += pattern.weights(&layout);
            if weights > MAX_WEIGHTS {
                return Err(InputError::new(format_args!("the patterns have more than {MAX_WEIGHTS} weights")));
            }
            all.push(pattern);
        }
        let (mut touched, mut ranges) = (Vec::new(), [0; MAX_CELLS as usize + 1]);
        let narrow = |number: usize| u16::try_from(number).expect("there are few, since weights are");
        for cell in 0..MAX_CELLS {
            for (number, instance) in instances.iter().enumerate() {
                let place = instance.cells.iter().zip((0..).step_by(BITS as usize)).find(|(other, _)| **other == cell);
                touched.extend(place.map(|(_, shift)| (narrow(number), shift)));
            }
            ranges[usize::from(cell) + 1] = narrow(touched.len());
        }
        Ok(Self { layout, all, instances, touched, ranges, weights })
    }

    /// The number of weights that add up to a value.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.instances.len()
    }

    /// The indices of the weights that add up to the value of a position, one of each instance.
    #[inline]
    pub fn places<'a>(&'a self, planes: &'a Planes) -> impl Iterator<Item = usize> + 'a {
        self.instances.iter().map(|Instance { cells, start }| {
            let shown = cells.iter().rev().fold(0, |shown, cell| shown << BITS | usize::from(planes.state(*cell)));
            let time = if cells.len() == 1 { planes.phase } else { planes.stage };
            start + (usize::from(time) << (BITS as usize * cells.len())) + shown
        })
    }

    /// The instances that a cell is part of, with its place in them in bits.
    #[inline]
    #[must_use]
    pub fn touched(&self, cell: u8) -> &[(u16, u8)] {
        let [from, to] = [cell, cell + 1].map(|cell| usize::from(self.ranges[usize::from(cell)]));
        &self.touched[from..to]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Layout = Layout { boards: 2, rows: 3, columns: 4, stride: 5, phases: 1, stages: 1, images: 2 };

    #[test]
    fn cells_have_places_and_neighbours() {
        assert!(TWO.is_sound() && !Layout { columns: 7, ..TWO }.is_sound() && !Layout { rows: 6, ..TWO }.is_sound());
        assert_eq!(TWO.cells().count(), 24);
        for cell in TWO.cells() {
            let (board, row, column) = TWO.place(cell).unwrap();
            assert_eq!(TWO.cell(board, row, column), cell);
            assert_eq!(TWO.image(TWO.image(cell, 1), 1), cell);
        }
        assert_eq!((TWO.beside(0, 1, 1), TWO.beside(0, -1, 0), TWO.beside(15, 0, 1)), (Some(6), None, None));
        assert_eq!((TWO.place(3), TWO.image(21, 1)), (None, 36));
    }

    #[test]
    fn states_come_from_all_planes() {
        let planes = Planes { bits: [0b0110, 0b0100, 0b1100], phase: 0, stage: 0 };
        assert_eq!([0, 1, 2, 3].map(|cell| planes.state(cell)), [0, 1, 7, 4]);
        let other = Planes { bits: [0b0111, 0b0100, 0b0100], ..planes };
        assert_eq!(planes.changed(&other), 0b1001);
    }
}
