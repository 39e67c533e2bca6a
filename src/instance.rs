//! What runs as a service: a command that goes on for months, from a file or from a command
//! line.

use crate::games;
use crate::service::{Instance, Kind, said};
use crate::{Exit, Failure};
use boardbots_ops::settings::{EXTENSION, Entry, Settings};
use boardbots_ops::share::Share;
use clap::error::ErrorKind;
use clap::{ArgAction, Command};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;

/// The key that names the command.
const RUN: &str = "run";
/// The value that leaves threads and depth to the number of cores and instances.
const AUTO: &str = "auto";

/// All of them: bots first.
pub fn kinds() -> impl Iterator<Item = Kind> {
    #[cfg(feature = "server")]
    let servers = crate::server::SERVICES;
    #[cfg(not(feature = "server"))]
    let servers: &[Kind] = &[];
    games::BOTS.iter().chain(servers).copied()
}

/// Their names as a text: "one, two or three".
pub fn names() -> String {
    let names: Vec<&str> = kinds().map(|kind| kind.name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// The one of this name.
///
/// # Errors
/// Which names there are.
pub fn kind(name: &str) -> Result<Kind, String> {
    let wrong = || format!("{name:?} cannot run as a service; use {}", names());
    kinds().find(|kind| kind.name == name).ok_or_else(wrong)
}

impl Instance {
    /// The instance that a file describes; how many share the machine is seen from the files
    /// beside it.
    ///
    /// # Errors
    /// [`Exit::Configuration`] with file, line where there is one, and what helps.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let file = path.display();
        let wrong = |problem: String| Failure::new(Exit::Configuration, problem);
        let settings = Settings::read(path).map_err(|error| wrong(format!("{file}{error}")))?;
        let Some(run) = settings.get(RUN) else {
            let example = kinds().next().map_or("", |kind| kind.name);
            return Err(wrong(format!(
                "{file}: there is no line for {RUN}; write for example {RUN} = {example} (it can be {})",
                names()
            )));
        };
        let at = |entry: &Entry, problem: &str| wrong(format!("{file}:{}: {problem}", entry.line));
        let kind = kind(&run.value).map_err(|problem| at(run, &problem))?;
        let command = kind.command();
        let mut words = Vec::new();
        for entry in settings.entries().iter().filter(|entry| entry.key != RUN) {
            if automatic(kind, entry) {
                continue;
            }
            let word = word(&command, entry).map_err(|problem| at(entry, &problem))?;
            words.push(word);
        }
        if kind.is_bot {
            defaults(&settings, path, &mut words);
        }
        // What a line is wrong about stands there; what is not in any line is about the file.
        let place = |failure: Failure| match failure.option.and_then(|option| settings.get(option)) {
            Some(entry) => at(entry, &failure.message),
            None => wrong(format!("{file}: {}", failure.message)),
        };
        let instance = kind.instance(words.iter().cloned()).map_err(place)?;
        kind.instance(words)?.check().map_err(place)?;
        Ok(instance)
    }
}

/// Whether an entry leaves its value to the number of cores and instances.
fn automatic(kind: Kind, entry: &Entry) -> bool {
    kind.is_bot && entry.value == AUTO && ["depth", "threads"].contains(&entry.key.as_str())
}

/// An entry as a word of the command line.
fn word(command: &Command, entry: &Entry) -> Result<OsString, String> {
    let Entry { key, value, .. } = entry;
    let takes_value = |arg: &&clap::Arg| matches!(arg.get_action(), ArgAction::Set);
    let known = || command.get_arguments().filter(takes_value).filter_map(clap::Arg::get_long);
    if !known().any(|name| name == key) {
        let mut names: Vec<_> = known().collect();
        names.sort_unstable();
        return Err(format!("{key} is no setting of {}; there are {}", command.get_name(), names.join(", ")));
    }
    let word = OsString::from(format!("--{key}={value}"));
    match command.clone().try_get_matches_from([OsString::new(), word.clone()]) {
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => Err(said(&error)),
        _ => Ok(word),
    }
}

/// Adds what a service does unless its file says otherwise: games without end, and as many
/// threads and as much depth as its share of the machine is good for.
fn defaults(settings: &Settings, path: &Path, words: &mut Vec<OsString>) {
    if settings.get("games").is_none() {
        words.push("--games=forever".into());
    }
    let searches = settings.get("bot").is_none_or(|entry| entry.value == "default");
    let share = Share::of_this_machine(instances_beside(path));
    for (key, value) in [("depth", share.depth()), ("threads", share.threads())] {
        if searches && settings.get(key).is_none_or(|entry| entry.value == AUTO) {
            words.push(format!("--{key}={value}").into());
        }
    }
}

/// How many bots the files of this file's folder describe, itself included.
fn instances_beside(path: &Path) -> NonZeroUsize {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let bot = |path: &Path| {
        path.extension().is_some_and(|extension| extension == EXTENSION)
            && Settings::read(path)
                .is_ok_and(|file| file.get(RUN).is_some_and(|run| games::BOTS.iter().any(|bot| bot.name == run.value)))
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bots = files.filter(|file| bot(&file.path())).count();
    NonZeroUsize::new(bots).unwrap_or(NonZeroUsize::MIN)
}
