//! The strong evaluation.
//!
//! Values are the dirt that a side has collected, and the most that it can hope to collect: the dirt of the best
//! chain of rooms among the cells that it reaches first. Once the two are apart this is a bound, and shows games that
//! are won long before they end.

use super::chain::Chains;
use super::map::MAX_SIZE;
use super::rules::Position;
use super::territory::Territory;
use super::word::Word;
use boardbots_game::constants;
use boardbots_search::position::{Evaluator, MAX_EVALUATION};

constants! {
    /// The weights of the evaluation.
    pub struct Weights {
        /// Worth of a unit of dirt that is collected.
        collected "collected" = 40 in 1..=200 by 4;
        /// Worth of a unit of dirt that can be hoped for while the other side may come in
        /// the way.
        disputed "disputed" = 24 in 1..=200 by 3;
        /// Worth of a unit of dirt that can be hoped for once the two are apart.
        apart "apart" = 36 in 1..=200 by 3;
        /// Worth of a cell that can be hoped for: room to turn is worth a little.
        cell "cell" = 1 in 0..=50 by 1;
    }
}

/// A win that only blunders can spoil, beside collected dirt.
pub const CERTAIN: i32 = 400_000;

/// Values positions by dirt that is collected and dirt that can be hoped for.
#[derive(Clone)]
pub struct Strong {
    weights: Weights,
    narrow: Survey<u32, 32>,
    middle: Survey<u64, 64>,
    wide: Survey<u128, { MAX_SIZE + 2 }>,
}

/// Memory to evaluate maps of up to `N - 2` rows.
#[derive(Clone)]
struct Survey<W, const N: usize> {
    territory: Territory<W, N>,
    chains: Chains<W, N>,
}

impl From<Weights> for Strong {
    fn from(weights: Weights) -> Self {
        Self { weights, narrow: Survey::new(), middle: Survey::new(), wide: Survey::new() }
    }
}

impl Default for Strong {
    fn default() -> Self {
        Self::from(Weights::DEFAULT)
    }
}

impl Evaluator<Position> for Strong {
    fn evaluate(&mut self, position: &Position) -> i32 {
        match position.size {
            ..=30 => self.narrow.evaluate(position, self.weights),
            31..=62 => self.middle.evaluate(position, self.weights),
            _ => self.wide.evaluate(position, self.weights),
        }
    }
}

impl<W: Word, const N: usize> Survey<W, N> {
    fn new() -> Self {
        Self { territory: Territory::new(), chains: Chains::new() }
    }

    fn evaluate(&mut self, position: &Position, weights: Weights) -> i32 {
        let disputed = self.territory.survey(position);
        let own = position.mover;
        let unit = if disputed { weights.disputed } else { weights.apart };
        let [own_hope, others_hope] = [own, own.other()].map(|side| {
            let share = self.territory.share(position, side);
            let worth = |place| i32::from(position.dirt(place)) * unit + weights.cell;
            self.chains.best(share, position.place(side), worth)
        });
        let [score, against] = [own, own.other()].map(|side| position.score(side).cast_signed());
        let lead = score - against;
        let certain = if disputed {
            0
        } else if lead * unit > others_hope {
            CERTAIN
        } else if -lead * unit > own_hope {
            -CERTAIN
        } else {
            0
        };
        (certain + lead * weights.collected + own_hope - others_hope).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
