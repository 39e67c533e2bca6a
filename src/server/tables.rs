//! `boardbots tables`: every game in the browser.

use super::serving::{self, Network};
use crate::CliError;
use crate::output;
use crate::service::Service;
use boardbots_base::pulse::Pulse;
use boardbots_base::span::Span;
use boardbots_server::arena::{self, Fill};
use boardbots_server::tables::{self, Config, TableLimits};
use clap::Parser;
use std::fmt;
use std::path::{Path, PathBuf};

/// Most threads for bots that think.
const THINKERS: std::ops::RangeInclusive<i64> = 1..=64;

const EVENING: &str = "\
Hosting an evening:
  1. On the machine that stays on:
       boardbots tables --listen 0.0.0.0:9000 --db tables.db
     The log says under which addresses others reach it. Everyone who does can make tables and \
     play; nothing is encrypted, so keep it to a network that you trust.
  2. All players open that address in a browser (you too, instead of 127.0.0.1), pick a game, seats \
     and options. A seat that is \"by invitation\" has a link: send it to the person who is to sit there. \
     It works for one person; all others can watch.
  3. Close laptops, lose the network, restart the server: tables go on where they were. A seat \
     belongs to the browser in which it was taken.
  4. A player who has forgotten the passphrase of a name: boardbots tables --db tables.db --free-name NAME
  5. A copy of everything, also while it runs:
       sqlite3 tables.db \".backup tables-copy.db\"

At home, for yourself:
  boardbots tables                         this machine only, gone afterwards
  boardbots tables --db tables.db          this machine only, kept
On a small board: --think 100ms --thinkers 1 leaves more of it to others.
As a service that starts with the machine: boardbots unit tables with these options; see \
boardbots unit --help. `boardbots arena` serves tables as well, and --arena the arena here.
For programs: docs/protocols/tables.md describes the protocol.";

/// Serve every game to browsers: against bots, against each other, or to watch.
#[derive(Debug, Parser)]
#[command(after_help = EVENING)]
pub struct Args {
    #[command(flatten)]
    serve: Serve,
    /// Free a protected name whose passphrase is lost, then exit; the server may run.
    #[arg(long, value_name = "NAME", requires = "db")]
    free_name: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Serve {
    #[command(flatten)]
    network: Network,
    /// Also serve the arena, at /arena, so that the lobby offers its game; its database is FILE with the ending
    /// .arena.db.
    #[arg(long)]
    arena: bool,
    /// Fill a game of the arena with house bots once it has waited this long; 24h=BOT,BOT,BOT waits a day for people.
    #[arg(long, value_name = "AFTER=BOT,BOT,BOT", requires = "arena", default_value = "30s=miner,hunter,guard")]
    fill: Fill,
    /// Database of the tables; without one they are kept in memory.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Longest time a bot thinks about a choice; less when many wait.
    #[arg(long, value_name = "TIME", default_value = "200ms")]
    think: Span,
    /// Threads on which bots think [default: two, or one on a single core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(THINKERS))]
    thinkers: Option<u8>,
    /// Maximum number of tables that run at once.
    #[arg(long, value_name = "N", default_value_t = TableLimits::default().tables)]
    tables: usize,
    /// Maximum number of tables that an address can open in an hour [default: six for each of its players].
    #[arg(long, value_name = "N")]
    made: Option<u32>,
    /// Maximum number of running tables of an address [default: two for each of its players].
    #[arg(long, value_name = "N")]
    running: Option<usize>,
    /// Maximum number of spectators, of all tables and the lobby.
    #[arg(long, value_name = "N", default_value_t = TableLimits::default().watchers)]
    watchers: usize,
}

impl fmt::Display for Serve {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the tables at {}", self.network.listen)
    }
}

/// Runs the command: serves until a signal ends it, or frees a name.
///
/// # Errors
/// As [`serve`], or with [`CliError::store`] that no such name is protected.
pub fn run(args: Args) -> Result<(), CliError> {
    if let (Some(name), Some(db)) = (&args.free_name, &args.serve.db) {
        return free(db, name.trim());
    }
    serve(args.serve)
}

fn free(db: &Path, name: &str) -> Result<(), CliError> {
    let freed = tables::store::free(db, name).map_err(CliError::store)?;
    if freed == 0 {
        let why = format!("{}: no protected name looks like {name}; GET /api/statistics marks those", db.display());
        return Err(CliError::store(why).about("free-name"));
    }
    output::text(&format!("{name} is free: anyone can play under it, and protect it again\n"))
}

impl Service for Serve {
    fn port(&self) -> Option<u16> {
        Some(self.network.listen.0.port())
    }

    fn run(self: Box<Self>, _: bool) -> Result<(), CliError> {
        serve(*self)
    }
}

fn config(options: &Serve) -> Config {
    let usual = Config::default();
    let shared = usual.limits.shared_by(options.network.players_per_address);
    let limits = TableLimits {
        tables: options.tables,
        made: options.made.unwrap_or(shared.made),
        running: options.running.unwrap_or(shared.running),
        watchers: options.watchers,
        ..shared
    };
    let thinkers = options.thinkers.map_or(usual.thinkers, usize::from);
    Config { db: options.db.clone(), think: options.think.0, thinkers, keep: options.network.keep, limits }
}

/// Serves until a signal ends it.
///
/// # Errors
/// [`Exit::Store`](crate::Exit::Store) for an unusable database; [`Exit::Configuration`](crate::Exit::Configuration)
/// or [`Exit::Network`](crate::Exit::Network) for an address that it cannot listen on.
fn serve(options: Serve) -> Result<(), CliError> {
    let pulse = Pulse::of_this_process();
    let tables = config(&options);
    let Serve { network, arena, fill, .. } = options;
    let (limits, keep) = (arena::ArenaLimits::default().shared_by(network.players_per_address), network.keep);
    let server = network.config(pulse.clone());
    let closing = "the tables close; those that run go on after the next start if they have a database";
    serving::until_signalled(&pulse, closing, "make tables and play", || {
        if tables.db.is_none() {
            log::info!("tables live in memory and are gone when this ends; --db FILE keeps them");
        }
        if arena {
            let config = arena::Config { limits, keep, fill: Some(fill), lobby_first: true, ..Default::default() };
            return arena::start(server, config, tables);
        }
        tables::start(server, tables)
    })
}
