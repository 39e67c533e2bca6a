//! `boardbots tables`: every game in the browser.

use super::serving;
use crate::cli::service::Service;
use crate::cli::{Exit, Failure};
use crate::service::pulse::Pulse;
use crate::service::span::Span;
use crate::tables::{self, Config, Keeping, Limits, Tables, TablesError};
use crate::web::{Limits as Http, Listen, Proxies, Share};
use clap::Parser;
use std::fmt;
use std::path::PathBuf;

/// Most threads for bots that think.
const THINKERS: std::ops::RangeInclusive<i64> = 1..=64;

const EVENING: &str = "\
Hosting an evening:
  1. On the machine that stays on:
       boardbots tables --listen 0.0.0.0:9000 --db tables.db
     The log says under which addresses others reach it. Anybody who does can make tables and
     play; nothing is encrypted, so keep it to a network that you trust.
  2. Everybody opens that address in a browser (you too, and not 127.0.0.1), picks a game, seats
     and options. A seat that is \"by invitation\" has a link: send it to whoever is to sit there.
     It is good for one person; everybody else can watch.
  3. Close laptops, lose the network, restart the server: tables go on where they were. A seat
     belongs to the browser in which it was taken.
  4. A copy of everything, also while it runs:
       sqlite3 tables.db \".backup tables-copy.db\"

At home, for yourself:
  boardbots tables                         this machine only, gone afterwards
  boardbots tables --db tables.db          this machine only, kept
On a small board: --think 100ms --thinkers 1 leaves more of it to others.
As a service that starts with the machine: boardbots unit tables with these options; see
boardbots unit --help. `boardbots arena` serves tables as well.
For programs: docs/tables.md describes the protocol.";

/// Serve every game to browsers: against bots, against each other, or to watch.
#[derive(Debug, Parser)]
#[command(after_help = EVENING)]
pub struct Args {
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, clap::Args)]
pub struct Serve {
    /// Where to listen: IP:PORT, or a port of this machine alone.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:9000")]
    listen: Listen,
    /// Database of the tables; without one they live in memory.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// How long a bot thinks about a choice at most; less when many wait.
    #[arg(long, value_name = "TIME", default_value = "200ms")]
    think: Span,
    /// Threads on which bots think; without it two, or one for each core if there are fewer.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(THINKERS))]
    thinkers: Option<u8>,
    /// The reverse proxy before the tables, which says for whom it asks: IP or IP/BITS, several with commas.
    #[arg(long, value_name = "ADDR")]
    behind_proxy: Option<Proxies>,
    /// Most tables that run at once.
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables)]
    tables: usize,
    /// How many players one address may stand for, such as a class behind one router: limits by address
    /// (tables, connections) are in proportion.
    #[arg(long, value_name = "N", default_value_t = Share::default())]
    players_per_address: Share,
    /// Most tables that an address can make in an hour; without it six for each of its players.
    #[arg(long, value_name = "N")]
    made: Option<u32>,
    /// Most tables of an address that run at once; without it two for each of its players.
    #[arg(long, value_name = "N")]
    running: Option<usize>,
    /// Most who only watch a table.
    #[arg(long, value_name = "N", default_value_t = Limits::default().watchers)]
    watchers: usize,
}

impl fmt::Display for Serve {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the tables at {}", self.listen)
    }
}

/// Runs the command: serves until a signal ends it.
///
/// # Errors
/// As [`serve`].
pub fn run(args: Args) -> Result<(), Failure> {
    serve(args.serve)
}

impl Service for Serve {
    const NAME: &'static str = "tables";
    const UNIT: &'static str = include_str!("../../../systemd/boardbots-tables.service");

    /// None of its options contradicts another.
    fn check(self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(self) -> Result<(), Failure> {
        serve(self)
    }
}

fn config(options: Serve, pulse: Pulse) -> Config {
    let (usual, share) = (Keeping::default(), options.players_per_address);
    let limits = Limits {
        tables: options.tables,
        made: options.made.unwrap_or(share.tables()),
        running: options.running.unwrap_or(share.seats()),
        watchers: options.watchers,
        ..usual.limits
    };
    let thinkers = options.thinkers.map_or(usual.thinkers, usize::from);
    let keeping = Keeping { db: options.db, think: options.think.0, thinkers, limits };
    let proxies = options.behind_proxy.unwrap_or_default();
    let http = Http { address_connections: share.connections(), proxies, ..Http::default() };
    Config { listen: options.listen.0, keeping, http, pulse }
}

/// Serves until a signal ends it.
///
/// # Errors
/// With [`Exit::Store`] what is wrong with the database, with [`Exit::Configuration`] or
/// [`Exit::Network`] an address that it cannot listen on.
fn serve(options: Serve) -> Result<(), Failure> {
    let pulse = Pulse::of_this_process();
    let config = config(options, pulse.clone());
    let tables = serving::until_signalled(&pulse, || tables::start(config).map_err(failure), Tables::addr)?;
    log::info!("the tables close; those that run go on after the next start if they have a database");
    pulse.stopping();
    tables.stop();
    Ok(())
}

fn failure(error: TablesError) -> Failure {
    let (exit, option) = match &error {
        TablesError::Store(_) => (Exit::Store, Some("db")),
        TablesError::Serve(error) => serving::exit_of(error),
        TablesError::System(..) => (Exit::Unexpected, None),
    };
    Failure { option, ..Failure::new(exit, error) }
}
