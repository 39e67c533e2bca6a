//! The loss of players whose values are not quite exact, such as bots.
//!
//! For every state between turns, one player at a time decides in the turn as such a bot does, while everything else,
//! and all later play, is exact. The cost in win probability is at least 0, and 0 for perfect choices. The bot decides
//! by its values for the ends of the turn, by which it also predicts the others' choices ([`super::study`]); the exact
//! values are carried along. Most of the loss is due to challenges that it does not foresee: small differences between
//! values decide if one pays off for a challenger.

use super::solution::{Solution, Workspace, respond};
use super::state::{SEATS, State, TOKENS};
use super::turn::{EQUAL, Spots, TurnWorkspace, at, begin, spots, stop};
use super::values::Values;
use crate::odds::exact;
use rayon::prelude::*;

/// A loss above which it counts as large.
pub const MUCH: f64 = 0.005;

/// The losses in many states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// The number of states.
    pub states: u64,
    /// The sum of all losses.
    pub sum: f64,
    /// The largest loss.
    pub most: f64,
    /// The smallest loss: 0 except for rounding.
    pub least: f64,
    /// The number of losses of more than [`MUCH`].
    pub much: u64,
}

impl Loss {
    fn add(&mut self, loss: f64) {
        let Self { states, sum, most, least, much } = self;
        *states += 1;
        *sum += loss;
        *most = most.max(loss);
        *least = least.min(loss);
        *much += u64::from(loss > MUCH);
    }

    /// The mean, 0 without any.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / exact(self.states.max(1))
    }

    /// The share of states with a large loss.
    #[must_use]
    pub fn share(&self) -> f64 {
        exact(self.much) / exact(self.states.max(1))
    }
}

/// Losses in the states below the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The losses of the player whose turn it is.
    pub mover: Loss,
    /// The losses of each of the two others, who can challenge if they have a token.
    pub challenger: Loss,
}

/// The memory for one state after another. Of four values the first two are the bot's for the mover and the next seat,
/// the others the exact ones.
struct Bench {
    desk: Workspace,
    seen: TurnWorkspace<2>,
    room: TurnWorkspace<4>,
    answers: [Spots<4>; 2],
    stops: Spots<2>,
    exact: Spots<4>,
}

impl Bench {
    /// A new bench on the heap: stacks of threads are small.
    fn new() -> Box<Self> {
        Box::new(Self {
            desk: Workspace::default(),
            seen: TurnWorkspace::default(),
            room: TurnWorkspace::default(),
            answers: [spots(); 2],
            stops: spots(),
            exact: spots(),
        })
    }
}

/// The values of the bot and the exact ones, side by side.
fn beside([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 4] {
    [a, b, c, d]
}

/// The losses in all states below the goal with these tokens and this first score, of a bot with these values.
pub fn losses(solution: &Solution, values: &(impl Values + Sync), tokens: u8, first: u16) -> Losses {
    let layout = solution.layout();
    let goal = u16::from(layout.variant.goal);
    let scores = |index: u16| [first, index / goal, index % goal];
    let turn = |bench: &mut Box<Bench>, index: u16| {
        let lost = |mover| bench.losses(solution, values, State { mover, scores: scores(index), tokens });
        [0, 1, 2].map(lost)
    };
    let turns: Vec<_> = (0..goal * goal).into_par_iter().map_init(Bench::new, turn).collect();
    let mut losses = Losses::default();
    for [own, left, right] in turns.into_flattened() {
        losses.mover.add(own);
        losses.challenger.add(left);
        losses.challenger.add(right);
    }
    losses
}

impl Bench {
    /// The losses of the mover, the next seat and the one after in a turn, if each alone decides by these values.
    fn losses(&mut self, solution: &Solution, values: &impl Values, state: State) -> [f64; SEATS] {
        let layout = solution.layout();
        let (cycles, factor) = (layout.cycles, layout.variant.factor().into());
        let order @ [own, left, right] = state.order();
        let asked = [left, right].map(|seat| state.has_token(seat));
        // The exact answers, and the bot's answers with their exact values.
        solution.answers(state, &mut self.desk.room, &mut self.desk.answers);
        let by = [left, right].into_iter().filter(|seat| state.has_token(*seat));
        for (answers, by) in self.answers.iter_mut().zip(by) {
            values.challenged(state, [own, left], by, &mut self.seen.ends);
            solution.challenged(state, [own, left], by, &mut self.desk.room.ends);
            let (seen, exact, both) = (&self.seen.ends, &self.desk.room.ends, &mut self.room.ends);
            both.failed = beside(seen.failed, exact.failed);
            for half in 0..=6 * cycles + 6 {
                both.refused[half] = beside(seen.refused[half], exact.refused[half]);
                both.met[half] = beside(seen.met[half], exact.met[half]);
            }
            self.room.answers(factor, cycles, answers);
        }
        let kept = solution.kept(state, [own, left]);
        let held = values.kept(state, [own, left]);
        let Self { desk: Workspace { answers: exact, .. }, answers: seen, stops, exact: exactly, .. } = self;
        let second = usize::from(asked[0]);
        let held_to_be = |[own, next, ..]: [f64; 4]| [own, next];
        stop(stops, cycles, |spot, warriors| {
            let (_, by) = respond(kept[spot.2], asked, |place| at(&exact[place], spot, warriors));
            let seen = |place: usize| at(&seen[place], spot, warriors);
            let (foreseen, _) = respond(held[spot.2], asked, |place| held_to_be(seen(place)));
            [foreseen[0], by.map_or(kept[spot.2][0], |side| seen(side * second)[2])]
        });
        stop(exactly, cycles, |spot, warriors| {
            let exact = |place: usize| at(&exact[place], spot, warriors);
            let seen = |place: usize| held_to_be(at(&seen[place], spot, warriors));
            let third = |[own, next]: [f64; 2]| 1.0 - own - next;
            let ([own, next], by) = respond(kept[spot.2], asked, exact);
            // The challenges of a bot that sits there.
            let one = if asked[0] {
                // After a pass only the other one is asked.
                let passed = |worth, answer| respond(worth, [false, asked[1]], |_| answer).0[1];
                let other = usize::from(asked[1]);
                let dares = seen(0)[1] > passed(held[spot.2], seen(other)) + EQUAL;
                if dares { exact(0)[1] } else { passed(kept[spot.2], exact(other)) }
            } else {
                next
            };
            let other = match (by, asked[1]) {
                (Some(0), _) | (_, false) => third([own, next]),
                _ if third(seen(second)) > third(held[spot.2]) + EQUAL => third(exact(second)),
                _ => third(kept[spot.2]),
            };
            [own, next, one, other]
        });
        let [one, next, after] = solution.ended(state, order, state.scores, state.tokens);
        let [lost] = values.ended(state, [own], state.scores, state.tokens);
        let [own, next, left, right] = begin(&self.exact, &[one, next, next, after], cycles);
        let [_, seen] = begin(&self.stops, &[lost, one], cycles);
        [own - seen, next - left, 1.0 - own - next - right]
    }
}

/// All parts in which [`losses`] are measured, by tokens and the first score.
pub fn parts(goal: u8) -> impl Iterator<Item = (u8, u16)> {
    (0..TOKENS).flat_map(move |tokens| (0..u16::from(goal)).map(move |first| (tokens, first)))
}

impl Losses {
    /// Adds the losses of another part.
    pub fn join(&mut self, other: &Self) {
        for (all, part) in [(&mut self.mover, other.mover), (&mut self.challenger, other.challenger)] {
            all.states += part.states;
            all.sum += part.sum;
            all.most = all.most.max(part.most);
            all.least = all.least.min(part.least);
            all.much += part.much;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::three::solution::Solver;
    use crate::three::state::{Layout, Shares};
    use crate::variant::Variant;

    /// The same solution, less exactly known.
    struct Rough<'a>(&'a Solution, f64);

    impl Values for Rough<'_> {
        fn layout(&self) -> Layout {
            self.0.layout()
        }

        fn value(&self, state: State) -> Shares {
            let [first, second, _] = self.0.value(state).map(|share| (share * self.1).round() / self.1);
            [first, second, 1.0 - first - second]
        }
    }

    #[test]
    fn what_is_lost_is_at_least_nothing_and_less_with_better_values() {
        let layout = Layout::new(Variant { goal: 5, ..Variant::STANDARD }, 1);
        let solution = Solver::with(layout).solve();
        let all = |values: &dyn Fn(u8, u16) -> Losses| {
            let mut all = Losses::default();
            parts(5).for_each(|(tokens, first)| all.join(&values(tokens, first)));
            assert_eq!((all.mover.states, all.challenger.states), (3000, 6000));
            assert!(all.mover.least > -1e-9 && all.challenger.least > -1e-9, "{all:?}");
            all
        };
        let exact = all(&|tokens, first| losses(&solution, &solution, tokens, first));
        assert!(exact.mover.most < 1e-9 && exact.challenger.most < 1e-9, "{exact:?}");
        let [fine, rough] = [100.0, 4.0].map(|steps| {
            let values = Rough(&solution, steps);
            all(&|tokens, first| losses(&solution, &values, tokens, first))
        });
        assert!(0.0 < fine.mover.mean() && fine.mover.mean() < rough.mover.mean(), "{fine:?} {rough:?}");
        assert!(fine.challenger.mean() < rough.challenger.mean(), "{fine:?} {rough:?}");
    }
}
