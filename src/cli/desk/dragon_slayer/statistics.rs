//! `boardbots dragon-slayer statistics`: who played how in the games that were played here.

use super::database::{Database, failure};
use super::say;
use crate::cli::exit::Failure;
use crate::games::dragon_slayer::dice::Dragon;
use crate::games::dragon_slayer::personality::Personality;
use crate::games::dragon_slayer::user::User;
use crate::store::dragon_slayer::{Filter, Line};
use serde::Serialize;
use std::fmt::Write as _;

/// The options of `boardbots dragon-slayer statistics`.
#[derive(clap::Args)]
pub struct Args {
    /// Only games in which this user sat
    #[arg(long, value_name = "NAME")]
    user: Option<User>,

    /// Only games in which this personality sat, such as Abel or killer-averse
    #[arg(long, value_name = "NAME", value_parser = personality)]
    personality: Option<&'static str>,

    #[command(flatten)]
    database: Database,

    /// Print the statistics as JSON
    #[arg(long)]
    json: bool,
}

/// The personality of a name.
fn personality(text: &str) -> Result<&'static str, String> {
    let known = || Personality::all().iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
    Personality::named(text)
        .map(|one| one.name)
        .ok_or_else(|| format!("there is no such personality; there are {}", known()))
}

/// Prints the statistics of all who sat in the games that are asked for.
///
/// # Errors
/// What is wrong with the database; [`crate::cli::Exit::Unexpected`] if stdout fails while somebody reads it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let ledger = args.database.open_to_read()?;
    let filter = Filter { user: args.user.clone(), personality: args.personality.map(str::to_string) };
    let lines = ledger.statistics(&filter).map_err(failure)?;
    let text = if args.json { json(&lines) } else { table(&lines) };
    say(|out| out.write_all(text.as_bytes()))
}

/// What programs get of one who played. Rates are 0 to 1, averages of nothing are null.
#[derive(Serialize)]
struct Sheet<'a> {
    name: &'a str,
    /// `user` or `personality`.
    kind: &'static str,
    games: u64,
    wins: u64,
    win_rate: Option<f64>,
    /// Points by which games are won.
    margin: Option<f64>,
    /// Of a game.
    rounds: Option<f64>,
    turns: u64,
    /// Of a turn, and their standard deviation.
    points: Option<f64>,
    points_sd: Option<f64>,
    /// Of a turn that brings any.
    scoring_points: Option<f64>,
    bust_rate: Option<f64>,
    /// Turns by their first dragon.
    first_blue: Option<f64>,
    first_green: Option<f64>,
    first_red: Option<f64>,
    tokens_used: u64,
    /// Those that brought the bonus.
    tokens_paid: u64,
    tokens_received: u64,
    accepted: u64,
    accept_rate: Option<f64>,
    /// Accepted challenges that were met.
    met: u64,
}

impl<'a> Sheet<'a> {
    fn of(line: &'a Line) -> Self {
        let Line { bot, name, statistics: s } = line;
        Self {
            name,
            kind: if *bot { "personality" } else { "user" },
            games: s.games,
            wins: s.wins,
            win_rate: s.win_rate(),
            margin: s.mean_margin(),
            rounds: s.mean_rounds(),
            turns: s.turns,
            points: s.mean_points(),
            points_sd: s.deviation(),
            scoring_points: s.mean_scoring_points(),
            bust_rate: s.bust_rate(),
            first_blue: s.first_rate(Dragon::Blue),
            first_green: s.first_rate(Dragon::Green),
            first_red: s.first_rate(Dragon::Red),
            tokens_used: s.challenges,
            tokens_paid: s.bonuses,
            tokens_received: s.challenged,
            accepted: s.accepted,
            accept_rate: s.accept_rate(),
            met: s.met,
        }
    }
}

fn json(lines: &[Line]) -> String {
    let sheets: Vec<_> = lines.iter().map(Sheet::of).collect();
    let mut text = serde_json::to_string(&sheets).expect("numbers and texts always have a JSON form");
    text.push('\n');
    text
}

/// Headings of the columns behind the name, as wide as what stands below them.
const HEADINGS: [&str; 13] = [
    "    ", "games", " won", "margin", "rounds", "points", " s.d.", "scoring", "bust", "   first", "used", " got",
    "accepts",
];

/// What the headings mean.
const LEGEND: &str = "\
won, bust, first and accepts are in percent: games, turns, turns that begin with the blue, green
and red dragon, challenges; margin: points by which games are won; points, s.d.: of a turn; scoring:
points of a turn without bust; used, got: tokens in a game
";

/// A number with so many digits behind its point, if there is one.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_string(), |value| format!("{value:.digits$}"))
}

fn percent(rate: Option<f64>) -> String {
    number(rate.map(|rate| 100.0 * rate), 0)
}

fn table(lines: &[Line]) -> String {
    if lines.is_empty() {
        return "no such game has been played\n".to_string();
    }
    let widest = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:widest$} {}\n", "name", HEADINGS.join(" "));
    for Line { bot, name, statistics: s } in lines {
        let cells = [
            if *bot { "bot" } else { "user" }.to_string(),
            s.games.to_string(),
            percent(s.win_rate()),
            number(s.mean_margin(), 1),
            number(s.mean_rounds(), 1),
            number(s.mean_points(), 2),
            number(s.deviation(), 1),
            number(s.mean_scoring_points(), 1),
            percent(s.bust_rate()),
            Dragon::ALL.map(|dragon| percent(s.first_rate(dragon))).join("/"),
            number(s.challenges_a_game(), 2),
            number(s.challenged_a_game(), 2),
            percent(s.accept_rate()),
        ];
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
