//! Which moves to look at first: the one that last refuted another at the same ply and the
//! remembered best one, then the one before it, then those that refuted most often anywhere.

use super::game::{Game, MAX_DEPTH, MAX_MOVES, Moves};

/// Index of no move.
const NONE: u8 = u8::MAX;
/// Most indices of moves: see [`Game::INDICES`].
const INDICES: usize = 64;
/// Sums of the history are halved beyond this.
const HISTORY_LIMIT: u32 = 1 << 24;
/// Order of a move that refuted another one at the same ply, above all history.
const KILLER: u32 = 1 << 28;
/// Order of the best move that is remembered.
const REMEMBERED: u32 = 1 << 29;
/// Bits of a place among moves.
const PLACE_BITS: u32 = MAX_MOVES.ilog2();

/// What one thread has learned about moves.
#[derive(Clone)]
pub struct Ordering {
    /// For each ply the last two moves that refuted.
    killers: [[u8; 2]; MAX_DEPTH as usize + 1],
    /// For each side how much each move has refuted.
    history: [[u32; INDICES]; 2],
}

impl Default for Ordering {
    fn default() -> Self {
        Self { killers: [[NONE; 2]; MAX_DEPTH as usize + 1], history: [[0; INDICES]; 2] }
    }
}

/// The moves of one position with their indices, drawn best first.
pub struct Picker<M> {
    moves: Moves<M>,
    indices: [u8; MAX_MOVES],
    /// Order and, in the lowest bits, the place among the moves from behind: so the largest
    /// is drawn next, and the first of equals. 0 once it is drawn.
    order: [u64; MAX_MOVES],
}

impl Ordering {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The moves of a position at this ply, the one with the index `first` first of all.
    #[inline]
    pub fn pick<G: Game>(&self, position: &G, ply: u8, first: Option<u8>) -> Picker<G::Move> {
        let mut moves = Moves::new();
        position.moves(&mut moves);
        let (history, killers) = (&self.history[usize::from(ply & 1)], self.killers[usize::from(ply)]);
        let first = first.unwrap_or(NONE);
        let (mut indices, mut order) = ([0; MAX_MOVES], [0; MAX_MOVES]);
        for (place, action) in moves.iter().enumerate() {
            let index = position.index(*action);
            #[allow(clippy::cast_possible_truncation)]
            let small = index as u8;
            // Sums, not branches: which of them a move is cannot be predicted.
            let value = history[index % INDICES]
                + REMEMBERED * u32::from(small == first)
                + KILLER * (2 * u32::from(small == killers[0]) + u32::from(small == killers[1]));
            indices[place] = small;
            order[place] = (u64::from(value) + 1) << PLACE_BITS | (MAX_MOVES - 1 - place) as u64;
        }
        Picker { moves, indices, order }
    }

    /// A move did not.
    #[inline]
    pub fn failed(&mut self, index: u8, ply: u8, depth: u8) {
        let sum = &mut self.history[usize::from(ply & 1)][usize::from(index) % INDICES];
        *sum = sum.saturating_sub(u32::from(depth) * u32::from(depth) / 4);
    }

    /// A move refuted: it ended the look at a position at this ply, `depth` plies deep.
    #[inline]
    pub fn refuted(&mut self, index: u8, ply: u8, depth: u8) {
        let killers = &mut self.killers[usize::from(ply)];
        if killers[0] != index {
            *killers = [index, killers[0]];
        }
        let history = &mut self.history[usize::from(ply & 1)];
        let sum = &mut history[usize::from(index) % INDICES];
        *sum += u32::from(depth) * u32::from(depth);
        if *sum > HISTORY_LIMIT {
            for sum in history.iter_mut() {
                *sum /= 2;
            }
        }
    }
}

impl<M: Copy> Iterator for Picker<M> {
    type Item = (M, u8);

    #[inline]
    fn next(&mut self) -> Option<(M, u8)> {
        let best = self.order.iter().fold(0, |best, order| best.max(*order));
        if best == 0 {
            return None;
        }
        let place = MAX_MOVES - 1 - usize::from(best.to_le_bytes()[0]) % MAX_MOVES;
        self.order[place] = 0;
        Some((self.moves[place], self.indices[place]))
    }
}
