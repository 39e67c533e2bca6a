//! What a command needs to run as a service: one that goes on for months, from a file or from a command
//! line.

use crate::exit::{Exit, Failure};
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgMatches, Args, Command};
use std::ffi::OsString;
use std::fmt;

/// Options with which a command can go on for months.
pub trait Service: Args + fmt::Display + 'static {
    /// The command's name.
    const NAME: &'static str;
    /// The systemd unit of the project that runs it.
    const UNIT: &'static str;
    /// Options as an example of [`boardbots unit`](crate::unit) gives them.
    const EXAMPLE: &'static str;
    /// Whether it is a bot, which shares a machine with others.
    const IS_BOT: bool = false;
    /// Its long options, without their dashes, whose values are paths.
    const PATHS: &'static [&'static str] = &[];

    /// All that is wrong with the options, as far as it can be seen without running.
    fn check(self) -> Vec<Failure>;

    /// Runs it to its end.
    ///
    /// # Errors
    /// What the command says.
    fn run(self) -> Result<(), Failure>;
}

/// A command that can go on for months, with its options.
pub struct Instance(Box<dyn Running>);

/// [`Service`] behind a pointer.
trait Running: fmt::Display {
    fn check(self: Box<Self>) -> Vec<Failure>;
    fn run(self: Box<Self>) -> Result<(), Failure>;
}

impl<S: Service> Running for S {
    fn check(self: Box<Self>) -> Vec<Failure> {
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
    /// Options as an example.
    pub example: &'static str,
    /// Whether it is a bot, which shares a machine with others.
    pub is_bot: bool,
    /// Its long options, without their dashes, whose values are paths.
    pub paths: &'static [&'static str],
    augment: fn(Command) -> Command,
    instance: fn(&ArgMatches) -> Result<Instance, clap::Error>,
}

impl Kind {
    /// The kind of a service.
    pub const fn of<S: Service>() -> Self {
        Self {
            name: S::NAME,
            unit: S::UNIT,
            example: S::EXAMPLE,
            is_bot: S::IS_BOT,
            paths: S::PATHS,
            augment: S::augment_args,
            instance: |matches| Ok(Instance(Box::new(S::from_arg_matches(matches)?))),
        }
    }

    /// Its options.
    pub(super) fn command(self) -> Command {
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
    /// All that is wrong with the options, as far as it can be seen without running.
    #[must_use]
    pub fn check(self) -> Vec<Failure> {
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

/// What the library says of a wrong command line, in one line.
pub(super) fn said(error: &clap::Error) -> String {
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
