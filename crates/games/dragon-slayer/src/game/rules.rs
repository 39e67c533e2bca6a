//! The options of a game. There are few, because bots need values for each set of rules, and all solved values are
//! kept.

use crate::book::Book;
use crate::solution::Solution;
use crate::variant::Variant;
use boardbots_game::options::{GameOption, Settings};
use std::array;
use std::sync::{Arc, OnceLock};

/// The choices of the goal, in points.
const GOALS: [(&str, u8); 4] = [("20", 20), ("30", 30), ("40", 40), ("60", 60)];
/// The choices of the bonus of a challenger, in points.
const BONUSES: [(&str, u8); 3] = [("0", 0), ("5", 5), ("10", 10)];
/// The number of sets of rules.
const KINDS: usize = GOALS.len() * BONUSES.len() * 2;

/// All values that have been needed so far, at most a quarter of a megabyte each.
static BOOKS: [OnceLock<Arc<Book>>; KINDS] = [const { OnceLock::new() }; KINDS];

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

/// The values to play by. Those of other rules than the printed ones are solved on the first call, which takes a
/// moment: not for a thread on which others wait.
pub fn book(variant: Variant) -> Arc<Book> {
    let kinds: [Variant; KINDS] = array::from_fn(|kind| Variant {
        goal: GOALS[kind / 2 / BONUSES.len()].1,
        bonus: BONUSES[kind / 2 % BONUSES.len()].1,
        doubling: kind % 2 == 1,
    });
    let solve = || Arc::new(Book::of(variant));
    let kept = kinds.iter().zip(&BOOKS).find(|(kind, _)| **kind == variant);
    kept.map_or_else(solve, |(_, book)| Arc::clone(book.get_or_init(solve)))
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
    fn what_is_solved_is_kept_and_belongs_to_its_rules() {
        for variant in [Variant::STANDARD, Variant { goal: 20, bonus: 0, doubling: true }] {
            let first = book(variant);
            assert_eq!(first.variant(), variant);
            assert!(Arc::ptr_eq(&first, &book(variant)));
        }
    }
}
