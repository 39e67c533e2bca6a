//! The commands of `boardbots`, one file or folder for each. Commands parse and print; they decide nothing:
//! everything that they call is in the packages in `crates`.

mod bench;
mod calibrate;
#[cfg(feature = "full")]
pub(crate) mod desk;
mod doctor;
mod engine;
pub(crate) mod exit;
pub mod games;
pub(crate) mod mistakes;
pub(crate) mod output;
pub(crate) mod run;
#[cfg(feature = "full")]
mod server;
pub(crate) mod service;
#[cfg(feature = "full")]
mod setup;
mod unit;

use boardbots_base::process::guard;
use boardbots_ops::logging;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
pub use exit::{CliError, EXIT_CODES, Exit};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

/// Bots for board games on single-board computers.
///
/// Without a command, a whole Vindinium game is played on this machine and shown.
#[derive(Parser)]
#[command(version = env!("BOARDBOTS_VERSION"), after_help = EXIT_CODES, max_term_width = 100)]
pub struct Cli {
    #[arg(long, help = "Colours on stdout: auto (on terminals, unless NO_COLOR is set), always or never", global = true, display_order = 999, value_name = "WHEN", value_enum, default_value_t = output::When::Auto, hide_possible_values = true)]
    color: output::When,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "full")]
    #[command(flatten)]
    Server(server::Command),
    #[command(flatten)]
    Game(games::Command),
    /// Run what a file describes: a bot, a squad of bots, an arena or tables, as a service does.
    #[command(visible_alias = "squad")]
    Run(run::Args),
    /// Check files that describe instances.
    Check(run::CheckArgs),
    /// Set up what this board is to do: ask, write the files, and start the service.
    #[cfg(feature = "full")]
    Setup(setup::Args),
    /// Print a systemd unit that runs a command with its options.
    Unit(unit::Args),
    /// Find moves for other programs, over a line protocol similar to UCI.
    Engine(engine::Args),
    /// List the bots that can be named as players, with their strength and character.
    #[cfg(feature = "full")]
    Bots(desk::bots::Args),
    /// Search fixed positions of every game: the speed of this machine, and a signature that is the same on all.
    Bench(bench::Args),
    /// Find the greatest depth for each game at which even the slowest decisions are in time on this machine.
    Calibrate(calibrate::Args),
    /// Check whether this machine is fit to run bots as services, and print what to change.
    Doctor(doctor::Args),
    /// Print the layout of a database, or bring it to that of an older version of this program.
    #[cfg(feature = "full")]
    Database(desk::database::Args),
    #[cfg(feature = "full")]
    #[command(flatten)]
    Desk(desk::Command),
    /// Print what a shell loads to complete commands, options and their values.
    #[cfg(feature = "full")]
    Completions(desk::completions::Args),
    /// Write the man pages of all commands.
    #[cfg(feature = "full")]
    Man(desk::man::Args),
}

/// The arguments of a process; one that is called by the name of a player is one.
fn arguments(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = given.collect();
    let name = arguments.first().and_then(|program| Path::new(program).file_stem());
    if let Some(command) = name.and_then(OsStr::to_str).and_then(games::called_as) {
        arguments.insert(1, command.into());
    }
    arguments
}

/// The command line. Every value may be a negative number: its own reader says whether it makes sense.
#[must_use]
pub fn command() -> clap::Command {
    fn negative(command: clap::Command) -> clap::Command {
        let option =
            |arg: clap::Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
        command.mut_args(option).mut_subcommands(negative)
    }
    negative(Cli::command())
}

/// The program: parses, runs one command, exits. A program of your own calls it, too, once it has
/// [added](boardbots_catalog::add) a game.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(code) = guard::called() {
        return code;
    }
    #[cfg(target_os = "linux")]
    guard::post("/proc/self/exe".into());
    logging::start();
    let code = run();
    logging::flush();
    code
}

/// Runs the command of this process's arguments, and says how it ended.
fn run() -> ExitCode {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(arguments(std::env::args_os()));
    let parsed =
        matches.and_then(|matches| Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                logging::tell(&mistakes::plain(&error));
                return Exit::Usage.into();
            }
            // A closed pipe is not an error.
            let _ = error.print();
            return Exit::Ok.into();
        }
    };
    cli.color.announce();
    let done: Result<(), CliError> = match cli.command {
        None => games::demo(),
        #[cfg(feature = "full")]
        Some(Command::Server(command)) => server::run(command),
        Some(Command::Game(command)) => games::run(command),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Check(args)) => run::check(&args),
        #[cfg(feature = "full")]
        Some(Command::Setup(args)) => setup::run(&args),
        Some(Command::Unit(args)) => unit::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        #[cfg(feature = "full")]
        Some(Command::Bots(args)) => desk::bots::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        #[cfg(feature = "full")]
        Some(Command::Database(args)) => desk::database::run(&args),
        #[cfg(feature = "full")]
        Some(Command::Desk(command)) => desk::run(&command),
        #[cfg(feature = "full")]
        Some(Command::Completions(args)) => desk::completions::run(&args, &self::command()),
        #[cfg(feature = "full")]
        Some(Command::Man(args)) => desk::man::run(&args, self::command()),
    };
    match done {
        Ok(()) => Exit::Ok.into(),
        Err(failure) => {
            failure.tell();
            failure.exit.into()
        }
    }
}
