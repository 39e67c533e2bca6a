//! One iteration after the other.

use super::plan::Plan;
use super::record::Iteration;
use super::spsa::{Spsa, Trial};
use super::trial;
use boardbots_base::invalid::Invalid;
use boardbots_game::parameters::Parameters;
use boardbots_stats::real;
use boardbots_stats::tally::Tally;
use std::sync::atomic::AtomicBool;

/// The tolerance for values of a record against those that follow from its games: powers differ a little from machine
/// to machine.
const TOLERANCE: f64 = 1e-3;

/// A tuning that goes on.
#[derive(Clone, Debug)]
pub struct Tuner {
    /// The plan.
    pub plan: Plan,
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
    pub fn new(plan: Plan) -> Result<Self, Invalid> {
        let spsa = plan.spsa();
        let values = spsa.start();
        plan.parameters(&spsa.rounded(&values))?;
        trial::ready(&plan)?;
        Ok(Self { plan, spsa, values, done: 0, games: Tally::default() })
    }

    /// Goes on behind an iteration that was played before.
    ///
    /// # Errors
    /// It is not the next one, or its values do not follow from its games.
    pub fn take(&mut self, played: &Iteration) -> Result<(), Invalid> {
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
    pub fn play(&mut self, threads: usize, stop: &AtomicBool) -> Result<Option<Iteration>, Invalid> {
        if self.done >= self.plan.iterations {
            return Ok(None);
        }
        let trial = self.spsa.trial(&self.values, self.done);
        let Some(games) = trial::play(&self.plan, &trial, self.done, threads, stop)? else { return Ok(None) };
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
    /// As [`Plan::parameters`].
    pub fn parameters(&self) -> Result<Parameters, Invalid> {
        self.plan.parameters(&self.rounded())
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::*;

    #[test]
    fn going_on_is_the_same_as_never_having_stopped() {
        let stop = AtomicBool::new(false);
        for (player, constants) in
            [("desconecta4:strong,depth=1", "blast\n"), ("vindinium:default,depth=1", "hold\nplan")]
        {
            let plan = Plan { rate: 5.0, turns: 60, ..sample(player, constants) };
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
}
