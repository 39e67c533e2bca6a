//! A position, what can be done in it, and when the game is over.

use arrayvec::ArrayVec;
use boardbots_game::state::Seat;
use boardbots_search::position::Ending;
use std::cmp::Ordering;

/// Rows and columns of the board.
pub const SIDE: u8 = 8;
/// The most moves of a position that a game leads to.
pub const MOST_MOVES: usize = 33;
/// All cells but those of the outer columns: discs that a line can cross to the left or right.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The cells that have discs from the start.
const MIDDLE: u64 = 0x0000_0018_1800_0000;
/// Distances in bits between neighbours in a line, each with the cells that such a line can cross.
const DIRECTIONS: [(u8, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// A cell to place a disc on, or a pass. A cell is `8 × row + column`, both from 0, from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) u8);

impl Move {
    /// The move of a side that can place no disc.
    pub const PASS: Self = Self(64);

    /// Row and column of the cell; `None` for a pass.
    pub(crate) fn place(self) -> Option<[u8; 2]> {
        (self != Self::PASS).then_some([self.0 / SIDE, self.0 % SIDE])
    }

    /// The bit of the cell; none for a pass.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

/// A position: a bit of each word for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Discs of the side to move.
    pub(crate) own: u64,
    /// Discs of the other side.
    pub(crate) others: u64,
    /// Cells on which the side to move can place a disc.
    pub(crate) open: u64,
    /// The seat to move; after the end, the one whose turn it would be.
    pub(crate) seat: Seat,
}

impl Default for Position {
    /// Two discs of each side in the middle; the first seat has the black ones.
    fn default() -> Self {
        let (own, others) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
        Self { own, others, open: openings(own, others), seat: 0 }
    }
}

/// Lines of discs of `between` that begin beside discs of `from`, upwards and downwards.
#[inline]
fn lines(from: u64, between: u64, by: u8) -> (u64, u64) {
    let (mut up, mut down) = (between & from << by, between & from >> by);
    // Lines of up to two, four and six discs.
    (up, down) = (up | between & up << by, down | between & down >> by);
    let (pairs_up, pairs_down) = (between & between << by, between & between >> by);
    for _ in 0..2 {
        (up, down) = (up | pairs_up & up << (2 * by), down | pairs_down & down >> (2 * by));
    }
    (up, down)
}

/// The cells on which a side can place a disc: a line of the other side's discs leads from there to one of its own.
#[inline]
pub(crate) fn openings(own: u64, others: u64) -> u64 {
    let ends = DIRECTIONS.into_iter().fold(0, |found, (by, crossed)| {
        let (up, down) = lines(own, others & crossed, by);
        found | up << by | down >> by
    });
    ends & !(own | others)
}

impl Position {
    /// The position with these discs of the seats; `None` if no game leads there because a cell in the middle is
    /// empty, a cell has two discs, or there are too many moves.
    #[must_use]
    pub fn new(discs: [u64; 2], seat: Seat) -> Option<Self> {
        let [own, others] = if seat == 0 { discs } else { [discs[1], discs[0]] };
        let open = openings(own, others);
        let is_possible = own & others == 0 && (own | others) & MIDDLE == MIDDLE;
        (is_possible && open.count_ones() as usize <= MOST_MOVES).then_some(Self { own, others, open, seat })
    }

    /// The discs of the seats.
    pub(crate) const fn discs(&self) -> [u64; 2] {
        if self.seat == 0 { [self.own, self.others] } else { [self.others, self.own] }
    }

    /// The discs that a move turns.
    #[inline]
    pub(crate) fn turned(&self, action: Move) -> u64 {
        DIRECTIONS.into_iter().fold(0, |found, (by, crossed)| {
            let (up, down) = lines(action.bit(), self.others & crossed, by);
            // A line that leads to none of the own discs stays as it is.
            let up = if self.own & up << by == 0 { 0 } else { up };
            found | up | if self.own & down >> by == 0 { 0 } else { down }
        })
    }

    /// True if the side to move can do nothing but pass.
    #[inline]
    pub(crate) fn must_pass(&self) -> bool {
        self.open == 0 && openings(self.others, self.own) != 0
    }
}

impl boardbots_search::position::Position for Position {
    type Move = Move;
    type Moves = ArrayVec<Move, MOST_MOVES>;
    /// The position before.
    type Undo = Self;
    const INDICES: usize = 65;

    #[inline]
    fn moves(&self) -> Self::Moves {
        let (mut moves, mut rest) = (ArrayVec::new(), self.open);
        // A board that no game leads to may offer more.
        while rest != 0 && !moves.is_full() {
            moves.push(Move(rest.trailing_zeros().to_le_bytes()[0]));
            rest &= rest - 1;
        }
        if self.must_pass() {
            moves.push(Move::PASS);
        }
        moves
    }

    /// The number of the cell; that behind the last one for a pass.
    #[inline]
    fn index(&self, action: Move) -> usize {
        action.0.into()
    }

    #[inline]
    fn with_index(&self, index: usize) -> Option<Move> {
        let action = Move(u8::try_from(index).ok()?);
        let is_legal = if action == Move::PASS { self.must_pass() } else { self.open & action.bit() != 0 };
        is_legal.then_some(action)
    }

    #[inline]
    fn play(&mut self, action: Move) -> Self {
        let (before, turned) = (*self, self.turned(action));
        let (own, others) = (before.others & !turned, before.own | turned | action.bit());
        *self = Self { own, others, open: openings(own, others), seat: 1 - before.seat };
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    #[inline]
    fn ended(&self) -> Option<Ending> {
        if self.open != 0 || self.must_pass() {
            return None;
        }
        Some(match self.own.count_ones().cmp(&self.others.count_ones()) {
            Ordering::Greater => Ending::Win,
            Ordering::Less => Ending::Loss,
            Ordering::Equal => Ending::Draw,
        })
    }

    /// The discs of both sides and whose turn it is, mixed one after the other.
    #[inline]
    fn key(&self) -> u64 {
        let seat = self.seat as u64 * 0xa076_1d64_78bd_642f;
        let mixed = (self.own ^ seat).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = ((mixed ^ mixed >> 32) ^ self.others).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    }
}
