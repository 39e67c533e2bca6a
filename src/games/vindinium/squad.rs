//! Several bots in one process, which a file describes: their sessions, and how the process ends.

use super::args::Args;
use super::failure;
use super::plan::{folder_of_credentials, no_key, session};
use super::results::{JOURNAL_EVERY, Results};
use crate::exit::{CliError, Exit};
use crate::mistakes::Mistakes;
use crate::service::{Kind, Service};
use boardbots_base::credentials::{self, CredentialError};
use boardbots_base::entries::is_key;
use boardbots_base::pulse::Pulse;
use boardbots_base::thread::lock;
use boardbots_client::session::{Member, Witness, run_all};
use boardbots_client::status::Digest;
use boardbots_client::{Event, SQUAD, SessionError, Tally};
use boardbots_ops::restarts::Restarts;
use boardbots_ops::settings::File;
use boardbots_ops::share::Share;
use boardbots_ops::{logging, signals};
use boardbots_vindinium::commons::Commons;
use clap::error::ErrorKind;
use log::Level;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The keys that are about all bots together.
const OWN: [&str; 4] = ["run", "bots", "key-file", "threads"];
/// Most bots of a squad. Its unit has threads and connections for that number.
const MOST: usize = 128;

/// Several bots that share a process.
pub struct Squad {
    /// Each with its name.
    pub bots: Vec<(String, Args)>,
    /// Decisions that are made at a time.
    pub places: usize,
    /// The file that holds the keys, if one is named.
    pub key_file: Option<PathBuf>,
}

impl Squad {
    /// The squad of a file; adds its mistakes. The number of bots that share the machine is that of the files beside
    /// it.
    pub fn read(path: &Path, file: &File, mistakes: &mut Mistakes) -> Self {
        let share = Share::beside(path);
        let general = &file.general;
        let threads = general.get("threads");
        let bad_threads = threads.is_some_and(|entry| !mistakes.is_right(&super::KIND.command(), entry));
        let places = threads.filter(|_| !bad_threads).and_then(|entry| entry.value.parse().ok());
        let own = |key: &str| OWN.contains(&key);
        let common = || general.entries().iter().filter(|entry| !own(&entry.key)).cloned();
        let mut bots: Vec<(String, Args)> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for (line, name) in file.bots() {
            if !is_key(name) || seen.contains(&name) || seen.len() == MOST {
                let names = "names are of small letters, digits and dashes, each once and at most 128";
                mistakes.line(line, &format!("{name} is one too many, or no name: {names}"));
                continue;
            }
            seen.push(name);
            let part = file.parts.iter().find(|part| part.name == name).map(|part| part.settings.clone());
            let part = part.unwrap_or_default();
            for entry in part.entries().iter().filter(|entry| own(&entry.key)) {
                let problem = format!("{} is for all bots together; write it above the first [name]", entry.key);
                mistakes.entry(entry, &problem);
            }
            let settings = part.over(common());
            let bot = super::KIND.of_settings(&settings, &OWN, &[("depth", share.depth())], mistakes);
            bots.extend(bot.and_then(<dyn Service>::options).map(|args| (name.to_owned(), args)));
        }
        for (line, problem) in file.strangers() {
            mistakes.line(line, &problem);
        }
        if seen.is_empty() && !mistakes.is_about("bots") {
            mistakes.add(None, ": there are no bots; write for example bots = alice, bob");
        }
        let key_file = general.get("key-file").map(|entry| PathBuf::from(&entry.value));
        Self { bots, places: places.unwrap_or(share.places()), key_file }
    }
}

impl fmt::Display for Squad {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a squad of {}, {} decisions at a time", self.bots.len(), self.places)?;
        self.bots.first().map_or(Ok(()), |(name, args)| write!(out, "; {name} is {args}"))
    }
}

/// The settings in which its unit differs from that of one bot: a thread, two sockets and some lines for each bot, a
/// core for each decision.
const LIMITS: &[(&str, &str)] = &[
    ("CPUQuota", ""),
    ("MemoryMax", "128M"),
    ("TasksMax", "300"),
    ("LimitNOFILE", "512"),
    ("LogRateLimitBurst", "1200"),
];

/// Squads as services.
pub const KIND: Kind = Kind {
    name: SQUAD,
    example: "FILE",
    is_bot: false,
    paths: &[],
    limits: LIMITS,
    read: Some(|path, file, mistakes| Some(Box::new(Squad::read(path, file, mistakes)))),
    augment: |command| command,
    instance: |_| Err(clap::Error::new(ErrorKind::UnknownArgument)),
    ..super::KIND
};

impl Service for Squad {
    fn key_file(&self) -> Option<PathBuf> {
        self.key_file.clone()
    }

    fn run(self: Box<Self>, json: bool) -> Result<(), CliError> {
        run(*self, json)
    }
}

/// Endings, the worse the later.
const WORSE: [Exit; 6] =
    [Exit::Ok, Exit::TimedOut, Exit::Network, Exit::KeyRejected, Exit::Configuration, Exit::Unexpected];

/// Plays with all bots until the session of the last one ends.
///
/// # Errors
/// [`Exit::Configuration`] for a bad key file, and the worst of what the sessions say.
pub fn run(squad: Squad, json: bool) -> Result<(), CliError> {
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
            CliError::configuration(message)
        })?;
        let (config, player) = session(args, Some(key), pulse.clone(), Some(&commons))?;
        members.push(Member { name, config, player });
    }
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
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
    let defects = run_all(members, &stop, &pulse, &witness);
    pulse.stopping();
    let mut report = lock(&report.0);
    report.release();
    if logging::to_journal() {
        log::info!("leaves after {} games, {} of them first", report.games, report.first);
    }
    if defects > 0 {
        return Err(CliError::unexpected(format!("{defects} of {bots} bots were ended by a defect")));
    }
    match WORSE[report.worst] {
        Exit::Ok => Ok(()),
        worst => Err(CliError::new(worst, format!("{} of {bots} bots did not end well", report.failed))),
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

impl Witness for Reporter {
    fn event(&self, bot: &str, event: &Event<'_>) {
        match event {
            Event::Began { id, view_url, hero, .. } if lock(&self.0).digest.tells_all() => {
                log::info!("game {id} begins, hero {}: {view_url}", hero + 1);
            }
            Event::Ended(summary) => {
                let mut report = lock(&self.0);
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
        let mut report = lock(&self.0);
        if let Ok(tally) = outcome {
            report.results.total(bot, tally);
            report.games += tally.games;
            report.first += tally.first;
        }
        let Some(failure) = failure(outcome, finite) else { return };
        CliError::new(failure.exit, format_args!("{bot}: {}", failure.message)).tell();
        report.failed += 1;
        let place = WORSE.iter().position(|exit| *exit == failure.exit).unwrap_or_default();
        report.worst = report.worst.max(place);
    }

    fn look(&self, turns: u64) {
        let mut report = lock(&self.0);
        report.release();
        if turns > 0 {
            report.restarts.worked();
        }
    }
}
