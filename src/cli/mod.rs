//! The command line: one file for each command. Commands parse and print; they decide
//! nothing.

#[cfg(feature = "arena")]
mod arena;
mod battletech;
mod bench;
mod calibrate;
mod colours;
#[cfg(feature = "matches")]
mod contest;
#[cfg(feature = "arena")]
mod demo;
mod desconecta4;
mod doctor;
#[cfg(any(feature = "store", feature = "study"))]
mod dragon_slayer;
mod engine;
mod exit;
#[cfg(feature = "study")]
mod input;
mod instance;
#[cfg(feature = "study")]
mod path;
#[cfg(feature = "play")]
mod play;
mod run;
#[cfg(any(feature = "store", feature = "study"))]
mod say;
#[cfg(feature = "tables")]
mod serving;
#[cfg(feature = "tables")]
mod tables;
mod tron;
#[cfg(feature = "matches")]
mod tune;
mod unit;
mod variant;
#[cfg(feature = "verify")]
mod verify;
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
    /// Play a whole game on this machine and show it: what happens without a command.
    #[cfg(feature = "arena")]
    Demo(demo::Args),
    /// Play Desconecta4-BOOM over the network.
    Desconecta4(desconecta4::Args),
    /// Play on a Vindinium server.
    Vindinium(vindinium::Args),
    /// Run what a file describes: a bot, an arena or tables, as a service does.
    Run(run::Args),
    /// Say what is wrong with files that describe instances.
    Check(run::CheckArgs),
    /// Print a systemd unit that runs a command with its options.
    Unit(unit::Args),
    /// Make and check maps of Aspiradoras TRON.
    Tron(tron::Args),
    /// What is known of Dragon Slayer: solve it, ask for advice, let bots play many games.
    #[cfg(any(feature = "store", feature = "study"))]
    DragonSlayer(dragon_slayer::Args),
    /// Play BattleTech for its simulator; let players fight, see fights again, measure players.
    Battletech(battletech::Args),
    /// Play in the terminal: Desconecta4-BOOM, Aspiradoras TRON, Dragon Slayer.
    #[cfg(feature = "play")]
    Play(play::Args),
    /// Find moves for other programs, which speak a line protocol much like UCI.
    Engine(engine::Args),
    /// Serve Vindinium games to bots and browsers.
    #[cfg(feature = "arena")]
    Arena(arena::Args),
    /// Serve every game to browsers: against bots, against each other, or to watch.
    #[cfg(feature = "tables")]
    Tables(tables::Args),
    /// Search fixed positions of every game: how fast this machine is, and the same everywhere.
    Bench(bench::Args),
    /// Find the depth for each game whose slowest decisions are in time on this machine.
    Calibrate(calibrate::Args),
    /// Look whether this machine is fit to run bots as services, and say what to do.
    Doctor(doctor::Args),
    /// Let bots play against each other, and find out who is stronger.
    #[cfg(feature = "matches")]
    Match(Box<contest::Args>),
    /// Find constants of a player's evaluation that win more games.
    #[cfg(feature = "matches")]
    Tune(tune::Args),
    /// Rate the players of records of matches together.
    #[cfg(feature = "matches")]
    Rate(contest::rate::Args),
    /// Compare A*, Dijkstra's algorithm and greedy best-first search on a map of a grid.
    #[cfg(feature = "study")]
    Path(path::Args),
    /// Replay recorded games: the rules must make the same of them.
    #[cfg(feature = "verify")]
    Verify(verify::Args),
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
        #[cfg(feature = "arena")]
        None => demo::run(&demo::Args::default()),
        #[cfg(feature = "arena")]
        Some(Command::Demo(args)) => demo::run(&args),
        #[cfg(not(feature = "arena"))]
        None => Err(Failure::new(Exit::Usage, "this build has no arena and so no demo; see boardbots --help")),
        Some(Command::Desconecta4(args)) => desconecta4::run(args),
        Some(Command::Vindinium(args)) => vindinium::run(args),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Check(args)) => run::check(&args),
        Some(Command::Unit(args)) => unit::run(&args),
        Some(Command::Tron(args)) => tron::run(&args),
        #[cfg(any(feature = "store", feature = "study"))]
        Some(Command::DragonSlayer(args)) => dragon_slayer::run(&args),
        Some(Command::Battletech(args)) => battletech::run(&args),
        #[cfg(feature = "play")]
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        #[cfg(feature = "arena")]
        Some(Command::Arena(args)) => arena::run(args),
        #[cfg(feature = "tables")]
        Some(Command::Tables(args)) => tables::run(args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        #[cfg(feature = "matches")]
        Some(Command::Match(args)) => contest::run(&args),
        #[cfg(feature = "matches")]
        Some(Command::Tune(args)) => tune::run(&args),
        #[cfg(feature = "matches")]
        Some(Command::Rate(args)) => contest::rate::run(&args),
        #[cfg(feature = "study")]
        Some(Command::Path(args)) => path::run(&args),
        #[cfg(feature = "verify")]
        Some(Command::Verify(args)) => verify::run(&args),
    };
    match done {
        Ok(()) => Exit::Ok.into(),
        Err(failure) => {
            failure.tell();
            failure.exit.into()
        }
    }
}
