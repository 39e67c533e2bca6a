//! The configuration of a session, made of the options, and the contradictions among them.

use super::args::{Args, ModeName};
use crate::exit::CliError;
use crate::service::within_watchdog;
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

/// The configuration of a session that raw options mean, and its player, which decides on the threads of the commons
/// if there is one. Without a key it is read from a file.
///
/// # Errors
/// [`CliError::usage`] for options that contradict each other, [`CliError::configuration`] for a bad address, a bad key
/// file, and decisions that a watchdog would take for a standstill; the failure names the option.
pub fn session(
    args: Args,
    key: Option<Key>,
    pulse: Pulse,
    commons: Option<&Arc<Commons>>,
) -> Result<(Config, Box<dyn Player>), CliError> {
    if let Some(problem) = problems(&args).into_iter().next() {
        return Err(problem);
    }
    let server = server(&args)?;
    let Args { key_file, bot: kind, team, captain, .. } = args;
    let read =
        || credentials::key_path(key_file, folder_of_credentials()).and_then(|path| credentials::read_key(&path));
    let key = key.map_or_else(read, Ok).map_err(no_key)?;
    let deadline = Duration::from_millis(args.deadline.into());
    within_watchdog(&pulse, deadline).map_err(|error| error.about("deadline"))?;
    let mode = match args.mode {
        ModeName::Training => Mode::Training { map: args.map, turns: args.turns },
        ModeName::Arena => Mode::Arena,
    };
    let mut limits = ClientLimits::default();
    limits.turn = limits.turn.max(deadline + MARGIN);
    // Where turns are long, the others take theirs, too.
    limits.answer = limits.answer.max(4 * limits.turn);
    limits.patience = limits.patience.max(4 * limits.answer);
    let mut options = Options::default();
    options.depth = args.depth.unwrap_or(options.depth);
    options.threads = args.threads.map_or(options.threads, usize::from);
    let alliance = team.map(|team| Alliance { names: team.0, captain });
    let seed = fastrand::u64(..);
    let searches = if kind == Kind::Default { Some(options) } else { kind.options() };
    let player: Box<dyn Player> = match (searches, commons) {
        (Some(options), Some(commons)) => Box::new(Borrower::new(Arc::clone(commons), options, alliance)),
        (Some(options), None) => Box::new(Bot::new(options).allied(alliance)),
        (None, _) => kind.player(seed),
    };
    let (games, give_up) = (args.games.number(), args.give_up.map(|Span(time)| time));
    Ok((Config { server, key, mode, games, give_up, deadline, limits, seed, pulse }, player))
}

/// The folder in which systemd puts the credentials of this service, if it has some.
pub fn folder_of_credentials() -> Option<PathBuf> {
    std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from)
}

/// The failure of a key file.
pub fn no_key(error: CredentialError) -> CliError {
    CliError::configuration(error).about("key-file")
}
