//! When a match has shown enough.

use super::plan::Plan;
use super::record::Games;
use super::standings::points;
use boardbots_stats::pairs::Pairs;
use boardbots_stats::sprt::{Standing, Verdict};

/// A sequential test that looks at pairs of games in their order in the match, whatever the order in
/// which they end: so it stops at the same pair with any number of threads, and after any number
/// of interruptions.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    pairs: Pairs,
    /// Pairs that were looked at.
    seen: u64,
    standing: Option<Standing>,
}

impl Decision {
    /// Looks at all pairs that follow those seen without a gap, until one decides; whether it is
    /// decided.
    pub fn look(&mut self, plan: &Plan, games: &Games) -> bool {
        let Some(test) = &plan.test else { return false };
        while !self.decided() {
            let pair = (games.get(&(2 * self.seen)), games.get(&(2 * self.seen + 1)));
            let (Some(first), Some(second)) = pair else { break };
            self.pairs.0[(points(first, 0) + points(second, 0)).min(4)] += 1;
            self.seen += 1;
            self.standing = Some(test.judge(&self.pairs));
        }
        self.decided()
    }

    /// How the test stands; `None` without one, or before the first pair.
    #[must_use]
    pub const fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// Whether it has come to an end.
    #[must_use]
    pub fn decided(&self) -> bool {
        self.standing.is_some_and(|standing| standing.verdict != Verdict::Continue)
    }

    /// The games that count: all of them, unless the test was decided before.
    pub fn cut(&self, games: &mut Games) {
        if self.decided() {
            games.retain(|number, _| *number < 2 * self.seen);
        }
    }
}
