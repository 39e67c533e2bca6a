//! Move ordering: the remembered move first, then those that last refuted at the same ply, then those that refuted
//! most often anywhere.

use super::position::{MAX_DEPTH, MoveList, Position};
use std::marker::PhantomData;

/// Index of no move.
const NO_INDEX: u16 = u16::MAX;

/// One thread's ordering data: killers and history.
pub struct Ordering<P> {
    /// For each ply the indices of the last two moves that refuted.
    killers: [[u16; 2]; MAX_DEPTH as usize + 1],
    /// For each side the history score of each move, by its index: higher the more it has refuted.
    history: [Box<[u32]>; 2],
    game: PhantomData<fn(P)>,
}

impl<P: Position> Ordering<P> {
    /// Bits of a place among moves in [`Picker::order`].
    const PLACE_BITS: u32 = if P::Moves::CAPACITY < 256 { 8 } else { 16 };
    const LAST_PLACE: u32 = (1 << Self::PLACE_BITS) - 1;
    /// Sums of the history are halved beyond this, so that they have room beside a place.
    const HISTORY_LIMIT: u32 = if Self::PLACE_BITS == 8 { 1 << 22 } else { 1 << 15 };

    /// Knows nothing.
    pub fn new() -> Self {
        const { assert!(P::INDICES <= NO_INDEX as usize) };
        let history = || vec![0; P::INDICES].into_boxed_slice();
        Self { killers: [[NO_INDEX; 2]; MAX_DEPTH as usize + 1], history: [history(), history()], game: PhantomData }
    }

    /// Becomes the same as another one.
    pub fn copy(&mut self, other: &Self) {
        self.killers = other.killers;
        for (history, other) in self.history.iter_mut().zip(&other.history) {
            history.copy_from_slice(other);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers = [[NO_INDEX; 2]; MAX_DEPTH as usize + 1];
        self.history.iter_mut().for_each(|sums| sums.fill(0));
    }

    /// A move did not refute.
    #[inline]
    pub fn failed(&mut self, index: u16, ply: u8, depth: u8) {
        let sum = &mut self.history[usize::from(ply & 1)][usize::from(index)];
        *sum = sum.saturating_sub(u32::from(depth) * u32::from(depth) / 4);
    }

    /// A move is known to refute at this ply, without another look.
    #[inline]
    pub fn remind(&mut self, index: u16, ply: u8) {
        let killers = &mut self.killers[usize::from(ply)];
        let other = killers[usize::from(killers[0] == index)];
        *killers = [index, other];
    }

    /// A move refuted: it ended the look at a position at this ply, `depth` plies deep.
    #[inline]
    pub fn refuted(&mut self, index: u16, ply: u8, depth: u8) {
        self.remind(index, ply);
        let history = &mut self.history[usize::from(ply & 1)];
        let sum = &mut history[usize::from(index)];
        *sum += u32::from(depth) * u32::from(depth);
        if *sum > Self::HISTORY_LIMIT {
            for sum in history.iter_mut() {
                *sum /= 2;
            }
        }
    }
}

/// The moves of one position, drawn best first, in stages: most are never needed.
pub struct Picker<P: Position> {
    stage: Stage,
    /// Indices of the moves drawn before the others.
    drawn: [u16; 3],
    /// The others.
    moves: P::Moves,
    /// Their order and, in the lowest bits, the place among the moves from behind: the largest is drawn
    /// next, and the first of equals. 0 once it is drawn.
    order: <P::Moves as MoveList>::Keys,
}

/// The stages of a picker, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Stage {
    Remembered,
    FirstKiller,
    SecondKiller,
    Unordered,
    Ordered,
}

impl<P: Position> Picker<P> {
    /// The candidates of a position, the one of the index `first` before the others.
    #[inline]
    pub fn new(first: Option<u16>) -> Self {
        Self {
            stage: if first.is_some() { Stage::Remembered } else { Stage::FirstKiller },
            drawn: [first.unwrap_or(NO_INDEX), NO_INDEX, NO_INDEX],
            moves: P::Moves::empty(),
            order: P::Moves::no_keys(),
        }
    }

    /// These moves of a position.
    #[inline]
    pub fn among(moves: P::Moves) -> Self {
        let mut order = P::Moves::no_keys();
        let stage = if moves.len() < 2 { Stage::Ordered } else { Stage::Unordered };
        if moves.len() == 1 {
            order.as_mut()[0] = 1 << Ordering::<P>::PLACE_BITS | Ordering::<P>::LAST_PLACE;
        }
        Self { stage, drawn: [NO_INDEX; 3], moves, order }
    }

    /// The next move and its index; `position` and `ply` are always the same.
    #[inline]
    pub fn next(&mut self, position: &P, ordering: &Ordering<P>, ply: u8) -> Option<(P::Move, u16)> {
        if self.stage < Stage::Unordered
            && let Some(drawn) = self.next_special(position, ordering, ply)
        {
            return Some(drawn);
        }
        if self.stage == Stage::Unordered {
            self.stage = Stage::Ordered;
            // Those of `among` are given.
            if self.moves.is_empty() {
                self.moves = position.candidates();
            }
            self.rank(position, ordering, ply);
        }
        let best = self.order.as_ref().iter().fold(0, |best, order| best.max(*order));
        if best == 0 {
            return None;
        }
        let last = Ordering::<P>::LAST_PLACE;
        let place = (last - (best & last)) as usize;
        self.order.as_mut()[place] = 0;
        let action = self.moves[place];
        Some((action, index_of(position, action)))
    }

    /// The remembered move, then the killers, as far as the position has them.
    #[inline]
    fn next_special(&mut self, position: &P, ordering: &Ordering<P>, ply: u8) -> Option<(P::Move, u16)> {
        let killers = ordering.killers[usize::from(ply)];
        if self.stage == Stage::Remembered {
            self.stage = Stage::FirstKiller;
            if let Some(action) = position.with_index(self.drawn[0].into()) {
                return Some((action, self.drawn[0]));
            }
        }
        if self.stage == Stage::FirstKiller {
            self.stage = Stage::SecondKiller;
            if let Some(drawn) = self.killer(1, killers[0], position) {
                return Some(drawn);
            }
        }
        self.stage = Stage::Unordered;
        self.killer(2, killers[1], position)
    }

    /// A killer, unless it has been drawn or the position has no such move.
    #[inline]
    fn killer(&mut self, slot: usize, index: u16, position: &P) -> Option<(P::Move, u16)> {
        if index == NO_INDEX || index == self.drawn[0] {
            return None;
        }
        let action = position.with_index(index.into())?;
        self.drawn[slot] = index;
        Some((action, index))
    }

    fn rank(&mut self, position: &P, ordering: &Ordering<P>, ply: u8) {
        let history = &ordering.history[usize::from(ply & 1)];
        for (place, (action, order)) in (0..).zip(self.moves.iter().zip(self.order.as_mut())) {
            let index = index_of(position, *action);
            if !self.drawn.contains(&index) {
                let rank = history[usize::from(index)] + u32::from(position.ordering_score(*action)) + 1;
                *order = rank << Ordering::<P>::PLACE_BITS | (Ordering::<P>::LAST_PLACE - place);
            }
        }
    }
}

/// The index of a move, as a table remembers it.
#[inline]
pub fn index_of<P: Position>(position: &P, action: P::Move) -> u16 {
    #[allow(clippy::cast_possible_truncation)]
    let index = position.index(action) as u16;
    index
}
