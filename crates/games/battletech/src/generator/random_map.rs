//! The option of a random map: `random` or `random:KEY=VALUE,…`.

use super::map::generate;
use super::parameters::{Parameters, RELIEFS, ROADS, WATERS, WOODS};
use crate::map::Map;
use boardbots_base::invalid::InputError;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The first word of the option of a random map.
pub const RANDOM: &str = "random";

/// The option of a random map in place of a named one: `random` or `random:KEY=VALUE,…`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomMap {
    /// Its parameters.
    pub parameters: Parameters,
    /// The seed, if all fights share the same map; otherwise each fight has a map of its own seed.
    pub seed: Option<u64>,
}

impl RandomMap {
    /// True if a text asks for a random map, well-formed or not.
    #[must_use]
    pub fn is_asked(text: &str) -> bool {
        text.strip_prefix(RANDOM).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }

    /// The map of a fight with this seed.
    #[must_use]
    pub fn map(&self, seed: u64) -> Map {
        generate(self.parameters, self.seed.unwrap_or(seed))
    }

    /// The same option with the seed of the map in a fight of this seed.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed: Some(self.seed.unwrap_or(seed)), ..self }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        let Parameters { size, relief, woods, water, roads } = &mut self.parameters;
        let number = |place: &mut u8, range: RangeInclusive<u8>| -> Result<(), InputError> {
            *place = value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                InputError::new(format_args!("{key} is a number from {least} to {most}, not `{value}`"))
            })?;
            Ok(())
        };
        match key {
            "size" => *size = value.parse().map_err(|error: InputError| error.at("size"))?,
            "relief" => number(relief, RELIEFS)?,
            "woods" => number(woods, WOODS)?,
            "water" => number(water, WATERS)?,
            "roads" => number(roads, ROADS)?,
            "seed" => {
                let seed = value.parse();
                self.seed = Some(seed.map_err(|_| {
                    InputError::new(format_args!("seed is a number from 0 to {}, not `{value}`", u64::MAX))
                })?);
            }
            _ => {
                let message = format_args!("no key `{key}`; there are size, relief, woods, water, roads, seed");
                return Err(InputError::new(message));
            }
        }
        Ok(())
    }
}

impl fmt::Display for RandomMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{RANDOM}:{}", self.parameters)?;
        self.seed.map_or(Ok(()), |seed| write!(f, ",seed={seed}"))
    }
}

impl FromStr for RandomMap {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let wrong = |error: InputError| error.at(format_args!("`{text}`"));
        let mut random = Self::default();
        let said = match text.strip_prefix(RANDOM) {
            Some("") => return Ok(random),
            Some(rest) => rest.strip_prefix(':'),
            None => None,
        };
        let usage = format_args!("write {RANDOM} or {RANDOM}:KEY=VALUE,…, as in {RANDOM}:relief=5,seed=7");
        let said = said.ok_or_else(|| wrong(InputError::new(usage)))?;
        let mut keys = Vec::new();
        for part in said.split(',') {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| wrong(InputError::new(format_args!("`{part}` is no KEY=VALUE, such as relief=5"))))?;
            if keys.contains(&key) {
                return Err(wrong(InputError::new(format_args!("{key} is given twice; leave one out"))));
            }
            keys.push(key);
            random.set(key, value).map_err(wrong)?;
        }
        Ok(random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for (text, whole) in [
            ("random", "random:size=15x17,relief=3,woods=20,water=8,roads=1"),
            (
                "random:relief=0,seed=18446744073709551615",
                "random:size=15x17,relief=0,woods=20,water=8,roads=1,seed=18446744073709551615",
            ),
            ("random:size=99x8,woods=60,water=40,roads=4", "random:size=99x8,relief=3,woods=60,water=40,roads=4"),
        ] {
            let random: RandomMap = text.parse().expect(text);
            assert_eq!(random.to_string(), whole);
            assert_eq!(whole.parse(), Ok(random));
            assert!(RandomMap::is_asked(text));
        }
        assert!(!RandomMap::is_asked("random.sbt") && !RandomMap::is_asked("colinas"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_remedy() {
        for (text, part) in [
            ("colinas", "write random or random:KEY=VALUE,…"),
            ("random:", "`` is no KEY=VALUE, such as relief=5"),
            ("random:7", "`7` is no KEY=VALUE"),
            ("random:size=7x8", "`random:size=7x8`: size: `7x8` is no size; use columns and rows, 8 to 99 of each"),
            ("random:size=100x8", "is no size"),
            ("random:size=20", "such as 15x17"),
            ("random:relief=10", "relief is a number from 0 to 9, not `10`"),
            ("random:woods=61", "woods is a number from 0 to 60"),
            ("random:water=-1", "water is a number from 0 to 40"),
            ("random:roads=1.5", "roads is a number from 0 to 4"),
            ("random:seed=x", "seed is a number from 0 to 18446744073709551615, not `x`"),
            ("random:relief=1,relief=2", "relief is given twice"),
            ("random:hills=1", "no key `hills`; there are size, relief"),
        ] {
            let error = text.parse::<RandomMap>().expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
