//! Matches between bots as their users see them: the command, its records, what can happen to both.
#![cfg(feature = "matches")]

mod battletech;
mod constants;
mod dragon_slayer;
mod durable;
mod faults;
mod openings;
mod players;
mod rate;
mod report;
mod tables;
mod vindinium;

use std::path::Path;
use std::process::{Command, Output};

/// `boardbots match` with these arguments.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("match").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

/// What a command prints, without the times of decisions, which no two runs have in common.
fn table(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).expect("text");
    let (table, times) = text.split_once("\nms a move").expect("two tables");
    assert!(times.lines().count() > 2, "{text}");
    table.to_string()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of a test")
}
