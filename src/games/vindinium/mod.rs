//! `boardbots vindinium`: plays on a server.
//!
//! | file | holds |
//! |---|---|
//! | `args` | the options |
//! | `demo` | a whole game on this machine |
//! | `ending` | how the process ends after a session |
//! | `options` | small types of the options |
//! | `plan` | what the options mean |
//! | `results` | what stdout shows |
//! | [`squad`] | several bots in one process |

mod args;
#[cfg(feature = "server")]
pub mod demo;
mod ending;
mod options;
mod plan;
mod results;
pub mod squad;

use crate::exit::{Exit, Failure};
use crate::service::Service;
pub use args::Args;
use boardbots_base::pulse::Pulse;
use boardbots_client::digest::Digest;
use boardbots_client::status::Status;
use boardbots_client::{Event, Session};
use boardbots_ops::logging;
use boardbots_ops::restarts::Restarts;
use boardbots_ops::signals;
use ending::failure;
use plan::Plan;
use results::{JOURNAL_EVERY, Results};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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
    let key = plan.key()?;
    let (config, player) = plan.config(key, pulse.clone(), None)?;
    let stop = signals::stop_flag().map_err(|error| Failure::new(Exit::Unexpected, error))?;
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
    }
    if let Ok(tally) = &tally
        && logging::to_journal()
    {
        log::info!("leaves after {} games, {} of them first", tally.games, tally.first);
    }
    failure(&tally, finite).map_or(Ok(()), Err)
}

impl Service for Args {
    const NAME: &'static str = boardbots_client::COMMAND;
    const UNIT: &'static str = include_str!("../../../systemd/boardbots@.service");
    const EXAMPLE: &'static str = "--server http://10.0.0.5:9000 --key-file alice.key";
    const IS_BOT: bool = true;
    const PATHS: &'static [&'static str] = &["key-file"];

    /// Without a look at the key or the server.
    fn check(self) -> Vec<Failure> {
        plan::problems(&self)
    }

    fn run(self, json: bool) -> Result<(), Failure> {
        run(Self { json: self.json || json, ..self })
    }
}
