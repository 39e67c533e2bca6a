//! A position, what can be done in it, and when the game is over.

use arrayvec::ArrayVec;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Ending, Threat};

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Cells of a column.
pub const ROWS: u8 = 6;
/// Bits of a column: its cells, and one on top that is never set and so keeps lines apart.
pub(crate) const HEIGHT: u8 = ROWS + 1;
/// The lowest row.
pub(crate) const FLOOR: u64 = 0x0000_0408_1020_4081;
/// All cells.
pub const BOARD: u64 = FLOOR * 0x3f;
/// Distances in bits between neighbours in a line: vertical, horizontal, and both diagonals.
pub const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT + 1, HEIGHT - 1];

/// A column, 0 to 6 from the left.
pub type Column = u8;

/// The three columns in the middle.
pub const MIDDLE: u64 = 0x3f * (cell(0, 2) | cell(0, 3) | cell(0, 4));

/// A position: 49 bits for each player, bit `7 × column + row`.
///
/// Values that a search needs most often are kept with the pieces, and updated with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    own: Share,
    others: Share,
    /// The number of pieces.
    count: u8,
    /// True if the other side has four in a line.
    pub(crate) lost: bool,
}

/// The pieces of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Its pieces.
    pub pieces: u64,
    /// Cells, empty or not, that complete a line of four with three of them.
    pub closing: u64,
    /// The number of pieces in one of the three columns in the middle.
    pub middle: u8,
}

impl Share {
    fn new(pieces: u64) -> Self {
        Self { pieces, closing: closing(pieces), middle: (pieces & MIDDLE).count_ones().to_le_bytes()[0] }
    }

    #[inline]
    const fn with(self, piece: u64) -> Self {
        let pieces = self.pieces | piece;
        Self { pieces, closing: closing(pieces), middle: self.middle + (piece & MIDDLE != 0) as u8 }
    }
}

/// Cells, empty or not, that complete a line of four with three of these pieces.
#[inline]
#[must_use]
pub const fn closing(pieces: u64) -> u64 {
    let mut found = pieces << 1 & pieces << 2 & pieces << 3;
    let mut way = 1;
    while way < DIRECTIONS.len() {
        let by = DIRECTIONS[way];
        let pairs = pieces & pieces >> by;
        let triples = pairs & pieces >> (2 * by);
        // Three in a row with a gap at either end, or two and one with a gap between them.
        let ends = triples << (3 * by) | triples >> by;
        let gaps = (pairs & pieces >> (3 * by)) << (2 * by) | (pieces & pairs >> (2 * by)) << by;
        found |= ends | gaps;
        way += 1;
    }
    found
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
        let count = pieces.count_ones().to_le_bytes()[0];
        possible.then(|| Self { own: Share::new(own), others: Share::new(others), count, lost: lines(others) != 0 })
    }

    /// The side to move; after the end, the side that would be.
    #[must_use]
    pub const fn mover(&self) -> Side {
        if self.count.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Side) -> u64 {
        if side == self.mover() { self.own.pieces } else { self.others.pieces }
    }

    /// The side to move, and the other.
    #[inline]
    #[must_use]
    pub const fn sides(&self) -> [&Share; 2] {
        [&self.own, &self.others]
    }

    /// The number of pieces.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// All pieces.
    #[inline]
    const fn occupied(&self) -> u64 {
        self.own.pieces | self.others.pieces
    }

    /// All cells without a piece.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> u64 {
        BOARD & !self.occupied()
    }

    /// The lowest empty cells of all columns.
    #[inline]
    #[must_use]
    pub const fn landings(&self) -> u64 {
        (self.occupied() + FLOOR) & BOARD
    }

    /// True if one piece more fills the board.
    #[inline]
    #[must_use]
    pub const fn is_last(&self) -> bool {
        self.count == COLUMNS * ROWS - 1
    }

    /// The lowest empty cell of a column; no cell if the column is full.
    #[inline]
    #[must_use]
    pub const fn landing(&self, column: Column) -> u64 {
        let lowest = cell(0, column);
        (self.occupied() + lowest) & (0x3f * lowest)
    }
}

/// The columns of some cells, at most one in each.
#[inline]
fn columns(cells: u64) -> ArrayVec<Column, { COLUMNS as usize }> {
    let (mut list, mut count) = ([0; COLUMNS as usize], 0);
    for column in 0..COLUMNS {
        // Without branches: no processor can predict which columns are full.
        list[count] = column;
        count += usize::from(cells & (0x3f * cell(0, column)) != 0);
    }
    let mut columns = ArrayVec::from(list);
    columns.truncate(count);
    columns
}

impl boardbots_search::position::Position for Position {
    type Move = Column;
    type Moves = ArrayVec<Column, { COLUMNS as usize }>;
    /// The position before.
    type Undo = Self;
    const INDICES: usize = 64;

    #[inline]
    fn moves(&self) -> Self::Moves {
        columns(self.landings())
    }

    /// The cell that the piece falls into.
    #[inline]
    fn index(&self, column: Column) -> usize {
        self.landing(column).trailing_zeros() as usize
    }

    #[inline]
    fn with_index(&self, index: usize) -> Option<Column> {
        (self.landings() >> index & 1 == 1).then(|| index.to_le_bytes()[0] / HEIGHT)
    }

    /// Without those below a cell that completes a line of the other side.
    #[inline]
    fn candidates(&self) -> Self::Moves {
        let landings = self.landings();
        let sound = landings & !((self.others.closing & BOARD) >> 1);
        columns(if sound == 0 { landings } else { sound })
    }

    /// More lines go through the middle.
    #[inline]
    fn ordering_score(&self, column: Column) -> u8 {
        COLUMNS / 2 - column.abs_diff(COLUMNS / 2)
    }

    #[inline]
    fn threat(&self) -> Threat<Column> {
        let landings = self.landings();
        let column = |cells: u64| cells.trailing_zeros().to_le_bytes()[0] / HEIGHT;
        if self.own.closing & landings != 0 {
            Threat::Wins(column(self.own.closing & landings))
        } else if self.others.closing & landings != 0 && !self.is_last() {
            Threat::Forced(column(self.others.closing & landings))
        } else {
            Threat::None
        }
    }

    #[inline]
    fn play(&mut self, column: Column) -> Self {
        let (before, piece) = (*self, self.landing(column));
        *self = Self {
            own: before.others,
            others: before.own.with(piece),
            count: before.count + 1,
            lost: before.own.closing & piece != 0,
        };
        before
    }

    #[inline]
    fn undo(&mut self, _: Column, before: Self) {
        *self = before;
    }

    #[inline]
    fn ended(&self) -> Option<Ending> {
        if self.lost {
            return Some(Ending::Loss);
        }
        (self.count == COLUMNS * ROWS).then_some(Ending::Draw)
    }

    /// Pieces and the first empty cell of each column in one word, then mixed.
    #[inline]
    fn key(&self) -> u64 {
        let cells = self.own.pieces + self.occupied() + FLOOR;
        let mixed = cells.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_search::minimax::perft;
    use boardbots_search::position::Position as _;

    /// True if these pieces have four in a line, cell by cell.
    fn has_line(pieces: u64) -> bool {
        let taken = |row: i8, column: i8| {
            let here = u8::try_from(row).ok().zip(u8::try_from(column).ok());
            here.is_some_and(|(row, column)| row < ROWS && column < COLUMNS && pieces & cell(row, column) != 0)
        };
        let cells = (0..6).flat_map(|row| (0..7).map(move |column| (row, column)));
        let mut starts = cells.flat_map(|cell| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|way| (cell, way)));
        starts.any(|((row, column), (up, right))| (0..4).all(|step| taken(row + step * up, column + step * right)))
    }

    /// The threat, by trying.
    fn threat(position: &Position) -> Threat<Column> {
        let wins = |position: &Position, column: &Column| {
            let mut after = *position;
            after.play(*column);
            after.ended() == Some(Ending::Loss)
        };
        let mut passed = *position;
        std::mem::swap(&mut passed.own, &mut passed.others);
        let winning = position.moves().into_iter().find(|column| wins(position, column));
        let forced = position.moves().into_iter().find(|column| wins(&passed, column)).filter(|_| position.count < 41);
        winning.map(Threat::Wins).or(forced.map(Threat::Forced)).unwrap_or(Threat::None)
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
                let [green, blue] = Side::ALL.map(|side| position.pieces(side));
                assert!(!has_line(green) && !has_line(blue));
                assert_eq!(Position::new(green, blue), Some(position));
                let moves = position.moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let column = moves[usize::try_from(state >> 33).unwrap() % moves.len()];
                assert_eq!(position.threat(), threat(&position));
                done.push((position, column, position.play(column)));
            }
            let won = has_line(position.pieces(position.mover().other()));
            assert_eq!(position.ended(), Some(if won { Ending::Loss } else { Ending::Draw }));
            assert_eq!(lines(position.pieces(position.mover().other())) != 0, won);
            drawn += u32::from(!won);
            while let Some((before, column, undo)) = done.pop() {
                position.undo(column, undo);
                assert_eq!((position, position.key()), (before, before.key()));
            }
        }
        assert!(drawn > 0);
    }
}
