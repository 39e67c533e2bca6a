//! Bots that search, and evaluations as a game lists them.

use crate::parameters::{Constants, Parameters};
use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult, Searcher};
use boardbots_search::position::{Evaluator, Line, MAX_DEPTH, Position, WIN};
use boardbots_search::solve::{Score, Solution, Solvable, SolveLimits, Solver};
use std::fmt::{self, Display, Write};

/// The result of a bot's search.
pub type Found<P> = SearchResult<<P as Position>::Move>;
/// A function that hears what a bot has found so far.
pub type Report<'a, P> = &'a mut dyn FnMut(&Found<P>);
/// A function that hears what is proven so far.
pub type Proofs<'a, P> = &'a mut dyn FnMut(&Solution<<P as Position>::Move>);

/// A bot that finds moves.
pub trait Bot<P: Position>: Send {
    /// A game begins; only chance needs to know.
    fn begin(&mut self, _seed: u64) {}
    /// The best move and what speaks for it; `report` hears of every whole iteration.
    ///
    /// `past` holds the keys of the game's positions so far, as far as they are known: one that comes again is
    /// a repetition, if the evaluation minds ([`Evaluator::contempt`]).
    fn think(&mut self, position: &P, past: &[u64], limits: SearchLimits<'_>, report: Report<'_, P>) -> Found<P>;
    /// Forgets the results of earlier searches.
    fn forget(&mut self);
}

impl<P: Position, E: Evaluator<P>> Bot<P> for Searcher<P, E> {
    fn think(&mut self, position: &P, past: &[u64], limits: SearchLimits<'_>, report: Report<'_, P>) -> Found<P> {
        self.search_after(position, past, limits, report)
    }

    fn forget(&mut self) {
        Self::forget(self);
    }
}

/// Makes a bot with these constants; `None` if they are those of another evaluation.
pub type Made<P> = fn(&Parameters, Options) -> Option<Box<dyn Bot<P>>>;

/// An evaluation written by hand.
pub struct Written<P: Position> {
    /// The name of the bots that use it.
    pub name: &'static str,
    /// Its constants, as they are by default; none at all if it cannot be tuned.
    pub parameters: fn() -> Parameters,
    /// The bots that use it.
    pub bot: Made<P>,
    /// True if its bots search to the depth of their limits, and no deeper.
    pub searches: bool,
}

impl<P: Position + 'static> Written<P> {
    /// An evaluation without constants.
    #[must_use]
    pub const fn plain<E: Evaluator<P> + Default + 'static>(name: &'static str) -> Self {
        Self {
            name,
            parameters: || Parameters::of(&[]),
            bot: |_, options| Some(Box::new(Searcher::new(E::default(), options))),
            searches: true,
        }
    }

    /// An evaluation made of constants, which can be tuned.
    #[must_use]
    pub const fn tuned<E: Evaluator<P> + From<C> + 'static, C: Constants>(name: &'static str) -> Self {
        Self {
            name,
            parameters: || C::default().parameters(),
            bot: |parameters, options| Some(Box::new(Searcher::new(E::from(C::of(parameters)?), options))),
            searches: true,
        }
    }
}

/// A search for exact results.
pub trait Prover<P: Position>: Send {
    /// Forgets what was proven before.
    fn forget(&mut self);
    /// The score of a position and its best move, or as much as can be proven within the limits.
    fn solve(&mut self, position: &P, limits: SolveLimits<'_, P::Move>, report: Proofs<'_, P>) -> Solution<P::Move>;
    /// The number of plies from a position to the end of a game with this score, if scores tell.
    fn plies(&self, _position: &P, _score: Score) -> Option<u8> {
        None
    }
}

impl<P: Solvable> Prover<P> for Solver {
    fn forget(&mut self) {
        Self::forget(self);
    }

    fn solve(&mut self, position: &P, limits: SolveLimits<'_, P::Move>, report: Proofs<'_, P>) -> Solution<P::Move> {
        Self::solve(self, position, limits, report)
    }

    fn plies(&self, position: &P, score: Score) -> Option<u8> {
        position.plies(score)
    }
}

/// A proven score as searches tell it: a game whose scores do not tell its length ends within the longest search.
#[must_use]
pub fn result<M: Copy>(action: M, score: Score, plies: Option<u8>, nodes: u64) -> SearchResult<M> {
    let depth = plies.unwrap_or(MAX_DEPTH);
    let value = i32::from(score.signum()) * (WIN - i32::from(depth));
    SearchResult { value, depth, nodes, line: Line::from_iter([action]) }
}

/// Moves with this text between.
pub struct Moves<'a, M>(pub &'a [M], pub &'static str);

impl<M: Display> Display for Moves<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        self.0.iter().try_for_each(|action| {
            f.write_str(std::mem::replace(&mut between, self.1))?;
            action.fmt(f)
        })
    }
}

/// True if this is the text of a move; the two are compared while the move is written.
pub(super) fn is_text(text: &str, action: impl Display) -> bool {
    struct Rest<'a>(&'a str);

    impl Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut rest = Rest(text);
    write!(rest, "{action}").is_ok() && rest.0.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_as_they_are_written() {
        for (text, number, same) in [("12", 12, true), ("1", 12, false), ("123", 12, false), ("", 1, false)] {
            assert_eq!(is_text(text, number), same, "{text}");
        }
        assert_eq!(Moves(&[1, 20, 3], " ").to_string(), "1 20 3");
        assert_eq!(Moves::<u8>(&[], " ").to_string(), "");
    }
}
