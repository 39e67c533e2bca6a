//! The trait that a game implements for best-reply search.

use super::moves::MoveList;
use super::position;
use std::fmt::Debug;

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply<M, R> {
    /// A move of the own player.
    Own(M),
    /// The moves of all opponents in a row.
    Reply(R),
}

/// A game as one of its players sees it.
pub trait Rounds: Send + Sync {
    /// A position in which the own player moves next, or has just moved.
    type Position: Copy + Send + Sync;
    /// A move of the own player.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The moves of all opponents in a row.
    type Reply: Copy + Eq + Debug + Send + Sync;
    /// The list of a position's own moves or replies: an [`ArrayVec`](arrayvec::ArrayVec) with room for the most that a
    /// position can have.
    type Plies: MoveList<Move = Ply<Self::Move, Self::Reply>>;
    /// The memory of [`Rounds::sketch`]; `()` for none.
    type Sketch: Clone + Default + Send;
    /// The number of indices that [`Rounds::move_index`] uses.
    const MOVES: usize;
    /// The number of indices that [`Rounds::reply_index`] uses; at most 65,535 together with [`Rounds::MOVES`].
    const REPLIES: usize;

    /// Adds the own moves, promising ones first; at least one unless the game is over.
    fn moves(&self, position: &Self::Position, add: impl FnMut(Self::Move));
    /// Adds the replies to an own move, the most harmful first; at least one unless the game is over.
    fn replies(&self, position: &Self::Position, add: impl FnMut(Self::Reply));
    /// A number below [`Rounds::MOVES`] under which a search keeps statistics about the move. No two moves of a position
    /// share an index.
    fn move_index(&self, position: &Self::Position, own: Self::Move) -> usize;
    /// The same for a reply: a number below [`Rounds::REPLIES`].
    fn reply_index(&self, position: &Self::Position, reply: Self::Reply) -> usize;
    /// Makes an own move.
    fn play(&self, position: &mut Self::Position, own: Self::Move);
    /// Makes a reply, after which the own player moves again.
    fn answer(&self, position: &mut Self::Position, reply: Self::Reply);
    /// True if the game has ended.
    fn over(&self, position: &Self::Position) -> bool;
    /// The value of a position to the own player, at their turn or at the end of the game; at most
    /// [`MAX_EVALUATION`](position::MAX_EVALUATION) in either direction.
    fn value(&self, position: &Self::Position) -> i32;
    /// Prepares [`Rounds::ceiling`] for the moves of a position at the own player's turn.
    fn sketch(&self, _position: &Self::Position, _sketch: &mut Self::Sketch) {}
    /// An upper bound of the value of an own move after the worst reply.
    fn ceiling(&self, _position: &Self::Position, _sketch: &mut Self::Sketch, _own: Self::Move) -> i32 {
        position::INFINITE
    }
    /// A hash of a position at the own player's turn, as [`Position::key`](position::Position::key).
    fn key(&self, position: &Self::Position) -> u64;
}
