//! The options of a game. There are few, because bots need values for each set of rules, and all solved values are
//! kept.

use crate::book::Book;
use crate::rules::PLAYERS;
use crate::solution::Solution;
use crate::values::Values as _;
use crate::variant::Variant;
use boardbots_base::invalid::InputError;
use boardbots_base::thread::lock;
use boardbots_game::options::{GameOption, Settings};
use serde_json::{Value, json};
use std::array;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, OnceLock};

/// The choices of the goal, in points.
const GOALS: [(&str, u8); 4] = [("20", 20), ("30", 30), ("40", 40), ("60", 60)];
/// The choices of the bonus of a challenger, in points.
const BONUSES: [(&str, u8); 3] = [("0", 0), ("5", 5), ("10", 10)];
/// The number of sets of rules.
const KINDS: usize = GOALS.len() * BONUSES.len() * 2;

/// All values that have been needed so far, at most a quarter of a megabyte each.
static BOOKS: [OnceLock<Arc<Book>>; KINDS] = [const { OnceLock::new() }; KINDS];
/// The values of other rules that were needed last.
static OTHER: Mutex<Option<Arc<Book>>> = Mutex::new(None);

/// The options of a game at a table.
pub fn options() -> Vec<GameOption> {
    vec![
        GameOption::word("goal", "40", &GOALS.map(|(word, _)| word)),
        GameOption::word("bonus", "5", &BONUSES.map(|(word, _)| word)),
        GameOption::flag("doubling", Variant::STANDARD.doubling),
    ]
}

/// The variant of these settings.
pub fn variant(options: &Settings) -> Variant {
    let Variant { goal, bonus, .. } = Variant::STANDARD;
    Variant {
        goal: options.word("goal").parse().unwrap_or(goal),
        bonus: options.word("bonus").parse().unwrap_or(bonus),
        doubling: options.flag("doubling"),
    }
}

/// The ground of a match by these rules, between so many players, in which everything that happens is counted.
#[must_use]
pub fn ground(variant: Variant, players: usize) -> Value {
    let Variant { goal, bonus, doubling } = variant;
    json!({ "players": players, "goal": goal, "bonus": bonus, "doubling": doubling })
}

/// The rules and the number of players that a ground says.
///
/// # Errors
/// What is missing in it, or out of its range.
pub fn of_ground(ground: &Value) -> Result<(Variant, usize), InputError> {
    let doubling = ground["doubling"].as_bool().ok_or("the ground's \"doubling\" is true or false")?;
    let (goal, bonus) = (number(ground, "goal", Variant::GOALS)?, number(ground, "bonus", Variant::BONUSES)?);
    Ok((Variant { goal, bonus, doubling }, number(ground, "players", PLAYERS)?))
}

fn number<N: TryFrom<u64> + PartialOrd + Display>(
    ground: &Value,
    key: &str,
    range: RangeInclusive<N>,
) -> Result<N, InputError> {
    let found = ground[key].as_u64().and_then(|number| N::try_from(number).ok());
    found.filter(|number| range.contains(number)).ok_or_else(|| {
        InputError::new(format_args!("the ground's \"{key}\" is a number from {} to {}", range.start(), range.end()))
    })
}

/// The values to play by. Those of other rules than the printed ones are solved on the first call, which takes a
/// moment: not for a thread on which others wait.
pub fn book(variant: Variant) -> Arc<Book> {
    let kinds: [Variant; KINDS] = array::from_fn(|kind| Variant {
        goal: GOALS[kind / 2 / BONUSES.len()].1,
        bonus: BONUSES[kind / 2 % BONUSES.len()].1,
        doubling: kind % 2 == 1,
    });
    let solve = || Arc::new(Book::of(variant));
    if let Some((_, book)) = kinds.iter().zip(&BOOKS).find(|(kind, _)| **kind == variant) {
        return Arc::clone(book.get_or_init(solve));
    }
    // The others wait: in a match all of them need the same one.
    let mut other = lock(&OTHER);
    let kept = other.take().filter(|book| book.variant() == variant);
    Arc::clone(other.insert(kept.unwrap_or_else(solve)))
}

/// The exact values of a variant. Those of the printed rules are solved on the first call: not for a thread on which
/// others wait.
pub fn exact(variant: Variant) -> Arc<Book> {
    static PRINTED: OnceLock<Arc<Book>> = OnceLock::new();
    let solve = || Arc::new(Book::Solved(Solution::of(variant)));
    if variant == Variant::STANDARD { Arc::clone(PRINTED.get_or_init(solve)) } else { book(variant) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Values;
    use serde_json::json;

    #[test]
    fn settings_are_the_rules_they_name() {
        let agreed = |given: serde_json::Value| {
            Settings::read(&options(), given.as_object().expect("an object")).map(|settings| variant(&settings))
        };
        assert_eq!(agreed(json!({})), Ok(Variant::STANDARD));
        let other = Variant { goal: 20, bonus: 10, doubling: false };
        assert_eq!(agreed(json!({ "goal": "20", "bonus": "10", "doubling": false, "clock": 0 })), Ok(other));
        for (given, part) in [
            (json!({ "goal": "41" }), "goal is one of 20, 30, 40, 60"),
            (json!({ "goal": 40 }), "goal is one of"),
            (json!({ "bonus": "-5" }), "bonus is one of 0, 5, 10"),
            (json!({ "doubling": "yes" }), "doubling is true or false"),
        ] {
            let error = agreed(given).expect_err("no such rules");
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_ground_is_the_rules_and_players_that_it_says() {
        for (variant, players) in [(Variant::STANDARD, 2), (Variant { goal: 2, bonus: 0, doubling: false }, 6)] {
            assert_eq!(of_ground(&ground(variant, players)), Ok((variant, players)));
        }
        for (key, value, part) in [
            ("players", json!(7), "\"players\" is a number from 2 to 6"),
            ("players", json!(-1), "\"players\" is a number"),
            ("goal", json!(296), "\"goal\" is a number from 2 to 120"),
            ("bonus", json!("5"), "\"bonus\" is a number from 0 to 20"),
            ("doubling", json!(1), "\"doubling\" is true or false"),
        ] {
            let mut other = ground(Variant::STANDARD, 2);
            other[key] = value;
            let error = of_ground(&other).expect_err("no ground");
            assert!(error.contains(part), "{error}");
        }
        assert!([json!(null), json!(7), json!([]), json!({})].iter().all(|other| of_ground(other).is_err()));
    }

    #[test]
    fn what_is_solved_is_kept_and_belongs_to_its_rules() {
        let own = Variant { goal: 9, bonus: 3, doubling: false };
        for variant in [Variant::STANDARD, Variant { goal: 20, bonus: 0, doubling: true }, own] {
            let first = book(variant);
            assert_eq!(first.variant(), variant);
            assert!(Arc::ptr_eq(&first, &book(variant)));
        }
    }
}
