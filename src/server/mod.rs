//! Commands of builds with the servers (feature `server`).

pub mod arena;
pub mod rules;
mod serving;
pub mod tables;

use super::Failure;
use super::service::Kind;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Serve Vindinium games to bots and browsers.
    Arena(arena::Args),
    /// Print the rules of a game in short.
    Rules(rules::Args),
    /// Serve every game to browsers: against bots, against each other, or to watch.
    Tables(tables::Args),
}

/// Servers that run as services.
pub const SERVICES: &[Kind] = &[
    Kind {
        paths: &["maps"],
        ..Kind::of::<arena::Serve>(
            "arena",
            include_str!("../../systemd/boardbots-arena.service"),
            "--listen 0.0.0.0:9000 --db arena.db",
        )
    },
    Kind::of::<tables::Serve>(
        "tables",
        include_str!("../../systemd/boardbots-tables.service"),
        "--listen 0.0.0.0:9000 --db tables.db",
    ),
];

/// Runs a command.
///
/// # Errors
/// Fails as the command does.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Arena(args) => arena::run(args),
        Command::Rules(args) => rules::run(&args),
        Command::Tables(args) => tables::run(args),
    }
}
