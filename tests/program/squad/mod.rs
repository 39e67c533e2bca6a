//! Several bots in one process: their files, games, ends, and what they need.

mod files;
mod games;
mod poison;
mod service;

use crate::bot::command::Home;
use crate::bot::mini::KEY;
use std::process::{Command, Stdio};

/// Names of this many bots.
fn names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("bot-{number}")).collect()
}

/// A key file for these names.
fn keys(names: &[String]) -> String {
    let lines: Vec<String> = names.iter().map(|name| format!("{name} = {KEY}")).collect();
    lines.join("\n")
}

/// Writes the file of a squad and a key for each of these names; the lines of the file follow.
fn home(names: &[String], lines: &str) -> Home {
    let home = Home::new();
    let keys = home.write("keys", keys(names).as_bytes(), 0o600);
    let head = format!("run = squad\nbots = {}\nkey-file = {}\n", names.join(", "), keys.display());
    home.write("squad.conf", format!("{head}{lines}").as_bytes(), 0o600);
    home
}

/// `boardbots squad` with the file of this home.
fn squad(home: &Home) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("squad").arg(home.path("squad.conf"));
    command.env_remove("CREDENTIALS_DIRECTORY").env_remove("RUST_LOG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
