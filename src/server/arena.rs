//! `boardbots arena`: the server, its players, and replays out of its database.

use super::serving::{self, Network};
use super::users::{self, UsersArgs};
use crate::CliError;
use crate::output;
use crate::service::Service;
use boardbots_base::printable;
use boardbots_base::pulse::Pulse;
use boardbots_base::span::Span;
use boardbots_server::arena::{self, ArenaLimits, Config, Fill, KeyPolicy};
use boardbots_server::tables;
use boardbots_server::web::ServerConfig;
use clap::{Parser, Subcommand};
use std::fmt;
use std::path::PathBuf;

/// Serve Vindinium games to bots and browsers.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the replay of a finished game as JSON.
    Export(Export),
    /// List, add and change the players of a running arena.
    Users(Box<UsersArgs>),
}

#[derive(Debug, clap::Args)]
struct Export {
    /// The game's eight characters.
    game: String,
    /// The arena's database; the arena may be running.
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Serve {
    #[command(flatten)]
    network: Network,
    /// Time limit for a move.
    #[arg(long, value_name = "TIME", default_value = "1s")]
    turn_limit: Span,
    /// Extra time for the first move of a hero.
    #[arg(long, value_name = "TIME", default_value = "0ms")]
    first_turn_grace: Span,
    /// Shortest time from the start of a turn to its move; the original waited 60ms.
    #[arg(long, value_name = "TIME", default_value = "0ms")]
    min_turn: Span,
    /// Time limit for a move of a person at the keyboard (/seat); 0ms: no seats for people.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    person_limit: Span,
    /// Seed of the maps, of who plays which hero, the house bots and the rating's bonus.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Database of users and games; without one they are kept in memory.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// File of the admin key, made if it is missing [default: X.admin-key beside the database X.db].
    #[arg(long, value_name = "FILE")]
    admin_key_file: Option<PathBuf>,
    /// Keys that are accepted: any (open), or registered ones (strict).
    #[arg(long, value_name = "open|strict", default_value = "open")]
    keys: KeyPolicy,
    /// Refuse requests with a wrong parameter, with the reason as JSON. The original guessed: a direction that it did not
    /// know was Stay; without this option such answers have a header Boardbots-Note.
    #[arg(long)]
    strict: bool,
    /// Fill a game with house bots once it has waited this long, such as 10s=miner,random,default,depth=6; boardbots
    /// bots vindinium lists them. They are rated.
    #[arg(long, value_name = "AFTER=BOT,BOT,BOT")]
    fill: Option<Fill>,
    /// Seat at most one player of each address in an arena game, so that no team plays in it.
    #[arg(long)]
    one_per_owner: bool,
    /// Folder with more maps for training games, NAME.txt each.
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
}

impl fmt::Display for Serve {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the arena at {}", self.network.listen)
    }
}

/// Runs the command: serves until a signal ends it, prints a replay, or changes players.
///
/// # Errors
/// As [`users::run`], [`CliError::store`] for an unusable database, [`CliError::configuration`] for an option that cannot be followed.
pub fn run(args: Args) -> Result<(), CliError> {
    match args.command {
        Some(Command::Export(export)) => {
            let replay = arena::replay(&export.db, &export.game).map_err(CliError::store)?;
            output::text(&(printable::json(&replay) + "\n"))
        }
        Some(Command::Users(args)) => users::run(*args),
        None => serve(args.serve),
    }
}

impl Service for Serve {
    fn port(&self) -> Option<u16> {
        Some(self.network.listen.0.port())
    }

    fn check(self: Box<Self>) -> Vec<CliError> {
        config(*self, Pulse::default()).1.problems().into_iter().map(serving::failure).collect()
    }

    fn run(self: Box<Self>, _: bool) -> Result<(), CliError> {
        serve(*self)
    }
}

fn config(options: Serve, pulse: Pulse) -> (ServerConfig, Config, tables::Config) {
    let share = options.network.players_per_address;
    let arena = Config {
        turn_limit: options.turn_limit.0,
        first_turn_grace: options.first_turn_grace.0,
        min_turn: options.min_turn.0,
        person_limit: options.person_limit.0,
        seed: options.seed,
        db: options.db,
        admin_key_file: options.admin_key_file,
        keys: options.keys,
        fill: options.fill,
        one_per_owner: options.one_per_owner,
        strict: options.strict,
        maps: options.maps,
        lobby_first: false,
        keep: options.network.keep,
        limits: ArenaLimits::default().shared_by(share),
    };
    let (limits, keep) = (tables::TableLimits::default().shared_by(share), options.network.keep);
    let tables = tables::Config { limits, keep, ..tables::Config::default() };
    (options.network.config(pulse), arena, tables)
}

/// Serves until a signal ends it.
///
/// # Errors
/// As [`run`].
fn serve(options: Serve) -> Result<(), CliError> {
    let pulse = Pulse::of_this_process();
    let (server, arena, tables) = config(options, pulse.clone());
    serving::until_signalled(&pulse, "the arena closes", "play", || arena::start(server, arena, tables))
}
