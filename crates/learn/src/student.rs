//! One generation after the other.

use super::lessons::{self, Taught};
use super::record::{Generation, LearningPlan};
use super::regression::{Regression, Sample};
use boardbots_base::invalid::InputError;
use boardbots_game::learned::network::Network;
use boardbots_game::learned::text::checksum;
use boardbots_game::listed::{Learning, Played};
use boardbots_stats::tally::{GameResult, Tally};
use boardbots_tournament::matches::plan::mixed;
use fastrand::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The offset of the seeds of comparisons, so that their openings are none of the games'.
const CHECKS: u64 = 0x636f_6d70_6172_6564;

/// The state of a run after a generation, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// See [`Generation::error`].
    pub error: u32,
    /// See [`Generation::check`].
    pub check: Option<Tally>,
}

/// A run that goes on.
pub struct Student {
    /// The plan of the run.
    pub plan: LearningPlan,
    game: &'static dyn Learning,
    regression: Regression,
    /// The positions of the last generations, the oldest first.
    window: VecDeque<Vec<Sample>>,
    /// All generations so far.
    pub points: Vec<Point>,
    /// Positions so far.
    pub positions: u64,
}

impl Student {
    /// A run before its first game.
    ///
    /// # Errors
    /// Fails if the plan is invalid.
    pub fn new(plan: LearningPlan) -> Result<Self, InputError> {
        let game = plan.learning()?;
        #[allow(clippy::cast_possible_truncation)]
        let regression = Regression::new(plan.network()?, plan.rate as f32);
        Ok(Self { plan, game, regression, window: VecDeque::new(), points: Vec::new(), positions: 0 })
    }

    /// Generations so far.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.points.len() as u64
    }

    /// The network with all that it has learned so far.
    #[must_use]
    pub fn network(&self) -> Network {
        self.regression.network(&self.plan.game)
    }

    /// Goes on behind a generation that was played before.
    ///
    /// # Errors
    /// It is not the next one, its games cannot be replayed, or its weights do not follow from them.
    pub fn take(&mut self, played: &Generation) -> Result<(), InputError> {
        if played.generation != self.done() || played.games.len() as u64 != self.plan.games {
            return Err(format!("generation {} is not the next", played.generation).into());
        }
        let error = self.learn(&played.games)?;
        if (error, self.checksum()) != (played.error, played.weights.clone()) {
            return Err(format!("the weights of generation {} do not follow from its games", played.generation).into());
        }
        self.points.push(Point { error, check: played.check });
        Ok(())
    }

    /// Plays the next generation on the threads of a pool; `None` if it was stopped. A student that was stopped is
    /// not to go on: it may have learned from a generation that does not count.
    ///
    /// # Errors
    /// A game cannot be replayed, which is an error of the program.
    pub fn play(&mut self, pool: &ThreadPool, stop: &AtomicBool) -> Result<Option<Generation>, InputError> {
        let (generation, network) = (self.done(), Arc::new(self.network()));
        let (plan, game) = (&self.plan, self.game);
        let play = |number| {
            let seed = plan.game_seed(generation, number);
            (!stop.load(Relaxed)).then(|| game.play(&network, &plan.lesson, seed))
        };
        let games: Option<Vec<Played>> = pool.install(|| (0..plan.games).into_par_iter().map(play).collect());
        let Some(games) = games else { return Ok(None) };
        let error = self.learn(&games)?;
        let check = self.plan.check;
        let due = check.every > 0 && (generation + 1).is_multiple_of(check.every);
        let check = if due { self.compare(pool, stop) } else { None };
        if stop.load(Relaxed) && due && check.is_none() {
            return Ok(None);
        }
        self.points.push(Point { error, check });
        Ok(Some(Generation { generation, error, check, weights: self.checksum(), games }))
    }

    /// Games against the evaluation written by hand; `None` if they were stopped.
    fn compare(&self, pool: &ThreadPool, stop: &AtomicBool) -> Option<Tally> {
        let (plan, game, network) = (&self.plan, self.game, Arc::new(self.network()));
        let pair = |number| {
            let seed = mixed(plan.seed ^ CHECKS, number);
            (!stop.load(Relaxed)).then(|| game.compare(&network, plan.check.depth, seed))
        };
        let pairs: Option<Vec<_>> = pool.install(|| (0..plan.check.pairs).into_par_iter().map(pair).collect());
        let mut tally = Tally::default();
        for half_points in pairs?.into_iter().flatten() {
            tally.add(match half_points {
                0 => GameResult::Loss,
                1 => GameResult::Draw,
                _ => GameResult::Win,
            });
        }
        Some(tally)
    }

    fn checksum(&self) -> String {
        format!("{:016x}", checksum(self.regression.bits()))
    }

    /// Learns from the games of the next generation: how far the network was from their results.
    fn learn(&mut self, games: &[Played]) -> Result<u32, InputError> {
        let generation = self.done();
        let (mut samples, mut squares) = (Vec::new(), 0.0);
        for (number, played) in (0..).zip(games) {
            let seed = self.plan.game_seed(generation, number);
            let taught = lessons::of(self.game, played, seed, self.plan.trace);
            let Taught { samples: own, results } = taught.map_err(|error| format!("game {number}: {error}"))?;
            for (sample, result) in own.iter().zip(results) {
                let off = self.regression.expects(&sample.planes) - result;
                squares += off * off;
            }
            samples.extend(own);
        }
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let error = (squares / samples.len().max(1) as f64 * 1e6).round() as u32;
        self.positions += samples.len() as u64;
        self.window.push_back(samples);
        if self.window.len() > self.plan.window {
            self.window.pop_front();
        }
        let mut order: Vec<&Sample> = self.window.iter().flatten().collect();
        Rng::with_seed(self.plan.game_seed(generation, u64::MAX)).shuffle(&mut order);
        for sample in order {
            self.regression.learn(sample);
        }
        self.regression.settle();
        Ok(error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::LearningPlan;
    use super::super::record::tests::sample;
    use super::*;
    use rayon::ThreadPoolBuilder;

    /// Runs a plan to some generation, on this many threads.
    fn run(student: &mut Student, generations: u64, threads: usize) -> Vec<Generation> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let never = AtomicBool::new(false);
        let left = student.done()..generations;
        left.map(|_| student.play(&pool, &never).expect("games").expect("not stopped")).collect()
    }

    #[test]
    fn every_game_is_learned_alike_on_any_number_of_threads_and_after_any_interruption() {
        for (name, _) in boardbots_catalog::parts::<&dyn Learning>() {
            let plan = sample(name);
            let mut whole = Student::new(plan.clone()).expect("a plan");
            let played = run(&mut whole, 4, 2);
            assert_eq!(whole.done(), 4);
            assert!(whole.network().weights.iter().any(|weight| *weight != 0), "{name}");
            let checks: Vec<u64> = played.iter().map(|played| played.check.map_or(0, |tally| tally.games())).collect();
            assert_eq!(checks, [0, 4, 0, 4]);
            for known in 0..4 {
                let mut other = Student::new(plan.clone()).expect("a plan");
                played[..known].iter().for_each(|generation| other.take(generation).expect("the next"));
                assert_eq!(run(&mut other, 4, 1), played[known..], "{name}");
                assert_eq!((other.network(), &other.points), (whole.network(), &whole.points));
            }
            let other = &mut Student::new(LearningPlan { seed: 8, ..plan }).expect("a plan");
            assert_ne!(run(other, 4, 1), played, "{name}: the seed counts");
        }
    }

    #[test]
    fn what_does_not_follow_is_told() {
        let plan = sample(boardbots_catalog::parts::<&dyn Learning>().next().expect("a game").0);
        let played = run(&mut Student::new(plan.clone()).expect("a plan"), 2, 2);
        let told = |change: fn(&mut Generation)| {
            let mut changed = played[0].clone();
            change(&mut changed);
            let error = Student::new(plan.clone()).expect("a plan").take(&changed).expect_err("changed");
            error.to_string()
        };
        assert!(told(|generation| generation.error += 1).contains("do not follow"));
        assert!(told(|generation| generation.weights.insert(0, '0')).contains("do not follow"));
        assert!(told(|generation| generation.games[1].values[0] += 100).contains("do not follow"));
        assert!(told(|generation| generation.games[1].score ^= 2).contains("game 1: the game does not end as it says"));
        assert!(told(|generation| generation.games[1].moves.push('0')).starts_with("game 1: move "));
        assert!(told(|generation| generation.games[1].moves.insert(0, 'x')).starts_with("game 1: move 1: "));
        assert!(told(|generation| generation.games[2].moves.truncate(3)).starts_with("game 2: "));
        assert!(told(|generation| drop(generation.games.pop())).contains("is not the next"));
        let next = Student::new(plan.clone()).expect("a plan").take(&played[1]);
        assert!(next.is_err_and(|error| error.contains("generation 1 is not the next")));
        let mut stopped = Student::new(plan).expect("a plan");
        let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
        assert_eq!((stopped.play(&pool, &AtomicBool::new(true)), stopped.done()), (Ok(None), 0));
    }
}
