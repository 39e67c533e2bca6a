//! A position, what can be done in it, and when the game is over.

use boardbots_game::colour::Colour;
use boardbots_search::game::{Ending, Game, Moves};

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Cells of a column.
pub const ROWS: u8 = 6;
/// Bits of a column: its cells, and one on top that is never set and so keeps lines apart.
const HEIGHT: u8 = ROWS + 1;
/// The lowest row.
const FLOOR: u64 = 0x0000_0408_1020_4081;
/// All cells.
pub const BOARD: u64 = FLOOR * 0x3f;
/// Distances in bits between neighbours in a line: vertical, horizontal, and both diagonals.
pub const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT + 1, HEIGHT - 1];

/// A column, 0 to 6 from the left.
pub type Column = u8;

/// A position: 49 bits for each player, bit `7 × column + row`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    own: u64,
    others: u64,
}

/// The bit of a cell; rows count from the bottom.
#[must_use]
pub const fn cell(row: u8, column: Column) -> u64 {
    1 << (column * HEIGHT + row)
}

/// The cells of all lines of four among these pieces.
#[must_use]
pub fn lines(pieces: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |found, by| {
        let starts = four(pieces, *by);
        found | starts | starts << by | starts << (2 * by) | starts << (3 * by)
    })
}

/// The first cells of lines of four in a direction.
#[inline]
const fn four(pieces: u64, by: u8) -> u64 {
    let pairs = pieces & pieces >> by;
    pairs & pairs >> (2 * by)
}

impl Position {
    /// The position with these pieces; `None` if no game leads there because of their numbers, a gap below a
    /// piece, or a line of the side to move.
    #[must_use]
    pub fn new(green: u64, blue: u64) -> Option<Self> {
        let pieces = green | blue;
        let gap = pieces & !(pieces << 1 | FLOOR);
        let (own, others) = match green.count_ones().checked_sub(blue.count_ones())? {
            0 => (green, blue),
            1 => (blue, green),
            _ => return None,
        };
        let possible = pieces & !BOARD == 0 && green & blue == 0 && gap == 0 && lines(own) == 0;
        possible.then_some(Self { own, others })
    }

    /// Whose turn it is; after the end, whose turn it would be.
    #[must_use]
    pub const fn mover(&self) -> Colour {
        if self.own.count_ones() == self.others.count_ones() { Colour::Green } else { Colour::Blue }
    }

    /// The pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Colour) -> u64 {
        if side == self.mover() { self.own } else { self.others }
    }

    /// The pieces of the side to move, and those of the other.
    #[must_use]
    pub const fn sides(&self) -> (u64, u64) {
        (self.own, self.others)
    }

    /// The lowest empty cell of a column; no cell if the column is full.
    #[inline]
    #[must_use]
    pub const fn landing(&self, column: Column) -> u64 {
        let lowest = cell(0, column);
        ((self.own | self.others) + lowest) & (0x3f * lowest)
    }

    #[inline]
    const fn full(&self) -> bool {
        self.own | self.others == BOARD
    }
}

impl Game for Position {
    type Move = Column;
    /// The piece that was dropped.
    type Undo = u64;
    const INDICES: usize = 64;

    #[inline]
    fn moves(&self, moves: &mut Moves<Column>) {
        moves.extend((0..COLUMNS).filter(|column| self.landing(*column) != 0));
    }

    /// The cell that the piece falls into.
    #[inline]
    fn index(&self, column: Column) -> usize {
        self.landing(column).trailing_zeros() as usize
    }

    #[inline]
    fn play(&mut self, column: Column) -> u64 {
        let piece = self.landing(column);
        *self = Self { own: self.others, others: self.own | piece };
        piece
    }

    #[inline]
    fn undo(&mut self, _: Column, piece: u64) {
        *self = Self { own: self.others ^ piece, others: self.own };
    }

    #[inline]
    fn ended(&self) -> Option<Ending> {
        if DIRECTIONS.iter().any(|by| four(self.others, *by) != 0) {
            return Some(Ending::Loss);
        }
        self.full().then_some(Ending::Draw)
    }

    /// Pieces and the first empty cell of each column in one word, then mixed.
    #[inline]
    fn key(&self) -> u64 {
        let cells = self.own + (self.own | self.others) + FLOOR;
        let mixed = cells.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_search::minimax::perft;

    /// Whether these pieces have four in a line, cell by cell.
    fn has_line(pieces: u64) -> bool {
        let taken = |row: i8, column: i8| {
            let here = u8::try_from(row).ok().zip(u8::try_from(column).ok());
            here.is_some_and(|(row, column)| row < ROWS && column < COLUMNS && pieces & cell(row, column) != 0)
        };
        let cells = (0..6).flat_map(|row| (0..7).map(move |column| (row, column)));
        let mut starts = cells.flat_map(|cell| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|way| (cell, way)));
        starts.any(|((row, column), (up, right))| (0..4).all(|step| taken(row + step * up, column + step * right)))
    }

    #[test]
    fn positions_are_counted_as_published() {
        for (depth, leaves) in [(1, 7), (4, 2401), (6, 117_649), (7, 823_536)] {
            assert_eq!(perft(&mut Position::default(), depth).0, leaves, "depth {depth}");
        }
    }

    #[test]
    fn random_games_end_with_the_first_line_and_can_be_taken_back() {
        let (mut state, mut drawn) = (1_u64, 0);
        for _ in 0..2000 {
            let (mut position, mut done) = (Position::default(), Vec::new());
            while position.ended().is_none() {
                let [green, blue] = Colour::ALL.map(|side| position.pieces(side));
                assert!(!has_line(green) && !has_line(blue));
                assert_eq!(Position::new(green, blue), Some(position));
                let mut moves = Moves::new();
                position.moves(&mut moves);
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let column = moves[usize::try_from(state >> 33).unwrap() % moves.len()];
                done.push((position, column, position.play(column)));
            }
            let won = has_line(position.pieces(position.mover().other()));
            assert_eq!(position.ended(), Some(if won { Ending::Loss } else { Ending::Draw }));
            assert_eq!(lines(position.pieces(position.mover().other())) != 0, won);
            drawn += u32::from(!won);
            while let Some((before, column, piece)) = done.pop() {
                position.undo(column, piece);
                assert_eq!((position, position.key()), (before, before.key()));
            }
        }
        assert!(drawn > 0);
    }
}
