//! Ratings of many players from games of two: Bradley and Terry's model with Davidson's draws.
//!
//! A game between players of strengths p and q is won, drawn and lost as p : ν√(pq) : q, with one ν
//! for all (R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired
//! comparison experiments", 1970). Strengths and ν are the most likely ones, errors come from the
//! inverse of the observed information. The more is drawn, the less a strength shows in scores, so
//! the Elo scale shrinks by 1 - (part of draws between equals), as Bayeselo's does: near equality
//! Elo then means the score that it means elsewhere.
//!
//! Errors take games for independent. Where openings favour one side, pairs of games are steadier
//! than that and true errors smaller.

use super::newton::{Slope, Top, climb};
use super::normal::NORMAL;
use super::ratings::{Groups, RatingError, Ratings, Seating, belief, believed};
use super::tally::Tally;
use super::{ELO_PER_NAT, real};
use std::collections::BTreeMap;

/// Games of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The index of the player who moved first in these games; of either, where first moves are not rated.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The results of the first player.
    pub tally: Tally,
}

/// The ratings that games of two players give.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
    /// The players' ratings.
    pub ratings: Ratings,
    /// The part of games between equals that is drawn, from 0 to 1.
    pub draws: f64,
    /// The worth of moving first in Elo, and half the width of its 95 % interval, if asked for.
    pub advantage: Option<(f64, f64)>,
}

/// Results of two players, as weights.
struct Cell {
    first: usize,
    second: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

/// The parameters to be fitted.
struct Model {
    seating: Seating,
    /// The parameter ln ν, if anything was drawn.
    draw: Option<usize>,
    /// The parameter of moving first, if asked.
    advantage: Option<usize>,
    parameters: usize,
}

/// Rates this number of players, as Elo above the anchor, and, if `advantage`, what moving first is worth.
///
/// # Errors
///
/// A number that is no player's, or a player who meets themselves.
pub fn rate(players: usize, anchor: usize, advantage: bool, meetings: &[Meeting]) -> Result<BradleyTerry, RatingError> {
    if anchor >= players {
        return Err(RatingError::NoSuchPlayer(players, anchor));
    }
    let (cells, groups) = counted(players, advantage, meetings)?;
    let model = Model::new(Seating::new(groups, anchor), &cells, advantage);
    if let Some(top) = model.fit(&cells) {
        return Ok(model.read(&top, false));
    }
    let cells = with_belief(players, cells, advantage);
    let top = model.fit(&cells).ok_or(RatingError::Lost)?;
    Ok(model.read(&top, true))
}

/// Rates this number of players, as Elo from their mean, for games that were chosen by the results of earlier ones.
///
/// # Errors
/// As [`rate`].
pub fn rate_from_mean(players: usize, advantage: bool, meetings: &[Meeting]) -> Result<BradleyTerry, RatingError> {
    let (cells, _) = counted(players, advantage, meetings)?;
    let fit = |seating| {
        let model = Model::new(seating, &cells, advantage);
        model.fit(&cells).map(|top| model.read(&top, true)).ok_or(RatingError::Lost)
    };
    believed(players, fit, |found| &found.ratings)
}

/// The results of each two players, and who has met whom.
fn counted(players: usize, advantage: bool, meetings: &[Meeting]) -> Result<(Vec<Cell>, Groups), RatingError> {
    let mut groups = Groups::new(players);
    let mut sums: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    for &Meeting { first, second, tally } in meetings {
        if first.max(second) >= players {
            return Err(RatingError::NoSuchPlayer(players, first.max(second)));
        }
        if first == second {
            return Err(RatingError::Himself(first));
        }
        if tally.games() > 0 {
            groups.join(first, second);
            let turn = !advantage && first > second;
            let (key, tally) = if turn { ((second, first), tally.turned()) } else { ((first, second), tally) };
            sums.entry(key).or_default().merge(&tally);
        }
    }
    let cell = |(&(first, second), tally): (&(usize, usize), &Tally)| Cell {
        first,
        second,
        wins: real(tally.wins),
        draws: real(tally.draws),
        losses: real(tally.losses),
    };
    Ok((sums.iter().map(cell).collect(), groups))
}

/// The cells and those of the virtual games.
fn with_belief(players: usize, mut cells: Vec<Cell>, advantage: bool) -> Vec<Cell> {
    let mut met: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for cell in &cells {
        let key = (cell.first.min(cell.second), cell.first.max(cell.second));
        *met.entry(key).or_default() += cell.wins + cell.draws + cell.losses;
    }
    let met: Vec<_> = met.into_iter().map(|((one, other), games)| (one, other, games)).collect();
    for (one, other, weight) in belief(players, &met) {
        // Either may move first: half of the weight for each order.
        let orders = if advantage { vec![(one, other), (other, one)] } else { vec![(one, other)] };
        let half = weight / if advantage { 4.0 } else { 2.0 };
        let virtual_games =
            orders.into_iter().map(|(first, second)| Cell { first, second, wins: half, draws: 0.0, losses: half });
        cells.extend(virtual_games);
    }
    cells
}

impl Model {
    fn new(seating: Seating, cells: &[Cell], advantage: bool) -> Self {
        let mut parameters = seating.parameters;
        let mut next = |wanted: bool| {
            let number = parameters;
            parameters += usize::from(wanted);
            wanted.then_some(number)
        };
        let draw = next(cells.iter().any(|cell| cell.draws > 0.0));
        let advantage = next(advantage && !cells.is_empty());
        Self { seating, draw, advantage, parameters }
    }

    fn fit(&self, cells: &[Cell]) -> Option<Top> {
        climb(vec![0.0; self.parameters], |at| {
            let mut slope = Slope::new(self.parameters);
            for cell in cells {
                self.see(cell, at, &mut slope);
            }
            self.seating.believe(at, &mut slope);
            slope
        })
    }

    /// Adds what one cell says.
    fn see(&self, cell: &Cell, at: &[f64], slope: &mut Slope) {
        let Cell { first, second, wins, draws, losses } = *cell;
        let ahead = self.advantage.map_or(0.0, |parameter| at[parameter]);
        let lead = self.seating.read(at, first) - self.seating.read(at, second) + ahead;
        let gap = 0.5 * lead;
        let level = self.draw.map_or(f64::NEG_INFINITY, |parameter| at[parameter]);
        // Logarithms of weights, of which the largest is taken out.
        let most = gap.abs().max(level);
        let (win, draw, loss) = ((gap - most).exp(), (level - most).exp(), (-gap - most).exp());
        let all = win + draw + loss;
        let (win, draw, loss) = (win / all, draw / all, loss / all);
        let games = wins + draws + losses;
        slope.value += (wins - losses) * gap - games * (most + all.ln());
        if draws > 0.0 {
            slope.value += draws * level;
        }

        let mut ways: [Option<(usize, f64)>; 3] = [None; 3];
        ways[0] = self.seating.parameter[first].map(|parameter| (parameter, 0.5));
        ways[1] = self.seating.parameter[second].map(|parameter| (parameter, -0.5));
        ways[2] = self.advantage.map(|parameter| (parameter, 0.5));
        let missed = wins - losses - games * (win - loss);
        let spread = games * (win + loss - (win - loss) * (win - loss));
        let cross = -games * (win - loss) * draw;
        for (row, left) in ways.iter().flatten() {
            slope.gradient[*row] += left * missed;
            for (column, right) in ways.iter().flatten() {
                slope.information.add(*row, *column, left * right * spread);
            }
            if let Some(column) = self.draw {
                slope.information.add(*row, column, left * cross);
                slope.information.add(column, *row, left * cross);
            }
        }
        if let Some(parameter) = self.draw {
            slope.gradient[parameter] += draws - games * draw;
            slope.information.add(parameter, parameter, games * draw * (1.0 - draw));
        }
    }

    /// Turns natural units into Elo: by the delta method, since the scale hangs on ν.
    fn read(&self, top: &Top, prior: bool) -> BradleyTerry {
        let ratio = self.draw.map_or(0.0, |parameter| top.at[parameter].exp());
        let draws = ratio / (2.0 + ratio);
        let scale = ELO_PER_NAT * (1.0 - draws);
        let players = self.seating.parameter.len();
        // What each player's Elo gains with each parameter; last what moving first is worth.
        let row = |parameter: usize| {
            let draw = self.draw.map(|draw| (draw, -scale * draws * top.at[parameter]));
            [Some((parameter, scale)), draw].into_iter().flatten()
        };
        let covariance = |one: usize, other: usize| -> f64 {
            let each = row(one).flat_map(|l| row(other).map(move |r| (l, r)));
            each.map(|(l, r)| l.1 * r.1 * top.inverse.at(l.0, r.0)).sum()
        };
        let elo: Vec<f64> = (0..players).map(|player| scale * self.seating.read(&top.at, player)).collect();
        let advantage = self
            .advantage
            .map(|parameter| (scale * top.at[parameter], NORMAL * covariance(parameter, parameter).max(0.0).sqrt()));
        BradleyTerry { ratings: Ratings::new(&elo, covariance, &self.seating, prior), draws, advantage }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Meeting {
        Meeting { first, second, tally: Tally { wins, draws, losses } }
    }

    fn elo(found: &BradleyTerry) -> Vec<f64> {
        found.ratings.players.iter().map(|player| player.elo).collect()
    }

    #[test]
    fn two_players_have_the_closed_form() {
        let found = rate(2, 0, false, &[meeting(1, 0, 60, 0, 20)]).expect("valid");
        assert!((elo(&found)[1] - 400.0 * 3.0_f64.log10()).abs() < 1e-6 && found.draws.abs() < 1e-12);
        let error = found.ratings.players[1].error.expect("not the anchor");
        assert!((error - NORMAL * ELO_PER_NAT / 15.0_f64.sqrt()).abs() < 1e-6);
        assert_eq!(found.ratings.players[0].error, None);

        let found = rate(2, 0, false, &[meeting(0, 1, 10, 60, 30)]).expect("valid");
        let ratio = 60.0 / 300.0_f64.sqrt();
        assert!((found.draws - ratio / (2.0 + ratio)).abs() < 1e-9);
        let expected = 400.0 * 3.0_f64.log10() * 2.0 / (2.0 + ratio);
        assert!((elo(&found)[1] - expected).abs() < 1e-6, "{:?}", elo(&found));
        // The score is 0.6: nearly the Elo that it stands for.
        assert!((elo(&found)[1] - super::super::elo::from_score(0.6)).abs() < 1.0);
        assert!(!found.ratings.prior && found.advantage.is_none());
    }

    #[test]
    fn the_top_is_that_of_a_plain_search() {
        let meetings = [meeting(0, 1, 7, 4, 3), meeting(2, 1, 5, 6, 5), meeting(0, 2, 2, 3, 6)];
        let found = rate(3, 1, false, &meetings).expect("valid");
        let value = |p: [f64; 3]| -> f64 {
            let each = meetings.iter().map(|meeting| {
                let strength = |player: usize| match player {
                    0 => p[0].exp(),
                    1 => 1.0,
                    _ => p[1].exp(),
                };
                let (one, other) = (strength(meeting.first), strength(meeting.second));
                let draw = p[2].exp() * (one * other).sqrt();
                let all = one + other + draw;
                let Tally { wins, draws, losses } = meeting.tally;
                real(wins) * (one / all).ln() + real(draws) * (draw / all).ln() + real(losses) * (other / all).ln()
            });
            each.sum()
        };
        // Along each axis in turn, with ever smaller steps.
        let (mut at, mut step) = ([0.0; 3], 1.0);
        while step > 1e-9 {
            let mut moved = false;
            for axis in 0..3 {
                for sign in [1.0, -1.0] {
                    let mut there = at;
                    there[axis] += sign * step;
                    if value(there) > value(at) {
                        (at, moved) = (there, true);
                    }
                }
            }
            step *= if moved { 1.0 } else { 0.5 };
        }
        let draws = at[2].exp() / (2.0 + at[2].exp());
        assert!((found.draws - draws).abs() < 1e-6);
        for (player, axis) in [(0, 0), (2, 1)] {
            assert!((elo(&found)[player] - at[axis] * ELO_PER_NAT * (1.0 - draws)).abs() < 1e-3);
        }
    }

    #[test]
    fn ratings_do_not_hang_on_who_is_named_first() {
        let one = rate(3, 0, false, &[meeting(0, 1, 5, 2, 3), meeting(1, 2, 4, 4, 4), meeting(0, 2, 9, 1, 2)]);
        let other = [meeting(1, 0, 3, 2, 5), meeting(2, 1, 1, 3, 2), meeting(1, 2, 2, 1, 3), meeting(2, 0, 2, 1, 9)];
        assert_eq!(one, rate(3, 0, false, &other));
    }

    #[test]
    fn moving_first_is_told_from_strength() {
        // Equal players, of whom the first to move wins three in four.
        let found = rate(2, 0, true, &[meeting(0, 1, 75, 0, 25), meeting(1, 0, 75, 0, 25)]).expect("valid");
        let (worth, error) = found.advantage.expect("asked");
        assert!((worth - 400.0 * 3.0_f64.log10()).abs() < 1e-6 && error > 40.0 && error < 80.0, "{worth} {error}");
        assert!(elo(&found)[1].abs() < 1e-6);
        // With one order alone they cannot be separated, but for the prior.
        let found = rate(2, 0, true, &[meeting(0, 1, 75, 0, 25)]).expect("valid");
        assert!(found.ratings.prior && found.ratings.players[1].elo.is_finite());
    }

    #[test]
    fn who_only_won_has_a_finite_rating() {
        let found = rate(3, 0, false, &[meeting(0, 1, 10, 5, 10), meeting(2, 0, 20, 0, 0)]).expect("valid");
        let best = found.ratings.players[2];
        assert!(found.ratings.prior && best.elo > 400.0 && best.elo < 1500.0, "{best:?}");
        assert!(best.error.expect("not the anchor") > 200.0);
        // Wins and draws but no loss: no most likely rating either.
        let found = rate(2, 0, false, &[meeting(1, 0, 10, 10, 0)]).expect("valid");
        assert!(found.ratings.prior && found.ratings.players[1].elo.is_finite());
        // Nothing but draws.
        let found = rate(2, 0, false, &[meeting(1, 0, 0, 50, 0)]).expect("valid");
        assert!(elo(&found)[1].abs() < 1e-6 && found.draws > 0.9);
        // A belief: half a virtual game for each of two, on both sides.
        let found = rate(2, 0, false, &[meeting(1, 0, 10, 0, 0)]).expect("valid");
        assert!((elo(&found)[1] - 400.0 * 21.0_f64.log10()).abs() < 1e-6, "{:?}", elo(&found));
    }

    #[test]
    fn groups_that_never_met_are_told() {
        let meetings = [meeting(0, 2, 3, 1, 5), meeting(1, 3, 6, 2, 2)];
        let found = rate(5, 2, false, &meetings).expect("valid").ratings;
        assert_eq!(found.players.iter().map(|player| player.group).collect::<Vec<_>>(), [0, 1, 0, 1, 2]);
        assert!(found.players[2].elo.abs() < 1e-12 && found.players[2].error.is_none());
        assert!(found.players[1].error.is_none() && found.players[3].error.is_some());
        let super::super::ratings::Rating { elo, error, .. } = found.players[0];
        assert!(elo < 0.0 && error.is_some_and(|error| error > -elo));
    }

    #[test]
    fn what_is_no_meeting_is_refused() {
        assert_eq!(rate(2, 2, false, &[]), Err(RatingError::NoSuchPlayer(2, 2)));
        assert_eq!(rate(2, 0, false, &[meeting(0, 5, 1, 0, 0)]), Err(RatingError::NoSuchPlayer(2, 5)));
        assert_eq!(rate(2, 0, false, &[meeting(1, 1, 1, 0, 0)]), Err(RatingError::Himself(1)));
        let none = rate(2, 0, true, &[meeting(0, 1, 0, 0, 0)]).expect("nothing is no error");
        assert_eq!((none.ratings.players[1].group, none.advantage), (1, None));
        // Counts beyond all sense are rated or refused, not a panic.
        let _ = rate(2, 0, false, &[meeting(0, 1, u64::MAX, u64::MAX, u64::MAX), meeting(0, 1, 1, 1, u64::MAX)]);
    }

    #[test]
    fn twenty_players_at_very_different_heights_are_rated() {
        // Each wins ten times the games that the next below him does.
        let mut meetings = Vec::new();
        for one in 0..20 {
            for other in one.max(3) - 3..one {
                meetings.push(meeting(one, other, 10_u64.pow(u32::try_from(one - other).expect("at most 3")), 0, 1));
            }
        }
        let found = rate(20, 0, false, &meetings).expect("valid");
        for (player, rating) in (0_u8..).zip(&found.ratings.players) {
            assert!((rating.elo - 400.0 * f64::from(player)).abs() < 1e-6, "{player}: {}", rating.elo);
        }
        assert!(!found.ratings.prior);
    }
}
