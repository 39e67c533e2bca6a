//! The traits that a game for two players implements: its positions, and an evaluation of them.

use arrayvec::ArrayVec;
use std::fmt::Debug;

/// The depth of the deepest search, in plies.
pub const MAX_DEPTH: u8 = 64;
/// The value of a game that is won; a win in `n` plies is worth `n` less.
pub const WIN: i32 = 1_000_000_000;
/// The largest value, in either direction, that an evaluation may give a position. Any value beyond it is a win or a
/// loss that the search has seen to the end.
pub const MAX_EVALUATION: i32 = WIN - 1 - 2 * MAX_DEPTH as i32;
/// A bound larger than every value.
pub const INFINITE: i32 = 1 << 30;

/// The number of occurrences of a position at which a game whose positions can [repeat](Position::REPEATS) is drawn.
pub const OCCURRENCES: usize = 3;

/// A sequence of moves, the next one first.
pub type Line<M> = ArrayVec<M, { MAX_DEPTH as usize }>;

/// The end of a game, as seen by the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// They have won.
    Win,
    /// They have lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// Knowledge about the moves of a position before any of them is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat<M> {
    /// Nothing is known.
    None,
    /// This move wins at once.
    Wins(M),
    /// No move ends the game, and after every move but this one the other player can win at once. A game whose
    /// positions can [repeat](Position::REPEATS) never says so, because any move may lead to a draw there.
    Forced(M),
}

/// Bounds of a value, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is this or more.
    pub floor: i32,
    /// The value is this or less. It lies in the range of evaluations, even if every move loses.
    pub ceiling: i32,
}

impl Bounds {
    /// Bounds that say nothing.
    pub const NONE: Self = Self { floor: -INFINITE, ceiling: INFINITE };
}

/// A list of the moves of one position.
///
/// Use [`ArrayVec`], for which it is implemented. Its capacity is the most moves that a position of the game can have;
/// a capacity of 0 or of more than 65,535 is an error at compile time. A search keeps up to four lists of this capacity
/// on the stack for each ply, two of them of [`MoveList::Keys`]: a game with thousands of moves needs a thread with a
/// large stack.
pub trait MoveList:
    std::ops::Deref<Target = [Self::Move]> + IntoIterator<Item = Self::Move> + FromIterator<Self::Move> + Clone
{
    /// A move.
    type Move: Copy;
    /// A number for each move that the list has room for.
    type Keys: AsRef<[u32]> + AsMut<[u32]>;
    /// The number of moves that the list has room for.
    const CAPACITY: usize;

    /// An empty list.
    fn empty() -> Self;
    /// A list of zeros.
    fn no_keys() -> Self::Keys;
    /// Appends a move.
    fn add(&mut self, action: Self::Move);
}

impl<M: Copy, const N: usize> MoveList for ArrayVec<M, N> {
    type Move = M;
    type Keys = [u32; N];
    const CAPACITY: usize = {
        assert!(N > 0 && N <= u16::MAX as usize);
        N
    };

    #[inline]
    fn empty() -> Self {
        Self::new()
    }

    #[inline]
    fn no_keys() -> [u32; N] {
        [0; N]
    }

    #[inline]
    fn add(&mut self, action: M) {
        self.push(action);
    }
}

/// A position of a game for two players who move in turn, with all its rules.
pub trait Position: Clone + Send + Sync {
    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The list of a position's moves: an [`ArrayVec`] with room for the most moves that a position can have.
    type Moves: MoveList<Move = Self::Move>;
    /// The data that [`Position::undo`] needs to take a move back.
    type Undo;
    /// The number of indices that [`Position::index`] uses, at most 65,535.
    const INDICES: usize;
    /// True if a position can occur twice in a game. Searches then take repetitions into account.
    const REPEATS: bool = false;
    /// The number of plies of a whole turn. Searches look a multiple of it ahead.
    const STEP: u8 = 1;

    /// The moves of the player to move, always in the same order, and all different. There is at least one unless the
    /// game has ended.
    fn moves(&self) -> Self::Moves;
    /// A number below [`Position::INDICES`] under which a search keeps statistics about the move. No two moves of a
    /// position share an index. Moves of different positions that do the same should share one.
    fn index(&self, action: Self::Move) -> usize;
    /// The move with this index in the position; `None` if there is none.
    fn with_index(&self, index: usize) -> Option<Self::Move> {
        self.moves().into_iter().find(|action| self.index(*action) == index)
    }
    /// A first guess of how good a move is, 0 to 255: a search that knows nothing better tries moves with higher ones
    /// first, and equal ones in the order of [`Position::moves`].
    fn ordering_score(&self, _action: Self::Move) -> u8 {
        0
    }
    /// The moves that a search of two plies or more tries if there is no threat: at least one, in the order of
    /// [`Position::moves`].
    ///
    /// Moves that lose at once may be left out. If no move loses at once, those after which the other player can win
    /// at once may be left out, too, but only if positions cannot [repeat](Position::REPEATS): otherwise such a move
    /// may lead to a draw.
    fn candidates(&self) -> Self::Moves {
        self.moves()
    }
    /// The knowledge about the moves that takes less time than to try them. It is asked only before the end of the
    /// game.
    fn threat(&self) -> Threat<Self::Move> {
        Threat::None
    }
    /// Makes a move, which must be one of [`Position::moves`].
    fn play(&mut self, action: Self::Move) -> Self::Undo;
    /// Takes the last move back.
    fn undo(&mut self, action: Self::Move, undo: Self::Undo);
    /// The end of the game; `None` if it goes on.
    fn ended(&self) -> Option<Ending>;
    /// A hash of everything on which the rest of the game and the evaluation depend, under which the position is
    /// remembered. A search takes two positions with the same key for the same one, so all 64 bits should look random.
    fn key(&self) -> u64;
    /// True if a search counts and remembers the position. Positions in the middle of a turn need not be remembered,
    /// since those before and after it are.
    fn is_whole(&self) -> bool {
        true
    }
}

/// An evaluation of positions.
///
/// An evaluator may keep memory for its computations, but its results depend on the position only.
pub trait Evaluator<P: Position>: Clone + Send {
    /// The value of a position to the player to move, at most [`MAX_EVALUATION`] in either direction. It is asked only
    /// before the end of the game.
    fn evaluate(&mut self, position: &P) -> i32;
    /// The value of a position in which the game has ended, as seen `ply` plies before.
    fn ended(&mut self, _position: &P, ending: Ending, ply: u8) -> i32 {
        ending_value(ending, ply)
    }

    /// Bounds of a position's value one ply deep, before the end of the game. The value of a move is that of the
    /// position after it with its sign changed, or that of the end of the game; the value of the position is that of
    /// its best move.
    ///
    /// Bounds save a search the trouble to try the moves, and never change what it finds. The search asks whether the
    /// value is `beta` or more; bounds that do not help to answer this may be wide.
    fn bounds(&mut self, _position: &P, _beta: i32) -> Bounds {
        Bounds::NONE
    }

    /// Prepares [`Evaluator::ceiling`] for the moves of a position.
    fn survey(&mut self, _position: &P) {}
    /// An upper bound of the value that a move of the position surveyed last has at the end of the whole turn. A
    /// search asks for it if turns have several plies, to save trying the move.
    fn ceiling(&mut self, _position: &P, _action: P::Move) -> i32 {
        INFINITE
    }

    /// The contempt for repetitions: to the player who searches, a repetition is worth the present evaluation of the
    /// position at the root less this, or 0 if the game is [drawn](OCCURRENCES) by it; `None` if repetitions do not
    /// matter.
    ///
    /// Without contempt, two players who are content with what they have repeat positions forever. The difference must
    /// stay within [`MAX_EVALUATION`].
    fn contempt(&self) -> Option<i32> {
        None
    }
}

/// The value of a game that has ended to the player whose turn it would be, as seen `ply` plies before.
#[must_use]
pub const fn ending_value(ending: Ending, ply: u8) -> i32 {
    match ending {
        Ending::Win => WIN - ply as i32,
        Ending::Loss => ply as i32 - WIN,
        Ending::Draw => 0,
    }
}

/// The number of plies in which the game ends according to a value: positive for a win, zero or negative for a loss;
/// `None` if the value does not see the end.
#[must_use]
pub const fn ends_in(value: i32) -> Option<i32> {
    match value {
        value if value > MAX_EVALUATION => Some(WIN - value),
        value if value < -MAX_EVALUATION => Some(-WIN - value),
        _ => None,
    }
}
