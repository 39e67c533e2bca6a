//! `boardbots arena`: the server, and replays out of its database.

use super::serving;
use crate::arena::store::{self, StoreError};
use crate::arena::{self, Arena, ArenaError, Config, Fill, KeyPolicy, Limits};
use crate::cli::say::say;
use crate::cli::service::Service;
use crate::cli::{Exit, Failure};
use crate::service::pulse::Pulse;
use crate::service::span::Span;
use crate::tables::TablesError;
use crate::web::{self, Listen, Proxies, Share, reach};
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
    /// Where to listen: IP:PORT, or a port of this machine alone.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:9000")]
    listen: Listen,
    /// How long a hero's answer can take.
    #[arg(long, value_name = "TIME", default_value = "1s")]
    turn_limit: Span,
    /// What his first answer can take beyond that.
    #[arg(long, value_name = "TIME", default_value = "0ms")]
    first_turn_grace: Span,
    /// Earliest moment of a move after its turn began; the original waited 60ms.
    #[arg(long, value_name = "TIME", default_value = "0ms")]
    min_turn: Span,
    /// How long a person at the keyboard (/seat) may think about a move; 0ms: no persons.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    person_limit: Span,
    /// Make maps, house bots and the rating's bonus reproducible.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Database of users and games; without one they live in memory.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Which keys are accepted: any (open), or registered ones (strict).
    #[arg(long, value_name = "open|strict", default_value = "open")]
    keys: KeyPolicy,
    /// Fill a game that waits longer with house bots, such as 10s=miner,random,default,depth=6.
    #[arg(long, value_name = "AFTER=BOT,BOT,BOT")]
    fill: Option<Fill>,
    /// How many players one address may stand for, such as a class behind one router: limits by address
    /// (games, seats, tables, connections, new names) are in proportion.
    #[arg(long, value_name = "N", default_value_t = Share::default())]
    players_per_address: Share,
    /// The reverse proxy before the arena, which says for whom it asks: IP or IP/BITS, several with commas.
    #[arg(long, value_name = "ADDR")]
    behind_proxy: Option<Proxies>,
    /// Folder of extra maps, NAME.txt each, for training games.
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
}

impl fmt::Display for Serve {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the arena at {}", self.listen)
    }
}

/// Runs the command: serves until a signal ends it, or prints a replay.
///
/// # Errors
/// With [`Exit::Store`] what is wrong with the database, with [`Exit::Configuration`] an
/// option that cannot be followed.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Some(Command::Export(export)) => {
            let replay = store::replay(&export.db, &export.game).map_err(store_failure)?;
            say(|out| writeln!(out, "{replay}"))
        }
        None => serve(args.serve),
    }
}

impl Service for Serve {
    const NAME: &'static str = "arena";
    const UNIT: &'static str = include_str!("../../../systemd/boardbots-arena.service");
    const PATHS: &'static [&'static str] = &["maps"];

    fn check(self) -> Result<(), Failure> {
        config(self, Pulse::default()).check().map_err(failure)
    }

    fn run(self) -> Result<(), Failure> {
        serve(self)
    }
}

fn config(options: Serve, pulse: Pulse) -> Config {
    let http = web::Limits { proxies: options.behind_proxy.unwrap_or_default(), ..web::Limits::default() };
    Config {
        listen: options.listen.0,
        turn_limit: options.turn_limit.0,
        first_turn_grace: options.first_turn_grace.0,
        min_turn: options.min_turn.0,
        person_limit: options.person_limit.0,
        seed: options.seed,
        db: options.db,
        keys: options.keys,
        fill: options.fill,
        maps: options.maps,
        limits: Limits { http, ..Limits::default() },
        share: options.players_per_address,
        pulse,
    }
}

/// Serves until a signal ends it.
///
/// # Errors
/// As [`run`].
fn serve(options: Serve) -> Result<(), Failure> {
    let pulse = Pulse::of_this_process();
    let config = config(options, pulse.clone());
    let begin = || {
        let arena = arena::start(config).map_err(failure)?;
        reach::tell(arena.addr(), "play");
        Ok(arena)
    };
    let arena = serving::until_signalled(&pulse, begin, Arena::addr)?;
    log::info!("the arena closes");
    pulse.stopping();
    arena.stop();
    Ok(())
}

fn store_failure(error: StoreError) -> Failure {
    Failure::new(Exit::Store, error)
}

fn failure(error: ArenaError) -> Failure {
    let (exit, option) = match &error {
        ArenaError::Store(_) | ArenaError::Tables(TablesError::Store(_)) => (Exit::Store, Some("db")),
        ArenaError::Serve(error) | ArenaError::Tables(TablesError::Serve(error)) => serving::exit_of(error),
        ArenaError::Tables(TablesError::System(..)) => (Exit::Unexpected, None),
        ArenaError::Option(option, _) => (Exit::Configuration, Some(*option)),
        ArenaError::Maps(_) => (Exit::Configuration, Some("maps")),
        ArenaError::Fill(_) => (Exit::Configuration, Some("fill")),
    };
    Failure { option, ..Failure::new(exit, error) }
}
