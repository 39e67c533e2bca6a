//! The command-line options of a game in the terminal, and the values given for them.

use crate::options::{GameOption, Settings, Values};
use boardbots_base::invalid::InputError;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

/// The type of an option's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing: it is there or not.
    Switch,
    /// A text.
    Text,
    /// The name of a file.
    File,
    /// A whole number of a range.
    Number(RangeInclusive<u64>),
}

/// An option of `boardbots play GAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Argument {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The placeholder for its value in the help.
    pub value: &'static str,
    /// The help text, including the default.
    pub help: String,
    /// The type of its value.
    pub form: Form,
    /// True if it can be given several times.
    pub is_list: bool,
    /// True if the help does not mention it.
    pub is_hidden: bool,
    /// Options that cannot be given together with it.
    pub conflicts: Vec<&'static str>,
    /// An option that must be given with it.
    pub requires: Option<&'static str>,
}

impl Argument {
    fn new(name: &'static str, value: &'static str, form: Form, help: impl Into<String>) -> Self {
        let (conflicts, help) = (Vec::new(), help.into());
        Self { name, value, help, form, is_list: false, is_hidden: false, conflicts, requires: None }
    }

    /// A switch.
    pub fn switch(name: &'static str, help: impl Into<String>) -> Self {
        Self::new(name, "", Form::Switch, help)
    }

    /// An option with a text.
    pub fn text(name: &'static str, value: &'static str, help: impl Into<String>) -> Self {
        Self::new(name, value, Form::Text, help)
    }

    /// An option with the name of a file.
    pub fn file(name: &'static str, help: impl Into<String>) -> Self {
        Self::new(name, "FILE", Form::File, help)
    }

    /// An option with a whole number.
    pub fn number(
        name: &'static str,
        value: &'static str,
        range: RangeInclusive<u64>,
        help: impl Into<String>,
    ) -> Self {
        Self::new(name, value, Form::Number(range), help)
    }

    /// The option of the command line for one of a game.
    pub fn of(GameOption { name, values, .. }: &GameOption) -> Self {
        match values {
            Values::Number { default, range } => {
                Self::number(name, "N", range.clone(), format!("{} to {}", range.start(), range.end())).or(default)
            }
            Values::Word { default, words } => Self::text(name, "WORD", words.join(", ")).or(default),
            Values::Flag { default } => Self::text(name, "FLAG", "true, false").or(default),
            Values::Text => Self::text(name, "TEXT", ""),
        }
    }

    /// The same option, whose help names this default.
    pub fn or(self, default: impl fmt::Display) -> Self {
        Self { help: format!("{} [default: {default}]", self.help), ..self }
    }

    /// The same option, which the help does not show.
    pub fn hidden(self) -> Self {
        Self { is_hidden: true, ..self }
    }

    /// The same option, which can be given several times.
    pub fn many(self) -> Self {
        Self { is_list: true, ..self }
    }

    /// The same option, which excludes others.
    pub fn without(self, conflicts: &[&'static str]) -> Self {
        Self { conflicts: conflicts.to_vec(), ..self }
    }

    /// The same option, which needs another one.
    pub fn with(self, requires: &'static str) -> Self {
        Self { requires: Some(requires), ..self }
    }
}

/// Values given for a game's options. Numbers are within their ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(BTreeMap<&'static str, Vec<OsString>>);

impl Given {
    /// Adds a value of an option; a switch has an empty one.
    pub fn add(&mut self, name: &'static str, value: OsString) {
        self.0.entry(name).or_default().push(value);
    }

    /// True if the option is given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// All values of an option that are text.
    pub fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.get(name).into_iter().flatten().filter_map(|value| value.to_str())
    }

    /// The value of an option.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).next()
    }

    /// The value of an option as a number.
    #[must_use]
    pub fn number<N: FromStr>(&self, name: &str) -> Option<N> {
        self.text(name)?.parse().ok()
    }

    /// The settings of these options of a game that are given.
    ///
    /// # Errors
    /// Fails for an invalid value, with the error and the name of its option.
    pub fn settings(&self, options: &[GameOption]) -> Result<Settings, (InputError, &'static str)> {
        options.iter().filter_map(|option| Some((option, self.text(option.name)?))).try_fold(
            Settings::default(),
            |settings, (option, text)| {
                option
                    .parse(text)
                    .map(|setting| settings.with(option.name, setting))
                    .map_err(|error| (error, option.name))
            },
        )
    }

    /// The value of an option as the name of a file.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.0.get(name)?.first().map(PathBuf::from)
    }
}
