//! What can be agreed on before a match. It is little, because bots need the values of what is
//! played for, and what is solved once is kept.

use crate::book::Book;
use crate::variant::Variant;
use serde_json::{Map, Value, json};
use std::array;
use std::sync::{Arc, OnceLock};

/// Points to play for.
const GOALS: [u8; 4] = [20, 30, 40, 60];
/// Points for a challenger who was right.
const BONUSES: [u8; 3] = [0, 5, 10];
/// Kinds of rules that there are.
const KINDS: usize = GOALS.len() * BONUSES.len() * 2;

/// All values that have been needed so far, a quarter of a megabyte each at most.
static BOOKS: [OnceLock<Arc<Book>>; KINDS] = [const { OnceLock::new() }; KINDS];

/// The options for the lobby.
pub fn options() -> Value {
    let Variant { goal, bonus, doubling } = Variant::STANDARD;
    let text = |number: &u8| number.to_string();
    json!([
        { "key": "goal", "kind": "choice", "values": GOALS.each_ref().map(text), "default": text(&goal) },
        { "key": "bonus", "kind": "choice", "values": BONUSES.each_ref().map(text), "default": text(&bonus) },
        { "key": "doubling", "kind": "flag", "default": doubling },
    ])
}

/// What these options agree on; the printed rules where they say nothing.
///
/// # Errors
/// Which value is none, and which there are.
pub fn variant(options: &Map<String, Value>) -> Result<Variant, String> {
    let Variant { goal, bonus, doubling } = Variant::STANDARD;
    let doubling = match options.get("doubling") {
        None => doubling,
        Some(Value::Bool(doubling)) => *doubling,
        Some(_) => return Err("doubling: is true or false".to_string()),
    };
    Ok(Variant {
        goal: number(options, "goal", goal, &GOALS)?,
        bonus: number(options, "bonus", bonus, &BONUSES)?,
        doubling,
    })
}

fn number(options: &Map<String, Value>, key: &str, usual: u8, possible: &[u8]) -> Result<u8, String> {
    let Some(value) = options.get(key) else { return Ok(usual) };
    let said = value.as_str().and_then(|text| possible.iter().find(|number| number.to_string() == text));
    said.copied().ok_or_else(|| {
        let possible: Vec<String> = possible.iter().map(|number| format!("\"{number}\"")).collect();
        format!("{key}: is one of {}", possible.join(", "))
    })
}

/// The values to play by; solved, which takes a moment, when rules other than the printed ones
/// are asked for the first time. Not for a thread on which others wait.
pub fn book(variant: Variant) -> Arc<Book> {
    let kinds: [Variant; KINDS] = array::from_fn(|kind| Variant {
        goal: GOALS[kind / 2 / BONUSES.len()],
        bonus: BONUSES[kind / 2 % BONUSES.len()],
        doubling: kind % 2 == 1,
    });
    let solve = || Arc::new(Book::of(variant));
    let kept = kinds.iter().zip(&BOOKS).find(|(kind, _)| **kind == variant);
    kept.map_or_else(solve, |(_, book)| Arc::clone(book.get_or_init(solve)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Values;

    fn agreed(options: &Value) -> Result<Variant, String> {
        variant(options.as_object().expect("an object"))
    }

    #[test]
    fn options_are_read_or_explained() {
        assert_eq!(agreed(&json!({})), Ok(Variant::STANDARD));
        let other = Variant { goal: 20, bonus: 10, doubling: false };
        assert_eq!(agreed(&json!({ "goal": "20", "bonus": "10", "doubling": false, "clock": 0 })), Ok(other));
        for (options, part) in [
            (json!({ "goal": "41" }), "goal: is one of \"20\", \"30\", \"40\", \"60\""),
            (json!({ "goal": 40 }), "goal: is one of"),
            (json!({ "bonus": "-5" }), "bonus: is one of \"0\", \"5\", \"10\""),
            (json!({ "doubling": "yes" }), "doubling: is true or false"),
        ] {
            let error = agreed(&options).expect_err("no such rules");
            assert!(error.contains(part), "{error}");
        }
        for option in options().as_array().expect("a list") {
            let usual = json!({ (option["key"].as_str().expect("a key")): option["default"] });
            assert_eq!(agreed(&usual), Ok(Variant::STANDARD));
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
