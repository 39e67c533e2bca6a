//! The sessions of a squad, and how the process ends.

use super::file::Squad;
use crate::exit::{Exit, Failure};
use crate::games::vindinium::failure;
use crate::games::vindinium::plan::{Plan, folder_of_credentials, no_key};
use crate::games::vindinium::results::{JOURNAL_EVERY, Results};
use boardbots_base::credentials::{self, CredentialError};
use boardbots_base::pulse::Pulse;
use boardbots_client::session::{self, Member, Witness};
use boardbots_client::status::Digest;
use boardbots_client::{Event, SessionError, Tally};
use boardbots_ops::restarts::Restarts;
use boardbots_ops::{logging, signals};
use boardbots_vindinium::commons::Commons;
use log::Level;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Endings, the worse the later.
const WORSE: [Exit; 6] =
    [Exit::Ok, Exit::TimedOut, Exit::Network, Exit::KeyRejected, Exit::Configuration, Exit::Unexpected];

/// Plays with all bots until the session of the last one ends.
///
/// # Errors
/// [`Exit::Configuration`] for a bad key file, and the worst of what the sessions say.
pub fn run(squad: Squad, json: bool) -> Result<(), Failure> {
    let pulse = Pulse::of_this_process();
    let credential = folder_of_credentials().map(|folder| folder.join("key")).filter(|key| key.exists());
    let path = credential.or(squad.key_file).ok_or(CredentialError::NotNamed).map_err(no_key)?;
    let keys = credentials::read_keys(&path).map_err(no_key)?;
    let commons = Commons::new(squad.places);
    let mut members = Vec::with_capacity(squad.bots.len());
    for (name, args) in squad.bots {
        let key = keys.iter().find(|(of, _)| *of == name).map(|(_, key)| key.clone());
        let key = key.ok_or_else(|| {
            let message = format!("key file {}: there is no key of {name}; add a line {name} = KEY", path.display());
            Failure::configuration(message)
        })?;
        let plan = Plan::of(args)?;
        let (config, player) = plan.config(key, pulse.clone(), Some(&commons))?;
        members.push(Member { name, config, player });
    }
    let stop = signals::stop_flag().map_err(Failure::unexpected)?;
    let restarts = Restarts::of_this_service();
    restarts.wait(&pulse, &stop);
    pulse.ready();
    let (bots, longest) = (members.len(), members.iter().map(|member| member.name.len()).max());
    let digest = Digest::new(if logging::to_journal() { JOURNAL_EVERY } else { Duration::ZERO });
    let report = Arc::new(Reporter(Mutex::new(Report {
        results: Results::new(json, longest),
        digest,
        held: None,
        restarts,
        worst: 0,
        failed: 0,
        games: 0,
        first: 0,
    })));
    let witness: Arc<dyn Witness> = Arc::<Reporter>::clone(&report);
    let defects = session::run_all(members, &stop, &pulse, &witness);
    pulse.stopping();
    let mut report = report.lock();
    report.release();
    if logging::to_journal() {
        log::info!("leaves after {} games, {} of them first", report.games, report.first);
    }
    if defects > 0 {
        return Err(Failure::unexpected(format!("{defects} of {bots} bots were ended by a defect")));
    }
    match WORSE[report.worst] {
        Exit::Ok => Ok(()),
        worst => Err(Failure::new(worst, format!("{} of {bots} bots did not end well", report.failed))),
    }
}

/// The report on the sessions.
struct Report {
    results: Results,
    digest: Digest,
    /// A line of the digest, which is about all bots.
    held: Option<(Level, String)>,
    restarts: Restarts,
    /// The worst ending, by its place in [`WORSE`], and the number of those other than [`Exit::Ok`].
    worst: usize,
    failed: usize,
    games: u32,
    first: u32,
}

impl Report {
    fn release(&mut self) {
        if let Some((level, line)) = self.held.take() {
            log::log!(level, "{line}");
        }
    }
}

/// Hears of all sessions.
struct Reporter(Mutex<Report>);

impl Reporter {
    fn lock(&self) -> MutexGuard<'_, Report> {
        // Each change is one that can stand alone.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witness for Reporter {
    fn event(&self, bot: &str, event: &Event<'_>) {
        match event {
            Event::Began { id, view_url, hero, .. } if self.lock().digest.tells_all() => {
                log::info!("game {id} begins, hero {}: {view_url}", hero + 1);
            }
            Event::Ended(summary) => {
                let mut report = self.lock();
                report.held = report.digest.ended(summary, Instant::now()).or(report.held.take());
                // Every line about one game stands behind the name of its bot.
                if report.digest.tells_all() {
                    report.release();
                }
                report.results.game(bot, summary);
            }
            Event::Joining | Event::Refused(_) | Event::Began { .. } | Event::State { .. } => {}
        }
    }

    fn ended(&self, bot: &str, finite: bool, outcome: &Result<Tally, SessionError>) {
        let mut report = self.lock();
        if let Ok(tally) = outcome {
            report.results.total(bot, tally);
            report.games += tally.games;
            report.first += tally.first;
        }
        let Some(failure) = failure(outcome, finite) else { return };
        Failure::new(failure.exit, format_args!("{bot}: {}", failure.message)).tell();
        report.failed += 1;
        let place = WORSE.iter().position(|exit| *exit == failure.exit).unwrap_or_default();
        report.worst = report.worst.max(place);
    }

    fn look(&self, turns: u64) {
        let mut report = self.lock();
        report.release();
        if turns > 0 {
            report.restarts.worked();
        }
    }
}
