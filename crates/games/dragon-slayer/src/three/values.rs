//! Values of the states between turns for each of three players, and values of the ends of a turn from them.

use super::state::{Layout, Points, SEATS, Shares, State};
use super::turn::{ByPoints, Challenged, Spots, TurnWorkspace};
use crate::turn::SLOTS;

/// A source of values.
pub trait Values {
    /// The layout, with the variant and the length of a turn.
    fn layout(&self) -> Layout;

    /// The win probability of each seat.
    fn value(&self, state: State) -> Shares;

    /// The win probability of each of these seats when the turn of a state has ended with these scores and tokens.
    #[inline]
    fn ended<const N: usize>(&self, state: State, seats: [usize; N], scores: Points, tokens: u8) -> [f64; N] {
        let shares = self.value(State { mover: (state.mover + 1) % SEATS, scores, tokens });
        seats.map(|seat| shares[seat])
    }

    /// The values of keeping the points for these seats.
    fn kept<const N: usize>(&self, state: State, seats: [usize; N]) -> ByPoints<N> {
        let mut kept = [[0.0; N]; SLOTS];
        let mut scores = state.scores;
        for kept in &mut kept[..=6 * self.layout().cycles] {
            *kept = self.ended(state, seats, scores, state.tokens);
            scores[state.mover] += 2;
        }
        kept
    }

    /// Fills in the values of the ends of a turn if this seat challenges.
    fn challenged<const N: usize>(&self, state: State, seats: [usize; N], by: usize, ends: &mut Challenged<N>) {
        let layout = self.layout();
        let tokens = state.tokens & !(1 << by);
        ends.fill(0, layout.variant.bonus.into(), layout.cycles, |own, bonus| {
            let mut scores = state.scores;
            scores[state.mover] += own;
            scores[by] += bonus;
            self.ended(state, seats, scores, tokens)
        });
    }

    /// Computes the values of a challenge by each opponent with a token, in the order in which they are
    /// asked, for the mover and the next seat; returns the number of these opponents.
    fn answers(&self, state: State, room: &mut TurnWorkspace<2>, answers: &mut [Spots<2>; 2]) -> usize {
        let [own, left, right] = state.order();
        let layout = self.layout();
        let mut count = 0;
        for by in [left, right].into_iter().filter(|seat| state.has_token(*seat)) {
            self.challenged(state, [own, left], by, &mut room.ends);
            room.answers(layout.variant.factor().into(), layout.cycles, &mut answers[count]);
            count += 1;
        }
        count
    }
}
