//! The values of all states between turns, for two players.

use super::options::Args;
use crate::exit::CliError;
use crate::output::{self, object, print};
use boardbots_base::atomic_file::fills_stdout;
use boardbots_dragon_slayer::book::table;
use boardbots_dragon_slayer::solution::Solution;
use boardbots_dragon_slayer::values::{Layout, Role, State, Tokens, Values};
use boardbots_dragon_slayer::variant::Variant;
use serde::Serialize;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The second player's greatest arrears in the last turns that are printed.
const MOST_LEAD: u16 = 75;

/// Solves the game, and writes and prints what is asked for.
///
/// # Errors
/// [`Exit::Usage`](crate::exit::Exit::Usage) for options of the solution for three players;
/// [`Exit::Configuration`](crate::exit::Exit::Configuration) for a file that cannot be written;
/// [`Exit::Unexpected`](crate::exit::Exit::Unexpected) if stdout fails, except by a closed pipe.
pub fn run(args: &Args) -> Result<(), CliError> {
    args.only_for_two()?;
    let began = Instant::now();
    let solution = Solution::of(args.rules.variant());
    let time = began.elapsed();
    args.write_table(|| table(&solution))?;
    if fills_stdout(&[args.table.as_deref()]) {
        Ok(())
    } else if args.csv {
        print(|out| rows(&solution, out))
    } else if args.json {
        output::json(&summary(&solution, time))
    } else if args.table.is_none() {
        print(|out| tell(&solution, time, out))
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

/// The number of values, and their size in memory.
fn size(solution: &Solution) -> (usize, usize) {
    let values = Layout::new(solution.variant()).len();
    (values, values * size_of::<f64>())
}

/// The values of new games for the first player, by the tokens of both.
fn starts(solution: &Solution) -> impl Iterator<Item = (u8, u8, f64)> {
    tokens().map(|tokens| {
        let state = State { role: Role::First, first: 0, second: 0, tokens };
        (tokens.first.into(), tokens.second.into(), solution.value(state))
    })
}

/// The short answer for programs.
fn summary(solution: &Solution, time: Duration) -> impl Serialize + use<> {
    let (Variant { goal, bonus, doubling }, (values, bytes)) = (solution.variant(), size(solution));
    let start = starts(solution).map(|(first, second, p)| object! { tok_first: first, tok_second: second, p_first: p });
    object! {
        goal: goal,
        bonus: bonus,
        doubling: doubling,
        start: start.collect::<Vec<_>>(),
        values: values,
        bytes: bytes,
        seconds: time.as_secs_f64(),
    }
}

/// The short answer for people.
fn tell(solution: &Solution, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Dragon Slayer for two, {}", solution.variant())?;
    writeln!(out, "The first player wins a new game, by tokens of the first and the second player:")?;
    for (first, second, p) in starts(solution) {
        writeln!(out, "  {first} {second}  {p:.10}")?;
    }
    let (values, bytes) = size(solution);
    writeln!(out, "{values} values in {} KiB, solved in {:.3} s", bytes.div_ceil(1024), time.as_secs_f64())
}
