//! Habits of challengers, learned from earlier challenges.
//!
//! Stops belong to one kind if they agree in warriors left, in the range of points, and in being an immediate win or
//! not. The estimate for each kind starts with the behaviour of an optimal player, which counts as much as four
//! observed stops: the mean of a Beta distribution.

use super::rules::Game;
use std::array;

/// The number of observed stops for which the prior counts.
const PRIOR: f64 = 4.0;
/// The number of kinds by warriors left.
const WARRIORS: usize = 3;
/// The number of kinds by points: at most 6, 8 to 12, 14 and more.
const POINTS: usize = 3;

/// A kind of stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket(usize);

impl Bucket {
    /// The number of kinds.
    pub const COUNT: usize = WARRIORS * POINTS * 2;

    /// The kind of a stop with these warriors (1 to 3) and points; `wins` if it wins the game at once without a
    /// challenge.
    #[must_use]
    pub const fn of(warriors: u8, points: u16, wins: bool) -> Self {
        let warriors = if warriors >= 3 { 2 } else { warriors.saturating_sub(1) as usize };
        let points = match points {
            0..=7 => 0,
            8..=13 => 1,
            _ => 2,
        };
        Self((warriors * POINTS + points) * 2 + wins as usize)
    }

    /// The kind of the stop that the active player is considering or has declared.
    #[must_use]
    pub fn stopping(game: &Game) -> Self {
        let (turn, active) = (game.turn(), game.active());
        let players = game.players();
        let score = players[active].score.saturating_add(turn.points);
        let ahead = (0..players.len()).all(|seat| seat == active || players[seat].score < score);
        let last = active + 1 == players.len();
        Self::of(turn.warriors, turn.points, last && ahead && score >= u16::from(game.variant().goal))
    }

    /// The frequency with which optimal players challenge at stops of this kind, 0 to 1, from 3,000 games between two
    /// of them.
    #[must_use]
    pub const fn prior(self) -> f64 {
        // Stops that win at once are always challenged.
        const PRIORS: [f64; Bucket::COUNT] = [
            0.06, 1.0, 0.50, 1.0, 0.80, 1.0, // one warrior
            0.13, 1.0, 0.02, 1.0, 0.06, 1.0, // two
            0.01, 1.0, 0.07, 1.0, 0.03, 1.0, // three
        ];
        PRIORS[self.0]
    }

    /// The kind with this number.
    #[must_use]
    pub const fn at(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Its number, below [`Bucket::COUNT`]; the same in every version.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }

    /// All kinds, by their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

/// A player's behaviour at stops of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Stops at which the player could have challenged.
    pub stops: u32,
    /// The number of those at which the player did.
    pub challenges: u32,
}

/// The behaviour of a player with a token at the stops of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits([Count; Bucket::COUNT]);

impl Habits {
    /// Counts the player's behaviour at a stop of this kind.
    pub fn record(&mut self, bucket: Bucket, challenged: bool) {
        self.add(bucket, Count { stops: 1, challenges: challenged.into() });
    }

    /// Counts the player's behaviour at several stops of this kind.
    pub fn add(&mut self, bucket: Bucket, count: Count) {
        let known = &mut self.0[bucket.0];
        known.stops = known.stops.saturating_add(count.stops);
        known.challenges = known.challenges.saturating_add(count.challenges);
    }

    /// The player's behaviour at stops of this kind.
    #[must_use]
    pub const fn count(&self, bucket: Bucket) -> Count {
        self.0[bucket.0]
    }

    /// The counts of this and the other together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut sum = *self;
        for bucket in Bucket::all() {
            sum.add(bucket, other.count(bucket));
        }
        sum
    }

    /// All kinds of stops with the player's behaviour.
    #[must_use]
    pub fn counts(&self) -> [(Bucket, Count); Bucket::COUNT] {
        array::from_fn(|index| (Bucket(index), self.0[index]))
    }

    /// The number of stops, of all kinds.
    #[must_use]
    pub fn stops(&self) -> u64 {
        self.0.iter().map(|count| u64::from(count.stops)).sum()
    }

    /// The probability that the player challenges at a stop of this kind, 0 to 1, given the probability `prior` for an
    /// optimal player.
    #[must_use]
    pub fn expected(&self, bucket: Bucket, prior: f64) -> f64 {
        let Count { stops, challenges } = self.count(bucket);
        (f64::from(challenges) + PRIOR * prior) / (f64::from(stops) + PRIOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Alive, Dragon};
    use crate::fight::Fight;
    use crate::odds::odds;
    use crate::outlook::Outlook;
    use crate::rules::{Action, Question};
    use crate::solution::Solution;
    use crate::turn::Ends;
    use crate::values::Role;
    use crate::variant::Variant;
    use fastrand::Rng;

    #[test]
    fn every_kind_of_stop_has_a_number_of_its_own() {
        let mut seen = [0; Bucket::COUNT];
        for warriors in 1..=3 {
            for points in [2, 8, 14] {
                for wins in [false, true] {
                    seen[Bucket::of(warriors, points, wins).index()] += 1;
                }
            }
        }
        assert_eq!(seen, [1; Bucket::COUNT]);
        let same = |a, b| Bucket::of(2, a, false) == Bucket::of(2, b, false);
        assert!(same(2, 6) && same(8, 12) && same(14, 60) && !same(6, 8) && !same(12, 14));
        assert!(Bucket::all().all(|bucket| Bucket::at(bucket.index()) == Some(bucket)));
        assert_eq!(Bucket::at(Bucket::COUNT), None);
    }

    #[test]
    fn the_prior_counts_as_four_stops() {
        let (mut habits, bucket) = (Habits::default(), Bucket::of(1, 10, false));
        assert!((habits.expected(bucket, 0.75) - 0.75).abs() < 1e-15);
        for _ in 0..4 {
            habits.record(bucket, false);
        }
        assert!((habits.expected(bucket, 0.75) - 0.375).abs() < 1e-15);
        habits.record(bucket, true);
        assert!((habits.expected(bucket, 0.5) - 3.0 / 9.0).abs() < 1e-15);
        assert!((habits.expected(Bucket::of(2, 10, false), 0.5) - 0.5).abs() < 1e-15, "only this kind");
        let twice = habits.and(&habits);
        assert_eq!((twice.count(bucket), twice.stops()), (Count { stops: 10, challenges: 2 }, 10));
    }

    /// A game between two who stop about where optimal players do. The challenger is seen at
    /// every stop of the other while a token is left; it always challenges from 8 points.
    fn observe(rng: &mut Rng, challenger: usize, mut see: impl FnMut(&Game, bool)) {
        let mut game = Game::new(Variant::STANDARD, 2);
        while let Some((seat, question)) = game.asked() {
            let turn = *game.turn();
            let strongest = turn.alive.dragons().last().expect("one lives");
            let action = match question {
                Question::FightOrStop if turn.points >= [4, 12, 24][usize::from(turn.warriors) - 1] => Action::Stop,
                Question::Fight | Question::FightOrStop => Action::Fight(strongest),
                Question::Challenge if seat == challenger => {
                    let challenged = turn.points >= 8;
                    see(&game, challenged);
                    if challenged { Action::Challenge } else { Action::Pass }
                }
                Question::Challenge => Action::Pass,
                Question::Answer(_) => Action::Accept,
            };
            game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(rng)).expect("is possible");
        }
    }

    /// The value of fighting on after an accepted challenge.
    fn doubled(ends: &Ends, half: usize, alive: Alive, warriors: usize) -> f64 {
        let on = |dragon: Dragon| {
            let (half, alive) = (half + usize::from(dragon.points()), alive.without(dragon).0);
            let odds = odds(dragon, warriors);
            let worth = |left: usize| match half {
                0..24 => ends.met[half].max(doubled(ends, half, alive, left)),
                _ => ends.met[half],
            };
            odds[0] * ends.failed + (1..=warriors).map(|left| odds[left] * worth(left)).sum::<f64>()
        };
        alive.dragons().map(on).fold(0.0, f64::max)
    }

    /// True if an optimal player would challenge here.
    fn optimal(values: &Solution, game: &Game) -> bool {
        let (active, players, turn) = (game.active(), game.players(), game.turn());
        let (own, other) = (players[active], players[1 - active]);
        let outlook = Outlook {
            role: [Role::First, Role::Second][active],
            own: own.score,
            other: other.score,
            own_token: own.token,
            other_token: other.token,
        };
        let (mut ends, half) = (Ends::new(), usize::from(turn.points / 2));
        outlook.fill(values, &mut ends);
        let answered = ends.refused[half].max(doubled(&ends, half, turn.alive, turn.warriors.into()));
        answered < ends.kept[half]
    }

    #[test]
    fn a_stop_that_would_win_is_told_from_others() {
        let mut game = Game::new(Variant { goal: 6, ..Variant::STANDARD }, 2);
        game.play(Action::Fight(Dragon::Red), |_, _| 2).expect("is possible");
        assert_eq!(Bucket::stopping(&game), Bucket::of(2, 6, false), "the other one still moves");
        game.play(Action::Stop, |_, _| 0).expect("is possible");
        assert_eq!(Bucket::stopping(&game), Bucket::of(2, 6, false));
        game.play(Action::Pass, |_, _| 0).expect("is possible");
        game.play(Action::Fight(Dragon::Red), |_, _| 1).expect("is possible");
        assert_eq!(Bucket::stopping(&game), Bucket::of(1, 6, false), "a tie");
        game.play(Action::Fight(Dragon::Blue), |_, _| 1).expect("is possible");
        assert_eq!(Bucket::stopping(&game), Bucket::of(1, 8, true));
    }

    #[test]
    fn thirty_stops_teach_a_scripted_challenger() {
        // The first assumption: the opponent challenges as an optimal player does.
        let (values, mut rng) = (Solution::of(Variant::STANDARD), Rng::with_seed(8));
        let mut optimum = Habits::default();
        for game in 0..400 {
            observe(&mut rng, game % 2, |game, _| optimum.record(Bucket::stopping(game), optimal(&values, game)));
        }
        let prior = Bucket::all().map(|bucket| optimum.expected(bucket, 0.5)).collect::<Vec<_>>();
        let mut errors = [0.0; 31];
        let learners = 2000_u16;
        for _ in 0..learners {
            let (mut habits, mut seen, mut number) = (Habits::default(), 0, 0);
            while seen < errors.len() {
                observe(&mut rng, number % 2, |game, challenged| {
                    let bucket = Bucket::stopping(game);
                    if let Some(error) = errors.get_mut(seen) {
                        let miss = habits.expected(bucket, prior[bucket.index()]) - if challenged { 1.0 } else { 0.0 };
                        *error += miss * miss / f64::from(learners);
                    }
                    habits.record(bucket, challenged);
                    seen += 1;
                });
                number += 1;
            }
        }
        println!("Brier score by stops seen: {errors:.3?}");
        assert!(errors[0] > 0.25, "the prior is wrong: {errors:.3?}");
        assert!(errors[30] < 0.10, "learned: {errors:.3?}");
    }
}
