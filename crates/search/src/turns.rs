//! The order in which each of several threads takes the moves of a position: moves that another thread is searching
//! come last.
//!
//! This is what remains of ABDADA (Weill, "The ABDADA distributed minimax search algorithm", 1996) when the
//! table need not know: threads that search the same tree, and avoid each other, find each other's results in
//! the table.
//!
//! They avoid each other where all moves have to be searched. Where one move is expected to be enough, they search
//! it together and divide its replies: what a thread finds of another move would be of no use.

use super::in_flight::InFlight;
use super::moves::MoveList;
use super::position::Position;

/// Plies below which no thread makes way for another: marks of smaller searches cost more,
/// in cache lines that go to and fro, than they save.
pub const DEFER_DEPTH: u8 = 5;
/// Moves that threads search together where one of them is expected to be enough.
const TOGETHER: u8 = 2;

/// The moves of a position in the order in which a thread takes them; of a thread alone, as they are drawn.
pub struct Turns<const MANY: bool, P: Position> {
    /// Moves that another thread was at.
    later: P::Moves,
    /// Their indices.
    indices: <P::Moves as MoveList>::Keys,
    /// The number of them that have had their turn.
    resumed: usize,
    /// The number of moves that have been drawn.
    drawn: u8,
    /// The number of first moves that threads search together.
    together: u8,
}

impl<const MANY: bool, P: Position> Turns<MANY, P> {
    /// Turns at a position whose value is worked out: no thread makes way, so every move is searched together.
    #[inline]
    pub fn of_value() -> Self {
        Self::new(u8::MAX)
    }

    /// Turns at a position whose value is compared with a bound, and is expected to reach it or not.
    #[inline]
    pub fn of_bound(expected: bool) -> Self {
        Self::new(if expected { TOGETHER } else { 0 })
    }

    #[inline]
    fn new(together: u8) -> Self {
        Self { later: P::Moves::empty(), indices: P::Moves::no_keys(), resumed: 0, drawn: 0, together }
    }

    /// True if the last move is among those of which one is expected to be enough.
    #[inline]
    pub fn expects_enough(&self) -> bool {
        self.drawn <= self.together
    }

    /// True if the last move was deferred, for another thread was searching it.
    #[inline]
    pub fn is_resuming(&self) -> bool {
        self.resumed > 0
    }

    /// The next move, its index, and its mark; 0 if it has none.
    #[inline]
    pub fn next(
        &mut self,
        key: u64,
        depth: u8,
        in_flight: Option<&InFlight>,
        mut draw: impl FnMut() -> Option<(P::Move, u16)>,
    ) -> Option<(P::Move, u16, u64)> {
        let Some(in_flight) = in_flight.filter(|_| MANY && depth >= DEFER_DEPTH) else {
            return draw().map(|(action, index)| (action, index, 0));
        };
        while let Some((action, index)) = draw() {
            let mark = mark(key, index) | 1;
            let alone = in_flight.enter(mark);
            self.drawn = self.drawn.saturating_add(1);
            if alone || self.expects_enough() {
                return Some((action, index, if alone { mark } else { 0 }));
            }
            self.indices.as_mut()[self.later.len()] = u32::from(index);
            self.later.add(action);
        }
        let action = *self.later.get(self.resumed)?;
        #[allow(clippy::cast_possible_truncation)]
        let index = self.indices.as_ref()[self.resumed] as u16;
        self.resumed += 1;
        Some((action, index, 0))
    }
}

/// After the move of this mark.
#[inline]
pub fn done<const MANY: bool>(mark: u64, in_flight: Option<&InFlight>) {
    if MANY
        && mark != 0
        && let Some(in_flight) = in_flight
    {
        in_flight.leave(mark);
    }
}

/// The mark of a move that is being searched.
fn mark(key: u64, index: u16) -> u64 {
    (key ^ (u64::from(index) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
