//! `boardbots dragon-slayer solve`: the values of all states between turns.

use super::say;
use crate::cli::desk::variant::Rules;
use crate::cli::exit::{Exit, Failure};
use crate::games::dragon_slayer::book::table;
use crate::games::dragon_slayer::solution::Solution;
use crate::games::dragon_slayer::values::{Layout, Role, State, Tokens, Values};
use crate::service::whole;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How far behind the second player is in the last turns that are printed.
const MOST_LEAD: u16 = 75;

/// The options of `boardbots dragon-slayer solve`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: Rules,

    /// Write all values to this file, two bytes each, as the program keeps those of the printed rules
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Print all values: role (A: the first player moves, B: the second), both scores, both tokens, and the
    /// probability that the first player wins
    #[arg(long)]
    csv: bool,

    /// Print the summary as JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
}

/// Solves the game, and writes and prints what is asked for.
///
/// # Errors
/// [`Exit::Configuration`] for a file that cannot be written; [`Exit::Unexpected`] if stdout fails while somebody
/// reads it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let began = Instant::now();
    let solution = Solution::of(args.rules.variant());
    let time = began.elapsed();
    if let Some(path) = &args.table {
        whole::write(path, &table(&solution)).map_err(|error| {
            let message = format!("--table {}: cannot be written: {error}", path.display());
            Failure::new(Exit::Configuration, message).about("table")
        })?;
    }
    if args.csv {
        say(|out| rows(&solution, out))
    } else if args.json {
        let summary = Summary::of(&solution, time);
        let text = serde_json::to_string(&summary).expect("numbers and lists always have a JSON form");
        say(|out| writeln!(out, "{text}"))
    } else if args.table.is_none() {
        say(|out| tell(&Summary::of(&solution, time), &solution, out))
    } else {
        Ok(())
    }
}

/// Both tokens first, then those of one player.
fn tokens() -> impl Iterator<Item = Tokens> {
    Tokens::ALL.into_iter().rev()
}

/// One line for each state: all in which the game goes on for sure, and those in which it may end.
fn rows(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let variant = solution.variant();
    let (goal, bonus) = (u16::from(variant.goal), u16::from(variant.bonus));
    writeln!(out, "role,a,b,tok_first,tok_second,p_first")?;
    let mut row = |role, name, first, second| {
        tokens().try_for_each(|tokens| {
            let p = solution.value(State { role, first, second, tokens });
            let [ours, theirs] = [tokens.first, tokens.second].map(u8::from);
            writeln!(out, "{name},{first},{second},{ours},{theirs},{p:.12}")
        })
    };
    for first in 0..goal {
        (0..goal).try_for_each(|second| row(Role::First, 'A', first, second))?;
    }
    row(Role::First, 'A', goal, goal)?;
    for first in 0..=goal + MOST_LEAD {
        (0..=goal + bonus + 1).try_for_each(|second| row(Role::Second, 'B', first, second))?;
    }
    Ok(())
}

/// The short answer.
#[derive(Serialize)]
struct Summary {
    goal: u8,
    bonus: u8,
    doubling: bool,
    /// Of a new game.
    start: Vec<Start>,
    /// How many there are.
    values: usize,
    /// What they take in memory.
    bytes: usize,
    seconds: f64,
}

/// What a new game is worth to the first player.
#[derive(Serialize)]
struct Start {
    tok_first: u8,
    tok_second: u8,
    p_first: f64,
}

impl Summary {
    fn of(solution: &Solution, time: Duration) -> Self {
        let variant = solution.variant();
        let start = |tokens: Tokens| Start {
            tok_first: tokens.first.into(),
            tok_second: tokens.second.into(),
            p_first: solution.value(State { role: Role::First, first: 0, second: 0, tokens }),
        };
        let values = Layout::new(variant).len();
        Self {
            goal: variant.goal,
            bonus: variant.bonus,
            doubling: variant.doubling,
            start: tokens().map(start).collect(),
            values,
            bytes: values * size_of::<f64>(),
            seconds: time.as_secs_f64(),
        }
    }
}

fn tell(summary: &Summary, solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Dragon Slayer for two, {}", solution.variant())?;
    writeln!(out, "The first player wins a new game, by tokens of the first and the second player:")?;
    for Start { tok_first, tok_second, p_first } in &summary.start {
        writeln!(out, "  {tok_first} {tok_second}  {p_first:.10}")?;
    }
    let Summary { values, bytes, seconds, .. } = summary;
    writeln!(out, "{values} values in {} KiB, solved in {seconds:.3} s", bytes.div_ceil(1024))
}
