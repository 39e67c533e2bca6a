//! The command line: one file for each command. Commands parse and print; they decide
//! nothing.

mod battletech;
mod bench;
mod calibrate;
mod colours;
mod desconecta4;
#[cfg(feature = "desk")]
mod desk;
mod doctor;
mod engine;
mod exit;
mod instance;
mod run;
mod say;
#[cfg(feature = "server")]
mod server;
mod service;
mod tron;
mod unit;
mod vindinium;

use crate::service::logging;
use clap::{Parser, Subcommand};
pub use exit::{EXIT_CODES, Exit, Failure};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Bots for board games on single-board computers.
///
/// Without a command, a whole Vindinium game is played on this machine and shown.
#[derive(Parser)]
#[command(version, after_help = EXIT_CODES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "server")]
    #[command(flatten)]
    Server(server::Command),
    /// Play Desconecta4-BOOM over the network.
    Desconecta4(desconecta4::Args),
    /// Play on a Vindinium server.
    Vindinium(vindinium::Args),
    /// Play BattleTech for its simulator; let players fight, see fights again, measure players.
    Battletech(battletech::Args),
    /// Make and check maps of Aspiradoras TRON.
    Tron(tron::Args),
    /// Run what a file describes: a bot, an arena or tables, as a service does.
    Run(run::Args),
    /// Say what is wrong with files that describe instances.
    Check(run::CheckArgs),
    /// Print a systemd unit that runs a command with its options.
    Unit(unit::Args),
    /// Find moves for other programs, which speak a line protocol much like UCI.
    Engine(engine::Args),
    /// Search fixed positions of every game: how fast this machine is, and the same everywhere.
    Bench(bench::Args),
    /// Find the depth for each game whose slowest decisions are in time on this machine.
    Calibrate(calibrate::Args),
    /// Look whether this machine is fit to run bots as services, and say what to do.
    Doctor(doctor::Args),
    #[cfg(feature = "desk")]
    #[command(flatten)]
    Desk(desk::Command),
}

/// The name under which the simulator of BattleTech looks for a player.
const PLAYER: &str = "jugador";

/// The arguments of a process; one that is called by the name of a player is one.
fn arguments(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = given.collect();
    let name = arguments.first().and_then(|program| Path::new(program).file_stem());
    if name.is_some_and(|name| name.eq_ignore_ascii_case(PLAYER)) {
        arguments.insert(1, "battletech".into());
    }
    arguments
}

/// Runs the command of this process's arguments, and says how it ended.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse_from(arguments(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                logging::tell(&error.render().to_string());
                return Exit::Usage.into();
            }
            // A closed pipe is not an error.
            let _ = error.print();
            return Exit::Ok.into();
        }
    };
    let done: Result<(), Failure> = match cli.command {
        None => demo(),
        #[cfg(feature = "server")]
        Some(Command::Server(command)) => server::run(command),
        Some(Command::Desconecta4(args)) => desconecta4::run(args),
        Some(Command::Vindinium(args)) => vindinium::run(args),
        Some(Command::Battletech(args)) => battletech::run(&args),
        Some(Command::Tron(args)) => tron::run(&args),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Check(args)) => run::check(&args),
        Some(Command::Unit(args)) => unit::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        #[cfg(feature = "desk")]
        Some(Command::Desk(command)) => desk::run(&command),
    };
    match done {
        Ok(()) => Exit::Ok.into(),
        Err(failure) => {
            failure.tell();
            failure.exit.into()
        }
    }
}

/// What happens without a command.
#[cfg(feature = "server")]
fn demo() -> Result<(), Failure> {
    server::demo::run(&server::demo::Args::default())
}

/// What happens without a command.
#[cfg(not(feature = "server"))]
fn demo() -> Result<(), Failure> {
    Err(Failure::new(Exit::Usage, "this build has no arena and so no demo; see boardbots --help"))
}
