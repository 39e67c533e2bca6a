//! Plain Connect Four, for the core and for its peer: one state, one evaluation, one key.
//!
//! Seven columns of six cells; four in a line win.

use boardbots_search::game::{Ending, Evaluator, Game, Moves};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
/// Bits of a column: its cells and an empty one on top, which keeps lines apart.
const HEIGHT: u8 = ROWS + 1;
/// The lowest row.
const FLOOR: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = FLOOR * 0x3f;
/// Distance in bits between neighbours: vertical, horizontal, both diagonals.
const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT + 1, HEIGHT - 1];
/// The three columns in the middle.
const MIDDLE: u64 = 0x3f << (2 * HEIGHT) | 0x3f << (3 * HEIGHT) | 0x3f << (4 * HEIGHT);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Pieces of the player to move.
    own: u64,
    /// Pieces of the one who has just moved.
    others: u64,
}

/// A column, 0 to 6.
pub type Column = u8;

impl Board {
    /// The position after drops into these columns, given as digits.
    pub fn after(digits: &str) -> Self {
        digits.bytes().fold(Self { own: 0, others: 0 }, |board, digit| board.dropped(digit - b'0'))
    }

    #[inline]
    fn dropped(self, column: Column) -> Self {
        Self { own: self.others, others: self.own | self.landing(column) }
    }

    /// The lowest empty cell of a column that is not full.
    #[inline]
    fn landing(self, column: Column) -> u64 {
        let lowest = 1 << (column * HEIGHT);
        ((self.own | self.others) + lowest) & (0x3f * lowest)
    }

    #[inline]
    fn open(self, column: Column) -> bool {
        (self.own | self.others) & (1 << (column * HEIGHT + ROWS - 1)) == 0
    }

    /// Whether the one who has just moved has four in a line.
    #[inline]
    fn won(self) -> bool {
        DIRECTIONS.iter().any(|by| {
            let pairs = self.others & self.others >> by;
            pairs & pairs >> (2 * by) != 0
        })
    }

    #[inline]
    fn full(self) -> bool {
        self.own | self.others == BOARD
    }

    /// A key of the position, for both tables.
    #[inline]
    fn mixed(self) -> u64 {
        let cells = self.own + (self.own | self.others) + FLOOR;
        let mixed = cells.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }

    /// Places where a fourth piece would make a line, and pieces in the middle: own less
    /// theirs.
    #[inline]
    fn judged(self) -> i16 {
        let free = BOARD & !(self.own | self.others);
        let worth = |pieces: u64| {
            let wins = fourths(pieces) & free;
            // At most 42 of each.
            #[allow(clippy::cast_possible_truncation)]
            let worth = (10 * wins.count_ones() + (pieces & MIDDLE).count_ones()) as i16;
            worth
        };
        worth(self.own) - worth(self.others)
    }
}

/// Cells that would complete a line of these pieces.
#[inline]
fn fourths(pieces: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |found, by| {
        let pairs = pieces & pieces >> by;
        let triples = pairs & pieces >> (2 * by);
        // Three in a row with a gap at either end, or two and one with a gap between.
        let ends = triples << (3 * by) | triples >> by;
        let gaps = (pairs & pieces >> (3 * by)) << (2 * by) | (pieces & pairs >> (2 * by)) << by;
        found | ends | gaps
    })
}

impl Game for Board {
    type Move = Column;
    /// The piece dropped.
    type Undo = u64;
    const INDICES: usize = 64;

    #[inline]
    fn moves(&self, moves: &mut Moves<Column>) {
        moves.extend((0..COLUMNS).filter(|column| self.open(*column)));
    }

    #[inline]
    fn index(&self, column: Column) -> usize {
        // The cell into which the piece drops.
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
        if self.won() {
            return Some(Ending::Loss);
        }
        self.full().then_some(Ending::Draw)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.mixed()
    }
}

/// The evaluation, for the core.
#[derive(Clone, Copy)]
pub struct Threats;

impl Evaluator<Board> for Threats {
    #[inline]
    fn evaluate(&mut self, board: &Board) -> i32 {
        board.judged().into()
    }
}

/// The rules, for the peer.
pub struct Rules;

impl minimax::Game for Rules {
    type S = Board;
    type M = Column;

    #[inline]
    fn generate_moves(board: &Board, moves: &mut Vec<Column>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            moves.extend((0..COLUMNS).filter(|column| board.open(*column)));
        }
        winner
    }

    #[inline]
    fn apply(board: &mut Board, column: Column) -> Option<Board> {
        Some(board.dropped(column))
    }

    #[inline]
    fn get_winner(board: &Board) -> Option<minimax::Winner> {
        if board.won() {
            return Some(minimax::Winner::PlayerJustMoved);
        }
        board.full().then_some(minimax::Winner::Draw)
    }

    #[inline]
    fn zobrist_hash(board: &Board) -> u64 {
        board.mixed()
    }
}

impl minimax::Evaluator for Threats {
    type G = Rules;

    #[inline]
    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        board.judged()
    }
}
