//! Marks on the cells of a grid, one bit each, to scan its rows or columns some sixty cells at a time.
//!
//! D. Harabor, A. Grastien, *Improving jump point search*, ICAPS 2014. A word starts at any byte here,
//! since one unaligned load is cheaper than two aligned ones.

/// Bits in front of a line and behind it, which are marked.
const BORDER: usize = 1;
/// Bytes in front of all lines and behind them, so that every load is inside.
const MARGIN: usize = 8;

/// The marks along all rows, or along all columns.
#[derive(Clone, Debug)]
pub struct Marks {
    bytes: Vec<u8>,
    /// Bytes from a line to the next.
    stride: usize,
}

impl Marks {
    /// Marks on `lines` lines of `cells` cells, where `marked(line, cell)` says so.
    pub fn new(lines: u32, cells: u32, marked: impl Fn(u32, u32) -> bool) -> Self {
        let stride = (cells as usize + 2 * BORDER).div_ceil(8);
        let mut bytes = vec![u8::MAX; 2 * MARGIN + lines as usize * stride];
        for line in 0..lines {
            let first = MARGIN + line as usize * stride;
            for cell in (0..cells).filter(|&cell| !marked(line, cell)) {
                let bit = cell as usize + BORDER;
                bytes[first + bit / 8] &= !(1 << (bit % 8));
            }
        }
        Self { bytes, stride }
    }

    /// Steps from a cell to the next mark at a higher number. The end of the line is marked.
    #[inline]
    pub fn up(&self, line: u32, cell: u32) -> u32 {
        // Bit 0 is the next cell; at the top, `empty` bits are not known.
        let mut bit = self.first(line) + cell as usize + 1;
        let mut steps = 1;
        loop {
            let empty = bit % 8;
            let word = self.word(bit / 8) >> empty;
            if word != 0 {
                return steps + word.trailing_zeros();
            }
            bit += 64 - empty;
            steps += 64 - low(empty);
        }
    }

    /// Steps from a cell to the next mark at a lower number. The start of the line is marked.
    #[inline]
    pub fn down(&self, line: u32, cell: u32) -> u32 {
        // Bit 63 is the next cell; at the bottom, `empty` bits are not known.
        let mut bit = self.first(line) + cell as usize - 1;
        let mut steps = 1;
        loop {
            let empty = 7 - bit % 8;
            let word = self.word(bit / 8 - 7) << empty;
            if word != 0 {
                return steps + word.leading_zeros();
            }
            bit -= 64 - empty;
            steps += 64 - low(empty);
        }
    }

    /// The bit of the first cell of a line.
    #[inline]
    fn first(&self, line: u32) -> usize {
        (MARGIN + line as usize * self.stride) * 8 + BORDER
    }

    /// Eight bytes.
    #[inline]
    fn word(&self, byte: usize) -> u64 {
        // Always inside, because of the margins.
        let bytes = self.bytes.get(byte..).and_then(|bytes| bytes.first_chunk());
        bytes.map_or(u64::MAX, |bytes| u64::from_le_bytes(*bytes))
    }
}

/// A number of bits in a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "64 at most")]
fn low(bits: usize) -> u32 {
    bits as u32
}
