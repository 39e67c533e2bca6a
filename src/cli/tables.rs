//! `boardbots tables`: every game in the browser.

use super::{Exit, Failure};
use crate::service::pulse::Pulse;
use crate::service::restarts::Restarts;
use crate::service::signals;
use crate::service::span::Span;
use crate::tables::{self, Config, Keeping, Limits, TablesError};
use crate::web::{Limits as Http, Listen, ServeError, reach};
use clap::Parser;
use std::fmt;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two looks at the stop flag.
const WATCHING: Duration = Duration::from_millis(250);
/// A server that stood so long has started well.
const STOOD: Duration = Duration::from_mins(1);

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
    /// Most tables that run at once.
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables)]
    tables: usize,
    /// Most tables that an address can make in an hour; this machine's are not counted.
    #[arg(long, value_name = "N", default_value_t = Limits::default().made)]
    made: usize,
    /// Most tables of an address that run at once; this machine's are not counted.
    #[arg(long, value_name = "N", default_value_t = Limits::default().running)]
    running: usize,
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

fn config(options: Serve, pulse: Pulse) -> Config {
    let usual = Keeping::default();
    let limits = Limits {
        tables: options.tables,
        made: options.made,
        running: options.running,
        watchers: options.watchers,
        ..usual.limits
    };
    let thinkers = options.thinkers.map_or(usual.thinkers, usize::from);
    let keeping = Keeping { db: options.db, think: options.think.0, thinkers, limits };
    Config { listen: options.listen.0, keeping, http: Http::default(), pulse }
}

/// Serves until a signal ends it.
///
/// # Errors
/// With [`Exit::Store`] what is wrong with the database, with [`Exit::Configuration`] or
/// [`Exit::Network`] an address that it cannot listen on.
pub fn serve(options: Serve) -> Result<(), Failure> {
    let pulse = Pulse::of_this_process();
    let config = config(options, pulse.clone());
    // Before it listens, so that no signal is missed.
    let stop = signals::stop_flag().map_err(unexpected)?;
    let mut restarts = Restarts::of_this_service();
    restarts.wait(&pulse, &stop);
    let began = Instant::now();
    let tables = tables::start(config).map_err(failure)?;
    pulse.ready();
    print(&format!("http://{}/", reach::home(tables.addr())))?;
    while !stop.load(Relaxed) {
        thread::sleep(WATCHING);
        if began.elapsed() > STOOD {
            restarts.worked();
        }
    }
    log::info!("the tables close; those that run go on after the next start if they have a database");
    pulse.stopping();
    tables.stop();
    Ok(())
}

/// One line on stdout, at once. Nobody who reads it is no error.
fn print(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unexpected(error)),
        _ => Ok(()),
    }
}

fn unexpected(error: std::io::Error) -> Failure {
    Failure::new(Exit::Unexpected, error)
}

fn failure(error: TablesError) -> Failure {
    let (exit, option) = match &error {
        TablesError::Store(_) => (Exit::Store, Some("db")),
        // May be there in a moment: the network, or the port that another program has.
        TablesError::Serve(ServeError::Listen(_, error))
            if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable) =>
        {
            (Exit::Network, Some("listen"))
        }
        TablesError::Serve(ServeError::Listen(..)) => (Exit::Configuration, Some("listen")),
        TablesError::Serve(ServeError::System(..)) | TablesError::System(..) => (Exit::Unexpected, None),
    };
    Failure { option, ..Failure::new(exit, error) }
}
