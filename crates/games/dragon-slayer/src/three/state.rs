//! States between turns, for three players, and the layout of their values.
//!
//! Values are in layers by tokens, within a layer by mover. Each of these has first all scores below the goal, the last
//! seat's score running fastest, and then, for games in which a score has reached the goal, the gaps to the highest
//! score, of which one is 0.

use crate::turn::CYCLES;
use crate::variant::Variant;

/// The number of players.
pub const SEATS: usize = 3;
/// The number of sets of tokens.
pub const TOKENS: u8 = 1 << SEATS;

/// The win probability of each seat; the sum is 1.
pub type Shares = [f64; SEATS];
/// The score of each seat, or the points by which it is behind.
pub type Points = [u16; SEATS];

/// A state between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The seat whose turn begins; seats move in their order in each round.
    pub mover: usize,
    /// Scores by seat.
    pub scores: Points,
    /// The seats with a token: bit 0 for the first seat.
    pub tokens: u8,
}

impl State {
    /// The seats in the order in which they can challenge: the mover, the next, the one after.
    #[must_use]
    pub const fn order(self) -> [usize; SEATS] {
        [self.mover, (self.mover + 1) % SEATS, (self.mover + 2) % SEATS]
    }

    /// True if this seat has a token.
    #[must_use]
    pub const fn has_token(self, seat: usize) -> bool {
        self.tokens >> seat & 1 == 1
    }
}

/// The distance of the highest score above the goal, in scores made from gaps: enough to show the score of a player who
/// is out, and to keep that player out whatever a turn brings.
const FAR: u16 = 250;

/// The layout of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The variant of the rules.
    pub variant: Variant,
    /// The number of times that all dragons can come back in a turn, at most [`CYCLES`]; then the player stops.
    pub cycles: usize,
    goal: usize,
    /// The gap of a player who is out.
    out: usize,
}

impl Layout {
    /// The layout for a variant whose turns are followed until all dragons have come back `cycles` times: [`CYCLES`],
    /// or fewer for short checks.
    #[must_use]
    pub fn new(variant: Variant, cycles: usize) -> Self {
        let cycles = cycles.clamp(1, CYCLES);
        Self { variant, cycles, goal: variant.goal.into(), out: Self::out(variant, cycles) }
    }

    /// The gap of a player who is out: more than a turn and a challenge of their own can make up for.
    #[must_use]
    pub const fn out(variant: Variant, cycles: usize) -> usize {
        12 * (cycles + 1) + variant.bonus as usize + 1
    }

    /// The number of states with all scores below the goal, for one mover and set of tokens.
    #[must_use]
    pub const fn below(self) -> usize {
        self.goal * self.goal * self.goal
    }

    /// The number of gaps of which one is 0.
    #[must_use]
    pub const fn gaps(self) -> usize {
        let side = self.out + 1;
        side * side + side * (side - 1) + (side - 1) * (side - 1)
    }

    /// The number of values for one set of tokens.
    #[must_use]
    pub const fn layer(self) -> usize {
        SEATS * (self.below() + self.gaps())
    }

    /// The number of values.
    #[must_use]
    pub const fn cells(self) -> usize {
        TOKENS as usize * self.layer()
    }

    /// True if no score has reached the goal.
    #[must_use]
    pub fn open(self, scores: Points) -> bool {
        scores.iter().all(|score| usize::from(*score) < self.goal)
    }

    /// The gap of each seat to the highest score, limited to that of a player who is out.
    #[must_use]
    pub fn behind(self, scores: Points) -> [usize; SEATS] {
        let top = scores.into_iter().max().unwrap_or(0);
        scores.map(|score| usize::from(top - score).min(self.out))
    }

    /// The index of the scores among those of one mover and set of tokens.
    #[must_use]
    #[inline]
    pub fn index(self, scores: Points) -> usize {
        if self.open(scores) {
            let [a, b, c] = scores.map(usize::from);
            return (a * self.goal + b) * self.goal + c;
        }
        let side = self.out + 1;
        let gap = match self.behind(scores) {
            [0, b, c] => b * side + c,
            [a, 0, c] => side * side + (a - 1) * side + c,
            [a, b, _] => side * side + (side - 1) * side + (a - 1) * (side - 1) + b - 1,
        };
        self.below() + gap
    }

    /// The scores at this index.
    #[must_use]
    pub fn scores(self, index: usize) -> Points {
        let whole = |number| u16::try_from(number).unwrap_or(u16::MAX);
        let Some(gap) = index.checked_sub(self.below()) else {
            return [index / self.goal / self.goal, index / self.goal % self.goal, index % self.goal].map(whole);
        };
        let side = self.out + 1;
        let gaps = match gap.checked_sub(side * side) {
            None => [0, gap / side, gap % side],
            Some(gap) => match gap.checked_sub(side * (side - 1)) {
                None => [gap / side + 1, 0, gap % side],
                Some(gap) => [gap / (side - 1) + 1, gap % (side - 1) + 1, 0],
            },
        };
        let goal = u16::from(self.variant.goal);
        gaps.map(|gap| if gap == self.out { goal } else { goal + FAR - whole(gap) })
    }

    /// The index of the value of a state.
    #[must_use]
    #[inline]
    pub fn cell(self, state: State) -> usize {
        let State { mover, scores, tokens } = state;
        (usize::from(tokens) * SEATS + mover) * (self.below() + self.gaps()) + self.index(scores)
    }

    /// The shares of the seats in the win, if a game ends with these scores, of which one has reached the goal.
    #[must_use]
    pub fn split(self, scores: Points) -> Shares {
        let leads = self.behind(scores).map(|gap| if gap == 0 { 1.0 } else { 0.0 });
        let sum: f64 = leads.iter().sum();
        leads.map(|lead| lead / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_scores_of_its_own() {
        let layout = Layout::new(Variant { goal: 5, ..Variant::STANDARD }, 1);
        for index in 0..layout.below() + layout.gaps() {
            let scores = layout.scores(index);
            assert_eq!(layout.index(scores), index, "{scores:?}");
            assert_eq!(layout.open(scores), index < layout.below());
        }
        let last = State { mover: 2, scores: layout.scores(layout.below() + layout.gaps() - 1), tokens: TOKENS - 1 };
        assert_eq!(layout.cell(last) + 1, layout.cells());
    }

    #[test]
    fn who_is_out_stays_out() {
        let layout = Layout::new(Variant::STANDARD, CYCLES);
        assert_eq!(layout.behind([117, 40, 39]), [0, 77, 78]);
        let mut scores = layout.scores(layout.index([117, 40, 39]));
        scores[2] += 72 + 20;
        assert_eq!(layout.behind(scores), [0, 77, 78]);
    }

    #[test]
    fn the_highest_share_the_win() {
        let layout = Layout::new(Variant::STANDARD, CYCLES);
        for (scores, halves) in [([41, 41, 40], [1, 1, 0]), ([10, 50, 45], [0, 2, 0])] {
            let split = layout.split(scores);
            assert!(split.into_iter().zip(halves).all(|(share, half)| (share - f64::from(half) / 2.0).abs() < 1e-15));
        }
    }
}
