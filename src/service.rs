//! Services: commands that go on for months, with options from a file or from a command line.

use crate::exit::CliError;
use crate::mistakes::{Mistakes, argument, said};
use boardbots_base::pulse::Pulse;
use boardbots_ops::settings::{Entry, File, Settings};
use clap::{Arg, ArgMatches, Args, Command};
use std::any::Any;
use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

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
    /// True for a bot, which has a name and shares a machine with others.
    pub is_bot: bool,
    /// True if it cannot do without a key.
    pub needs_key: bool,
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
            needs_key: false,
            paths: &[],
            limits: &[],
            read: None,
            augment: S::augment_args,
            instance: |matches| Ok(Box::new(S::from_arg_matches(matches)?)),
        }
    }

    /// Its options.
    pub fn command(self) -> Command {
        let mut command = (self.augment)(Command::new(self.name).disable_help_flag(true));
        // Only then its arguments have their numbers.
        command.build();
        command
    }

    /// The command with these options, `--key=value` or `--key value` each.
    ///
    /// # Errors
    /// [`CliError::usage`].
    pub fn instance(self, words: impl IntoIterator<Item = OsString>) -> Result<Instance, CliError> {
        self.parse(words).map_err(|error| CliError::usage(said(&error)))
    }

    /// The command with these options, as the library reads them.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn parse(self, words: impl IntoIterator<Item = OsString>) -> Result<Instance, clap::Error> {
        let words = std::iter::once(OsString::from(self.name)).chain(words);
        (self.instance)(&self.command().try_get_matches_from(words)?)
    }

    /// Keys and values as the words of a command line: the options, then the arguments in their order.
    pub fn words<'a>(self, settings: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<OsString> {
        let (command, settings) = (self.command(), settings.collect::<Vec<_>>());
        let is_option = |key: &str| argument(&command, key).is_none_or(|arg| !arg.is_positional());
        let options = settings.iter().filter(|(key, _)| is_option(key)).map(|(key, value)| format!("--{key}={value}"));
        let given =
            |arg: &Arg| settings.iter().find(|(key, _)| arg.get_id() == key).map(|(_, value)| value.to_string());
        options.chain(command.get_positionals().filter_map(given)).map(OsString::from).collect()
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
        let right: Vec<&Entry> = said.filter(|entry| mistakes.is_right(&command, entry)).collect();
        let absent = |key: &&str| !right.iter().any(|entry| entry.key == *key);
        let absent: Vec<&str> = command.get_positionals().map(|arg| arg.get_id().as_str()).filter(absent).collect();
        for key in absent.iter().filter(|key| settings.get(key).is_none()) {
            mistakes.add(None, &format!(": there is no line for {key}"));
        }
        if !absent.is_empty() {
            return None;
        }
        let mut words = self.words(right.into_iter().map(|entry| (&*entry.key, &*entry.value)));
        if self.is_bot {
            if settings.get("games").is_none() {
                words.push("--games=forever".into());
            }
            let searches = settings.get("bot").is_none_or(|entry| entry.value == "default");
            for (key, value) in numbers.iter().filter(|(key, _)| searches && argument(&command, key).is_some()) {
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

/// The number of games to play: positive, or `forever`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// This number.
    Count(NonZeroU32),
    /// Without end.
    Forever,
}

impl Games {
    /// The number; `None` if they are without end.
    pub fn number(self) -> Option<u32> {
        if let Self::Count(number) = self { Some(number.get()) } else { None }
    }
}

impl FromStr for Games {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "forever" => Ok(Self::Forever),
            number => number.parse().map(Self::Count).map_err(|_| "write a number from 1, or forever"),
        }
    }
}

impl fmt::Display for Games {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(number) => number.fmt(out),
            Self::Forever => out.write_str("forever"),
        }
    }
}

/// Sees to it that the watchdog of a service does not take a long decision for a standstill.
///
/// # Errors
/// [`CliError::configuration`] for decisions of more than half its time.
pub fn within_watchdog(pulse: &Pulse, decision: Duration) -> Result<(), CliError> {
    let Some(watchdog) = pulse.watchdog().filter(|&watchdog| decision > watchdog / 2) else { return Ok(()) };
    let (decision, watchdog) = (decision.as_millis(), watchdog.as_secs());
    Err(CliError::configuration(format!(
        "a decision may take {decision} ms, but the watchdog bites after {watchdog} s; raise WatchdogSec= to more than twice that"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_written_as_they_are_read() {
        for text in ["1", "20", "forever"] {
            assert_eq!(text.parse::<Games>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "Forever", "1.5"] {
            assert!(text.parse::<Games>().is_err(), "{text}");
        }
    }
}
