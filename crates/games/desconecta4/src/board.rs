//! Sets of cells as the bits of a word: a byte for each column, left column first, its
//! lowest cell in the lowest bit. The highest bit of each byte stays empty, so that no line
//! runs from the top of a column into the bottom of the next.

/// A set of cells.
pub type Cells = u64;

/// Rows and columns.
pub const SIDE: u8 = 7;
/// Cells of the board.
pub const CELLS: u8 = SIDE * SIDE;
/// The lowest row.
pub const FLOOR: Cells = 0x0001_0101_0101_0101;
/// The highest row.
pub const CEILING: Cells = FLOOR << (SIDE - 1);
/// The whole board.
pub const BOARD: Cells = FLOOR * 0x7f;
/// Distance in bits between neighbours: horizontal, vertical, rising and falling diagonal.
pub const DIRECTIONS: [u32; 4] = [8, 1, 9, 7];

/// The cell in this row and column, both 0 to 6 from the lower left.
#[must_use]
pub const fn cell(row: u8, column: u8) -> Cells {
    1 << (8 * column + row)
}

/// All cells of a column.
#[must_use]
pub const fn column(column: u8) -> Cells {
    0x7f << (8 * column)
}

/// The first cell of every four in a line: the leftmost, of a column the lowest.
#[inline]
#[must_use]
pub const fn line_starts(cells: Cells) -> Cells {
    let level = cells & cells >> 8;
    let upright = cells & cells >> 1;
    let rising = cells & cells >> 9;
    let falling = cells & cells >> 7;
    level & level >> 16 | upright & upright >> 2 | rising & rising >> 18 | falling & falling >> 14
}

/// All cells of lines of four or more.
#[must_use]
pub fn lines(cells: Cells) -> Cells {
    DIRECTIONS.into_iter().fold(0, |found, step| {
        let starts = cells & cells >> step & cells >> (2 * step) & cells >> (3 * step);
        found | starts | starts << step | starts << (2 * step) | starts << (3 * step)
    })
}

/// The empty cells in which one more of these pieces would make a closing cell of another empty one: those of
/// lines of two pieces and two empty cells.
#[inline]
#[must_use]
pub const fn growing(pieces: Cells, empty: Cells) -> Cells {
    let mut growing = 0;
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let step = DIRECTIONS[direction];
        let (next, free) = (pieces >> step, empty >> step);
        // Of two neighbouring cells both have pieces, both are empty, or one is.
        let (both, none, one) = (pieces & next, empty & free, pieces & free | empty & next);
        let starts = both & none >> (2 * step) | none & both >> (2 * step) | one & one >> (2 * step);
        let halves = starts | starts << step;
        growing |= halves | halves << (2 * step);
        direction += 1;
    }
    growing & empty
}

/// The cells, empty or not, in which one more of these pieces would complete a line.
#[inline]
#[must_use]
pub const fn closing(cells: Cells) -> Cells {
    let mut closing = 0;
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let step = DIRECTIONS[direction];
        let (up, down) = (cells << step, cells >> step);
        let (two_up, two_down) = (up & cells << (2 * step), down & cells >> (2 * step));
        closing |= two_up & (cells << (3 * step) | down) | two_down & (cells >> (3 * step) | up);
        direction += 1;
    }
    closing
}

/// Row and column of a set's only cell.
#[must_use]
pub const fn place(cell: Cells) -> (u8, u8) {
    #[allow(clippy::cast_possible_truncation)]
    let bit = cell.trailing_zeros() as u8;
    (bit % 8, bit / 8)
}

/// The rest of `cells` once the cells `hit`, all in row `row`, are gone and everything above them has fallen by one.
#[inline]
#[must_use]
pub const fn collapse(cells: Cells, hit: Cells, row: u8) -> Cells {
    // Each byte of the product is that of a hit column, in full.
    let columns = (hit >> row) * 0x7f;
    let below = FLOOR * ((1 << row) - 1);
    let fallen = (cells & !below & !hit) >> 1 & !below;
    cells & !columns | cells & columns & below | fallen & columns
}
