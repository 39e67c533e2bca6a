//! Evaluations: the strong one, and that of the course's own player, kept as a named opponent.
//!
//! Values of the strong one are the dirt that a side has collected, and the most that it can hope to collect: the dirt
//! of the best chain of rooms among the cells that it reaches first. Once the two are apart this is a bound, and shows
//! games that are won long before they end.
//!
//! The course's player looks at the dirt nearest to each player as the crow flies: the farther it is and the more there
//! is, the better for them. That distance is rewarded keeps it from collecting.

use crate::chain::Chains;
use crate::map::{MAX_SIZE, Place};
use crate::rules::Position;
use crate::territory::{Territory, Word};
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
pub(crate) struct Survey<W, const N: usize> {
    pub territory: Territory<W, N>,
    pub chains: Chains<W, N>,
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
    pub fn new() -> Self {
        Self { territory: Territory::new(), chains: Chains::new() }
    }

    pub fn evaluate(&mut self, position: &Position, weights: Weights) -> i32 {
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

/// Values positions by distance to the nearest dirt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course;

impl Evaluator<Position> for Course {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let own = position.mover;
        let other = own.other();
        let (score, against) = (position.score(own), position.score(other));
        if score > against + position.rest {
            return MAX_EVALUATION;
        }
        if against > score + position.rest {
            return -MAX_EVALUATION;
        }
        let [own, other] = [own, other].map(|side| prospect(position, position.place(side)));
        own - other
    }
}

/// The distance to the nearest dirt times its units times 100, rounded down; 0 if there is
/// none. Of several at the same distance the first counts, row by row.
fn prospect(position: &Position, place: Place) -> i32 {
    // Squares of whole distances compare as distances do, on every machine.
    let Some((squared, dirt)) = nearest(position, place) else { return 0 };
    let dirt = u64::from(position.dirt(dirt));
    let value = (u64::from(squared) * dirt * dirt * 10_000).isqrt();
    i32::try_from(value).expect("distances and dirt are small")
}

/// The square of the distance to the nearest dirt, and where it is.
fn nearest(position: &Position, place: Place) -> Option<(u32, Place)> {
    let mut best: Option<(u32, Place)> = None;
    for away in 0..position.size {
        if best.is_some_and(|(squared, _)| squared < u32::from(away).pow(2)) {
            break;
        }
        let above = place.row.checked_sub(away);
        let below = Some(place.row + away).filter(|row| *row < position.size && away > 0);
        for row in [above, below].into_iter().flatten() {
            let cells = position.dirty[usize::from(row) + 1] >> 1;
            let left = cells << (127 - place.column);
            let right = cells >> place.column;
            #[allow(clippy::cast_possible_truncation)]
            let (left, right) = (left.leading_zeros() as u8, right.trailing_zeros() as u8);
            // 128 is no cell.
            let left = place.column.checked_sub(left);
            let right = Some(right).filter(|right| *right < 128).map(|right| place.column + right);
            for column in [left, right].into_iter().flatten() {
                let squared = u32::from(away).pow(2) + u32::from(column.abs_diff(place.column)).pow(2);
                let found = (squared, Place { row, column });
                let key = |(squared, place): (u32, Place)| (squared, place.row, place.column);
                if best.is_none_or(|best| key(found) < key(best)) {
                    best = Some(found);
                }
            }
        }
    }
    best
}
