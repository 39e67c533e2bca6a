//! Ratings of many players from tables of several: Plackett and Luce's model.
//!
//! The first place goes to each with a chance in proportion to their strength, the second likewise among the players
//! who are left, and so on (R. L. Plackett, "The analysis of permutations", 1975). Of any two at a table the one is
//! before the other as in a game of two, so Elo means the same.
//!
//! Players with the same place count as all their orders, each with the same weight: of two, half a
//! win for each, as a draw counts in Elo. Such a table says a little more than that weight shows, and
//! tables are not quite as the model has them; so errors come from how much tables really differ (the
//! "sandwich" of the information and the scatter of its gradient), with the usual correction for the
//! number of parameters. Tables that hang together, as those of one map do, are a set, and what
//! differs is the sum of each set. With fewer than ten sets a parameter, or where a belief had
//! to be added, they come from the inverse of the observed information.

use super::newton::{Matrix, Slope, Top, climb};
use super::ratings::{Groups, MOST_SEATS, RatingError, Ratings, Seating, belief, believed};
use super::{ELO_PER_NAT, real};
use std::collections::BTreeMap;

/// From this number of sets for each parameter, their scatter is taken as it is.
const ENOUGH: usize = 10;

/// The ranking of the players of one game of several: from the first place to the last, players who share a place
/// together. A player may have several seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table(pub Vec<Vec<usize>>);

impl Table {
    /// The table of players with scores, of which the highest is best.
    #[must_use]
    pub fn by_score<S: Ord + Copy>(seats: &[(usize, S)]) -> Self {
        let mut sorted = seats.to_vec();
        sorted.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        let places = sorted.chunk_by(|one, other| one.1 == other.1);
        Self(places.map(|place| place.iter().map(|seat| seat.0).collect()).collect())
    }
}

/// A table as the likelihood sees it.
struct Choices {
    /// The player in each seat, by rank.
    seats: Vec<usize>,
    /// Sets of seats, as bits, out of which the next was chosen, and how often.
    sets: Vec<(u8, f64)>,
}

impl Choices {
    fn of(table: &Table) -> Self {
        let seats: Vec<usize> = table.0.iter().flatten().copied().collect();
        let mut sets = Vec::new();
        let mut before = 0;
        for place in &table.0 {
            let (here, after) = (place.len(), seats.len() - before - place.len());
            let rest = ((1_u8 << after) - 1) << (before + here);
            // Over all orders, each set of this size is left equally often.
            for left in 1_u8..1 << here {
                let weight = 1.0 / binomial(here, left.count_ones());
                sets.push((rest | left << before, weight));
            }
            before += here;
        }
        Self { seats, sets }
    }

    /// The contribution of this ranking to the likelihood: adds its value to `slope`, and gives its derivative by
    /// parameter.
    fn see(&self, seating: &Seating, strengths: &[f64], slope: &mut Slope) -> Vec<(usize, f64)> {
        let parameter = |seat: usize| seating.parameter[self.seats[seat]];
        let mut rise: Vec<(usize, f64)> = Vec::with_capacity(2 * self.seats.len());
        for (seat, &player) in self.seats.iter().enumerate() {
            slope.value += strengths[player].ln();
            rise.extend(parameter(seat).map(|parameter| (parameter, 1.0)));
        }
        for &(set, weight) in &self.sets {
            let within = self.seats.iter().enumerate().filter(|(seat, _)| set >> seat & 1 == 1);
            let sum: f64 = within.clone().map(|(_, &player)| strengths[player]).sum();
            slope.value -= weight * sum.ln();
            let mut parts = [(0, 0.0); MOST_SEATS];
            let mut number = 0;
            for (seat, &player) in within {
                if let Some(parameter) = parameter(seat) {
                    parts[number] = (parameter, strengths[player] / sum);
                    number += 1;
                }
            }
            let parts = &parts[..number];
            for &(parameter, part) in parts {
                slope.information.add(parameter, parameter, weight * part);
                rise.push((parameter, -weight * part));
            }
            slope.information.add_square(-weight, parts);
        }
        rise
    }
}

/// The number of sets of this size.
fn binomial(of: usize, number: u32) -> f64 {
    let each = (0..number).zip((0..=of).rev());
    each.fold(1.0, |sets, (taken, left)| sets * real(left as u64) / f64::from(taken + 1))
}

/// Rates this number of players, as Elo above the anchor, from sets of tables of which only tables of one set
/// hang together.
///
/// # Errors
/// A number that is no player's, or a table with fewer than 2 or more than [`MOST_SEATS`] seats.
pub fn rate<S: AsRef<[Table]>>(players: usize, anchor: usize, sets: &[S]) -> Result<Ratings, RatingError> {
    if anchor >= players {
        return Err(RatingError::NoSuchPlayer(players, anchor));
    }
    let (choices, sizes, met) = counted(players, sets)?;
    let mut groups = Groups::new(players);
    for &(one, other) in met.keys() {
        groups.join(one, other);
    }
    let seating = Seating::new(groups, anchor);
    if let Some(top) = fit(&seating, &choices, &[]) {
        return Ok(read(&seating, &choices, &sizes, &top, false));
    }
    let met: Vec<_> = met.into_iter().map(|((one, other), games)| (one, other, games)).collect();
    let top = fit(&seating, &choices, &belief(players, &met)).ok_or(RatingError::Lost)?;
    Ok(read(&seating, &choices, &sizes, &top, true))
}

/// Rates this number of players, as Elo from their mean, by tables that were chosen by the results of earlier ones.
///
/// # Errors
/// As [`rate`].
pub fn rate_from_mean<S: AsRef<[Table]>>(players: usize, sets: &[S]) -> Result<Ratings, RatingError> {
    let (choices, sizes, _) = counted(players, sets)?;
    let fit = |seating: Seating| {
        fit(&seating, &choices, &[]).map(|top| read(&seating, &choices, &sizes, &top, true)).ok_or(RatingError::Lost)
    };
    believed(players, fit, |found| found)
}

/// Tables as the likelihood sees them, the sizes of their sets, and how often each two players have met.
type Counted = (Vec<Choices>, Vec<usize>, BTreeMap<(usize, usize), f64>);

fn counted<S: AsRef<[Table]>>(players: usize, sets: &[S]) -> Result<Counted, RatingError> {
    let mut met: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let tables = || sets.iter().map(AsRef::as_ref).filter(|set| !set.is_empty());
    let mut choices = Vec::new();
    for table in tables().flatten() {
        let seats = table.0.iter().map(Vec::len).sum();
        if !(2..=MOST_SEATS).contains(&seats) {
            return Err(RatingError::Seats(seats));
        }
        if let Some(&player) = table.0.iter().flatten().find(|&&player| player >= players) {
            return Err(RatingError::NoSuchPlayer(players, player));
        }
        let choice = Choices::of(table);
        for (seat, &one) in choice.seats.iter().enumerate() {
            for &other in choice.seats[..seat].iter().filter(|&&other| other != one) {
                *met.entry((one.min(other), one.max(other))).or_default() += 1.0;
            }
        }
        choices.push(choice);
    }
    Ok((choices, tables().map(<[Table]>::len).collect(), met))
}

/// The ratings at the top; `prior` says that a belief was added.
fn read(seating: &Seating, choices: &[Choices], sizes: &[usize], top: &Top, prior: bool) -> Ratings {
    let steady = prior || sizes.len() < ENOUGH * seating.parameters;
    let inner = if steady { top.inverse.clone() } else { sandwich(seating, choices, sizes, top) };
    let covariance = |one, other| inner.at(one, other) * ELO_PER_NAT * ELO_PER_NAT;
    let elo = |player| ELO_PER_NAT * seating.read(&top.at, player);
    let elo: Vec<f64> = (0..seating.parameter.len()).map(elo).collect();
    Ratings::new(&elo, covariance, seating, prior)
}

/// Strengths by player.
fn strengths(seating: &Seating, at: &[f64]) -> Vec<f64> {
    (0..seating.parameter.len()).map(|player| seating.read(at, player).exp()).collect()
}

/// The most likely ratings for the tables and these virtual games.
fn fit(seating: &Seating, choices: &[Choices], virtual_games: &[(usize, usize, f64)]) -> Option<Top> {
    let games: Vec<(Choices, f64)> = virtual_games
        .iter()
        .map(|&(one, other, weight)| (Choices { seats: vec![one, other], sets: vec![(3, 2.0)] }, weight / 2.0))
        .collect();
    climb(vec![0.0; seating.parameters], |at| {
        let strengths = strengths(seating, at);
        let mut slope = Slope::new(seating.parameters);
        for choice in choices {
            for (parameter, rise) in choice.see(seating, &strengths, &mut slope) {
                slope.gradient[parameter] += rise;
            }
        }
        seating.believe(at, &mut slope);
        // What one game says touches few cells, and there may be as many games as cells.
        let mut part = Slope::new(seating.parameters);
        for (choice, weight) in &games {
            part.value = 0.0;
            for (parameter, rise) in choice.see(seating, &strengths, &mut part) {
                slope.gradient[parameter] += weight * rise;
            }
            slope.value += weight * part.value;
            let own = || choice.seats.iter().filter_map(|&player| seating.parameter[player]);
            for (row, column) in own().flat_map(|row| own().map(move |column| (row, column))) {
                slope.information.add(row, column, weight * part.information.take(row, column));
            }
        }
        slope
    })
}

/// The covariance from the scatter of sets, of which each has this number of the tables, in order.
fn sandwich(seating: &Seating, choices: &[Choices], sizes: &[usize], top: &Top) -> Matrix {
    let strengths = strengths(seating, &top.at);
    let mut scatter = Matrix::zero(seating.parameters);
    let mut slope = Slope::new(seating.parameters);
    let mut rest = choices;
    for &size in sizes {
        let (set, others) = rest.split_at(size);
        rest = others;
        let rise: Vec<(usize, f64)> =
            set.iter().flat_map(|choice| choice.see(seating, &strengths, &mut slope)).collect();
        scatter.add_square(1.0, &rise);
    }
    let sets = real(sizes.len() as u64);
    scatter.scale(sets / (sets - real(seating.parameters as u64)));
    top.inverse.times(&scatter).times(&top.inverse)
}

#[cfg(test)]
mod tests {
    use super::super::normal::NORMAL;
    use super::*;

    fn table(places: &[&[usize]]) -> Table {
        Table(places.iter().map(|place| place.to_vec()).collect())
    }

    /// Tables that do not hang together.
    fn single(tables: &[Table]) -> Vec<&[Table]> {
        tables.chunks(1).collect()
    }

    fn repeated(table: &Table, times: usize) -> Vec<Table> {
        vec![table.clone(); times]
    }

    #[test]
    fn tables_of_two_are_games() {
        let mut tables = repeated(&table(&[&[1], &[0]]), 60);
        tables.extend(repeated(&table(&[&[0], &[1]]), 20));
        let found = rate(2, 0, &single(&tables)).expect("valid");
        let best = found.players[1];
        assert!((best.elo - 400.0 * 3.0_f64.log10()).abs() < 1e-6, "{best:?}");
        // Without ties the scatter is the information, but for the correction by 80 / 79.
        let error = NORMAL * ELO_PER_NAT / 15.0_f64.sqrt() * (80.0_f64 / 79.0).sqrt();
        assert!((best.error.expect("not the anchor") - error).abs() < 1e-6);
        // A tie is half a win for each.
        tables.extend(repeated(&table(&[&[0, 1]]), 40));
        let best = rate(2, 0, &single(&tables)).expect("valid").players[1];
        assert!((best.elo - 400.0 * 2.0_f64.log10()).abs() < 1e-6, "{best:?}");
    }

    #[test]
    fn what_is_told_twice_is_no_surer() {
        let mut tables = repeated(&table(&[&[1], &[0], &[2]]), 40);
        tables.extend(repeated(&table(&[&[0], &[2], &[1]]), 25));
        tables.extend(repeated(&table(&[&[2], &[1], &[0]]), 20));
        let once = rate(3, 0, &single(&tables)).expect("valid");
        let doubled: Vec<[Table; 2]> = tables.iter().map(|table| [table.clone(), table.clone()]).collect();
        let twice = rate(3, 0, &doubled).expect("valid");
        for (once, twice) in once.players.iter().zip(&twice.players).skip(1) {
            assert!((once.elo - twice.elo).abs() < 1e-6);
            assert!((once.error.expect("one") - twice.error.expect("two")).abs() < 1e-6);
        }
    }

    /// The logarithm of the chance of an order without ties.
    fn chance(order: &[usize], strengths: &[f64]) -> f64 {
        (0..order.len())
            .map(|from| {
                let left: f64 = order[from..].iter().map(|&player| strengths[player]).sum();
                (strengths[order[from]] / left).ln()
            })
            .sum()
    }

    /// All orders of these.
    fn orders(of: &[usize]) -> Vec<Vec<usize>> {
        if of.is_empty() {
            return vec![vec![]];
        }
        let mut all = Vec::new();
        for at in 0..of.len() {
            let mut rest = of.to_vec();
            let first = rest.remove(at);
            for mut order in orders(&rest) {
                order.insert(0, first);
                all.push(order);
            }
        }
        all
    }

    #[test]
    fn ties_are_the_mean_over_all_orders() {
        let seating = Seating::new(Groups::new(6), 0);
        let strengths = [1.0, 0.4, 2.5, 1.7, 0.9, 3.0];
        let cases: [(&[usize], &[usize], &[usize]); 5] = [
            (&[], &[0, 1, 2], &[3]),
            (&[4], &[2, 5], &[0, 1]),
            (&[4], &[0, 1, 2, 3], &[]),
            (&[], &[0, 1, 2, 3, 4, 5], &[]),
            (&[1], &[2], &[3]),
        ];
        for (before, tied, after) in cases {
            let mut mean = 0.0;
            let (ties, ends) = (orders(tied), orders(after));
            for tie in &ties {
                for end in &ends {
                    let order = [before, tie, end].concat();
                    mean += chance(&order, &strengths) / real((ties.len() * ends.len()) as u64);
                }
            }
            let places = [before, tied, after].into_iter().filter(|place| !place.is_empty());
            let table = Table(places.map(<[usize]>::to_vec).collect());
            let mut slope = Slope::new(seating.parameters);
            Choices::of(&table).see(&seating, &strengths, &mut slope);
            assert!((slope.value - mean).abs() < 1e-12, "{table:?}: {} {mean}", slope.value);
        }
    }

    #[test]
    fn the_top_is_that_of_a_plain_search() {
        let mut tables = repeated(&table(&[&[0], &[1], &[2]]), 5);
        tables.extend(repeated(&table(&[&[2], &[0], &[1]]), 3));
        tables.extend(repeated(&table(&[&[1], &[2], &[0]]), 4));
        let found = rate(3, 1, &single(&tables)).expect("valid");
        let value = |p: [f64; 2]| -> f64 {
            let strengths = [p[0].exp(), 1.0, p[1].exp()];
            tables.iter().map(|table| chance(&table.0.concat(), &strengths)).sum()
        };
        let (mut at, mut step) = ([0.0; 2], 1.0);
        while step > 1e-9 {
            let near = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]].map(|by| [at[0] + by[0], at[1] + by[1]]);
            match near.into_iter().find(|&there| value(there) > value(at)) {
                Some(there) => at = there,
                None => step /= 2.0,
            }
        }
        for (player, expected) in [(0, at[0]), (2, at[1])] {
            assert!((found.players[player].elo - expected * ELO_PER_NAT).abs() < 1e-3);
        }
    }

    #[test]
    fn a_player_may_have_several_seats() {
        let mut tables = repeated(&table(&[&[0], &[0], &[1], &[1]]), 40);
        tables.extend(repeated(&table(&[&[1], &[0], &[1], &[0]]), 40));
        let found = rate(2, 1, &single(&tables)).expect("valid");
        let value = |elo: f64| -> f64 {
            let strengths = [(elo / ELO_PER_NAT).exp(), 1.0];
            tables.iter().map(|table| chance(&table.0.concat(), &strengths)).sum()
        };
        let (mut low, mut high) = (-400.0, 400.0);
        for _ in 0..100 {
            let third = (high - low) / 3.0;
            if value(low + third) < value(high - third) { low += third } else { high -= third }
        }
        assert!((found.players[0].elo - low).abs() < 1e-3 && low > 20.0, "{low} {:?}", &found.players);
        // Alone, a player adds no information.
        let alone = rate(2, 0, &[[table(&[&[1], &[1], &[1, 1]])]]).expect("valid");
        assert_eq!(alone.players[1].group, 1);
    }

    #[test]
    fn who_is_always_last_has_a_finite_rating() {
        let mut tables = repeated(&table(&[&[0], &[1], &[2], &[3]]), 30);
        tables.extend(repeated(&table(&[&[1, 0], &[2], &[3]]), 30));
        tables.extend(repeated(&table(&[&[2], &[1], &[0], &[3]]), 30));
        let found = rate(4, 0, &single(&tables)).expect("valid");
        let last = found.players[3];
        assert!(found.prior && last.elo < -400.0 && last.elo > -2000.0, "{last:?}");
        assert!(last.error.expect("not the anchor") > 150.0);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert_eq!(rate(2, 0, &[[table(&[&[0]])]]), Err(RatingError::Seats(1)));
        assert_eq!(rate(9, 0, &[[table(&[&[0, 1, 2], &[3, 4, 5, 6]])]]), Err(RatingError::Seats(7)));
        assert_eq!(rate(2, 0, &[[table(&[&[0], &[4]])]]), Err(RatingError::NoSuchPlayer(2, 4)));
        assert_eq!(rate::<[Table; 0]>(2, 3, &[]), Err(RatingError::NoSuchPlayer(2, 3)));
        assert_eq!(rate::<[Table; 0]>(3, 0, &[]).expect("nothing is no error").players[2].group, 2);
    }

    #[test]
    fn scores_make_places() {
        let table = Table::by_score(&[(0, 5), (1, 9), (2, 5), (3, 0)]);
        assert_eq!(table, super::tests::table(&[&[1], &[0, 2], &[3]]));
    }
}
