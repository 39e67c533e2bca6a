//! Services: commands that go on for months, with options from a file or from a command line.

use crate::exit::CliError;
use crate::mistakes::{Mistakes, said};
use boardbots_ops::settings::{Entry, File, Settings};
use clap::{ArgMatches, Args, Command};
use std::any::Any;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The value that leaves a number to the machine and its instances.
const AUTO: &str = "auto";

/// Makes an instance from the content of a file, and adds the mistakes that it finds.
pub type Reader = fn(&Path, &File, &mut Mistakes) -> Option<Instance>;

/// A command that can go on for months, with options from the command line or from a file.
pub trait Service: fmt::Display + Any {
    /// The file of its keys, if its unit is to hand it over.
    fn key_file(&self) -> Option<PathBuf> {
        None
    }

    /// The port that it listens on, if it is a server.
    fn port(&self) -> Option<u16> {
        None
    }

    /// All problems with the options that can be seen without running.
    fn check(self: Box<Self>) -> Vec<CliError> {
        Vec::new()
    }

    /// Runs it to its end; a bot prints its results as JSON if that is asked for.
    ///
    /// # Errors
    /// Fails as the command does.
    fn run(self: Box<Self>, json: bool) -> Result<(), CliError>;
}

/// A service behind a pointer.
pub type Instance = Box<dyn Service>;

/// A command that can go on for months.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// The systemd unit of the project that runs it.
    pub unit: &'static str,
    /// Options as an example.
    pub example: &'static str,
    /// True for a bot, which shares a machine with others.
    pub is_bot: bool,
    /// Its long options, without their dashes, whose values are paths.
    pub paths: &'static [&'static str],
    /// The settings in which its unit differs from the usual one: keys with their values.
    pub limits: &'static [(&'static str, &'static str)],
    /// The reader of its files; `None` if each line of them is one of its options.
    pub read: Option<Reader>,
    /// Adds its options to a command.
    pub augment: fn(Command) -> Command,
    /// Makes it of its options.
    pub instance: fn(&ArgMatches) -> Result<Instance, clap::Error>,
}

impl Kind {
    /// The kind of a service, which is no bot and has no paths.
    pub const fn of<S: Service + Args>(name: &'static str, unit: &'static str, example: &'static str) -> Self {
        Self {
            name,
            unit,
            example,
            is_bot: false,
            paths: &[],
            limits: &[],
            read: None,
            augment: S::augment_args,
            instance: |matches| Ok(Box::new(S::from_arg_matches(matches)?)),
        }
    }

    /// Its options.
    pub fn command(self) -> Command {
        (self.augment)(Command::new(self.name).disable_help_flag(true))
    }

    /// The command with these options, `--key=value` or `--key value` each.
    ///
    /// # Errors
    /// [`CliError::usage`].
    pub fn instance(self, words: impl IntoIterator<Item = OsString>) -> Result<Instance, CliError> {
        let wrong = |error: &clap::Error| CliError::usage(said(error));
        let words = std::iter::once(OsString::from(self.name)).chain(words);
        let matches = self.command().try_get_matches_from(words).map_err(|error| wrong(&error))?;
        (self.instance)(&matches).map_err(|error| wrong(&error))
    }

    /// The command with the options that these settings are, but for those of `left_out`; adds what is wrong with
    /// them. A bot gets what a service does unless its file says otherwise: games without end, and these numbers if
    /// it is the one that searches.
    pub fn of_settings(
        self,
        settings: &Settings,
        left_out: &[&str],
        numbers: &[(&str, u8)],
        mistakes: &mut Mistakes,
    ) -> Option<Instance> {
        let command = self.command();
        let automatic = |Entry { key, value, .. }: &Entry| value == AUTO && numbers.iter().any(|(name, _)| name == key);
        let said = settings.entries().iter().filter(|entry| !left_out.contains(&&*entry.key) && !automatic(entry));
        let mut words: Vec<OsString> = said.filter_map(|entry| mistakes.word(&command, entry)).collect();
        if self.is_bot {
            if settings.get("games").is_none() {
                words.push("--games=forever".into());
            }
            let searches = settings.get("bot").is_none_or(|entry| entry.value == "default");
            for (key, value) in numbers.iter().filter(|_| searches) {
                if settings.get(key).is_none_or(|entry| entry.value == AUTO) {
                    words.push(format!("--{key}={value}").into());
                }
            }
        }
        let instance = |mistakes: &mut Mistakes| {
            let instance = self.instance(words.iter().cloned());
            instance.map_err(|failure| mistakes.whole(settings, &failure)).ok()
        };
        for failure in instance(mistakes)?.check() {
            mistakes.whole(settings, &failure);
        }
        instance(mistakes)
    }
}

impl dyn Service {
    /// Its options, if it is a command with options of this type.
    #[must_use]
    pub fn options<S: Service>(self: Box<Self>) -> Option<S> {
        let any: Box<dyn Any> = self;
        any.downcast().ok().map(|options| *options)
    }
}
