//! One iteration after the other, and the games of each.
//!
//! A pair is one opening or map from both sides. At a table of four, two players have the one set
//! of constants and two the other; there are three ways to seat them, each with its opposite. Pair
//! after pair takes the next of them, and a new map after the third: three pairs are every seating
//! of a map.

use super::plan::{Iteration, TuningPlan};
use super::spsa::{Spsa, Trial};
use crate::matches::plan::{Fixture, MatchPlan as Match, mixed};
use crate::matches::record::Played;
use crate::matches::runner::Runner;
use crate::matches::standings::outcome;
use boardbots_base::invalid::InputError;
use boardbots_game::parameters::Parameters;
use boardbots_stats::real;
use boardbots_stats::tally::Tally;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The tolerance for values of a record against those that follow from its games: powers differ a little from machine
/// to machine.
const TOLERANCE: f64 = 1e-3;

/// A tuning that goes on.
#[derive(Clone, Debug)]
pub struct Tuner {
    /// The plan.
    pub plan: TuningPlan,
    spsa: Spsa,
    /// The values as they are, in the order of the plan's constants.
    pub values: Vec<f64>,
    /// Iterations that have been played.
    pub done: u64,
    /// The results of all games for the player whose constants went the trial's way; the share of
    /// draws shows whether games can tell the players apart.
    pub games: Tally,
}

impl Tuner {
    /// A tuning before its first game.
    ///
    /// # Errors
    /// The plan's player cannot play, or does not have its constants.
    pub fn new(plan: TuningPlan) -> Result<Self, InputError> {
        let spsa = plan.spsa();
        let values = spsa.start();
        let _ = plan.parameters(&spsa.rounded(&values))?;
        runner(&plan, &plan.meeting(0)).map(drop)?;
        Ok(Self { plan, spsa, values, done: 0, games: Tally::default() })
    }

    /// Goes on behind an iteration that was played before.
    ///
    /// # Errors
    /// It is not the next one, or its values do not follow from its games.
    pub fn take(&mut self, played: &Iteration) -> Result<(), InputError> {
        let trial = self.spsa.trial(&self.values, self.done);
        if played.iteration != self.done {
            return Err(format!("iteration {} is not the next", played.iteration).into());
        }
        let due = self.after(&trial, &played.games);
        let near = |(due, found): (&f64, &f64)| (due - found).abs() <= TOLERANCE;
        if played.values.len() != due.len() || !due.iter().zip(&played.values).all(near) {
            return Err(format!("the values of iteration {} do not follow from its games", played.iteration).into());
        }
        self.values.clone_from(&played.values);
        self.count(&played.games);
        Ok(())
    }

    /// Plays the next iteration; `None` if it was stopped, or if there is no more.
    ///
    /// # Errors
    /// Fails if the games cannot be played.
    pub fn play(&mut self, threads: usize, stop: &AtomicBool) -> Result<Option<Iteration>, InputError> {
        if self.done >= self.plan.iterations {
            return Ok(None);
        }
        let trial = self.spsa.trial(&self.values, self.done);
        let Some(games) = play(&self.plan, &trial, self.done, threads, stop)? else { return Ok(None) };
        self.values = self.after(&trial, &games);
        let iteration = Iteration { iteration: self.done, games, values: self.values.clone() };
        self.count(&games);
        Ok(Some(iteration))
    }

    /// The values behind the next iteration, if its games end so.
    fn after(&self, trial: &Trial, games: &Tally) -> Vec<f64> {
        // At a table, half of the players meet the other half.
        let meetings = (self.plan.game.players() / 2).pow(2);
        let mut values = self.values.clone();
        let ahead = (real(games.wins) - real(games.losses)) / real(meetings as u64);
        self.spsa.step(&mut values, trial, self.done, ahead);
        values
    }

    fn count(&mut self, games: &Tally) {
        self.games.merge(games);
        self.done += 1;
    }

    /// The values as a player would have them.
    #[must_use]
    pub fn rounded(&self) -> Vec<i32> {
        self.spsa.rounded(&self.values)
    }

    /// All constants of the player, with the values that were found.
    ///
    /// # Errors
    /// As [`TuningPlan::parameters`].
    pub fn parameters(&self) -> Result<Parameters, InputError> {
        self.plan.parameters(&self.rounded())
    }
}

/// The orders of four players of whom the first two are alike, and the last two: those in which the
/// first sits first. The others are these with both kinds exchanged.
const TABLES: [[usize; 4]; 3] = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 2, 3, 1]];

/// Plays the games of an iteration (from 0), this many at a time. Returns the results of the first of the trial's
/// players, which at a table meets each of two others twice; `None` if they were stopped.
///
/// # Errors
/// Fails if the games cannot be played.
pub fn play(
    plan: &TuningPlan,
    trial: &Trial,
    iteration: u64,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Tally>, InputError> {
    let meeting = plan.meeting(iteration);
    let sides = [plan.parameters(&trial.plus)?, plan.parameters(&trial.minus)?];
    let half = plan.game.players() / 2;
    let sets: Vec<_> = sides.into_iter().flat_map(|set| std::iter::repeat_n(set, half)).collect();
    let todo = fixtures(plan.game.players(), plan.pairs, meeting.seed);
    let runner = runner(plan, &meeting)?.with(&sets);
    let (mut tally, mut games) = (Tally::default(), 0);
    runner.play(&todo, threads, stop, |played, _| {
        count(&mut tally, &played);
        games += 1;
        ControlFlow::Continue(())
    })?;
    Ok((games == todo.len()).then_some(tally))
}

/// Plays the games of a meeting.
fn runner<'a>(plan: &TuningPlan, meeting: &'a Match) -> Result<Runner<'a>, InputError> {
    if plan.values.is_empty() {
        return Err(InputError::new(format_args!("no player of {} has constants", plan.game)));
    }
    Runner::new(meeting)
}

/// The seating of each game: players are numbered as the sets of constants.
fn fixtures(players: usize, pairs: u64, seed: u64) -> Vec<Fixture> {
    let pair = |pair: u64| {
        let (opening, seats) = if players == 2 {
            (pair, vec![0, 1])
        } else {
            let all = TABLES.len() as u64;
            (pair / all, TABLES[usize::try_from(pair % all).unwrap_or(0)].to_vec())
        };
        let opposite = seats.iter().map(|player| (player + seats.len() / 2) % seats.len()).collect();
        let seed = mixed(seed, opening);
        [(2 * pair, seats), (2 * pair + 1, opposite)].map(|(number, seats)| Fixture { number, seats, opening, seed })
    };
    (0..pairs).flat_map(pair).collect()
}

/// Each of the first player's seats against each of the other's.
fn count(tally: &mut Tally, played: &Played) {
    let half = played.seats.len() / 2;
    let places = |first: bool| {
        let seats = played.seats.iter().zip(&played.places);
        seats.filter(move |(player, _)| (**player < half) == first).map(|(_, place)| *place)
    };
    for own in places(true) {
        for other in places(false) {
            tally.add(outcome(own, other));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::sample;
    use super::*;
    use crate::matches::record::End;
    use boardbots_game::setup::{Opening, Openings};

    #[test]
    fn going_on_is_the_same_as_never_having_stopped() {
        let stop = AtomicBool::new(false);
        for (player, constants) in
            [("desconecta4:strong,depth=1", "blast\n"), ("vindinium:default,depth=1", "hold\nplan")]
        {
            let plan = TuningPlan { rate: 5.0, turns: 60, ..sample(player, constants) };
            let mut whole = Tuner::new(plan.clone()).expect("a plan");
            let played: Vec<Iteration> = std::iter::from_fn(|| whole.play(2, &stop).expect("games")).collect();
            assert_eq!((played.len(), whole.done), (4, 4));
            assert_ne!(whole.values, plan.spsa().start(), "{player}");
            for known in 0..=4 {
                let mut other = Tuner::new(plan.clone()).expect("a plan");
                played[..known].iter().for_each(|iteration| other.take(iteration).expect("the next"));
                let rest: Vec<Iteration> = std::iter::from_fn(|| other.play(1, &stop).expect("games")).collect();
                assert_eq!(rest, played[known..]);
                assert_eq!((&other.values, other.games), (&whole.values, whole.games));
            }
        }
    }

    #[test]
    fn values_that_do_not_follow_are_told() {
        let plan = sample("tron:strong,depth=1", "cell");
        let mut tuner = Tuner::new(plan).expect("a plan");
        let games = Tally { wins: 4, draws: 0, losses: 2 };
        let right = tuner.after(&tuner.spsa.trial(&tuner.values, 0), &games);
        let played = |iteration, values| Iteration { iteration, games, values };
        for wrong in [played(0, vec![right[0] + 0.1]), played(0, Vec::new()), played(0, vec![f64::NAN])] {
            assert!(tuner.take(&wrong).is_err_and(|error| error.contains("do not follow")));
        }
        assert!(tuner.take(&played(1, right.clone())).is_err_and(|error| error.contains("not the next")));
        tuner.take(&played(0, right.clone())).expect("the next");
        assert_eq!((&tuner.values[..], tuner.done), (&right[..], 1));
        let stopped = tuner.play(2, &AtomicBool::new(true));
        assert_eq!((stopped, tuner.done), (Ok(None), 1));
    }

    #[test]
    fn every_opening_from_both_sides_and_every_seating_of_a_map() {
        let duels = fixtures(2, 2, 5);
        let seats: Vec<&[usize]> = duels.iter().map(|fixture| &fixture.seats[..]).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert!(duels[0].seed == duels[1].seed && duels[1].seed != duels[2].seed);
        let tables = fixtures(4, 4, 5);
        let firsts = |fixture: &Fixture| fixture.seats.iter().map(|player| *player < 2).collect::<Vec<_>>();
        let mut seen: Vec<Vec<bool>> = tables[..6].iter().map(firsts).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 6);
        assert!(tables[..6].iter().all(|fixture| fixture.seed == tables[0].seed) && tables[6].seed != tables[0].seed);
        let numbers: Vec<u64> = tables.iter().map(|fixture| fixture.number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn tables_count_each_meeting() {
        let mut tally = Tally::default();
        let played = Played {
            game: 0,
            seats: vec![2, 0, 1, 3],
            opening: Opening::default(),
            moves: String::new(),
            places: vec![1, 2, 4, 2],
            scores: Vec::new(),
            end: End::Rules,
            faults: Vec::new(),
            times: Vec::new(),
            length: 0,
        };
        count(&mut tally, &played);
        assert_eq!(tally, Tally { wins: 0, draws: 1, losses: 3 });
    }

    #[test]
    fn the_same_on_any_number_of_threads() {
        let stop = AtomicBool::new(false);
        for (player, constants, meetings) in [
            ("tron:strong,depth=2", "cell = 1\ndisputed", 6),
            ("desconecta4:strong,depth=2", "blast", 6),
            ("vindinium:default,depth=1", "hold\nplan", 24),
        ] {
            let plan = sample(player, constants);
            let trial = plan.spsa().trial(&plan.spsa().start(), 0);
            let one = play(&plan, &trial, 0, 1, &stop).expect("games").expect("all of them");
            assert_eq!(one.wins + one.draws + one.losses, meetings, "{player}");
            assert_eq!(play(&plan, &trial, 0, 3, &stop), Ok(Some(one)));
            // From the other side the same games say the opposite.
            let turned = Trial { plus: trial.minus.clone(), minus: trial.plus.clone(), up: trial.up.clone() };
            let opposite = Tally { wins: one.losses, draws: one.draws, losses: one.wins };
            assert_eq!(play(&plan, &turned, 0, 2, &stop), Ok(Some(opposite)), "{player}");
        }
        let plan = sample("tron:strong,depth=2", "cell");
        let trial = plan.spsa().trial(&[1.0], 0);
        assert_eq!(play(&plan, &trial, 0, 2, &AtomicBool::new(true)), Ok(None));
    }

    #[test]
    fn constants_reach_the_players() {
        let stop = AtomicBool::new(false);
        // A player who counts cells loses to one who counts dirt.
        let plan = sample("tron:strong,depth=2", "collected\ndisputed\napart\ncell");
        let plan = super::TuningPlan { pairs: 20, openings: Openings::default(), ..plan };
        let trial = Trial { plus: vec![40, 24, 36, 1], minus: vec![1, 1, 1, 50], up: vec![true; 4] };
        let tally = play(&plan, &trial, 0, 2, &stop).expect("games").expect("all of them");
        assert!(tally.wins > tally.losses + 5, "{tally:?}");
        let plan =
            super::TuningPlan { pairs: 12, turns: 60, ..sample("vindinium:default,depth=2", "hold\nplan\nleader") };
        let trial = Trial { plus: vec![35, 40, 32], minus: vec![1, 0, 0], up: vec![true; 3] };
        let tally = play(&plan, &trial, 0, 2, &stop).expect("games").expect("all of them");
        assert!(tally.wins > tally.losses + 10, "{tally:?}");
    }
}
