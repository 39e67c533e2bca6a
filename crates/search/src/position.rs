//! What a search for two players asks of a game, and of an evaluation of its positions.

use super::moves::MoveList;
use arrayvec::ArrayVec;
use std::fmt::Debug;

/// Deepest search in plies.
pub const MAX_DEPTH: u8 = 64;
/// What a won position is worth at the end of the game; a win in `n` plies is worth `n` less.
pub const WIN: i32 = 1_000_000_000;
/// The largest value, either way, that an evaluation may give a position: anything beyond is a
/// win or a loss that was seen to the end.
pub const MAX_EVALUATION: i32 = WIN - 1 - 2 * MAX_DEPTH as i32;
/// A bound beyond every value.
pub const INFINITE: i32 = 1 << 30;

/// A sequence of moves, the next one first.
pub type Line<M> = ArrayVec<M, { MAX_DEPTH as usize }>;

/// How a game ended, as seen by the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// He has won.
    Win,
    /// He has lost.
    Loss,
    /// No side has won.
    Draw,
}

/// What a position says about its moves before any of them is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook<M> {
    /// Nothing.
    Open,
    /// This move wins at once.
    Wins(M),
    /// No move wins at once, and after every move but this one the other player can win at once. Neither
    /// this move nor another one ends the game. Never where positions repeat: any move may lead to a draw.
    Forced(M),
}

/// Bounds of a value, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is this or more.
    pub floor: i32,
    /// The value is this or less. In the range of evaluations, even if every move loses.
    pub ceiling: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { floor: -INFINITE, ceiling: INFINITE };
}

/// A position of a game for two players who move in turn, with all its rules.
pub trait Position: Clone + Send + Sync {
    /// What a player can do.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The moves of one position: an [`ArrayVec`] with room for the most that there can be.
    type Moves: MoveList<Move = Self::Move>;
    /// What it takes to take a move back.
    type Undo;
    /// How many numbers [`Position::index`] uses, at most 65,535.
    const INDICES: usize;
    /// Whether a position can occur again in the course of a game: searches then take account of it.
    const REPEATS: bool = false;
    /// Plies of a whole turn: a search looks a multiple of them ahead.
    const STEP: u8 = 1;

    /// The moves of the player to move, always in the same order; at least one, all different,
    /// unless the game has ended.
    fn moves(&self) -> Self::Moves;
    /// A number below [`Position::INDICES`], for tables of what moves have done; no two moves of a
    /// position share one. Moves of different positions that do the same should.
    fn index(&self, action: Self::Move) -> usize;
    /// The move of this index in the position; `None` if there is none.
    fn with_index(&self, index: usize) -> Option<Self::Move> {
        self.moves().into_iter().find(|action| self.index(*action) == index)
    }
    /// How promising a move looks, 0 to 255, while nothing is known of it; the order of equals is that of
    /// [`Position::moves`].
    fn promise(&self, _action: Self::Move) -> u8 {
        0
    }
    /// The moves that a search of two plies or more tries where the outlook is open, in the order of
    /// [`Position::moves`]: at least one. They may leave out moves that lose at once and, where no move does, moves
    /// after which the other player can win at once: no move brings less. Where positions repeat, only those that
    /// lose at once: any other move may lead to a draw.
    fn candidates(&self) -> Self::Moves {
        self.moves()
    }
    /// What can be said of the moves without trying them, if that takes less time than to try them. The
    /// game has not ended.
    fn outlook(&self) -> Outlook<Self::Move> {
        Outlook::Open
    }
    /// Makes a move, which must be one of [`Position::moves`].
    fn play(&mut self, action: Self::Move) -> Self::Undo;
    /// Takes the last move back.
    fn undo(&mut self, action: Self::Move, undo: Self::Undo);
    /// Whether and how the game has ended.
    fn ended(&self) -> Option<Ending>;
    /// A key that two positions from which the game can go on differently, or that an evaluation
    /// values differently, practically never share.
    fn key(&self) -> u64;
    /// Whether a search counts and remembers the position. One in the middle of a turn need not be: those before
    /// and after it are.
    fn is_whole(&self) -> bool {
        true
    }
}

/// Evaluates positions.
///
/// An evaluator may keep memory for its computations, but its result depends on the position only.
pub trait Evaluator<P: Position>: Clone + Send {
    /// The value for the player to move of a position that has not ended, at most [`MAX_EVALUATION`] in either
    /// direction.
    fn evaluate(&mut self, position: &P) -> i32;
    /// The value of a position that has ended, seen from `ply` plies before.
    fn ended(&mut self, _position: &P, ending: Ending, ply: u8) -> i32 {
        ending_value(ending, ply)
    }

    /// Bounds of what the best move of a position that has not ended brings: of the other player's value of the
    /// position after it, sign changed, and of the ending's value if the game ends. They save looking at the
    /// moves one by one, and never change what a search finds. What is asked is whether it is `beta` or more;
    /// bounds that do not help to answer may be left wide.
    fn bounds(&mut self, _position: &P, _beta: i32) -> Bounds {
        Bounds::NONE
    }

    /// Works out what [`Evaluator::ceiling`] needs of a position.
    fn survey(&mut self, _position: &P) {}
    /// An upper bound of what a move of the position surveyed last brings by the end of a whole turn. Asked
    /// where turns have several plies, to save trying the move.
    fn ceiling(&mut self, _position: &P, _action: P::Move) -> i32 {
        INFINITE
    }

    /// By how much a repetition is worth less to the player who searches than the position is now by
    /// [`Evaluator::evaluate`]; `None` if repetitions do not matter. Two players that only keep what they have
    /// would otherwise repeat positions forever. The difference stays within [`MAX_EVALUATION`].
    fn contempt(&self) -> Option<i32> {
        None
    }
}

/// The value of an ended game to the player whose turn it would be, seen from `ply` plies
/// before.
#[must_use]
pub const fn ending_value(ending: Ending, ply: u8) -> i32 {
    match ending {
        Ending::Win => WIN - ply as i32,
        Ending::Loss => ply as i32 - WIN,
        Ending::Draw => 0,
    }
}

/// In how many plies a value says that the game ends: positive for a win, zero or negative
/// for a loss; `None` if it says no such thing.
#[must_use]
pub const fn ends_in(value: i32) -> Option<i32> {
    match value {
        value if value > MAX_EVALUATION => Some(WIN - value),
        value if value < -MAX_EVALUATION => Some(-WIN - value),
        _ => None,
    }
}
