//! What has been at a table, step by step, as those who only watch have seen it.

use super::playthrough::{Playthrough, Record, STOPPED};
use super::table::{step, veiled};
use boardbots_base::invalid::Invalid;
use boardbots_game::game::Game;
use serde_json::{Value, json};

/// This many steps after the first `from` ones, each with what was seen after it; with what was
/// seen at the start if they begin there. Choices that are still secret are left out.
/// Nothing when it is told to stop.
///
/// # Errors
/// Why the table cannot be played again, or that it was stopped.
pub fn history(
    game: &'static dyn Game,
    (setup, choices): Record,
    from: usize,
    count: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Value, Invalid> {
    let total = choices.len();
    let mut playthrough = Playthrough::open(game, setup)?;
    let first = playthrough.now().view(None);
    let mut steps = Vec::new();
    for (n, (choice, veils)) in (1..).zip(choices) {
        if n > from.saturating_add(count) {
            break;
        }
        if stop() {
            return Err(STOPPED.into());
        }
        let attempted = playthrough.attempt(choice)?;
        let mut seen = (n > from).then(|| step(n, &attempted.choice, &attempted.events));
        playthrough.go(attempted);
        if let Some(seen) = &mut seen {
            seen["view"] = playthrough.now().view(None);
        }
        steps.extend(seen.map(|step| if veils { veiled(step, None) } else { step }));
    }
    let mut history = json!({ "total": total, "steps": steps });
    if from == 0 {
        history["first"] = json!({ "view": first });
    }
    Ok(history)
}

#[cfg(test)]
mod tests {
    use super::super::playthrough::{By, Choice};
    use super::super::trial::nim::{self, Nim};
    use super::*;

    #[test]
    fn parts_make_the_whole() {
        let mut playthrough = nim::playthrough(3);
        for (seat, by) in [(0, By::Seat), (1, By::Seat), (0, By::Undo), (0, By::Clock), (1, By::Seat)] {
            let attempted = playthrough.attempt(Choice { seat, by, text: "1".into(), at: 0 }).expect("a choice");
            playthrough.go(attempted);
        }
        let part = |from, count| history(&Nim, playthrough.record(), from, count, &|| false).expect("played before");
        let whole = part(0, 50);
        let stones = |step: &Value| step["view"]["stones"].as_i64().expect("a number");
        let all = whole["steps"].as_array().expect("a list");
        let start = stones(&whole["first"]);
        assert_eq!(all.iter().map(|step| start - stones(step)).collect::<Vec<_>>(), [1, 2, 0, 1, 2]);
        assert_eq!(all.iter().map(|step| step["n"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some));
        assert_eq!(
            (&all[2]["choice"], &all[2]["by"], &all[3]["by"]),
            (&json!("undo"), &json!("seat"), &json!("clock"))
        );
        assert_eq!(part(1, 3), json!({ "total": 5, "steps": all[1..4] }));
        assert_eq!(part(9, 3), json!({ "total": 5, "steps": [] }));
        assert!(history(&Nim, playthrough.record(), 0, 50, &|| true).is_err(), "it stops");
    }
}
