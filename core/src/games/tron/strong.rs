//! The strong judge.
//!
//! What a side has collected, and the most it can hope to collect: the dirt of the best
//! chain of rooms among the cells that it reaches first. Once the two are apart this is a
//! bound, and shows games that are won long before they end.

use super::chain::Chains;
use super::map::MAX_SIZE;
use super::rules::Position;
use super::territory::Territory;
use super::word::Word;
use crate::search::game::{Judge, MAX_JUDGEMENT};

/// A unit of dirt that is collected.
pub const COLLECTED: i32 = 40;
/// A unit of dirt that can be hoped for while the other side may come in the way.
pub const DISPUTED: i32 = 24;
/// A unit of dirt that can be hoped for once the two are apart.
pub const APART: i32 = 36;
/// A cell that can be hoped for: room to turn is worth a little.
pub const CELL: i32 = 1;
/// A win that only blunders can spoil, beside what is collected.
pub const CERTAIN: i32 = 400_000;

/// Judges by what is collected and what can be hoped for.
#[derive(Clone)]
pub struct Strong {
    narrow: Survey<u32, 32>,
    middle: Survey<u64, 64>,
    wide: Survey<u128, { MAX_SIZE + 2 }>,
}

/// Room to judge maps of up to `N - 2` rows.
#[derive(Clone)]
struct Survey<W, const N: usize> {
    territory: Territory<W, N>,
    chains: Chains<W, N>,
}

impl Default for Strong {
    fn default() -> Self {
        Self { narrow: Survey::new(), middle: Survey::new(), wide: Survey::new() }
    }
}

impl Judge<Position> for Strong {
    fn judge(&mut self, position: &Position) -> i32 {
        match position.size() {
            ..=30 => self.narrow.judge(position),
            31..=62 => self.middle.judge(position),
            _ => self.wide.judge(position),
        }
    }
}

impl<W: Word, const N: usize> Survey<W, N> {
    fn new() -> Self {
        Self { territory: Territory::new(), chains: Chains::new() }
    }

    fn judge(&mut self, position: &Position) -> i32 {
        let disputed = self.territory.survey(position);
        let own = position.mover();
        let unit = if disputed { DISPUTED } else { APART };
        let [own_hope, others_hope] = [own, own.other()].map(|side| {
            let share = self.territory.share(position, side);
            let worth = |place| i32::from(position.dirt(place)) * unit + CELL;
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
        (certain + lead * COLLECTED + own_hope - others_hope).clamp(-MAX_JUDGEMENT, MAX_JUDGEMENT)
    }
}
