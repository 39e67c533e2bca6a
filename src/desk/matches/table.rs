//! The table of a match.

use crate::exit::CliError;
use crate::output::{json_text, print};
use boardbots_base::printable;
use boardbots_stats::elo::Elo;
use boardbots_stats::mean::Mean;
use boardbots_stats::ratings::Rating;
use boardbots_stats::sprt::Standing;
use boardbots_stats::tally::Pairs;
use boardbots_tournament::matches::account::Decision;
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::Games;
use boardbots_tournament::matches::standings::{FirstFault, Repeats, Row, Standings};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The times of a player's decisions, for programs; in microseconds. All differences between two runs of one match
/// are here.
#[derive(Serialize)]
struct Times {
    decisions: u64,
    median: u64,
    p95: u64,
    p999: u64,
    most: u64,
}

/// A player's line of the table, for programs.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    /// Elo above the anchor.
    rating: Option<Rating>,
    places: &'a [u64],
    score: i64,
    /// Means with their intervals, at tables for more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Mean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Mean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_score: Option<Mean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<Mean>,
    faults: &'a BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    first_faults: &'a BTreeMap<String, FirstFault>,
    times_us: Times,
}

impl<'a> Line<'a> {
    fn of(row: &'a Row, rating: Option<Rating>) -> Self {
        let times = &row.times;
        Self {
            name: &row.title,
            games: row.games,
            wins: row.tally.wins,
            draws: row.tally.draws,
            losses: row.tally.losses,
            points: row.tally.points(),
            rating,
            places: &row.places,
            score: row.score,
            first: row.first,
            place: row.place,
            mean_score: row.mean,
            lead: row.lead,
            faults: &row.faults,
            first_faults: &row.first_faults,
            times_us: Times {
                decisions: times.number(),
                median: times.median(),
                p95: times.quantile(950),
                p999: times.quantile(999),
                most: times.most(),
            },
        }
    }

    /// Points of a hundred.
    fn share(&self) -> f64 {
        #[allow(clippy::cast_precision_loss)]
        let games = (self.wins + self.draws + self.losses).max(1) as f64;
        100.0 * self.points / games
    }
}

/// Two players, for programs.
#[derive(Serialize)]
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    /// Pairs of games by the first one's half points.
    pairs: Pairs,
    elo: Elo,
}

/// All of it, for programs.
#[derive(Serialize)]
struct Sheet<'a> {
    game: &'a str,
    games: u64,
    planned: u64,
    players: Vec<Line<'a>>,
    pairings: Vec<Pairing<'a>>,
    /// The openings, games and pairs that are not the first of their kind.
    #[serde(skip_serializing_if = "Repeats::is_none")]
    repeated: Repeats,
    sprt: Option<&'a Standing>,
}

/// Prints the table of the games that count, with Elo above one of the players.
///
/// # Errors
/// [`CliError::unexpected`] if stdout fails, except by a closed pipe.
pub fn show(plan: &MatchPlan, games: &Games, decision: &Decision, anchor: usize, json: bool) -> Result<(), CliError> {
    let standings = Standings::new(plan, games).map_err(CliError::usage)?;
    let ratings = standings.ratings(plan, games.values(), anchor).ok();
    let rating = |player: usize| ratings.as_ref().and_then(|ratings| ratings.players.get(player).copied());
    let players = standings.rows.iter().enumerate().map(|(player, row)| Line::of(row, rating(player)));
    let title = |player: usize| standings.rows[player].title.as_str();
    let pairings = standings.pairs.iter().map(|(&(first, second), pairs)| Pairing {
        first: title(first),
        second: title(second),
        pairs: *pairs,
        elo: Elo::of(&pairs.sample()),
    });
    let sheet = Sheet {
        game: plan.game.name(),
        games: standings.games,
        planned: plan.games,
        players: players.collect(),
        pairings: pairings.collect(),
        repeated: standings.repeats,
        sprt: decision.standing(),
    };
    let text = if json { json_text(&sheet) } else { sheet.text() };
    print(|out| writeln!(out, "{}", text.trim_end()))
}

impl Sheet<'_> {
    /// Says which players no games connect, if there are such.
    fn apart(&self, text: &mut String) {
        let mut groups: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for line in &self.players {
            if let Some(rating) = line.rating {
                groups.entry(rating.group).or_default().push(line.name);
            }
        }
        if groups.len() > 1 {
            let groups: Vec<String> = groups.values().map(|names| names.join(", ")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "Elo cannot be compared between: {}", groups.join(" | "));
        }
    }

    fn text(&self) -> String {
        let mut order: Vec<&Line> = self.players.iter().collect();
        order.sort_by(|one, other| other.share().total_cmp(&one.share()));
        let wide = order.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{}, {} games\n", self.game, self.games);
        // With more than two at a table each opponent counts.
        let two = order.iter().all(|line| line.place.is_none());
        let [won, drawn, lost] = if two { ["won", "drawn", "lost"] } else { ["ahead", "level", "behind"] };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<wide$} {:>7} {won:>6} {drawn:>6} {lost:>6} {:>6} {:>9} {:>6}",
            "player", "games", "%", "Elo", "±"
        );
        for line in &order {
            let elo = line.rating.map_or("-".to_string(), |rating| format!("{:+.1}", rating.elo));
            let error =
                line.rating.and_then(|rating| rating.error).map_or("-".to_string(), |error| format!("{error:.1}"));
            let _ = writeln!(
                text,
                "{:<wide$} {:>7} {:>6} {:>6} {:>6} {:>6.1} {elo:>9} {error:>6}",
                line.name,
                line.games,
                line.wins,
                line.draws,
                line.losses,
                line.share(),
            );
        }
        self.apart(&mut text);
        means(&order, wide, &mut text);
        for Pairing { first, second, pairs: Pairs(pairs), elo } in &self.pairings {
            let sure = 100.0 * elo.superiority;
            let _ = writeln!(text, "{first} - {second}: pairs {pairs:?}, Elo {elo}, LOS {sure:.1} %");
        }
        if !self.repeated.is_none() {
            let _ = writeln!(text, "{}", self.repeated);
        }
        if let Some(Standing { llr, lower, upper, verdict }) = self.sprt {
            let _ = writeln!(text, "SPRT: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}");
        }
        for line in self.players.iter().filter(|line| !line.faults.is_empty()) {
            let faults: Vec<String> =
                line.faults.iter().map(|(fault, count)| format!("{} {count}", printable::line(fault))).collect();
            let _ = writeln!(text, "faults of {}: {}", line.name, faults.join(", "));
            for (fault, first) in line.first_faults {
                let _ = writeln!(text, "  {}, first in {first}", printable::line(fault));
            }
        }
        let _ = writeln!(
            text,
            "\n{:<wide$} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "ms a move", "moves", "median", "95 %", "99.9 %", "max"
        );
        for line in &order {
            let Times { decisions, median, p95, p999, most } = line.times_us;
            let [median, p95, p999, most] = [median, p95, p999, most].map(milliseconds);
            let _ =
                writeln!(text, "{:<wide$} {decisions:>9} {median:>9.3} {p95:>9.3} {p999:>9.3} {most:>9.3}", line.name);
        }
        text
    }
}

/// Mean places and scores at tables for more than two, and how far scores are above what all have on
/// the same map.
fn means(order: &[&Line], wide: usize, text: &mut String) {
    if order.iter().all(|line| line.place.is_none()) {
        return;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n{:<wide$} {:>7} {:>5} {:>7} {:>7} {:>9} {:>7} {:>9} {:>7}",
        "mean", "first %", "±", "place", "±", "score", "±", "above all", "±"
    );
    let error = |mean: Option<Mean>, digits: usize| match mean.and_then(|mean| mean.error) {
        Some(error) => format!("{error:.digits$}"),
        None => "-".to_string(),
    };
    for line in order {
        let first =
            line.first.map(|Mean { mean, error }| Mean { mean: 100.0 * mean, error: error.map(|error| 100.0 * error) });
        let [first_, place, score, lead] =
            [first, line.place, line.mean_score, line.lead].map(|mean| mean.map_or(f64::NAN, |mean| mean.mean));
        let errors = [error(first, 1), error(line.place, 3), error(line.mean_score, 1), error(line.lead, 1)];
        let _ = writeln!(
            text,
            "{:<wide$} {first_:>7.1} {:>5} {place:>7.3} {:>7} {score:>9.1} {:>7} {lead:>+9.1} {:>7}",
            line.name, errors[0], errors[1], errors[2], errors[3]
        );
    }
}

#[allow(clippy::cast_precision_loss)]
fn milliseconds(us: u64) -> f64 {
    us as f64 / 1000.0
}
