//! The constants of an evaluation by their names, so that they can be read from a file and
//! tuned.
//!
//! An evaluation keeps its constants in a struct of numbers, which costs a search nothing;
//! the macro `constants` makes such a struct together with a description of each number.
//! [`Parameters`] is the same set for those who know no single game.
//!
//! ```
//! use boardbots_game::constants;
//! use boardbots_game::parameters::Constants;
//!
//! constants! {
//!     /// What a position is worth.
//!     pub struct Weights {
//!         /// Each bomb.
//!         blast "blast" = 4 in 0..=20 by 1;
//!     }
//! }
//!
//! let mut parameters = Weights::default().parameters();
//! parameters.read(b"blast = 6  # bombs count more").expect("a name and a number in its range");
//! assert_eq!(parameters.get("blast"), Some(6));
//! assert_eq!(Weights::of(&parameters).expect("of this table").blast, 6);
//! ```

use boardbots_base::entries::{LineError, parse};
use std::fmt;

/// One constant of an evaluation: its name, meaning, default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name: small letters, digits and dashes.
    pub name: &'static str,
    /// Its meaning and unit.
    pub about: &'static str,
    /// The default value.
    pub default: i32,
    /// The least value that it may have.
    pub least: i32,
    /// The largest.
    pub most: i32,
    /// The smallest change that shows in a few thousand games, and with which tuning may begin. At least 1.
    pub step: i32,
}

/// A value for each constant of a table. Every value is in its range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Parameters {
    /// The constants, in the order of [`Parameters::values`].
    pub table: &'static [Parameter],
    /// All values, in the order of the table.
    pub values: Vec<i32>,
}

/// An error in setting a constant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// No constant of the table has this name.
    #[error("there is no parameter {0:?}; {known}", known = known(.1))]
    Unknown(String, &'static [Parameter]),
    /// This is no whole number in the constant's range.
    #[error(
        "{name} is {1:?}; it must be a whole number from {least} to {most}",
        name = .0.name, least = .0.least, most = .0.most
    )]
    Value(Parameter, String),
}

/// The names of a table's constants, for an error.
fn known(table: &[Parameter]) -> String {
    if table.is_empty() {
        return "this player has none".into();
    }
    let names: Vec<&str> = table.iter().map(|parameter| parameter.name).collect();
    format!("the parameters are {}", names.join(", "))
}

impl Parameters {
    /// The default values of a table; of an empty one for players who have no constants.
    pub fn of(table: &'static [Parameter]) -> Self {
        Self { table, values: table.iter().map(|parameter| parameter.default).collect() }
    }

    /// Values for a table in its order, each the nearest in its range to what is given; the
    /// default where nothing is given.
    pub fn nearest(table: &'static [Parameter], values: &[i32]) -> Self {
        let mut nearest = Self::of(table);
        for ((value, given), Parameter { least, most, .. }) in nearest.values.iter_mut().zip(values).zip(table) {
            *value = *given.clamp(least, most);
        }
        nearest
    }

    /// The value of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i32> {
        self.place(name).map(|place| self.values[place])
    }

    /// Sets the value of this name.
    ///
    /// # Errors
    /// See [`ParameterError`].
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
        self.set_text(name, &value.to_string())
    }

    /// Sets the value of this name to that of a text.
    ///
    /// # Errors
    /// See [`ParameterError`].
    pub fn set_text(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        let place = self.place(name).ok_or_else(|| ParameterError::Unknown(name.into(), self.table))?;
        let Parameter { least, most, .. } = self.table[place];
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        self.values[place] = number.ok_or_else(|| ParameterError::Value(self.table[place], value.into()))?;
        Ok(())
    }

    /// Sets what the lines of a text say, one `name = value` each with `#` before comments;
    /// everything else stays as it is. Nothing is set if one of the lines is wrong.
    ///
    /// # Errors
    /// The first line that names no constant, or no whole number in its range, or says again
    /// what another one has said.
    pub fn read(&mut self, text: &[u8]) -> Result<(), LineError> {
        let mut read = self.clone();
        for entry in parse(text, "keys are names of parameters, in small letters")? {
            let wrong = |error: ParameterError| LineError { line: entry.line, problem: error.to_string() };
            read.set_text(&entry.key, &entry.value).map_err(wrong)?;
        }
        *self = read;
        Ok(())
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.table.iter().position(|parameter| parameter.name == name)
    }
}

impl fmt::Display for Parameters {
    /// Lines that [`Parameters::read`] reads, each behind a comment on what it means.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (Parameter { name, about, default, least, most, .. }, value) in self.table.iter().zip(&self.values) {
            writeln!(out, "# {about} From {least} to {most}; {default} by default.")?;
            writeln!(out, "{name} = {value}")?;
        }
        Ok(())
    }
}

/// The constants of one evaluation: a struct of numbers, made by the macro `constants`.
pub trait Constants: Copy + Default {
    /// The names, meanings, defaults and ranges of the constants.
    const TABLE: &'static [Parameter];

    /// The constants as a set of named values. Values out of range become the nearest in it.
    fn parameters(&self) -> Parameters;
    /// The constants of such a set; `None` if it is not one of this table.
    #[must_use]
    fn of(parameters: &Parameters) -> Option<Self>;
}

/// Makes a struct of constants: a doc comment for each, its name in the struct and in files,
/// `= default in least..=most by step;`.
#[macro_export]
macro_rules! constants {
    ($(#[$outer:meta])* $visible:vis struct $struct:ident {
        $($(#[doc = $about:literal])+ $field:ident $name:literal
            = $default:literal in $least:literal..=$most:literal by $step:literal;)+
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible struct $struct {
            $($(#[doc = $about])+ pub $field: i32,)+
        }

        impl $struct {
            /// The values that bots use by default.
            pub const DEFAULT: Self = Self { $($field: $default,)+ };
        }

        impl Default for $struct {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $crate::parameters::Constants for $struct {
            const TABLE: &'static [$crate::parameters::Parameter] = &[
                $($crate::parameters::Parameter {
                    name: $name,
                    about: concat!($($about),+).trim_ascii(),
                    default: $default,
                    least: $least,
                    most: $most,
                    step: $step,
                },)+
            ];

            fn parameters(&self) -> $crate::parameters::Parameters {
                $crate::parameters::Parameters::nearest(Self::TABLE, &[$(self.$field),+])
            }

            fn of(parameters: &$crate::parameters::Parameters) -> Option<Self> {
                let mut values = parameters.values.iter().copied();
                let mut next = || values.next();
                if parameters.table != Self::TABLE {
                    return None;
                }
                Some(Self { $($field: next()?,)+ })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    constants! {
        /// For tests.
        struct Pair {
            /// The first,
            /// on two lines.
            one "the-one" = 5 in -10..=10 by 1;
            /// The second.
            two "two" = 7 in 0..=7 by 2;
        }
    }

    fn pair(text: &str) -> Result<Parameters, String> {
        let mut parameters = Pair::DEFAULT.parameters();
        let read = parameters.read(text.as_bytes());
        // What is wrong changes nothing.
        assert!(read.is_ok() || parameters == Pair::DEFAULT.parameters());
        read.map(|()| parameters).map_err(|error| error.to_string())
    }

    #[test]
    fn a_text_says_everything() {
        let mut parameters = Pair::DEFAULT.parameters();
        parameters.set("the-one", -10).unwrap();
        parameters.set_text("two", "0").unwrap();
        let text = "# The first, on two lines. From -10 to 10; 5 by default.\nthe-one = -10\n\
                    # The second. From 0 to 7; 7 by default.\ntwo = 0\n";
        assert_eq!(parameters.to_string(), text);
        assert_eq!(pair(text), Ok(parameters.clone()));
        assert_eq!(Pair::of(&parameters), Some(Pair { one: -10, two: 0 }));
        assert_eq!(Pair { one: -10, two: 0 }.parameters(), parameters);
        let changed = pair("two=1 # less").unwrap();
        assert_eq!((&changed.values[..], changed.get("two"), changed.get("three")), (&[5, 1][..], Some(1), None));
        assert_eq!(pair(""), Ok(Pair::default().parameters()));
    }

    #[test]
    fn errors_name_line_and_name_and_range() {
        for (text, due) in [
            ("two = 1\n\nthree = 1", ":3: there is no parameter \"three\"; the parameters are the-one, two"),
            ("two = 8", ":1: two is \"8\"; it must be a whole number from 0 to 7"),
            ("the-one = -11", ":1: the-one is \"-11\"; it must be a whole number from -10 to 10"),
            ("two = 1.5", ":1: two is \"1.5\"; it must be a whole number from 0 to 7"),
            ("two = 99999999999", ":1: two is \"99999999999\"; it must be a whole number from 0 to 7"),
            ("two = 1\ntwo = 2", ":2: two stands already in line 1; keep one of them"),
            ("Two = 1", ":1: \"Two\" is no key; keys are names of parameters, in small letters"),
        ] {
            assert_eq!(pair(text).unwrap_err(), due);
        }
        let mut parameters = Pair::DEFAULT.parameters();
        let error = parameters.set("two", -1).unwrap_err();
        assert_eq!(error.to_string(), "two is \"-1\"; it must be a whole number from 0 to 7");
        let error = Parameters::of(&[]).set("two", 1).unwrap_err();
        assert_eq!(error.to_string(), "there is no parameter \"two\"; this player has none");
    }

    #[test]
    fn values_out_of_range_become_the_nearest() {
        assert_eq!(Parameters::nearest(Pair::TABLE, &[i32::MIN, i32::MAX, 3]).values, [-10, 7]);
        assert_eq!(Parameters::nearest(Pair::TABLE, &[11]).values, [10, 7]);
        assert_eq!(Pair { one: 99, two: -1 }.parameters().values, [10, 0]);
    }
}
