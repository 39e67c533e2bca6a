//! What runs as a service: a command that goes on for months, from a file or from a command
//! line.

use crate::games;
use crate::service::{Instance, Kind, said};
use crate::{Exit, Failure};
use boardbots_ops::settings::{EXTENSION, Entry, Settings, SettingsError};
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
    /// [`Exit::Configuration`] for everything that is wrong with the file, with its line where there is one, and what
    /// helps.
    pub fn read(path: &Path) -> Result<Self, Vec<Failure>> {
        let mut wrong = Wrong { file: path.display().to_string(), lines: Vec::new(), keys: Vec::new() };
        let (settings, errors) = match Settings::read_all(path) {
            Ok(read) => read,
            Err(error) => {
                wrong.add(None, &error.to_string());
                return Err(wrong.failures());
            }
        };
        for error in errors {
            if let SettingsError::Line(line, problem) = error {
                wrong.keys.extend(subject(&problem));
                wrong.add(Some(line), &format!(": {problem}"));
            }
        }
        let instance = wrong.instance(path, &settings);
        instance.filter(|_| wrong.lines.is_empty()).ok_or_else(|| wrong.failures())
    }
}

/// What is wrong with a file.
struct Wrong {
    file: String,
    /// Problems with the numbers of their lines; what is about the whole file comes last.
    lines: Vec<(usize, Failure)>,
    /// The keys of lines that are wrong.
    keys: Vec<String>,
}

impl Wrong {
    /// Adds a problem, to be written behind the place.
    fn add(&mut self, line: Option<usize>, problem: &str) {
        let place = line.map_or(String::new(), |line| format!(":{line}"));
        let failure = Failure::new(Exit::Configuration, format!("{}{place}{problem}", self.file));
        self.lines.push((line.unwrap_or(usize::MAX), failure));
    }

    /// Adds a problem of an entry.
    fn entry(&mut self, entry: &Entry, problem: &str) {
        self.keys.push(entry.key.clone());
        self.add(Some(entry.line), &format!(": {problem}"));
    }

    /// Adds what a command says of all entries together; not what only follows from a line that is wrong.
    fn whole(&mut self, settings: &Settings, failure: &Failure) {
        if self.keys.iter().any(|key| failure.message.contains(&format!("--{key} "))) {
            return;
        }
        // What a line is wrong about stands there; what is not in any line is about the file.
        let line = failure.option.and_then(|option| settings.get(option)).map(|entry| entry.line);
        self.add(line, &format!(": {}", failure.message));
    }

    /// The instance of these settings; adds what is wrong with them.
    fn instance(&mut self, path: &Path, settings: &Settings) -> Option<Instance> {
        let Some(run) = settings.get(RUN) else {
            if !self.keys.iter().any(|key| key == RUN) {
                let example = kinds().next().map_or("", |kind| kind.name);
                let names = names();
                let problem =
                    format!(": there is no line for {RUN}; write for example {RUN} = {example} (it can be {names})");
                self.add(None, &problem);
            }
            return None;
        };
        let kind = kind(&run.value).map_err(|problem| self.entry(run, &problem)).ok()?;
        let command = kind.command();
        let mut words = Vec::new();
        for entry in settings.entries().iter().filter(|entry| entry.key != RUN && !automatic(kind, entry)) {
            match word(&command, entry) {
                Ok(word) => words.push(word),
                Err(problem) => self.entry(entry, &problem),
            }
        }
        if kind.is_bot {
            defaults(settings, path, &mut words);
        }
        let instance = |wrong: &mut Self| {
            let instance = kind.instance(words.iter().cloned());
            instance.map_err(|failure| wrong.whole(settings, &failure)).ok()
        };
        for failure in instance(self)?.check() {
            self.whole(settings, &failure);
        }
        instance(self)
    }

    /// All of it, in the order of the lines.
    fn failures(mut self) -> Vec<Failure> {
        self.lines.sort_by_key(|(line, _)| *line);
        self.lines.into_iter().map(|(_, failure)| failure).collect()
    }
}

/// What a line that is not understood seems to be about: the first word that its problem quotes.
fn subject(problem: &str) -> Option<String> {
    let words = problem.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
    words.map(|word| word.trim_start_matches('-').to_lowercase()).find(|word| !word.is_empty())
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
