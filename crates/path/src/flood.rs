//! Distance fields of small grids, many cells at a time.
//!
//! On a grid of up to 32 columns and rows, a row is one word with a bit for each cell. One step of
//! the flood moves the whole front by a few operations on rows, which the compiler does several
//! rows at a time: `O(distance × rows)`, without a branch that depends on the map. Distances are
//! counted in bit planes (the n-th bit of the distances of a row is one word), of which a step
//! changes two in the mean, and unpacked at the end.

use super::field::Steps;

/// Most columns and most rows.
pub const MAX_SIDE: usize = 32;

/// One word for each row.
type Rows = [u32; MAX_SIDE];

/// A grid on which one walks along rows and columns, each step alike.
#[derive(Clone, Debug)]
pub struct Flood {
    width: usize,
    height: usize,
    /// The cells that can be stepped on.
    open: Rows,
}

impl Flood {
    /// A grid with this number of columns and rows, each 1 to [`MAX_SIDE`]; `None` for other sizes.
    /// `open(column, row)` says what can be stepped on.
    #[must_use]
    pub fn new(width: usize, height: usize, open: impl Fn(usize, usize) -> bool) -> Option<Self> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return None;
        }
        let mut flood = Self { width, height, open: [0; MAX_SIDE] };
        for (y, row) in flood.open.iter_mut().enumerate().take(height) {
            *row = (0..width).filter(|&x| open(x, y)).fold(0, |row, x| row | 1 << x);
        }
        Some(flood)
    }

    /// Fills `field`, row by row, with the number of steps from a cell to every other, in the way of
    /// [`distance_field`](super::field::distance_field); whether that cell could be stepped on plays
    /// no part.
    ///
    /// ```
    /// use boardbots_path::flood::Flood;
    /// let rows = ["..#.", ".##.", "...#"];
    /// let flood = Flood::new(4, 3, |x, y| rows[y].as_bytes()[x] == b'.').expect("small");
    /// let mut field = [0; 12];
    /// flood.field(1, 0, &mut field);
    /// assert_eq!(field, [1, 0, 255, 255, 2, 255, 255, 255, 3, 4, 5, 255]);
    /// ```
    ///
    /// # Panics
    /// If the cell is outside the grid, or `field` has not one place for each cell.
    pub fn field(&self, x: usize, y: usize, field: &mut [u8]) {
        assert!(x < self.width && y < self.height, "column {x}, row {y} of {} x {}", self.width, self.height);
        assert_eq!(field.len(), self.width * self.height, "a place for each cell");
        // What is open and not reached yet.
        let mut rest = self.open;
        rest[y] &= !(1 << x);
        // With an empty row before the first and behind the last.
        let mut front = [0; MAX_SIDE + 2];
        front[y + 1] = 1 << x;
        let mut planes: [Rows; 8] = [[0; MAX_SIDE]; 8];
        let mut steps = u8::NONE;
        loop {
            // A bit of a cell's distance is how often it changed, odd or even, until the cell was
            // reached.
            let now = steps.farther();
            for (bit, plane) in planes.iter_mut().enumerate() {
                if (now ^ steps) >> bit & 1 != 0 {
                    plane.iter_mut().zip(&rest).for_each(|(plane, rest)| *plane ^= rest);
                }
            }
            let mut next = [0; MAX_SIDE + 2];
            let mut reached = 0;
            for row in 0..MAX_SIDE {
                let at = front[row + 1];
                let new = (at << 1 | at >> 1 | front[row] | front[row + 2]) & rest[row];
                next[row + 1] = new;
                rest[row] ^= new;
                reached |= new;
            }
            if reached == 0 {
                break;
            }
            (front, steps) = (next, now);
        }
        let used = u8::BITS - steps.leading_zeros();
        for (y, row) in field.chunks_exact_mut(self.width).enumerate() {
            // Walls and what is left have not been reached, whatever the planes say.
            let unreached = !self.open[y] | rest[y];
            let mut eights = unreached.to_le_bytes().map(|bits| SPREAD[usize::from(bits)] * u64::from(u8::UNREACHED));
            for (bit, plane) in planes.iter().enumerate().take(used as usize) {
                for (eight, bits) in eights.iter_mut().zip(plane[y].to_le_bytes()) {
                    *eight |= SPREAD[usize::from(bits)] << bit;
                }
            }
            // All at once, since a copy of a length that is not known is a call.
            let mut cells = [0; MAX_SIDE];
            for (cells, eight) in cells.chunks_exact_mut(8).zip(eights) {
                cells.copy_from_slice(&eight.to_le_bytes());
            }
            row.copy_from_slice(&cells[..self.width]);
        }
        // It may be a wall.
        field[y * self.width + x] = u8::NONE;
    }
}

/// By eight bits: a byte for each, the lowest first, 1 where the bit is set.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    table
};
