//! `boardbots vindinium`: plays on a server.
//!
//! | file | holds |
//! |---|---|
//! | `options` | small types of the options |
//! | `plan` | what the options mean |
//! | `results` | what stdout shows |

mod options;
mod plan;
mod results;

use super::exit::{Exit, Failure};
use super::instance::Service;
use crate::bot::digest::Digest;
use crate::bot::status::Status;
use crate::bot::{Event, Session, SessionError};
use crate::games::vindinium::kind::Kind;
use crate::service::pulse::Pulse;
use crate::service::restarts::Restarts;
use crate::service::span::Span;
use crate::service::{logging, signals};
use options::{Games, ModeName};
use plan::Plan;
use results::Results;
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Longest silence of a journal about games that end well.
const JOURNAL_EVERY: Duration = Duration::from_mins(5);

/// What `--help` says at its end.
const SIGNALS: &str = "\
Ctrl-C or SIGTERM: the game in play is finished first; the second one ends at once.
RUST_LOG=debug: one line for each move.";

/// The options of `boardbots vindinium`.
#[derive(clap::Args)]
#[command(after_help = SIGNALS)]
pub struct Args {
    #[arg(long, value_name = "URL", help = "Address of the server, like http://127.0.0.1:9000")]
    server: String,

    #[arg(long, value_name = "FILE", help = "File that holds the key [default: $CREDENTIALS_DIRECTORY/key]")]
    key_file: Option<PathBuf>,

    /// What to play: arena (rated, against others) or training
    #[arg(long, value_name = "MODE", default_value_t = ModeName::Arena)]
    mode: ModeName,

    /// How many games to play: a number, or forever
    #[arg(long, value_name = "N", default_value_t = Games::Count(NonZeroU32::MIN))]
    games: Games,

    /// Training: the map, m1 to m6 or its text [default: a random one]
    #[arg(long, value_name = "MAP")]
    map: Option<String>,

    /// Training: turns of each hero, 1 to 600 [default: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=600))]
    turns: Option<u16>,

    /// Who chooses the moves: default, miner, hunter, guard or random
    #[arg(long, value_name = "KIND", default_value_t = OUR_BOT)]
    bot: Kind,

    /// Own moves that a searching bot looks ahead, each with the others' replies [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    depth: Option<u8>,

    /// Milliseconds for a decision; then the best move so far is played
    #[arg(long, value_name = "MS", default_value_t = 700, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    deadline: u32,

    /// Threads of a searching bot [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// End when nothing worked for so long, like 10m [default: never]
    #[arg(long, value_name = "TIME")]
    give_up: Option<Span>,

    /// Print results as JSON, one line for each game
    #[arg(long)]
    json: bool,
}

/// The bot that plays unless another is named.
const OUR_BOT: Kind = Kind::Default;

impl fmt::Display for Args {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bot {
            OUR_BOT => write!(out, "a bot at {}", self.server)?,
            other => write!(out, "a {other} at {}", self.server)?,
        }
        let numbers = [("depth", self.depth), ("threads", self.threads)];
        numbers
            .iter()
            .filter_map(|(name, n)| n.map(|n| (name, n)))
            .try_for_each(|(name, n)| write!(out, ", {name} {n}"))
    }
}

/// Plays the games that the options ask for.
///
/// # Errors
/// [`Exit::Usage`] for options that contradict each other, [`Exit::Configuration`] for a bad
/// address or key file, and what the session says.
pub fn run(args: Args) -> Result<(), Failure> {
    let json = args.json;
    let plan = Plan::of(args)?;
    let finite = plan.games.is_some();
    let pulse = Pulse::of_this_process();
    let (config, player) = plan.config(pulse.clone())?;
    let stop = signals::stop_flag().map_err(|error| Failure::new(Exit::Unexpected, error))?;
    let mut restarts = Restarts::of_this_service();
    let mut results = Results::new(json);
    let mut digest = Digest::new(if logging::to_journal() { JOURNAL_EVERY } else { Duration::ZERO });
    let mut status = Status::new(&config.server.to_string());
    let leaving = Arc::clone(&stop);
    let session = Session::new(config, player, stop);
    restarts.wait(&pulse, &leaving);
    pulse.ready();
    let tally = session.run(&mut |event| {
        match event {
            Event::Began { id, view_url, hero, .. } if digest.tells_all() => {
                log::info!("game {id} begins, hero {}: {view_url}", hero + 1);
            }
            Event::Ended(summary) => {
                if let Some((level, line)) = digest.ended(summary, Instant::now()) {
                    log::log!(level, "{line}");
                }
                results.game(summary);
            }
            Event::Joining | Event::Refused(_) | Event::Began { .. } | Event::State { .. } => {}
        }
        status.hear(&event, leaving.load(Ordering::Relaxed));
        if status.turns() > 0 {
            restarts.worked();
        }
        pulse.status(&status);
    });
    pulse.stopping();
    let tally = tally.map_err(|error| failure(&error))?;
    results.total(&tally);
    if logging::to_journal() {
        log::info!("leaves after {} games, {} of them first", tally.games, tally.first);
    }
    if finite && !tally.stopped && tally.timed_out > 0 {
        let message = format!("{} of {} games lost by time-out", tally.timed_out, tally.games);
        return Err(Failure::new(Exit::TimedOut, message));
    }
    Ok(())
}

impl Service for Args {
    const NAME: &'static str = "vindinium";
    const UNIT: &'static str = include_str!("../../../systemd/boardbots@.service");
    const PATHS: &'static [&'static str] = &["key-file"];

    /// Without a look at the key or the server.
    fn check(self) -> Result<(), Failure> {
        Plan::of(self).map(drop)
    }

    fn run(self) -> Result<(), Failure> {
        run(self)
    }
}

fn failure(error: &SessionError) -> Failure {
    let exit = match error {
        SessionError::KeyRejected { .. } => Exit::KeyRejected,
        SessionError::Refused { .. } => Exit::Configuration,
        SessionError::GaveUp { .. } => Exit::Network,
    };
    Failure::new(exit, error)
}
