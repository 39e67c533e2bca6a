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

    /// The values of keeping the points for these seats, in a turn in which `past` points, an even number, have been
    /// won before those that are counted.
    fn kept<const N: usize>(&self, state: State, seats: [usize; N], past: u16) -> ByPoints<N> {
        let mut kept = [[0.0; N]; SLOTS];
        let mut scores = state.scores;
        scores[state.mover] += past;
        for kept in &mut kept[..=6 * self.layout().cycles] {
            *kept = self.ended(state, seats, scores, state.tokens);
            scores[state.mover] += 2;
        }
        kept
    }

    /// Fills in the values of the ends of such a turn if this seat challenges.
    fn challenged<const N: usize>(
        &self,
        state: State,
        seats: [usize; N],
        past: u16,
        by: usize,
        ends: &mut Challenged<N>,
    ) {
        let layout = self.layout();
        let tokens = state.tokens & !(1 << by);
        let mut bonus = state.scores;
        bonus[by] += u16::from(layout.variant.bonus);
        let mut scores = state.scores;
        ends.failed = self.ended(state, seats, bonus, tokens);
        scores[state.mover] += past;
        bonus[state.mover] += past / 2;
        for half in 0..=6 * layout.cycles + 6 {
            ends.met[half] = self.ended(state, seats, scores, tokens);
            ends.refused[half] = self.ended(state, seats, bonus, tokens);
            scores[state.mover] += 2;
            bonus[state.mover] += 1;
        }
    }

    /// Computes the values of a challenge by each opponent with a token in such a turn, in the order in which they are
    /// asked, for the mover and the next seat; returns the number of these opponents.
    fn answers(&self, state: State, past: u16, room: &mut TurnWorkspace<2>, answers: &mut [Spots<2>; 2]) -> usize {
        let [own, left, right] = state.order();
        let layout = self.layout();
        let mut count = 0;
        for by in [left, right].into_iter().filter(|seat| state.has_token(*seat)) {
            self.challenged(state, [own, left], past, by, &mut room.ends);
            room.answers(layout.variant.factor().into(), layout.cycles, &mut answers[count]);
            count += 1;
        }
        count
    }
}
