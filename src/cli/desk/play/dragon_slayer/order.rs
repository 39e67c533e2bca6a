//! What somebody at the table types.

use super::help;
use super::story::{ACTIONS, key, word};
use crate::games::dragon_slayer::rules::Action;
use crate::matches::lines::printable;
use std::path::PathBuf;
use std::str::FromStr;

/// How the rivals' steps are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Each step waits for Enter.
    Interactive,
    /// The game runs on, and the log tells.
    Automatic,
}

impl FromStr for Mode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "interactive" => Ok(Self::Interactive),
            "automatic" => Ok(Self::Automatic),
            _ => Err("write interactive or automatic"),
        }
    }
}

/// An order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing was typed.
    Nothing,
    /// An action that is possible.
    Act(Action),
    /// What is this?
    Help(&'static str),
    /// The whole log.
    Log,
    /// The table, once more.
    Show,
    /// Save the game, perhaps to this file.
    Save(Option<PathBuf>),
    /// Show the rivals' steps like this.
    Mode(Mode),
    /// Good bye.
    Quit,
}

/// What can be typed beside actions.
const COMMANDS: &str = "? = help, log, show, save, quit";

impl Order {
    /// What a line means where these actions are possible.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what is possible.
    pub fn parse(line: &str, possible: &[Action]) -> Result<Self, String> {
        let line = line.trim();
        let (order, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // `?dice` is as good as `? dice`.
        let (order, rest) = match order.strip_prefix('?') {
            Some(about) if !about.is_empty() => ("?", line[1..].trim()),
            _ => (order, rest.trim()),
        };
        let order = order.to_lowercase();
        let keys = keys(possible);
        match order.as_str() {
            "?" | "help" => return help::about(rest).map(Self::Help),
            "save" => return Ok(Self::Save(Some(rest).filter(|name| !name.is_empty()).map(PathBuf::from))),
            _ if !rest.is_empty() => return Err(format!("one key at a time. {keys}")),
            _ => {}
        }
        let action = ACTIONS.into_iter().find(|action| order == word(*action) || order == key(*action).to_string());
        match (order.as_str(), action) {
            ("", _) => Ok(Self::Nothing),
            ("log" | "l", _) => Ok(Self::Log),
            ("show", _) => Ok(Self::Show),
            ("interactive", _) => Ok(Self::Mode(Mode::Interactive)),
            ("automatic", _) => Ok(Self::Mode(Mode::Automatic)),
            ("quit" | "q" | "exit", _) => Ok(Self::Quit),
            (_, Some(action)) if possible.contains(&action) => Ok(Self::Act(action)),
            (_, Some(action)) => Err(format!("{} {keys}", refusal(action, possible))),
            (unknown, None) => Err(format!("\"{}\" is no key. {keys}", printable(unknown, 40))),
        }
    }
}

/// The keys for what is possible.
#[must_use]
pub fn keys(possible: &[Action]) -> String {
    let keys: Vec<String> = possible.iter().map(|action| format!("{} = {}", key(*action), word(*action))).collect();
    if keys.is_empty() {
        return format!("Enter goes on; {COMMANDS}");
    }
    format!("Possible now: {}; {COMMANDS}", keys.join(", "))
}

/// Why an action is not possible where these are.
fn refusal(action: Action, possible: &[Action]) -> String {
    let fighting = possible.iter().any(|other| matches!(other, Action::Fight(_)));
    match action {
        _ if possible.is_empty() => "It is not your decision.".to_string(),
        Action::Fight(dragon) if fighting => format!("The {} dragon is slain already.", dragon.name()),
        Action::Stop if fighting => "You must fight before you can stop.".to_string(),
        Action::Challenge | Action::Pass => "Nobody wants to stop now.".to_string(),
        Action::Accept | Action::Refuse => "Nobody has challenged you.".to_string(),
        Action::Fight(_) | Action::Stop => format!("You cannot {} now.", verb(action)),
    }
}

const fn verb(action: Action) -> &'static str {
    match action {
        Action::Fight(_) => "fight",
        other => word(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::dice::Dragon;

    const FIGHT: [Action; 2] = [Action::Fight(Dragon::Blue), Action::Fight(Dragon::Red)];
    const CHOICE: [Action; 2] = [Action::Fight(Dragon::Green), Action::Stop];
    const OFFER: [Action; 2] = [Action::Challenge, Action::Pass];
    const ANSWER: [Action; 2] = [Action::Accept, Action::Refuse];

    #[test]
    fn keys_and_words_are_understood() {
        for possible in [FIGHT, CHOICE, OFFER, ANSWER] {
            for action in possible {
                for typed in [key(action).to_string(), word(action).to_uppercase(), format!("  {} ", word(action))] {
                    assert_eq!(Order::parse(&typed, &possible), Ok(Order::Act(action)), "{typed}");
                }
            }
        }
        for (typed, order) in [
            ("\t", Order::Nothing),
            ("log", Order::Log),
            ("Q", Order::Quit),
            ("save", Order::Save(None)),
            ("save my game.save", Order::Save(Some("my game.save".into()))),
            ("automatic", Order::Mode(Mode::Automatic)),
        ] {
            assert_eq!(Order::parse(typed, &FIGHT), Ok(order), "{typed}");
        }
        for typed in ["?", "help", "? tokens", "?tokens", "? dice"] {
            assert!(matches!(Order::parse(typed, &[]), Ok(Order::Help(_))), "{typed}");
        }
    }

    #[test]
    fn whatever_is_not_possible_is_explained_with_what_is() {
        for (typed, possible, parts) in [
            ("x", &FIGHT[..], ["\"x\" is no key", "b = blue, r = red; ? = help"]),
            ("g", &FIGHT, ["The green dragon is slain already", "b = blue, r = red"]),
            ("s", &FIGHT, ["You must fight before you can stop", "b = blue"]),
            ("a", &CHOICE, ["Nobody has challenged you", "g = green, s = stop"]),
            ("c", &CHOICE, ["Nobody wants to stop now", "s = stop"]),
            ("r", &OFFER, ["You cannot fight now", "c = challenge, p = pass"]),
            ("s", &ANSWER, ["You cannot stop now", "a = accept, f = refuse"]),
            ("b", &[], ["not your decision", "Enter goes on"]),
            ("b g", &FIGHT, ["one key at a time", "b = blue"]),
            ("? weather", &FIGHT, ["no help about \"weather\"", "dice"]),
            ("\u{1b}[A", &FIGHT, ["\"\\u{1b}[a\" is no key", "b = blue"]),
        ] {
            let error = Order::parse(typed, possible).expect_err(typed);
            assert!(parts.iter().all(|part| error.contains(part)), "{typed}: {error}");
        }
    }
}
