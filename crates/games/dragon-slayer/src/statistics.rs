//! What many games say about a player.

use super::dice::Dragon;
use super::tally::{Deeds, Place, Played};

/// Sums over the games of one player; those for which there was no occasion are 0.
///
/// Averages of nothing are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Seats in games: a personality that sits twice at a table plays two.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Points by which they were won.
    pub margin: u64,
    /// Rounds played.
    pub rounds: u64,
    /// Turns played.
    pub turns: u64,
    /// Points that the turns brought, but for bonuses.
    pub points: u64,
    /// The sum of the squares of those points.
    pub squares: u64,
    /// Turns in which the last warrior was lost.
    pub busts: u64,
    /// Turns by their first dragon: blue, green, red.
    pub first: [u64; 3],
    /// Challenges made: tokens spent.
    pub challenges: u64,
    /// Those of them that brought the bonus.
    pub bonuses: u64,
    /// Challenges received.
    pub challenged: u64,
    /// Those of them accepted.
    pub accepted: u64,
    /// Those of the accepted that were met.
    pub met: u64,
}

/// A ratio for people to read.
#[allow(clippy::cast_precision_loss)]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl Statistics {
    /// Takes in a game from one of its seats.
    pub fn add(&mut self, played: &Played, place: &Place) {
        let Deeds { turns, points, squares, busts, first, challenges, bonuses, challenged, accepted, met } =
            place.deeds;
        self.games += 1;
        self.wins += u64::from(place.won);
        self.margin += if place.won { u64::from(played.margin()) } else { 0 };
        self.rounds += u64::from(played.rounds);
        for (sum, count) in [
            (&mut self.turns, turns),
            (&mut self.points, points),
            (&mut self.squares, squares),
            (&mut self.busts, busts),
            (&mut self.challenges, challenges),
            (&mut self.bonuses, bonuses),
            (&mut self.challenged, challenged),
            (&mut self.accepted, accepted),
            (&mut self.met, met),
        ] {
            *sum += u64::from(count);
        }
        for (sum, count) in self.first.iter_mut().zip(first) {
            *sum += u64::from(count);
        }
    }

    /// Games won of those played, 0 to 1.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        ratio(self.wins, self.games)
    }

    /// Points by which a game is won.
    #[must_use]
    pub fn mean_margin(&self) -> Option<f64> {
        ratio(self.margin, self.wins)
    }

    /// Rounds of a game.
    #[must_use]
    pub fn mean_rounds(&self) -> Option<f64> {
        ratio(self.rounds, self.games)
    }

    /// Points of a turn.
    #[must_use]
    pub fn mean_points(&self) -> Option<f64> {
        ratio(self.points, self.turns)
    }

    /// Standard deviation of the points of a turn.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn deviation(&self) -> Option<f64> {
        let (n, sum, squares) = (u128::from(self.turns), u128::from(self.points), u128::from(self.squares));
        let variance = ratio(1, self.turns)? * (n * squares).saturating_sub(sum * sum) as f64 / n as f64;
        Some(variance.sqrt())
    }

    /// Points of a turn that brings any.
    #[must_use]
    pub fn mean_scoring_points(&self) -> Option<f64> {
        ratio(self.points, self.turns.saturating_sub(self.busts))
    }

    /// Turns in which the last warrior is lost, 0 to 1.
    #[must_use]
    pub fn bust_rate(&self) -> Option<f64> {
        ratio(self.busts, self.turns)
    }

    /// Turns that begin with this dragon, 0 to 1.
    #[must_use]
    pub fn first_rate(&self, dragon: Dragon) -> Option<f64> {
        ratio(self.first[dragon as usize], self.first.iter().sum())
    }

    /// Tokens spent in a game.
    #[must_use]
    pub fn challenges_a_game(&self) -> Option<f64> {
        ratio(self.challenges, self.games)
    }

    /// Challenges made that brought the bonus, 0 to 1.
    #[must_use]
    pub fn bonus_rate(&self) -> Option<f64> {
        ratio(self.bonuses, self.challenges)
    }

    /// Challenges received in a game.
    #[must_use]
    pub fn challenged_a_game(&self) -> Option<f64> {
        ratio(self.challenged, self.games)
    }

    /// Challenges accepted of those received, 0 to 1.
    #[must_use]
    pub fn accept_rate(&self) -> Option<f64> {
        ratio(self.accepted, self.challenged)
    }

    /// Accepted challenges that were met, 0 to 1.
    #[must_use]
    pub fn met_rate(&self) -> Option<f64> {
        ratio(self.met, self.accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::habits::Habits;
    use crate::tally::Who;
    use crate::variant::Variant;

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-12)
    }

    #[test]
    fn averages_follow_from_sums() {
        // Turns of 0, 12, 6 and 0, 18.
        let deeds = Deeds { turns: 3, points: 18, squares: 180, busts: 1, first: [0, 1, 2], ..Deeds::default() };
        let place = |score, won, deeds| Place { who: Who::Bot("Carla"), score, won, deeds, habits: Habits::new() };
        let played = |a: Place, b: Place| Played {
            variant: Variant::STANDARD,
            rounds: a.deeds.turns,
            places: [a, b].into_iter().collect(),
        };
        let first = played(place(41, true, Deeds { challenges: 1, bonuses: 1, ..deeds }), place(30, false, deeds));
        let last = Deeds { turns: 2, points: 18, squares: 324, busts: 1, first: [0, 0, 2], ..Deeds::default() };
        let last = Deeds { challenged: 2, accepted: 1, ..last };
        let second = played(place(39, false, last), place(45, true, deeds));
        let mut carla = Statistics::default();
        carla.add(&first, &first.places[0]);
        carla.add(&second, &second.places[0]);
        assert!(near(carla.win_rate(), 0.5) && near(carla.mean_margin(), 11.0) && near(carla.mean_rounds(), 2.5));
        assert!(near(carla.mean_points(), 7.2) && near(carla.mean_scoring_points(), 12.0));
        assert!(near(carla.deviation(), 48.96_f64.sqrt()), "{:?}", carla.deviation());
        assert!(near(carla.bust_rate(), 0.4) && near(carla.first_rate(Dragon::Red), 0.8));
        assert!(near(carla.challenges_a_game(), 0.5) && near(carla.bonus_rate(), 1.0));
        assert!(near(carla.challenged_a_game(), 1.0) && near(carla.accept_rate(), 0.5) && near(carla.met_rate(), 0.0));
    }

    #[test]
    fn nothing_has_no_average() {
        let none = Statistics::default();
        let averages = [none.win_rate(), none.mean_margin(), none.deviation(), none.first_rate(Dragon::Blue)];
        assert_eq!(averages, [None; 4]);
    }
}
