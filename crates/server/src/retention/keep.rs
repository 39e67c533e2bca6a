//! `--keep AGE,BYTES`: how long games and tables stay, and how much disk their database takes.

use boardbots_base::invalid::InputError;
use boardbots_base::span::Span;
use boardbots_base::store::place;
use std::fs;
use std::path::Path;
use std::str::FromStr;

/// The age in seconds after which things go, unless another one is given.
const AGE: i64 = 90 * DAY;
/// Seconds of a day.
pub(super) const DAY: i64 = 24 * 60 * 60;
/// Most bytes of a database without a limit of its own.
const MOST: u64 = 4 << 30;
/// Most bytes of a database in memory without a limit of its own.
const MOST_IN_MEMORY: u64 = 64 << 20;
/// The smallest limit: `SQLite`'s log alone takes some of it.
const LEAST: u64 = 4 << 20;
/// Units of bytes.
const UNITS: [(char, u32); 4] = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];

/// Age and bytes up to which a database keeps what has ended. Its text has both, such as `90d,4G`, or one: `30d` or
/// `,20G`. `all` in place of one or of both is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Seconds after which things go, if there is such an age.
    pub(super) age: Option<i64>,
    bytes: Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bytes {
    Usual,
    Most(u64),
    All,
}

impl Default for Keep {
    fn default() -> Self {
        Self { age: Some(AGE), bytes: Bytes::Usual }
    }
}

impl FromStr for Keep {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let (age, bytes) = text.split_once(',').unwrap_or((text, if text == "all" { "all" } else { "" }));
        let age = match age.trim() {
            "" => Some(AGE),
            "all" => None,
            age => Some(read_age(age)?),
        };
        let bytes = match bytes.trim() {
            "" => Bytes::Usual,
            "all" => Bytes::All,
            bytes => Bytes::Most(read_bytes(bytes)?),
        };
        Ok(Self { age, bytes })
    }
}

fn read_age(text: &str) -> Result<i64, InputError> {
    let days = text.strip_suffix('d').and_then(|days| days.parse::<u32>().ok()).map(|days| i64::from(days) * DAY);
    let span = || text.parse::<Span>().ok().and_then(|span| i64::try_from(span.0.as_secs()).ok());
    days.or_else(span).ok_or_else(|| {
        format!("{text:?} is no age; write a whole number and d, h, m or s, like 90d, or all; bytes follow a comma")
            .into()
    })
}

fn read_bytes(text: &str) -> Result<u64, InputError> {
    let unit = UNITS.into_iter().find_map(|(unit, bits)| text.strip_suffix(unit).map(|number| (number, bits)));
    let (number, bits) = unit.unwrap_or((text, 0));
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << bits));
    bytes.filter(|bytes| *bytes >= LEAST).ok_or_else(|| {
        format!("{text:?} are no bytes to keep; write a whole number and K, M, G or T, at least 4M, like 2G, or all")
            .into()
    })
}

impl Keep {
    /// The bytes of a database, if they have a limit: without one of its own a quarter of what was free before the
    /// database took some of it.
    pub(super) fn bytes(self, path: Option<&Path>) -> Option<u64> {
        match (self.bytes, path) {
            (Bytes::All, _) => None,
            (Bytes::Most(bytes), _) => Some(bytes),
            (Bytes::Usual, None) => Some(MOST_IN_MEMORY),
            (Bytes::Usual, Some(path)) => {
                let taken = fs::metadata(path).map_or(0, |found| found.len());
                let quarter = place::free(path).map_or(MOST, |free| (free + taken) / 4);
                Some(quarter.clamp(LEAST, MOST))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_what_is_kept() {
        for (text, age, bytes) in [
            ("90d,4G", Some(90 * DAY), Some(4 << 30)),
            ("12h", Some(DAY / 2), Some(MOST_IN_MEMORY)),
            (",20M", Some(90 * DAY), Some(20 << 20)),
            (" 0d , 4194304", Some(0), Some(LEAST)),
            ("all", None, None),
            ("all,8M", None, Some(8 << 20)),
            ("1d,all", Some(DAY), None),
        ] {
            let keep: Keep = text.parse().expect(text);
            assert_eq!((keep.age, keep.bytes(None)), (age, bytes), "{text}");
        }
        assert_eq!("".parse(), Ok(Keep::default()));
        for (text, part) in [
            ("4G", "no age"),
            ("90", "no age"),
            ("-1d", "no age"),
            ("9d,3M", "at least 4M"),
            ("9d,x", "no bytes"),
            ("9d,99999999999T", "no bytes"),
            ("9d,4G,1", "no bytes"),
        ] {
            let error = text.parse::<Keep>().expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn the_usual_limit_does_not_shrink_as_the_database_grows() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.db");
        fs::write(&path, vec![0; 1 << 20]).expect("a file");
        let bytes = Keep::default().bytes(Some(&path)).expect("a limit");
        assert!((LEAST..=MOST).contains(&bytes), "{bytes}");
    }
}
