//! The options of a table: those that all games have, and the game's own.

use boardbots_base::invalid::InputError;
use boardbots_game::game::Game;
use boardbots_game::options::{GameOption, Settings};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::time::Duration;

/// Seconds for a choice, where there is a clock.
const CLOCK: RangeInclusive<u64> = 10..=86_400;
/// Longest pause between choices of bots, in milliseconds.
const SLOWEST: u64 = 5000;
/// The pause, in milliseconds, at a table of bots only, so that people can watch.
const WATCHED: u64 = 700;

/// The option under which the start of a match is stored at the table that shows it. Nobody is told it: what chance
/// decides follows from it, in the next game of the match, too. No request can set it.
pub const SHOWN: &str = "match";

/// The options of a table, checked and complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seconds for a choice, 0 for none.
    pub clock: u64,
    /// True if there are hints and evaluations, and choices can be taken back.
    pub hints: bool,
    /// The shortest time between choices of bots.
    pub pace: Duration,
    /// True if programs may take seats.
    pub programs: bool,
    /// The game's own.
    pub own: Settings,
}

impl Options {
    /// Checks what is given, and completes it, for a table with this many people and seats.
    ///
    /// # Errors
    /// An unknown option, with the known ones, or a value that it cannot have, with the possible ones.
    pub fn check(game: &dyn Game, given: &Map<String, Value>, people: usize) -> Result<Self, InputError> {
        let options = game.options();
        let known: Vec<&str> =
            options.iter().map(|option| option.name).chain(["clock", "hints", "pace", "programs"]).collect();
        if let Some(key) = given.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(InputError::unknown("option", key, known));
        }
        let whole = |key: &str, usual: u64| match given.get(key) {
            None | Some(Value::Null) => Ok(usual),
            Some(value) => value.as_u64().ok_or_else(|| InputError::new(format_args!("{key} is a whole number"))),
        };
        let clock = whole("clock", 0)?;
        if clock != 0 && !CLOCK.contains(&clock) {
            return Err(format!("clock is 0 for none, or {} to {} seconds", CLOCK.start(), CLOCK.end()).into());
        }
        let pace = whole("pace", if people == 0 { WATCHED } else { 0 })?;
        if pace > SLOWEST {
            return Err(format!("pace is at most {SLOWEST} milliseconds").into());
        }
        let flag = |key: &str, usual: bool| match given.get(key) {
            None | Some(Value::Null) => Ok(usual),
            Some(value) => value.as_bool().ok_or_else(|| InputError::new(format_args!("{key} is true or false"))),
        };
        let (hints, programs) = (flag("hints", people <= 1)?, flag("programs", true)?);
        let own = Settings::read(&options, given)?;
        Ok(Self { clock, hints, pace: Duration::from_millis(pace), programs, own })
    }

    /// All of them by their keys, as they are kept and shown.
    pub fn all(&self) -> Map<String, Value> {
        let mut all = self.own.json();
        all.insert("clock".into(), self.clock.into());
        all.insert("hints".into(), self.hints.into());
        // Versions before know no programs at tables.
        if !self.programs {
            all.insert("programs".into(), false.into());
        }
        all.insert("pace".into(), u64::try_from(self.pace.as_millis()).unwrap_or(SLOWEST).into());
        all
    }

    /// The options as the lobby offers them for this game. A missing `default` depends on who sits at the table.
    pub fn offered(game: &dyn Game) -> Value {
        let mut offered = vec![
            json!({ "key": "clock", "kind": "number", "min": 0, "max": CLOCK.end(), "default": 0 }),
            json!({ "key": "hints", "kind": "flag" }),
            json!({ "key": "pace", "kind": "number", "min": 0, "max": SLOWEST }),
            json!({ "key": "programs", "kind": "flag", "default": true }),
        ];
        offered.extend(game.options().iter().map(GameOption::offered));
        offered.into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::pile::Pile;
    use super::*;

    fn map(value: &Value) -> Map<String, Value> {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn what_is_not_said_depends_on_who_sits() {
        let usual = |people| Options::check(&Pile, &Map::new(), people).expect("all have defaults");
        assert_eq!((usual(0).hints, usual(1).hints, usual(2).hints), (true, true, false));
        assert_eq!((usual(0).pace.as_millis(), usual(1).pace.as_millis()), (700, 0));
        assert_eq!(Value::from(usual(1).own.json()), json!({ "most": 20, "colour": "red", "loud": false }));
        let said =
            Options::check(&Pile, &map(&json!({ "hints": true, "pace": 5000, "clock": 10 })), 2).expect("allowed");
        assert_eq!((said.hints, said.pace.as_millis(), said.clock), (true, 5000, 10));
        assert_eq!(Options::check(&Pile, &said.all(), 2), Ok(said));
    }

    #[test]
    fn what_an_option_cannot_be_is_said() {
        for (given, part) in [
            (json!({ "clock": 9 }), "clock is 0 for none, or 10 to 86400"),
            (json!({ "clock": -1 }), "clock is a whole number"),
            (json!({ "pace": 5001 }), "at most 5000"),
            (json!({ "hints": "yes" }), "true or false"),
            (json!({ "most": 1001 }), "most is a whole number from 10 to 1000"),
            (json!({ "most": 10.5 }), "most is a whole number"),
            (json!({ "colour": "green" }), "colour is one of red, blue"),
            (json!({ "loud": 1 }), "loud is true or false"),
            (json!({ "size": 1 }), "no option \"size\"; there are most, colour, loud, clock"),
        ] {
            let error = Options::check(&Pile, &map(&given), 1).expect_err(part);
            assert!(error.contains(part), "{given}: {error}");
        }
    }
}
