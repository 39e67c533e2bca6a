//! The trait of a game that is solved, and scores of its positions.

use super::super::position::{Ending, Position};

/// A score: positive if the side to move wins, negative if it loses, 0 for a draw; larger the sooner the game ends.
pub type Score = i8;

/// The largest score, in either direction.
pub const MAX_SCORE: Score = 126;

/// Bounds of a score, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// The score is this or more.
    pub low: Score,
    /// The score is this or less.
    pub high: Score,
}

impl ScoreRange {
    /// The range of a score that is known.
    #[must_use]
    pub const fn exactly(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// The bound that says whether the score is above `alpha`, if the range says so.
    pub(super) const fn decides(self, alpha: Score) -> Option<Score> {
        match self {
            Self { low, .. } if low > alpha => Some(low),
            Self { high, .. } if high <= alpha => Some(high),
            _ => None,
        }
    }
}

/// A position of a game that always ends.
///
/// Scores have to be comparable along a game: that of a finished game depends on the position in which it ends alone,
/// and [`Solvable::worth`] never grows from a position to the next.
///
/// ```
/// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
/// # use tic_tac_toe::TicTacToe; // the game on the first page
/// use boardbots_search::solve::{Score, Solvable, SolveLimits, Solver};
/// use boardbots_search::{Options, Position};
///
/// impl Solvable for TicTacToe {
///     type Facts = ();
///     fn worth(&self) -> Score {
///         10 - (self.own | self.other).count_ones() as Score // the empty squares, and one
///     }
///     fn plies(&self, score: Score) -> Option<u8> {
///         Some((self.worth() - score.abs().max(1)) as u8)
///     }
/// }
///
/// let mut solver = Solver::new(Options::default());
/// let cornered = TicTacToe { own: 0o020, other: 0o002 }; // the middle, and the square above it
/// let found = solver.solve(&cornered, SolveLimits::default(), &mut |_| ());
/// assert_eq!((found.score(), found.plies, found.best), (Some(3), Some(5), Some(0)));
/// ```
pub trait Solvable: Position {
    /// The knowledge of [`Solvable::look`] that [`Solvable::tries`] needs again; `()` if there is none.
    type Facts: Default;

    /// The score of a game that is won in this position, or the most that it can be from here on, 1 to [`MAX_SCORE`].
    fn worth(&self) -> Score;
    /// The number of plies from this position to the end of a game with this score, if the score tells.
    fn plies(&self, score: Score) -> Option<u8>;
    /// True if so few plies are left that the position is remembered by one thread alone.
    fn is_near_the_end(&self) -> bool {
        false
    }
    /// The bounds of the score that show without trying a move, and the key under which bounds are remembered:
    /// positions with the same score may share it. At the end of the game the bounds are the score.
    fn look(&self) -> (ScoreRange, u64, Self::Facts) {
        let worth = self.worth();
        let range = match self.ended() {
            None => ScoreRange { low: -worth, high: worth },
            Some(Ending::Win) => ScoreRange::exactly(worth),
            Some(Ending::Loss) => ScoreRange::exactly(-worth),
            Some(Ending::Draw) => ScoreRange::exactly(0),
        };
        (range, self.key(), Self::Facts::default())
    }
    /// The moves of which one is the best unless the score is the range's lower bound, the most promising first. What
    /// they tell of the score narrows the range; of several moves that do the same, one is enough.
    fn tries(&self, _facts: Self::Facts, _range: &mut ScoreRange) -> Self::Moves {
        self.moves()
    }
}
