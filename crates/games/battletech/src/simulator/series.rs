//! Many fights between the same players.

use super::fight::{FightError, Report, Setup, fight};
use super::runner::Limits;
use super::seat::{Clock, Contestant};
use super::setup::Redraw;
use super::sheet::Sheet;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// A number of fights.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    /// What is fought; game `k` has its seed plus `k`.
    pub setup: &'a Setup,
    /// A map of its own for each game; otherwise all have that of the set-up.
    pub redraw: Option<Redraw>,
    /// A player for each mech; the last one takes all mechs that are left.
    pub contestants: &'a [Contestant],
    /// What a call of a program may take.
    pub limits: Limits,
    /// Games, by seeds.
    pub games: u32,
    /// Each game is played once more for every way to pass on the seats: with two players, a
    /// second time with sides swapped, on the same places with the same dice.
    pub swapped: bool,
}

/// What one player did in all games.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Sums over all games.
    pub sheet: Sheet,
    /// Times over all games.
    pub clock: Clock,
}

/// What came of all games.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// Games played.
    pub games: u32,
    /// Their turns, summed.
    pub turns: u32,
    /// Games that the limit of turns ended.
    pub limited: u32,
    /// By player, in the order in which they were named.
    pub players: Vec<Score>,
    /// By mech, over all its players.
    pub mechs: Vec<Score>,
    /// The player who won, game by game.
    pub winners: Vec<Option<usize>>,
}

impl Series<'_> {
    /// Plays all games, in parallel on the threads of the current pool; programs one after the
    /// other, so that they do not take each other's time. The result does not depend on threads.
    ///
    /// # Errors
    /// The first game that could not be played.
    pub fn play(&self, stop: &AtomicBool) -> Result<Total, FightError> {
        let mechs = self.setup.mechs.len();
        let ways = if self.swapped { mechs.max(1) } else { 1 };
        let fights: Vec<(u32, usize)> =
            (0..self.games).flat_map(|game| (0..ways).map(move |way| (game, way))).collect();
        let play = |&(game, way): &(u32, usize)| {
            let setup = Setup { seed: self.setup.seed.wrapping_add(u64::from(game)), ..self.setup.clone() };
            let setup = if let Some(redraw) = &self.redraw { redraw.of(setup) } else { setup };
            // The mech of number m is played by the player of number m + way.
            let player = |mech| Contestant::of(self.contestants, (mech + way) % mechs).clone();
            let contestants: Vec<_> = (0..mechs).map(player).collect();
            fight(&setup, &contestants, self.limits, &mut (), stop)
        };
        let programs = self.contestants.iter().any(Contestant::is_program);
        let reports: Result<Vec<Report>, FightError> =
            if programs { fights.iter().map(play).collect() } else { fights.par_iter().map(play).collect() };
        let mut total =
            Total { players: vec![Score::default(); mechs], mechs: vec![Score::default(); mechs], ..Total::default() };
        for (report, &(_, way)) in reports?.iter().zip(&fights) {
            total.add(report, way);
        }
        Ok(total)
    }
}

impl Total {
    fn add(&mut self, report: &Report, way: usize) {
        self.games += 1;
        self.turns += report.turns;
        self.limited += u32::from(report.outcome.limit);
        let count = self.mechs.len();
        self.winners.push(report.outcome.winner.map(|mech| (mech + way) % count.max(1)));
        for (mech, (sheet, clock)) in report.sheets.iter().zip(&report.clocks).enumerate() {
            for score in [&mut self.mechs[mech], &mut self.players[(mech + way) % count]] {
                score.sheet.add(sheet);
                score.clock.add(clock);
            }
        }
    }

    /// Adds the games of another series of the same players.
    pub fn join(&mut self, other: Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.limited += other.limited;
        self.winners.extend(other.winners);
        for (scores, more) in [(&mut self.players, other.players), (&mut self.mechs, other.mechs)] {
            scores.resize_with(more.len().max(scores.len()), Score::default);
            for (score, more) in scores.iter_mut().zip(more) {
                score.sheet.add(&more.sheet);
                score.clock.add(&more.clock);
            }
        }
    }
}
