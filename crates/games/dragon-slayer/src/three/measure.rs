//! What bots lose that play three players without their solution.
//!
//! For every state between turns, one player at a time decides in the turn as such a bot does, while
//! all else, and all later play, is exact. What this costs in the probability of winning is at least
//! 0, and 0 for perfect choices. Bots decide by what they hold the ends of the turn to be worth
//! ([`Rivals`]); the exact values are carried along. Most of the loss is due to challenges that are not foreseen:
//! whether one pays off for a challenger depends on small differences between values.

use super::solution::{Desk, Solution, respond};
use super::state::{SEATS, State, TOKENS};
use super::turn::{Room, Spots, begin, spots, stop};
use crate::outlook::Rivals;
use crate::rules::{Game, Player};
use crate::turn::Ends;
use crate::values::Values;
use rayon::prelude::*;

/// A loss that is worth counting.
pub const MUCH: f64 = 0.005;

/// What was lost in many states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// States.
    pub states: u64,
    /// All losses together.
    pub sum: f64,
    /// The largest one.
    pub most: f64,
    /// The smallest one: 0 but for rounding.
    pub least: f64,
    /// Losses of more than [`MUCH`].
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
        self.sum / number(self.states.max(1))
    }

    /// The share of states in which much is lost.
    #[must_use]
    pub fn share(&self) -> f64 {
        number(self.much) / number(self.states.max(1))
    }
}

/// A number of states, which are some millions, as a float.
#[allow(clippy::cast_precision_loss)]
const fn number(states: u64) -> f64 {
    states as f64
}

/// Losses in the states below the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Of the player whose turn it is.
    pub mover: Loss,
    /// Of each of the two others, who can challenge if they have a token.
    pub challenger: Loss,
}

/// Room for one state after another.
struct Bench {
    desk: Desk,
    room: Room<2>,
    ends: Ends,
    seen: [Spots<2>; 2],
    stops: Spots<2>,
    exact: Spots<4>,
}

impl Default for Bench {
    fn default() -> Self {
        Self {
            desk: Desk::default(),
            room: Room::default(),
            ends: Ends::new(),
            seen: [spots(); 2],
            stops: spots(),
            exact: spots(),
        }
    }
}

impl State {
    /// The game at the beginning of this turn.
    fn game(self, solution: &Solution) -> Game {
        let mut game = Game::new(solution.layout().variant, SEATS);
        game.active = self.mover;
        for (seat, player) in game.players.iter_mut().enumerate() {
            *player = Player { score: self.scores[seat], token: self.has_token(seat), last: 0 };
        }
        game
    }
}

/// What is lost in all states below the goal with these tokens whose first score is this, by a bot that judges
/// by these values.
pub fn losses(solution: &Solution, values: &(impl Values + Sync), tokens: u8, first: u16) -> Losses {
    let layout = solution.layout();
    let goal = u16::from(layout.variant.goal);
    let scores = |index: u16| [first, index / goal, index % goal];
    let turn = |bench: &mut Bench, index: u16| {
        let lost = |mover| bench.losses(solution, values, State { mover, scores: scores(index), tokens });
        [0, 1, 2].map(lost)
    };
    let turns: Vec<_> = (0..goal * goal).into_par_iter().map_init(Bench::default, turn).collect();
    let mut losses = Losses::default();
    for [own, left, right] in turns.into_flattened() {
        losses.mover.add(own);
        losses.challenger.add(left);
        losses.challenger.add(right);
    }
    losses
}

impl Bench {
    /// What the mover, the next seat and the one after lose in a turn if each alone decides by these values.
    fn losses(&mut self, solution: &Solution, values: &impl Values, state: State) -> [f64; SEATS] {
        let layout = solution.layout();
        let (cycles, factor) = (layout.cycles, layout.variant.factor().into());
        let order @ [own, left, right] = state.order();
        let asked = [left, right].map(|seat| state.has_token(seat));
        let rivals = Rivals::of_game(&state.game(solution));
        rivals.fill_from(values, 0, &mut self.ends);
        self.ends.lost = rivals.lost(values);
        // The exact answers, and those of the bot with what they are exactly worth.
        let count = solution.answers(state, &mut self.desk.room, &mut self.desk.answers);
        let by = [left, right].into_iter().filter(|seat| state.has_token(*seat));
        for (seen, by) in self.seen.iter_mut().zip(by) {
            solution.challenged(state, [own, own], by, &mut self.room);
            let ends = &mut self.room.ends;
            ends.failed[0] = self.ends.failed;
            for half in 0..=6 * cycles + 6 {
                (ends.refused[half][0], ends.met[half][0]) = (self.ends.refused[half], self.ends.met[half]);
            }
            self.room.answers(factor, cycles, seen);
        }
        let kept = solution.kept(state, [own, left]);
        let Self { desk: Desk { answers: exact, .. }, ends, seen, stops, exact: exactly, .. } = self;
        let (exact, ends, seen) = (&*exact, &*ends, &*seen);
        let at = |spots: &Spots<2>, (cycle, alive, _): (usize, usize, usize), warriors: usize| {
            spots[cycle][alive].map(|lanes| lanes[warriors])
        };
        stop(stops, cycles, |spot, warriors| {
            let (_, by) = respond(kept[spot.2], asked, |place| at(&exact[place], spot, warriors));
            let answer = |place: usize| at(&seen[place], spot, warriors);
            let feared = if count > 0 { answer(0)[0].min(ends.kept[spot.2]) } else { ends.kept[spot.2] };
            [feared, by.map_or(kept[spot.2][0], |side| answer(side * usize::from(asked[0]))[1])]
        });
        stop(exactly, cycles, |spot, warriors| {
            let answer = |place: usize| at(&exact[place], spot, warriors);
            let passed = respond(kept[spot.2], [false, asked[1]], |_| answer(usize::from(asked[0]))).0;
            let ([own, next], by) = respond(kept[spot.2], asked, answer);
            // As a bot challenges.
            let eager = count > 0 && ends.kept[spot.2] > at(&seen[0], spot, warriors)[0];
            let after = |[own, next]: [f64; 2]| 1.0 - own - next;
            let one = match asked[0] {
                true if eager => answer(0)[1],
                true => passed[1],
                false => next,
            };
            let other = match (by, asked[1]) {
                (Some(0), _) | (_, false) => after([own, next]),
                _ if eager => after(answer(usize::from(asked[0]))),
                _ => after(kept[spot.2]),
            };
            [own, next, one, other]
        });
        let [one, next, after] = solution.ended(state, order, state.scores, state.tokens);
        let [own, next, left, right] = begin(&self.exact, &[one, next, next, after], cycles);
        let [_, seen] = begin(&self.stops, &[self.ends.lost, one], cycles);
        [own - seen, next - left, 1.0 - own - next - right]
    }
}

/// All parts in which [`losses`] are measured, by tokens and the first score.
pub fn parts(goal: u8) -> impl Iterator<Item = (u8, u16)> {
    (0..TOKENS).flat_map(move |tokens| (0..u16::from(goal)).map(move |first| (tokens, first)))
}

impl Losses {
    /// Adds those of another part.
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
    use crate::book::Book;
    use crate::three::solution::Solver;
    use crate::three::state::Layout;
    use crate::variant::Variant;

    #[test]
    fn what_is_lost_is_at_least_nothing() {
        let layout = Layout::new(Variant { goal: 5, ..Variant::STANDARD }, 1);
        let solution = Solver::with(layout).solve();
        let book = Book::of(layout.variant);
        let mut all = Losses::default();
        for (tokens, first) in parts(5) {
            all.join(&losses(&solution, &book, tokens, first));
        }
        assert_eq!((all.mover.states, all.challenger.states), (3000, 6000));
        assert!(all.mover.least > -1e-9 && all.challenger.least > -1e-9, "{all:?}");
    }
}
