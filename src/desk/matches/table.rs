//! The table of a match.

use crate::exit::CliError;
use crate::output::{json_text, print};
use boardbots_base::{object, printable};
use boardbots_stats::elo::Elo;
use boardbots_stats::mean::Mean;
use boardbots_stats::ratings::Rating;
use boardbots_stats::real;
use boardbots_stats::sprt::Standing;
use boardbots_stats::tally::{Pairs, Tally};
use boardbots_tournament::matches::account::Decision;
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::Games;
use boardbots_tournament::matches::standings::{Row, Standings};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A player's line of the table.
struct Line<'a> {
    row: &'a Row,
    /// Elo above the anchor.
    rating: Option<Rating>,
}

impl Line<'_> {
    /// Points of a hundred.
    fn share(&self) -> f64 {
        let tally = &self.row.tally;
        100.0 * tally.points() / real(tally.games().max(1))
    }

    /// The line for programs. All differences between two runs of one match are in its times.
    fn json(&self) -> impl Serialize {
        let Row { title, games, tally, places, score, first, place, mean, lead, .. } = self.row;
        let (faults, first_faults, times) = (&self.row.faults, &self.row.first_faults, &self.row.times);
        object! {
            name: title,
            games: games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            rating: self.rating,
            places: places,
            score: score,
            #[serde(flatten)]
            means: first.map(|first| object! { first: first, place: place, mean_score: mean, lead: lead }),
            faults: faults,
            #[serde(flatten)]
            details: (!first_faults.is_empty()).then(|| object! { first_faults: first_faults }),
            times_us: object! {
                decisions: times.number(),
                median: times.median(),
                p95: times.quantile(950),
                p999: times.quantile(999),
                most: times.most(),
            },
        }
    }
}

/// Prints the table of the games that count, with Elo above one of the players.
///
/// # Errors
/// [`CliError::unexpected`] if stdout fails, except by a closed pipe.
pub fn show(plan: &MatchPlan, games: &Games, decision: &Decision, anchor: usize, json: bool) -> Result<(), CliError> {
    let standings = Standings::new(plan, games).map_err(CliError::usage)?;
    let ratings = standings.ratings(plan, games.values(), anchor).ok();
    let rating = |player: usize| ratings.as_ref().and_then(|ratings| ratings.players.get(player).copied());
    let line = |(player, row)| Line { row, rating: rating(player) };
    let lines: Vec<Line> = standings.rows.iter().enumerate().map(line).collect();
    let text = if json {
        json_text(&sheet(plan, &standings, &lines, decision))
    } else {
        text(plan, &standings, &lines, decision)
    };
    print(|out| writeln!(out, "{}", text.trim_end()))
}

/// All of it, for programs.
fn sheet(plan: &MatchPlan, standings: &Standings, lines: &[Line], decision: &Decision) -> impl Serialize {
    let title = |player: usize| lines[player].row.title.as_str();
    let pairing = |(&(first, second), pairs): (&(usize, usize), &Pairs)| {
        object! { first: title(first), second: title(second), pairs: *pairs, elo: Elo::of(&pairs.sample()) }
    };
    object! {
        game: plan.game.name(),
        games: standings.games,
        planned: plan.games,
        players: lines.iter().map(Line::json).collect::<Vec<_>>(),
        pairings: standings.pairs.iter().map(pairing).collect::<Vec<_>>(),
        #[serde(flatten)]
        repeated: (!standings.repeats.is_none()).then(|| object! { repeated: standings.repeats }),
        sprt: decision.standing(),
    }
}

/// Says which players no games connect, if there are such.
fn apart(lines: &[Line], text: &mut String) {
    let mut groups: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for line in lines {
        if let Some(rating) = line.rating {
            groups.entry(rating.group).or_default().push(&line.row.title);
        }
    }
    if groups.len() > 1 {
        let groups: Vec<String> = groups.values().map(|names| names.join(", ")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Elo cannot be compared between: {}", groups.join(" | "));
    }
}

fn text(plan: &MatchPlan, standings: &Standings, lines: &[Line], decision: &Decision) -> String {
    let mut order: Vec<&Line> = lines.iter().collect();
    order.sort_by(|one, other| other.share().total_cmp(&one.share()));
    let wide = order.iter().map(|line| line.row.title.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{}, {} games\n", plan.game.name(), standings.games);
    // With more than two at a table each opponent counts.
    let two = order.iter().all(|line| line.row.place.is_none());
    let [won, drawn, lost] = if two { ["won", "drawn", "lost"] } else { ["ahead", "level", "behind"] };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{:<wide$} {:>7} {won:>6} {drawn:>6} {lost:>6} {:>6} {:>9} {:>6}",
        "player", "games", "%", "Elo", "±"
    );
    for line in &order {
        let Row { title, games, tally: Tally { wins, draws, losses }, .. } = line.row;
        let elo = line.rating.map_or("-".to_string(), |rating| format!("{:+.1}", rating.elo));
        let error = line.rating.and_then(|rating| rating.error).map_or("-".to_string(), |error| format!("{error:.1}"));
        let _ = writeln!(
            text,
            "{title:<wide$} {games:>7} {wins:>6} {draws:>6} {losses:>6} {:>6.1} {elo:>9} {error:>6}",
            line.share()
        );
    }
    apart(lines, &mut text);
    means(&order, wide, &mut text);
    for (&(first, second), pairs) in &standings.pairs {
        let (first, second, elo) = (&lines[first].row.title, &lines[second].row.title, Elo::of(&pairs.sample()));
        let sure = 100.0 * elo.superiority;
        let _ = writeln!(text, "{first} - {second}: pairs {:?}, Elo {elo}, LOS {sure:.1} %", pairs.0);
    }
    if !standings.repeats.is_none() {
        let _ = writeln!(text, "{}", standings.repeats);
    }
    if let Some(Standing { llr, lower, upper, verdict }) = decision.standing() {
        let _ = writeln!(text, "SPRT: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}");
    }
    for Row { title, faults, first_faults, .. } in standings.rows.iter().filter(|row| !row.faults.is_empty()) {
        let faults: Vec<String> =
            faults.iter().map(|(fault, count)| format!("{} {count}", printable::line(fault))).collect();
        let _ = writeln!(text, "faults of {title}: {}", faults.join(", "));
        for (fault, first) in first_faults {
            let _ = writeln!(text, "  {}, first in {first}", printable::line(fault));
        }
    }
    let _ = writeln!(
        text,
        "\n{:<wide$} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "ms a move", "moves", "median", "95 %", "99.9 %", "max"
    );
    for Line { row: Row { title, times, .. }, .. } in order {
        let figures = [times.median(), times.quantile(950), times.quantile(999), times.most()];
        let [median, p95, p999, most] = figures.map(|us| real(us) / 1000.0);
        let moves = times.number();
        let _ = writeln!(text, "{title:<wide$} {moves:>9} {median:>9.3} {p95:>9.3} {p999:>9.3} {most:>9.3}");
    }
    text
}

/// Mean places and scores at tables for more than two, and how far scores are above what all have on
/// the same map.
fn means(order: &[&Line], wide: usize, text: &mut String) {
    if order.iter().all(|line| line.row.place.is_none()) {
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
    for Line { row: Row { title, first, place, mean, lead, .. }, .. } in order {
        let first =
            first.map(|Mean { mean, error }| Mean { mean: 100.0 * mean, error: error.map(|error| 100.0 * error) });
        let errors = [error(first, 1), error(*place, 3), error(*mean, 1), error(*lead, 1)];
        let [first, place, score, lead] =
            [first, *place, *mean, *lead].map(|mean| mean.map_or(f64::NAN, |mean| mean.mean));
        let _ = writeln!(
            text,
            "{title:<wide$} {first:>7.1} {:>5} {place:>7.3} {:>7} {score:>9.1} {:>7} {lead:>+9.1} {:>7}",
            errors[0], errors[1], errors[2], errors[3]
        );
    }
}
