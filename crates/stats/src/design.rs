//! The design of a tournament: which game of two players would tell most about the strengths of all.
//!
//! Strengths have a normal belief, which each game of two players narrows by its Fisher information, p(1 − p) for a
//! chance p of winning: p(1 − p) of the square of their difference. The gain of a game is what it takes off the sum of
//! the variances of all strengths, counted from their mean ("A-optimality", V. V. Fedorov, "Theory of Optimal
//! Experiments", 1972). The belief follows a game by the formula of Sherman and Morrison.

use super::elo::to_score;
use super::newton::Matrix;
use super::{ELO_PER_NAT, real};

/// The belief in strengths, as far as games narrow it.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// In squared nats.
    covariance: Matrix,
    /// Strengths in Elo; they decide how much a game tells.
    elo: Vec<f64>,
}

impl Design {
    /// The belief in these strengths, each with this deviation, both in Elo, after games of two players with how often
    /// each pair has met. All players must be below the number of strengths.
    #[must_use]
    pub fn new(elo: Vec<f64>, deviation: f64, games: impl IntoIterator<Item = ((usize, usize), u64)>) -> Self {
        let mut information = Matrix::zero(elo.len());
        for player in 0..elo.len() {
            information.add(player, player, (ELO_PER_NAT / deviation).powi(2));
        }
        let mut design = Self { covariance: Matrix::zero(0), elo };
        for ((one, other), games) in games {
            information.add_square(real(games) * design.weight(one, other), &[(one, 1.0), (other, -1.0)]);
        }
        // Prior information on all players makes it definite.
        design.covariance = information.factor().map_or_else(|| Matrix::zero(design.elo.len()), |it| it.inverse());
        design
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.elo.len()
    }

    /// The information of a game of two players, at most ¼.
    #[must_use]
    pub fn weight(&self, one: usize, other: usize) -> f64 {
        let score = to_score(self.elo[one] - self.elo[other]);
        score * (1.0 - score)
    }

    /// The variance of the difference of two players, in squared Elo.
    #[must_use]
    pub fn variance(&self, one: usize, other: usize) -> f64 {
        self.spread(one, other) * ELO_PER_NAT * ELO_PER_NAT
    }

    fn spread(&self, one: usize, other: usize) -> f64 {
        self.covariance.at(one, one) + self.covariance.at(other, other) - 2.0 * self.covariance.at(one, other)
    }

    /// The part of the sum of variances that a game of two players would take off, of the players in `among`.
    #[must_use]
    pub fn gain(&self, one: usize, other: usize, among: &[usize]) -> f64 {
        let moved = |player: usize| self.covariance.at(player, one) - self.covariance.at(player, other);
        let (mut sum, mut squares) = (0.0, 0.0);
        for moved in among.iter().map(|&player| moved(player)) {
            sum += moved;
            squares += moved * moved;
        }
        let weight = self.weight(one, other);
        let scatter = squares - sum * sum / real(among.len().max(1) as u64);
        weight * scatter / (1.0 + weight * self.spread(one, other))
    }

    /// Narrows the belief by a game of two players, whatever its result.
    pub fn play(&mut self, one: usize, other: usize) {
        let weight = self.weight(one, other);
        let factor = weight / (1.0 + weight * self.spread(one, other));
        let moved: Vec<(usize, f64)> = (0..self.players())
            .map(|player| (player, self.covariance.at(player, one) - self.covariance.at(player, other)))
            .collect();
        self.covariance.add_square(-factor, &moved);
    }

    /// The mean half width of the players' 95 % intervals, in Elo from their mean.
    #[must_use]
    pub fn mean_error(&self) -> f64 {
        let count = real(self.players().max(1) as u64);
        let row = |player: usize| (0..self.players()).map(move |other| self.covariance.at(player, other)).sum::<f64>();
        let all: f64 = (0..self.players()).map(row).sum::<f64>() / count / count;
        let variance = |player: usize| self.covariance.at(player, player) - 2.0 * row(player) / count + all;
        let sum: f64 = (0..self.players()).map(|player| variance(player).max(0.0).sqrt()).sum();
        super::normal::NORMAL * ELO_PER_NAT * sum / count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn sample(rng: &mut Rng, players: usize, spread: f64) -> Vec<f64> {
        let normal = |rng: &mut Rng| (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
        (0..players).map(|_| spread * normal(rng)).collect()
    }

    fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..players).flat_map(move |one| (0..one).map(move |other| (one, other)))
    }

    #[test]
    fn games_one_by_one_are_games_at_once() {
        let mut rng = Rng::with_seed(1);
        let elo = sample(&mut rng, 9, 200.0);
        let mut one_by_one = Design::new(elo.clone(), 300.0, []);
        let games: Vec<(usize, usize)> = (0..60).map(|_| (rng.usize(0..5), rng.usize(5..9))).collect();
        for &(one, other) in &games {
            one_by_one.play(one, other);
        }
        let at_once = Design::new(elo, 300.0, games.iter().map(|&pair| (pair, 1)));
        for (one, other) in pairs(9) {
            let [found, expected] = [&one_by_one, &at_once].map(|design| design.variance(one, other));
            assert!((found / expected - 1.0).abs() < 1e-9, "{one} {other}: {found} {expected}");
        }
    }

    #[test]
    fn the_gain_is_what_a_game_takes_off() {
        let mut rng = Rng::with_seed(2);
        let all: Vec<usize> = (0..7).collect();
        let design = Design::new(sample(&mut rng, 7, 200.0), 300.0, [((0, 1), 9), ((2, 1), 4), ((3, 4), 2)]);
        let sum = |design: &Design| {
            // Of variances from the mean: that of all differences, over the number of players.
            pairs(7).map(|(one, other)| design.spread(one, other)).sum::<f64>() / 7.0
        };
        for (one, other) in pairs(7) {
            let mut after = design.clone();
            after.play(one, other);
            let gain = design.gain(one, other, &all);
            assert!((sum(&design) - sum(&after) - gain).abs() < 1e-9, "{one} {other}: {gain}");
        }
    }

    #[test]
    fn the_telling_game_needs_fewer_games_than_everybody_against_everybody() {
        // Among equals every game tells about as much.
        for (spread, seed, most) in [(300.0, 3, 0.75), (300.0, 4, 0.75), (87.0, 5, 1.0)] {
            let mut rng = Rng::with_seed(seed);
            let elo = sample(&mut rng, 40, spread);
            let all: Vec<usize> = (0..40).collect();
            let mut turns: Vec<(usize, usize)> = pairs(40).collect();
            rng.shuffle(&mut turns);
            let (mut robin, mut telling) = (Design::new(elo.clone(), 400.0, []), Design::new(elo, 400.0, []));
            let games = 2000_usize;
            (0..games).for_each(|game| robin.play(turns[game % turns.len()].0, turns[game % turns.len()].1));
            let mut needed = 0_u64;
            while telling.mean_error() > robin.mean_error() {
                let gain = |&(one, other): &(usize, usize)| telling.gain(one, other, &all);
                let best = pairs(40).max_by(|one, other| gain(one).total_cmp(&gain(other))).expect("players");
                telling.play(best.0, best.1);
                needed += 1;
            }
            println!("spread {spread}: {needed} of {games} games for +-{:.1}", robin.mean_error());
            assert!(real(needed) < most * real(games as u64), "{needed}");
        }
    }
}
