//! The options of a game or a bot: what the lobby offers, the engine protocol declares and matches set.

use super::state::Seat;
use boardbots_base::invalid::InputError;
use serde_json::{Map, Value, json};
use std::fmt;
use std::ops::RangeInclusive;

/// The values that an option can have, and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A whole number.
    Number {
        /// The default.
        default: u64,
        /// The smallest and the largest.
        range: RangeInclusive<u64>,
    },
    /// One of these words.
    Word {
        /// The default.
        default: &'static str,
        /// All of them.
        words: Vec<&'static str>,
    },
    /// Yes or no.
    Flag {
        /// The default.
        default: bool,
    },
    /// Any text; empty by default.
    Text,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct GameOption {
    /// Its name; capitals do not matter in the engine protocol.
    pub name: &'static str,
    /// The values that it takes.
    pub values: Values,
    /// The seat whose own option it is, if it is not everybody's.
    pub seat: Option<Seat>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A number in its range.
    Number(u64),
    /// One of its words.
    Word(&'static str),
    /// Yes or no.
    Flag(bool),
    /// A text.
    Text(String),
}

impl GameOption {
    /// An option with a number.
    pub fn number<T: Copy + Into<u64>>(name: &'static str, default: T, range: &RangeInclusive<T>) -> Self {
        let range = (*range.start()).into()..=(*range.end()).into();
        Self { name, values: Values::Number { default: default.into(), range }, seat: None }
    }

    /// An option with one of these words.
    pub fn word(name: &'static str, default: &'static str, words: &[&'static str]) -> Self {
        Self { name, values: Values::Word { default, words: words.to_vec() }, seat: None }
    }

    /// An option that is on or off.
    pub const fn flag(name: &'static str, default: bool) -> Self {
        Self { name, values: Values::Flag { default }, seat: None }
    }

    /// An option with any text.
    pub const fn text(name: &'static str) -> Self {
        Self { name, values: Values::Text, seat: None }
    }

    /// The same as the own option of a seat: its name ends with the number of the seat, from 1.
    pub const fn of_seat(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }

    /// True if this option has that name, in any case of letters.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Its default.
    #[must_use]
    pub fn default(&self) -> Setting {
        match &self.values {
            Values::Number { default, .. } => Setting::Number(*default),
            Values::Word { default, .. } => Setting::Word(default),
            Values::Flag { default } => Setting::Flag(*default),
            Values::Text => Setting::Text(String::new()),
        }
    }

    /// The setting of a text, as in the engine protocol and in records of matches.
    ///
    /// # Errors
    /// Fails for any other value, and names those that the option takes.
    pub fn parse(&self, text: &str) -> Result<Setting, InputError> {
        let setting = match &self.values {
            Values::Number { range, .. } => {
                text.parse().ok().filter(|number| range.contains(number)).map(Setting::Number)
            }
            Values::Word { words, .. } => words.iter().find(|word| **word == text).map(|word| Setting::Word(word)),
            Values::Flag { .. } => text.parse().ok().map(Setting::Flag),
            Values::Text => Some(Setting::Text(text.to_string())),
        };
        setting.ok_or_else(|| InputError::new(format_args!("{} {}, not \"{text}\"", self.name, self.values)))
    }

    /// The setting of a JSON value, as the lobby sends it and tables keep it.
    ///
    /// # Errors
    /// Fails for any other value, and names those that the option takes.
    pub fn read(&self, value: &Value) -> Result<Setting, InputError> {
        let setting = match (&self.values, value) {
            (Values::Flag { .. }, Value::Bool(flag)) => Some(Setting::Flag(*flag)),
            (Values::Number { .. }, Value::Number(number)) => self.parse(&number.to_string()).ok(),
            (Values::Word { .. } | Values::Text, Value::String(text)) => self.parse(text).ok(),
            _ => None,
        };
        setting.ok_or_else(|| InputError::new(format_args!("{} {}", self.name, self.values)))
    }

    /// The option as the lobby gets it: an object with `key`, `kind` (`number` with `min` and `max`, `choice` with
    /// `values`, `flag`, `text`) and `default`.
    #[must_use]
    pub fn offered(&self) -> Value {
        let mut offered = match &self.values {
            Values::Number { range, .. } => json!({"kind": "number", "min": range.start(), "max": range.end()}),
            Values::Word { words, .. } => json!({"kind": "choice", "values": words}),
            Values::Flag { .. } => json!({"kind": "flag"}),
            Values::Text => json!({"kind": "text"}),
        };
        offered["key"] = self.name.into();
        offered["default"] = self.default().json();
        offered
    }
}

/// The values as a predicate for errors: "is a number from 1 to 4".
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { range, .. } => write!(f, "is a whole number from {} to {}", range.start(), range.end()),
            Self::Word { words, .. } => write!(f, "is one of {}", words.join(", ")),
            Self::Flag { .. } => f.write_str("is true or false"),
            Self::Text => f.write_str("is a text"),
        }
    }
}

/// The declaration in the engine protocol.
impl fmt::Display for GameOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.values {
            Values::Number { default, range } => {
                write!(f, "spin default {default} min {} max {}", range.start(), range.end())
            }
            Values::Word { default, words } => {
                write!(f, "combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            Values::Flag { default } => write!(f, "check default {default}"),
            Values::Text => f.write_str("string default <empty>"),
        }
    }
}

impl Setting {
    fn json(&self) -> Value {
        match self {
            Self::Number(number) => (*number).into(),
            Self::Word(word) => (*word).into(),
            Self::Flag(flag) => (*flag).into(),
            Self::Text(text) => text.as_str().into(),
        }
    }

    /// The number; 0 for another kind of setting.
    #[must_use]
    pub fn as_number<T: TryFrom<u64> + Default>(&self) -> T {
        if let Self::Number(number) = self { T::try_from(*number).unwrap_or_default() } else { T::default() }
    }

    /// The word or text; empty for another kind of setting.
    #[must_use]
    pub fn as_text(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Text(text) => text,
            _ => "",
        }
    }
}

/// A setting for each option of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Settings(Vec<(&'static str, Setting)>);

impl Settings {
    /// The settings that an object has under the names of these options, and defaults for those that are absent or
    /// null. Other entries of the object are ignored.
    ///
    /// # Errors
    /// Fails for the first invalid setting, and names the values that its option takes.
    pub fn read(options: &[GameOption], given: &Map<String, Value>) -> Result<Self, InputError> {
        let setting = |option: &GameOption| {
            let value = given.get(option.name).filter(|value| !value.is_null());
            Ok((option.name, value.map_or_else(|| Ok(option.default()), |value| option.read(value))?))
        };
        options.iter().map(setting).collect::<Result<_, _>>().map(Self)
    }

    /// The defaults.
    pub fn usual(options: &[GameOption]) -> Self {
        Self(options.iter().map(|option| (option.name, option.default())).collect())
    }

    /// Makes a setting, which is the latest then.
    pub fn set(&mut self, name: &'static str, setting: Setting) {
        self.0.retain(|(other, _)| *other != name);
        self.0.push((name, setting));
    }

    /// The same with a setting.
    pub fn with(mut self, name: &'static str, setting: Setting) -> Self {
        self.set(name, setting);
        self
    }

    /// All of them, the latest last.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'static str, &Setting)> {
        self.0.iter().map(|(name, setting)| (*name, setting))
    }

    /// A setting that was made.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, setting)| setting)
    }

    /// The number of an option; 0 if there is no such option.
    #[must_use]
    pub fn number<T: TryFrom<u64> + Default>(&self, name: &str) -> T {
        self.get(name).map_or_else(T::default, Setting::as_number)
    }

    /// The word of an option; empty if there is no such option.
    #[must_use]
    pub fn word(&self, name: &str) -> &str {
        self.get(name).map_or("", Setting::as_text)
    }

    /// True if an option is on; false if there is no such option.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Setting::Flag(true)))
    }

    /// All of them as [`Settings::read`] takes them.
    #[must_use]
    pub fn json(&self) -> Map<String, Value> {
        self.0.iter().map(|(name, setting)| ((*name).to_string(), setting.json())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<GameOption> {
        vec![
            GameOption::number("size", 12_u8, &(6..=30)),
            GameOption::word("map", "b", &["a", "b"]),
            GameOption::flag("loud", true),
            GameOption::text("note"),
        ]
    }

    #[test]
    fn settings_are_read_as_they_are_written() {
        let usual = Settings::usual(&options());
        assert_eq!((usual.number::<u8>("size"), usual.word("map"), usual.flag("loud")), (12, "b", true));
        assert_eq!(Settings::read(&options(), &usual.json()), Ok(usual));
        let given = json!({"size": 6, "map": "a", "loud": false, "note": "x", "clock": 3, "more": null});
        let read = Settings::read(&options(), given.as_object().expect("an object")).expect("all fit");
        assert_eq!(
            (read.number::<u64>("size"), read.word("map"), read.flag("loud"), read.word("note")),
            (6, "a", false, "x")
        );
    }

    #[test]
    fn what_an_option_cannot_be_is_said() {
        for (given, part) in [
            (json!({"size": 31}), "size is a whole number from 6 to 30"),
            (json!({"size": 6.5}), "size is a whole number"),
            (json!({"size": -6}), "size is a whole number"),
            (json!({"size": "12"}), "size is a whole number"),
            (json!({"map": "c"}), "map is one of a, b"),
            (json!({"map": 1}), "map is one of a, b"),
            (json!({"loud": "true"}), "loud is true or false"),
            (json!({"note": 1}), "note is a text"),
        ] {
            let error = Settings::read(&options(), given.as_object().expect("an object")).expect_err(part);
            assert!(error.contains(part), "{given}: {error}");
        }
        let size = &options()[0];
        assert_eq!(size.parse("30"), Ok(Setting::Number(30)));
        assert!(size.parse("31").is_err_and(|error| &*error == "size is a whole number from 6 to 30, not \"31\""));
    }

    #[test]
    fn engines_and_the_lobby_are_told_the_same() {
        let told: Vec<String> = options().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "option name size type spin default 12 min 6 max 30",
                "option name map type combo default b var a var b",
                "option name loud type check default true",
                "option name note type string default <empty>",
            ]
        );
        let offered: Vec<Value> = options().iter().take(3).map(GameOption::offered).collect();
        assert_eq!(
            json!(offered),
            json!([
                {"key": "size", "kind": "number", "min": 6, "max": 30, "default": 12},
                {"key": "map", "kind": "choice", "values": ["a", "b"], "default": "b"},
                {"key": "loud", "kind": "flag", "default": true},
            ])
        );
    }
}
