//! Bots that search, and evaluations as a game lists them.

use crate::parameters::{Constants, Parameters};
use crate::player::Stop;
use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult, Searcher};
use boardbots_search::position::{Evaluator, Position};
use std::fmt::{self, Display, Write};

/// A bot that finds moves.
pub trait Bot<P: Position>: Send {
    /// The best move and what speaks for it; `report` hears of every whole iteration.
    ///
    /// `past` holds the keys of the game's positions so far, as far as they are known: one that comes again is
    /// a repetition, if the evaluation minds ([`Evaluator::contempt`]).
    fn think(
        &mut self,
        position: &P,
        past: &[u64],
        limits: SearchLimits<'_>,
        report: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move>;
    /// Forgets the results of earlier searches.
    fn forget(&mut self);
}

impl<P: Position, E: Evaluator<P>> Bot<P> for Searcher<P, E> {
    fn think(
        &mut self,
        position: &P,
        past: &[u64],
        limits: SearchLimits<'_>,
        report: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
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
}

impl<P: Position + 'static> Written<P> {
    /// An evaluation without constants.
    #[must_use]
    pub const fn plain<E: Evaluator<P> + Default + 'static>(name: &'static str) -> Self {
        Self {
            name,
            parameters: || Parameters::of(&[]),
            bot: |_, options| Some(Box::new(Searcher::new(E::default(), options))),
        }
    }

    /// An evaluation made of constants, which can be tuned.
    #[must_use]
    pub const fn tuned<E: Evaluator<P> + From<C> + 'static, C: Constants>(name: &'static str) -> Self {
        Self {
            name,
            parameters: || C::default().parameters(),
            bot: |parameters, options| Some(Box::new(Searcher::new(E::from(C::of(parameters)?), options))),
        }
    }
}

/// The result of a game with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The best move.
    pub best: M,
    /// The winner: 1 for the side to move, -1 for the other, 0 for neither.
    pub result: i8,
    /// Plies to the end.
    pub plies: u8,
    /// True if the end cannot come sooner.
    pub is_exact: bool,
}

/// A search for how games end, limited by positions that it looks at.
pub trait Prover<P: Position>: Send {
    /// Begins a verdict: forgets what was found before, and has its whole limit again.
    fn forget(&mut self);
    /// The result with all moves or with the only one; `None` if it is out of reach, or if `stop` said yes.
    fn prove(&mut self, position: &P, only: Option<P::Move>, stop: Stop<'_>) -> Option<Proof<P::Move>>;
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
