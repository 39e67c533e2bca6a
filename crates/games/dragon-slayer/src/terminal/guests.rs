//! The players, and their names in sentences.

use crate::game::table::Guest;
use crate::habits::Habits;
use crate::personality::Personality;
use crate::rules::{MOST_PLAYERS, Seat};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_game::terminal::columns;
use std::fmt::Write;

/// The opponents that people choose from, by their names alone.
pub const OPPONENTS: [&str; 4] = ["Abel", "Beatriu", "Carla", "Daniel"];
/// The name of a person who gives none.
pub const NAMELESS: &str = "you";
/// The most columns of a name.
const LONGEST: usize = 16;

/// A person.
///
/// # Errors
/// A name that does not fit, with the rule for names.
pub fn human(name: &str) -> Result<Guest, InputError> {
    let name = name.trim();
    let fits = |c: char| c.is_alphanumeric() || " -'._".contains(c);
    if name.is_empty() || columns(name) > LONGEST || !name.chars().all(fits) {
        return Err(InputError::new(format_args!(
            "{:?} is no name for a player: 1 to {LONGEST} letters, digits, blanks or - ' . _",
            printable(name, 40)
        )));
    }
    if let Some(taken) = Personality::named(name) {
        return Err(format!("{} is one of the opponents; take another name", taken.name).into());
    }
    Ok(Guest { name: name.to_string(), character: None, habits: Habits::default() })
}

/// One of the characters.
///
/// # Errors
/// An unknown name, with the known ones.
pub fn character(name: &str) -> Result<Guest, InputError> {
    let character =
        Personality::named(name.trim()).ok_or_else(|| InputError::unknown("opponent", name.trim(), OPPONENTS))?;
    Ok(Guest { name: character.name.to_string(), character: Some(character), habits: Habits::default() })
}

/// The players of a game, with a number in the name of a character that sits there again.
///
/// # Errors
/// Two people of one name, or too many or too few guests.
pub fn company(mut guests: Vec<Guest>) -> Result<Vec<Guest>, InputError> {
    if !(2..=MOST_PLAYERS).contains(&guests.len()) {
        return Err(format!("{} at the table; two to six can play", guests.len()).into());
    }
    let people = guests.iter().filter(|guest| guest.character.is_none()).count();
    if people > 1 && guests.iter().any(|guest| guest.name == NAMELESS) {
        return Err(format!("every player needs a name, if several people play; none can be \"{NAMELESS}\"").into());
    }
    for at in 0..guests.len() {
        let same = |other: &&Guest| other.name.to_lowercase() == guests[at].name.to_lowercase();
        match (guests[..at].iter().find(same), guests[at].character) {
            (None, _) => {}
            (Some(_), None) => return Err(format!("two players are called {}", guests[at].name).into()),
            (Some(_), Some(character)) => {
                let known = |other: &&Guest| other.character.is_some_and(|other| other.name == character.name);
                let number = guests[..at].iter().filter(known).count() + 1;
                // A longer name than those of people is possible here, and no matter.
                let _ = write!(guests[at].name, " {number}");
            }
        }
    }
    Ok(guests)
}

/// Names in a sentence.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [some @ .., last] => {
            let some: Vec<&str> = some.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", some.join(", "), last.as_ref())
        }
    }
}

/// The players' names in sentences; a player called "you" is spoken to.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// The names of these, by their seats.
    pub fn of(guests: &[Guest]) -> Self {
        Self(guests.iter().map(|guest| guest.name.clone()).collect())
    }

    /// The name as it is.
    pub fn plain(&self, seat: Seat) -> &str {
        &self.0[seat]
    }

    /// At the beginning of a sentence.
    pub fn subject(&self, seat: Seat) -> &str {
        if self.addressed(seat) { "You" } else { &self.0[seat] }
    }

    /// The name by which others address the player; `None` for a player called "you".
    pub fn vocative(&self, seat: Seat) -> Option<&str> {
        if self.addressed(seat) { None } else { Some(&self.0[seat]) }
    }

    /// The name before a question to the player; empty for a player called "you".
    pub fn address(&self, seat: Seat) -> String {
        if self.addressed(seat) { String::new() } else { format!("{}: ", self.0[seat]) }
    }

    /// Possessive.
    pub fn possessive(&self, seat: Seat) -> String {
        if self.addressed(seat) { "your".to_string() } else { format!("{}'s", self.0[seat]) }
    }

    /// A sentence's beginning: "Abel fights", "You fight".
    pub fn does(&self, seat: Seat, you: &str, others: &str) -> String {
        format!("{} {}", self.subject(seat), self.verb(seat, you, others))
    }

    /// The verb that goes with the name.
    pub fn verb<'a>(&self, seat: Seat, you: &'a str, others: &'a str) -> &'a str {
        if self.addressed(seat) { you } else { others }
    }

    /// Columns of the longest name.
    pub fn widest(&self) -> usize {
        self.0.iter().map(|name| columns(name)).max().unwrap_or(0)
    }

    fn addressed(&self, seat: Seat) -> bool {
        self.0[seat] == NAMELESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_or_explained() {
        assert_eq!(human(" Jordi P. ").expect("a name").name, "Jordi P.");
        for (name, part) in [
            ("", "no name for a player"),
            ("a=b", "no name for a player"),
            ("x#", "no name for a player"),
            ("a\u{1b}[2J", "no name for a player"),
            ("seventeen letters", "1 to 16"),
            ("daniel", "one of the opponents"),
        ] {
            let error = human(name).expect_err(name).to_string();
            assert!(error.contains(part) && !error.contains('\u{1b}'), "{name}: {error}");
        }
        assert_eq!(character("beatriu").expect("known").name, "Beatriu");
        let error = character("Zoe").expect_err("unknown").to_string();
        assert_eq!(error, "no opponent \"Zoe\"; there are Abel, Beatriu, Carla, Daniel");
    }

    #[test]
    fn no_two_players_have_one_name() {
        let guests = |names: &[&str]| {
            let guest = |name: &&str| character(name).or_else(|_| human(name)).expect("a guest");
            company(names.iter().map(guest).collect())
        };
        let names = |names: &[&str]| guests(names).map(|all| all.into_iter().map(|guest| guest.name).collect());
        let doubled: Result<Vec<String>, InputError> = names(&["you", "Abel", "Carla", "Abel", "Abel"]);
        assert_eq!(doubled.expect("five"), ["you", "Abel", "Carla", "Abel 2", "Abel 3"]);
        assert!(guests(&["Ana", "ana"]).expect_err("one name").contains("two players are called ana"));
        assert!(guests(&["Ana", "you"]).expect_err("whom?").contains("every player needs a name"));
        assert!(guests(&["Ana"]).expect_err("alone").contains("two to six"));
        assert!(guests(&["Abel"; 7]).is_err() && guests(&["Abel"; 6]).is_ok());
    }

    #[test]
    fn sentences_fit_whom_they_are_about() {
        let names = Names(vec!["you".into(), "Carla".into()]);
        assert_eq!(names.does(0, "stop", "stops"), "You stop");
        assert_eq!(names.does(1, "stop", "stops"), "Carla stops");
        assert_eq!((names.possessive(0), names.possessive(1)), ("your".into(), "Carla's".into()));
    }
}
