//! The bot that plays perfectly: by a book, then by exact results.

use super::TwoPlayerGame;
use super::book::Book;
use super::bot::{Bot, Found, Prover, Report, Written, result};
use super::player::{best, bot};
use crate::parameters::Parameters;
use boardbots_search::alpha_beta::{Options, SearchLimits};
use boardbots_search::solve::SolveLimits;
use std::time::Instant;

/// The name of the bot.
pub const NAME: &str = "perfect";
/// Positions that a proof may look at. It decides where time does not, so that games do not depend on the machine.
const NODES: u64 = 40_000_000;
/// The table of the proofs, in KiB.
const TABLE: usize = 16 * 1024;

/// A bot that makes the move of the book, or the best one as far as it is proven. Where nothing is proven within its
/// limits that keeps a draw, it asks the strongest other bot.
pub struct Perfect<G: TwoPlayerGame> {
    book: Option<&'static Book<G>>,
    prover: Box<dyn Prover<G>>,
    bot: Box<dyn Bot<G>>,
}

/// The bot as a game lists it.
#[must_use]
pub const fn written<G: TwoPlayerGame>() -> Written<G> {
    Written { name: NAME, parameters: || Parameters::of(&[]), bot: |_, options| made(options), searches: false }
}

/// The bot; `None` in games without exact results.
fn made<G: TwoPlayerGame>(options: Options) -> Option<Box<dyn Bot<G>>> {
    let prover = G::prover(Options { table_kib: options.table_kib.max(TABLE), ..options })?;
    Some(Box::new(Perfect { book: G::book(), prover, bot: bot::<G>(best::<G>(), options)? }))
}

impl<G: TwoPlayerGame> Bot<G> for Perfect<G> {
    fn think(&mut self, position: &G, past: &[u64], limits: SearchLimits<'_>, report: Report<'_, G>) -> Found<G> {
        let begun = Instant::now();
        let entry = self.book.filter(|_| limits.among.is_none()).and_then(|book| book.get(position));
        if let Some(entry) = entry {
            return result(entry.action, entry.score, self.prover.plies(position, entry.score), 0);
        }
        let moves = position.moves();
        let at = |place: &u16| moves.get(usize::from(*place)).copied();
        let only: G::Moves = limits.among.unwrap_or_default().iter().filter_map(at).collect();
        // The rest is for the other bot.
        let end = limits.time.map(|time| begun + time / 4 * 3);
        let stop = || (limits.stop)() || end.is_some_and(|end| Instant::now() >= end);
        let proof = SolveLimits { nodes: limits.nodes.min(NODES), only: &only, stop: &stop };
        let found = self.prover.solve(position, proof, &mut |_| ());
        if let Some(best) = found.best.filter(|_| found.score().is_some() || found.range.low >= 0) {
            let found = result(best, found.range.low, found.plies, found.nodes);
            report(&found);
            return found;
        }
        let time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        self.bot.think(position, past, SearchLimits { depth: limits.depth.min(G::DEPTH), time, ..limits }, report)
    }

    fn forget(&mut self) {
        self.prover.forget();
        self.bot.forget();
    }
}
