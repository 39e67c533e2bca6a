//! Which moves to look at first: the remembered best one, those that refuted other moves
//! at the same ply, then those that refuted most often anywhere.

use super::game::{Game, MAX_DEPTH, Moves};

/// Index of no move.
const NONE: u8 = u8::MAX;
/// Most indices of moves: see [`Game::INDICES`].
const INDICES: usize = 64;
/// Sums of the history are halved beyond this.
const HISTORY_LIMIT: u32 = 1 << 24;
/// Order of a move that refuted another one at the same ply, above all history.
const KILLER: u32 = 1 << 28;

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

/// The moves of one position, drawn best first.
pub struct Picker<M> {
    moves: Moves<M>,
    order: [u32; super::game::MAX_MOVES],
    drawn: usize,
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
        let mut order = [0; super::game::MAX_MOVES];
        let (history, killers) = (&self.history[usize::from(ply & 1)], self.killers[usize::from(ply)]);
        for (order, action) in order.iter_mut().zip(&moves) {
            let index = G::index(*action);
            #[allow(clippy::cast_possible_truncation)]
            let small = index as u8;
            *order = if Some(small) == first {
                u32::MAX
            } else if small == killers[0] {
                KILLER + 1
            } else if small == killers[1] {
                KILLER
            } else {
                history[index]
            };
        }
        Picker { moves, order, drawn: 0 }
    }

    /// A move refuted: it ended the look at a position at this ply, `depth` plies deep.
    #[inline]
    pub fn refuted(&mut self, index: usize, ply: u8, depth: u8) {
        #[allow(clippy::cast_possible_truncation)]
        let small = index as u8;
        let killers = &mut self.killers[usize::from(ply)];
        if killers[0] != small {
            *killers = [small, killers[0]];
        }
        let history = &mut self.history[usize::from(ply & 1)];
        history[index] += u32::from(depth) * u32::from(depth);
        if history[index] > HISTORY_LIMIT {
            for sum in history.iter_mut() {
                *sum /= 2;
            }
        }
    }
}

impl<M: Copy> Iterator for Picker<M> {
    type Item = M;

    #[inline]
    fn next(&mut self) -> Option<M> {
        let from = self.drawn;
        let mut best = from;
        for at in from + 1..self.moves.len() {
            if self.order[at] > self.order[best] {
                best = at;
            }
        }
        let action = self.moves.get(best).copied()?;
        self.moves.swap(from, best);
        self.order.swap(from, best);
        self.drawn += 1;
        Some(action)
    }
}
