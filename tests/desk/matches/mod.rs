//! Matches between bots as their users see them: the command, its records, what can happen to both.

mod battletech;
mod clients;
mod constants;
mod dragon_slayer;
mod durable;
mod faults;
mod openings;
mod players;
mod rate;
mod replay;
mod report;
mod starting;
mod tables;
mod vindinium;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// `boardbots match` with these arguments.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("match").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

/// `boardbots match` with these arguments, interrupted by Ctrl-C as soon as it is time, or after a minute.
fn interrupted(arguments: &[&str], time: impl Fn() -> bool) -> Output {
    let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let until = Instant::now() + Duration::from_mins(1);
    while !time() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let number = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(number, rustix::process::Signal::INT).expect("a child of this process");
    child.wait_with_output().expect("a child of this process")
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
