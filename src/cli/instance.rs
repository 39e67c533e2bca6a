//! What runs as a service: a command that goes on for months, from a file or from a command
//! line.

#[cfg(feature = "server")]
use super::server;
use super::service::Service;
use super::{Exit, Failure, vindinium};
use crate::service::settings::{EXTENSION, Entry, Settings};
use crate::service::share::Share;
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, ArgMatches, Command};
use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;

/// The key that names the command.
const RUN: &str = "run";
/// The value that leaves threads and depth to the number of cores and instances.
const AUTO: &str = "auto";

/// A command that can go on for months, with its options.
pub struct Instance(Box<dyn Running>);

/// [`Service`] behind a pointer.
trait Running: fmt::Display {
    fn check(self: Box<Self>) -> Result<(), Failure>;
    fn run(self: Box<Self>) -> Result<(), Failure>;
}

impl<S: Service> Running for S {
    fn check(self: Box<Self>) -> Result<(), Failure> {
        Service::check(*self)
    }

    fn run(self: Box<Self>) -> Result<(), Failure> {
        Service::run(*self)
    }
}

/// A command that can go on for months.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// The systemd unit of the project that runs it.
    pub unit: &'static str,
    /// Its long options, without their dashes, whose values are paths.
    pub paths: &'static [&'static str],
    augment: fn(Command) -> Command,
    instance: fn(&ArgMatches) -> Result<Instance, clap::Error>,
}

/// All of them: bots first.
static KINDS: &[Kind] = &[
    Kind::of::<vindinium::Args>(),
    #[cfg(feature = "server")]
    Kind::of::<server::arena::Serve>(),
    #[cfg(feature = "server")]
    Kind::of::<server::tables::Serve>(),
];

impl Kind {
    const fn of<S: Service>() -> Self {
        Self {
            name: S::NAME,
            unit: S::UNIT,
            paths: S::PATHS,
            augment: S::augment_args,
            instance: |matches| Ok(Instance(Box::new(S::from_arg_matches(matches)?))),
        }
    }

    /// Whether it is a bot, which shares a machine with others.
    pub fn is_bot(self) -> bool {
        self.name == vindinium::Args::NAME
    }

    /// The command of this name.
    ///
    /// # Errors
    /// Which names there are.
    pub fn named(name: &str) -> Result<Self, String> {
        KINDS.iter().copied().find(|kind| kind.name == name).ok_or_else(|| {
            let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
            format!("{name:?} is nothing that runs as a service; it can be {}", names.join(" or "))
        })
    }

    /// Its options.
    fn command(self) -> Command {
        (self.augment)(Command::new(self.name).disable_help_flag(true))
    }

    /// The command with these options, `--key=value` or `--key value` each.
    ///
    /// # Errors
    /// [`Exit::Usage`].
    pub fn instance(self, words: impl IntoIterator<Item = OsString>) -> Result<Instance, Failure> {
        let wrong = |error: &clap::Error| Failure::new(Exit::Usage, said(error));
        let words = std::iter::once(OsString::from(self.name)).chain(words);
        let matches = self.command().try_get_matches_from(words).map_err(|error| wrong(&error))?;
        (self.instance)(&matches).map_err(|error| wrong(&error))
    }
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
            return Err(wrong(format!("{file}: there is no line for {RUN}; write {RUN} = vindinium")));
        };
        let at = |entry: &Entry, problem: &str| wrong(format!("{file}:{}: {problem}", entry.line));
        let kind = Kind::named(&run.value).map_err(|problem| at(run, &problem))?;
        let command = kind.command();
        let mut words = Vec::new();
        for entry in settings.entries().iter().filter(|entry| entry.key != RUN) {
            if automatic(kind, entry) {
                continue;
            }
            let word = word(&command, entry).map_err(|problem| at(entry, &problem))?;
            words.push(word);
        }
        if kind.is_bot() {
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

    /// Says what is wrong with the options, without running anything.
    ///
    /// # Errors
    /// As [`Instance::run`], of what can be seen without running.
    pub fn check(self) -> Result<(), Failure> {
        self.0.check()
    }

    /// Runs it to its end.
    ///
    /// # Errors
    /// What the command says.
    pub fn run(self) -> Result<(), Failure> {
        self.0.run()
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// Whether an entry leaves its value to the number of cores and instances.
fn automatic(kind: Kind, entry: &Entry) -> bool {
    kind.is_bot() && entry.value == AUTO && ["depth", "threads"].contains(&entry.key.as_str())
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
                .is_ok_and(|file| file.get(RUN).is_some_and(|run| run.value == vindinium::Args::NAME))
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bots = files.filter(|file| bot(&file.path())).count();
    NonZeroUsize::new(bots).unwrap_or(NonZeroUsize::MIN)
}

/// What the library says of a wrong command line, in one line.
fn said(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::MissingRequiredArgument
        && let Some(missing) = error.get(ContextKind::InvalidArg)
    {
        return format!("there is no {missing}, which is needed");
    }
    let text = error.to_string();
    let first = text.lines().take_while(|line| !line.trim().is_empty());
    let line = first.map(str::trim).collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
