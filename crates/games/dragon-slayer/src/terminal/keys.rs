//! Input of a player: keys and words for actions.

use super::story::key;
use crate::rules::Action;
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;

/// The commands that can be typed besides actions.
const COMMANDS: &str = "? = help, log, show, save, quit";

/// The action of a line, given the possible actions.
///
/// # Errors
/// A line that is not a possible action, with the possible keys.
pub fn parse(line: &str, possible: &[Action]) -> Result<Action, InputError> {
    let (typed, keys) = (line.to_lowercase(), keys(possible));
    if typed.contains(char::is_whitespace) {
        return Err(format!("one key at a time. {keys}").into());
    }
    match Action::ALL.into_iter().find(|action| typed == action.word() || typed == key(*action).to_string()) {
        Some(action) if possible.contains(&action) => Ok(action),
        Some(action) => Err(format!("{} {keys}", refusal(action, possible)).into()),
        None => Err(format!("\"{}\" is no key. {keys}", printable(&typed, 40)).into()),
    }
}

/// The keys of the possible actions.
fn keys(possible: &[Action]) -> String {
    let keys: Vec<String> = possible.iter().map(|action| format!("{} = {}", key(*action), action.word())).collect();
    if keys.is_empty() {
        return format!("Enter goes on; {COMMANDS}");
    }
    format!("Possible now: {}; {COMMANDS}", keys.join(", "))
}

/// The reason for refusing an action, given the possible ones.
fn refusal(action: Action, possible: &[Action]) -> String {
    let fighting = possible.iter().any(|other| matches!(other, Action::Fight(_)));
    match action {
        _ if possible.is_empty() => "It is not your decision.".to_string(),
        Action::Fight(dragon) if fighting => format!("The {} dragon is slain already.", dragon.name()),
        Action::Stop if fighting => "You must fight before you can stop.".to_string(),
        Action::Challenge | Action::Pass => "No player wants to stop now.".to_string(),
        Action::Accept | Action::Refuse => "You have not been challenged.".to_string(),
        Action::Fight(_) => "You cannot fight now.".to_string(),
        Action::Stop => "You cannot stop now.".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dragon;

    const FIGHT: [Action; 2] = [Action::Fight(Dragon::Blue), Action::Fight(Dragon::Red)];
    const CHOICE: [Action; 2] = [Action::Fight(Dragon::Green), Action::Stop];
    const OFFER: [Action; 2] = [Action::Challenge, Action::Pass];
    const ANSWER: [Action; 2] = [Action::Accept, Action::Refuse];

    #[test]
    fn keys_and_words_are_understood() {
        for possible in [FIGHT, CHOICE, OFFER, ANSWER] {
            for action in possible {
                for typed in [key(action).to_string(), action.word().to_uppercase()] {
                    assert_eq!(parse(&typed, &possible), Ok(action), "{typed}");
                }
            }
        }
    }

    #[test]
    fn whatever_is_not_possible_is_explained_with_what_is() {
        for (typed, possible, parts) in [
            ("x", &FIGHT[..], ["\"x\" is no key", "b = blue, r = red; ? = help"]),
            ("g", &FIGHT, ["The green dragon is slain already", "b = blue, r = red"]),
            ("s", &FIGHT, ["You must fight before you can stop", "b = blue"]),
            ("a", &CHOICE, ["You have not been challenged", "g = green, s = stop"]),
            ("c", &CHOICE, ["No player wants to stop now", "s = stop"]),
            ("r", &OFFER, ["You cannot fight now", "c = challenge, p = pass"]),
            ("s", &ANSWER, ["You cannot stop now", "a = accept, f = refuse"]),
            ("b", &[], ["not your decision", "Enter goes on"]),
            ("b g", &FIGHT, ["one key at a time", "b = blue"]),
            ("\u{1b}[A", &FIGHT, ["\"\\u{1b}[a\" is no key", "b = blue"]),
        ] {
            let error = parse(typed, possible).expect_err(typed);
            assert!(parts.iter().all(|part| error.contains(part)), "{typed}: {error}");
        }
    }
}
