//! `boardbots vindinium`: plays on a server.
//!
//! | file | holds |
//! |---|---|
//! | `args` | the options |
//! | `demo` | a whole game on this machine |
//! | `plan` | the configuration of a session, made of the options |
//! | `results` | output on stdout |
//! | [`squad`] | several bots in one process |

mod args;
#[cfg(feature = "full")]
pub mod demo;
mod plan;
mod results;
pub mod squad;

use crate::exit::{CliError, Exit};
use crate::service::{Kind, Service};
pub use args::Args;
use boardbots_base::pulse::Pulse;
use boardbots_client::status::{Digest, Status};
use boardbots_client::{Event, Session, SessionError, Tally};
use boardbots_ops::restarts::Restarts;
use boardbots_ops::{logging, signals};
use results::{JOURNAL_EVERY, Results};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Plays the games that the options ask for.
///
/// # Errors
/// [`Exit::Usage`] for options that contradict each other, [`Exit::Configuration`] for a bad
/// address or key file, and what the session says.
pub fn run(args: Args) -> Result<(), CliError> {
    let json = args.json;
    let pulse = Pulse::of_this_process();
    let (config, player) = plan::session(args, None, pulse.clone(), None)?;
    let finite = config.games.is_some();
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let mut restarts = Restarts::of_this_service();
    let mut results = Results::new(json, None);
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
                results.game("", summary);
            }
            Event::Joining | Event::Refused(_) | Event::Began { .. } | Event::State { .. } => {}
        }
        status.hear(&event, leaving.load(Ordering::Relaxed));
        if status.turns > 0 {
            restarts.worked();
        }
        pulse.status(&status);
    });
    pulse.stopping();
    if let Ok(tally) = &tally {
        results.total("", tally);
        if logging::to_journal() {
            log::info!("leaves after {} games, {} of them first", tally.games, tally.first);
        }
    }
    failure(&tally, finite).map_or(Ok(()), Err)
}

/// Bots as services.
pub const KIND: Kind = Kind {
    is_bot: true,
    needs_key: true,
    paths: &["key-file", "ca"],
    ..Kind::of::<Args>(
        boardbots_client::COMMAND,
        include_str!("../../../systemd/boardbots@.service"),
        "--server http://10.0.0.5:9000 --key-file alice.key",
    )
};

impl Service for Args {
    /// Without a look at the key or the server.
    fn check(self: Box<Self>) -> Vec<CliError> {
        plan::problems(&self)
    }

    fn run(self: Box<Self>, json: bool) -> Result<(), CliError> {
        run(Self { json: self.json || json, ..*self })
    }
}

/// The failure of a session, if it failed; `finite` is true if it was to play a number of games.
pub fn failure(outcome: &Result<Tally, SessionError>, finite: bool) -> Option<CliError> {
    let error = match outcome {
        Ok(tally) if finite && !tally.stopped && tally.timed_out > 0 => {
            let message = format!("{} of {} games lost by time-out", tally.timed_out, tally.games);
            return Some(CliError::new(Exit::TimedOut, message));
        }
        Ok(_) => return None,
        Err(error) => error,
    };
    let exit = match error {
        SessionError::KeyRejected { .. } => Exit::KeyRejected,
        SessionError::Refused { .. } | SessionError::Untrusted { by_clock: false, .. } => Exit::Configuration,
        // A service tries it again, when the clock may be right.
        SessionError::GaveUp { .. } | SessionError::Untrusted { .. } => Exit::Network,
        SessionError::NoThread(_) => Exit::Unexpected,
    };
    Some(CliError::new(exit, error))
}
