//! `boardbots dragon-slayer statistics`: who played how in the games that were played here.

use super::keeper::{Database, failure};
use super::store::{Filter, Line};
use crate::exit::CliError;
use crate::output::{self, json_text, object};
use boardbots_base::invalid::InputError;
use boardbots_dragon_slayer::personality::Personality;
use boardbots_dragon_slayer::tally::Deeds;
use boardbots_dragon_slayer::tally::User;
use serde::Serialize;
use std::fmt::Write as _;

/// The options of `boardbots dragon-slayer statistics`.
#[derive(clap::Args)]
pub struct Args {
    /// Only games with this user
    #[arg(long, value_name = "NAME")]
    user: Option<User>,

    /// Only games with this personality, such as Abel or killer-averse
    #[arg(long, value_name = "NAME", value_parser = personality)]
    personality: Option<&'static str>,

    #[command(flatten)]
    database: Database,

    /// Print the statistics as JSON
    #[arg(long)]
    json: bool,
}

/// The personality of a name.
fn personality(text: &str) -> Result<&'static str, InputError> {
    let known = || Personality::all().iter().map(|one| one.name);
    Personality::named(text).map(|one| one.name).ok_or_else(|| InputError::unknown("personality", text, known()))
}

/// Prints the statistics of all players of the games that are asked for.
///
/// # Errors
/// What is wrong with the database; [`crate::Exit::Unexpected`] if stdout fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    let ledger = args.database.open_to_read()?;
    let filter = Filter { user: args.user.clone(), personality: args.personality.map(str::to_string) };
    let lines = ledger.statistics(&filter).map_err(failure)?;
    let text = if args.json { json(&lines) } else { table(&lines) };
    output::text(&text)
}

/// A ratio; `None` of nothing.
#[allow(clippy::cast_precision_loss)]
pub(super) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The standard deviation of the points of a turn.
#[allow(clippy::cast_precision_loss)]
fn deviation(&Deeds { turns, points, squares, .. }: &Deeds) -> Option<f64> {
    let (n, sum, squares) = (u128::from(turns), u128::from(points), u128::from(squares));
    let variance = ratio(1, turns)? * (n * squares).saturating_sub(sum * sum) as f64 / n as f64;
    Some(variance.sqrt())
}

/// The statistics of a player, for programs, and the cells of their row, for people. Rates are 0 to 1, averages of
/// nothing are null.
pub(super) fn sheet(line: &Line) -> (impl Serialize + use<'_>, [String; HEADINGS.len()]) {
    let Line { bot, name, games, wins, margin, rounds, deeds } = line;
    let first = deeds.first.iter().sum();
    let s = object! {
        name: name,
        /// `user` or `personality`.
        kind: if *bot { "personality" } else { "user" },
        games: *games,
        wins: *wins,
        win_rate: ratio(*wins, *games),
        /// Points by which games are won.
        margin: ratio(*margin, *wins),
        /// Of a game.
        rounds: ratio(*rounds, *games),
        turns: deeds.turns,
        /// Of a turn, and their standard deviation.
        points: ratio(deeds.points, deeds.turns),
        points_sd: deviation(deeds),
        /// Of a turn that brings any.
        scoring_points: ratio(deeds.points, deeds.turns.saturating_sub(deeds.busts)),
        bust_rate: ratio(deeds.busts, deeds.turns),
        /// Turns by their first dragon.
        first_blue: ratio(deeds.first[0], first),
        first_green: ratio(deeds.first[1], first),
        first_red: ratio(deeds.first[2], first),
        tokens_used: deeds.challenges,
        /// Those that brought the bonus.
        tokens_paid: deeds.bonuses,
        tokens_received: deeds.challenged,
        accepted: deeds.accepted,
        accept_rate: ratio(deeds.accepted, deeds.challenged),
        /// Accepted challenges that were met.
        met: deeds.met,
    };
    let cells = [
        if *bot { "bot" } else { "user" }.to_string(),
        s.games.to_string(),
        percent(s.win_rate),
        number(s.margin, 1),
        number(s.rounds, 1),
        number(s.points, 2),
        number(s.points_sd, 1),
        number(s.scoring_points, 1),
        percent(s.bust_rate),
        [s.first_blue, s.first_green, s.first_red].map(percent).join("/"),
        number(ratio(s.tokens_used, s.games), 2),
        number(ratio(s.tokens_received, s.games), 2),
        percent(s.accept_rate),
    ];
    (s, cells)
}

/// The statistics for programs.
#[must_use]
pub fn json(lines: &[Line]) -> String {
    let sheets: Vec<_> = lines.iter().map(|line| sheet(line).0).collect();
    json_text(&sheets) + "\n"
}

/// Headings of the columns behind the name, as wide as what stands below them.
const HEADINGS: [&str; 13] = [
    "    ", "games", " won", "margin", "rounds", "points", " s.d.", "scoring", "bust", "   first", "used", " got",
    "accepts",
];

/// The meaning of the headings.
const LEGEND: &str = "\
won, bust, first and accepts are in percent: games, turns, turns that begin with the blue, green
and red dragon, challenges; margin: points by which games are won; points, s.d.: of a turn; scoring:
points of a turn without bust; used, got: tokens in a game
";

/// A number with this many decimals, if there is one.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_string(), |value| format!("{value:.digits$}"))
}

fn percent(rate: Option<f64>) -> String {
    number(rate.map(|rate| 100.0 * rate), 0)
}

/// The statistics for people.
#[must_use]
pub fn table(lines: &[Line]) -> String {
    if lines.is_empty() {
        return "no such game has been played\n".to_string();
    }
    let widest = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:widest$} {}\n", "name", HEADINGS.join(" "));
    for line in lines {
        let ((_, cells), name) = (sheet(line), &line.name);
        let _ = write!(text, "{name:widest$}");
        for (cell, heading) in cells.iter().zip(HEADINGS) {
            let _ = write!(text, " {cell:>0$}", heading.len());
        }
        text.push('\n');
    }
    text.push('\n');
    text.push_str(LEGEND);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn near(found: &Value, expected: f64) -> bool {
        found.as_f64().is_some_and(|found| (found - expected).abs() < 1e-12)
    }

    #[test]
    fn averages_follow_from_sums() {
        // Turns of 0, 12, 6 and 0, 18.
        let deeds = Deeds { turns: 5, points: 36, squares: 504, busts: 2, first: [0, 1, 4], ..Deeds::default() };
        let deeds = Deeds { challenges: 1, bonuses: 1, challenged: 2, accepted: 1, ..deeds };
        let carla = Line { games: 2, wins: 1, margin: 11, rounds: 5, deeds, ..Line::default() };
        let sheet = serde_json::to_value(sheet(&carla).0).expect("JSON");
        assert!(near(&sheet["win_rate"], 0.5) && near(&sheet["margin"], 11.0) && near(&sheet["rounds"], 2.5));
        assert!(near(&sheet["points"], 7.2) && near(&sheet["scoring_points"], 12.0));
        assert!(near(&sheet["points_sd"], 48.96_f64.sqrt()), "{:?}", sheet["points_sd"]);
        assert!(near(&sheet["bust_rate"], 0.4) && near(&sheet["first_red"], 0.8) && near(&sheet["accept_rate"], 0.5));
        assert_eq!(["tokens_used", "tokens_paid", "tokens_received"].map(|key| &sheet[key]), [1, 1, 2]);
    }

    #[test]
    fn nothing_has_no_average() {
        let none = Line::default();
        let sheet = serde_json::to_value(sheet(&none).0).expect("JSON");
        assert!(["win_rate", "margin", "points_sd", "first_blue"].iter().all(|key| sheet[key].is_null()));
    }
}
