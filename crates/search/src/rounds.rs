//! What best-reply search asks of a game.

use super::moves::MoveList;
use super::position;
use std::fmt::Debug;

/// What is done in one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply<M, R> {
    /// The own move.
    Own(M),
    /// What all opponents do in a row.
    Reply(R),
}

/// A game as one of its players sees it.
pub trait Rounds: Send + Sync {
    /// A position in which it is the own player's turn, or in which he has just moved.
    type Position: Copy + Send + Sync;
    /// An own move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What all opponents do in a row.
    type Reply: Copy + Eq + Debug + Send + Sync;
    /// The own moves or the replies of a position: an [`ArrayVec`](arrayvec::ArrayVec) with room for the most that
    /// there can be.
    type Plies: MoveList<Move = Ply<Self::Move, Self::Reply>>;
    /// What [`Rounds::sketch`] keeps; `()` for nothing.
    type Sketch: Clone + Default + Send;
    /// How many numbers [`Rounds::move_index`] uses.
    const MOVES: usize;
    /// How many numbers [`Rounds::reply_index`] uses; at most 65,535 with [`Rounds::MOVES`].
    const REPLIES: usize;

    /// Own moves, promising ones first; at least one unless the game is over.
    fn moves(&self, position: &Self::Position, add: impl FnMut(Self::Move));
    /// Replies to an own move, painful ones first; at least one unless the game is over.
    fn replies(&self, position: &Self::Position, add: impl FnMut(Self::Reply));
    /// A number below [`Rounds::MOVES`], for tables of what moves have done; no two moves of a position share one.
    fn move_index(&self, position: &Self::Position, own: Self::Move) -> usize;
    /// A number below [`Rounds::REPLIES`], likewise.
    fn reply_index(&self, position: &Self::Position, reply: Self::Reply) -> usize;
    /// Makes an own move.
    fn play(&self, position: &mut Self::Position, own: Self::Move);
    /// Makes a reply: the own player's turn again.
    fn answer(&self, position: &mut Self::Position, reply: Self::Reply);
    /// Whether the game has ended.
    fn over(&self, position: &Self::Position) -> bool;
    /// What a position at the own player's turn, or at the end, is worth to him; at most
    /// [`MAX_EVALUATION`](position::MAX_EVALUATION) in either direction.
    fn value(&self, position: &Self::Position) -> i32;
    /// Works out what [`Rounds::ceiling`] needs of a position at the own player's turn.
    fn sketch(&self, _position: &Self::Position, _sketch: &mut Self::Sketch) {}
    /// An upper bound of what an own move is worth after the worst reply.
    fn ceiling(&self, _position: &Self::Position, _sketch: &mut Self::Sketch, _own: Self::Move) -> i32 {
        position::INFINITE
    }
    /// A key that different positions at the own player's turn practically never share.
    fn key(&self, position: &Self::Position) -> u64;
}
