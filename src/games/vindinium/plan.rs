//! The plan of a session, made of the options, and the contradictions among them.

use super::args::{Args, Games, ModeName};
use crate::exit::CliError;
use boardbots_base::credentials::{self, CredentialError, Key};
use boardbots_base::pulse::Pulse;
use boardbots_base::span::Span;
use boardbots_client::{ClientLimits, Config, Mode, Server};
use boardbots_vindinium::bot::{Bot, Options, Player};
use boardbots_vindinium::commons::Commons;
use boardbots_vindinium::commons::borrower::Borrower;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::team::Alliance;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Margin that an answer needs beyond the decision, on servers with long turns.
const MARGIN: Duration = Duration::from_millis(300);

/// The settings of a session, all but its key.
pub struct SessionPlan {
    /// The number of games; without end if `None`.
    pub games: Option<u32>,
    server: Server,
    mode: Mode,
    give_up: Option<Duration>,
    deadline: Duration,
    limits: ClientLimits,
    key_file: Option<PathBuf>,
    kind: Kind,
    /// The search options of a searching bot.
    options: Options,
    alliance: Option<Alliance>,
}

/// All that is wrong with raw options, each with the option that it is about.
pub fn problems(args: &Args) -> Vec<CliError> {
    let mut problems = Vec::new();
    let mut refuse = |options: &[(&'static str, bool)], message: &str| {
        let given = options.iter().filter(|(_, given)| *given);
        problems.extend(given.map(|(option, _)| CliError::usage(message).about(option)));
    };
    if args.mode == ModeName::Arena {
        let given = [("map", args.map.is_some()), ("turns", args.turns.is_some())];
        refuse(&given, "--map and --turns are for --mode training; in the arena the server chooses");
    }
    if !args.bot.thinks() {
        let given = [("depth", args.depth.is_some()), ("threads", args.threads.is_some())];
        refuse(&given, &format!("--depth and --threads are for bots that search; {} does not", args.bot));
    }
    let searches = args.bot == Kind::Default;
    if !searches {
        let given = [("team", args.team.is_some()), ("captain", args.captain.is_some())];
        let default = "the bot that is called default";
        refuse(&given, &format!("--team and --captain are for {default}; {} plays alone", args.bot));
    }
    if let Some(captain) = args.captain.as_ref().filter(|_| searches) {
        match &args.team {
            None => refuse(&[("captain", true)], "--captain needs --team, with the names of all its bots"),
            Some(team) if !team.0.contains(captain) => {
                refuse(&[("captain", true)], &format!("--captain {captain} is none of --team {team}"));
            }
            Some(_) => {}
        }
    }
    problems.extend(server(args).err());
    problems
}

fn server(args: &Args) -> Result<Server, CliError> {
    let server: Server = args.server.parse().map_err(|error| CliError::configuration(error).about("server"))?;
    if let Some(file) = &args.ca {
        let wrong = |error| CliError::configuration(format_args!("--ca {error}")).about("ca");
        return server.trusting(file).map_err(wrong);
    }
    Ok(server)
}

impl SessionPlan {
    /// The settings that raw options mean.
    ///
    /// # Errors
    /// [`CliError::usage`] for options that contradict each other, [`CliError::configuration`] for a
    /// bad address; the failure names the option.
    pub fn of(args: Args) -> Result<Self, CliError> {
        if let Some(problem) = problems(&args).into_iter().next() {
            return Err(problem);
        }
        let server = server(&args)?;
        let mode = match args.mode {
            ModeName::Training => Mode::Training { map: args.map, turns: args.turns },
            ModeName::Arena => Mode::Arena,
        };
        let deadline = Duration::from_millis(args.deadline.into());
        let mut limits = ClientLimits::default();
        limits.turn = limits.turn.max(deadline + MARGIN);
        // Where turns are long, the others take theirs, too.
        limits.answer = limits.answer.max(4 * limits.turn);
        limits.patience = limits.patience.max(4 * limits.answer);
        let games = match args.games {
            Games::Count(number) => Some(number.get()),
            Games::Forever => None,
        };
        let give_up = args.give_up.map(|Span(time)| time);
        let mut options = Options::default();
        options.depth = args.depth.unwrap_or(options.depth);
        options.threads = args.threads.map_or(options.threads, usize::from);
        let captain = args.captain;
        let alliance = args.team.map(|team| Alliance { names: team.0, captain });
        let (key_file, kind) = (args.key_file, args.bot);
        Ok(Self { games, server, mode, give_up, deadline, limits, key_file, kind, options, alliance })
    }

    /// Reads the key.
    ///
    /// # Errors
    /// [`CliError::configuration`] for a bad key file.
    pub fn key(&self) -> Result<Key, CliError> {
        let path = credentials::key_path(self.key_file.clone(), folder_of_credentials()).map_err(no_key)?;
        credentials::read_key(&path).map_err(no_key)
    }

    /// The session's configuration with this key, and its player, which decides on the threads of the commons if
    /// there is one.
    ///
    /// # Errors
    /// [`CliError::configuration`] for decisions that a watchdog would take for a standstill.
    pub fn config(
        self,
        key: Key,
        pulse: Pulse,
        commons: Option<&Arc<Commons>>,
    ) -> Result<(Config, Box<dyn Player>), CliError> {
        if let Some(watchdog) = pulse.watchdog().filter(|&watchdog| self.deadline > watchdog / 2) {
            let (deadline, watchdog) = (self.deadline.as_millis(), watchdog.as_secs());
            let message = format!(
                "a decision may take {deadline} ms, but the watchdog bites after {watchdog} s; raise WatchdogSec= to more than twice the deadline"
            );
            return Err(CliError::configuration(message).about("deadline"));
        }
        let seed = fastrand::u64(..);
        let searches = if self.kind == Kind::Default { Some(self.options) } else { self.kind.options() };
        let player: Box<dyn Player> = match (searches, commons) {
            (Some(options), Some(commons)) => Box::new(Borrower::new(Arc::clone(commons), options, self.alliance)),
            (Some(options), None) => Box::new(Bot::new(options).allied(self.alliance)),
            (None, _) => self.kind.player(seed),
        };
        let Self { server, mode, games, give_up, deadline, limits, .. } = self;
        Ok((Config { server, key, mode, games, give_up, deadline, limits, seed, pulse }, player))
    }
}

/// The folder in which systemd puts the credentials of this service, if it has some.
pub fn folder_of_credentials() -> Option<PathBuf> {
    std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from)
}

/// The failure of a key file.
pub fn no_key(error: CredentialError) -> CliError {
    CliError::configuration(error).about("key-file")
}
