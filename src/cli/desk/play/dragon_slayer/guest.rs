//! Who sits at the table.

use super::width::columns;
use crate::games::dragon_slayer::book::Book;
use crate::games::dragon_slayer::habits::Habits;
use crate::games::dragon_slayer::mind::Mind;
use crate::games::dragon_slayer::personality::Personality;
use crate::games::dragon_slayer::rules::{MOST_PLAYERS, Seat};
use crate::games::dragon_slayer::variant::Variant;
use crate::matches::lines::printable;
use std::fmt::Write;
use std::sync::Arc;

/// The opponents that people choose from, by their names alone.
pub const OPPONENTS: [&str; 4] = ["Abel", "Beatriu", "Carla", "Daniel"];
/// What somebody is called who does not say.
pub const NAMELESS: &str = "you";
/// Most columns of a name.
const LONGEST: usize = 16;

/// Somebody at the table.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The name; no two are alike.
    pub name: String,
    /// Who it is, if it is nobody of flesh and blood.
    pub character: Option<&'static Personality>,
    /// What is known, before the game, of how somebody of flesh and blood challenges.
    pub habits: Habits,
}

impl Guest {
    /// Somebody who plays himself.
    ///
    /// # Errors
    ///
    /// Why this is no name.
    pub fn human(name: &str) -> Result<Self, String> {
        let name = name.trim();
        let fits = |c: char| c.is_alphanumeric() || " -'._".contains(c);
        if name.is_empty() || columns(name) > LONGEST || !name.chars().all(fits) {
            return Err(format!(
                "{:?} is no name for a player: 1 to {LONGEST} letters, digits, blanks or - ' . _",
                printable(name, 40)
            ));
        }
        if let Some(taken) = Personality::named(name) {
            return Err(format!("{} is one of the opponents; take another name", taken.name));
        }
        Ok(Self { name: name.to_string(), character: None, habits: Habits::new() })
    }

    /// One of the characters.
    ///
    /// # Errors
    ///
    /// Whom there is, if there is nobody of this name.
    pub fn character(name: &str) -> Result<Self, String> {
        let character = Personality::named(name.trim()).ok_or_else(|| {
            let shown = printable(name.trim(), 40);
            format!("nobody here is called \"{shown}\"; there are {}", listed(&OPPONENTS))
        })?;
        Ok(Self { name: character.name.to_string(), character: Some(character), habits: Habits::new() })
    }

    /// A company from those who were asked in, with a number for whoever comes again.
    ///
    /// # Errors
    ///
    /// Two people of one name, or too many or too few guests.
    pub fn company(mut guests: Vec<Self>) -> Result<Vec<Self>, String> {
        if !(2..=MOST_PLAYERS).contains(&guests.len()) {
            return Err(format!("{} at the table; two to six can play", guests.len()));
        }
        let people = guests.iter().filter(|guest| guest.character.is_none()).count();
        if people > 1 && guests.iter().any(|guest| guest.name == NAMELESS) {
            return Err(format!("everybody needs a name of his own, if several play; nobody can be \"{NAMELESS}\""));
        }
        for at in 0..guests.len() {
            let same = |other: &&Self| other.name.to_lowercase() == guests[at].name.to_lowercase();
            match (guests[..at].iter().find(same), guests[at].character) {
                (None, _) => {}
                (Some(_), None) => return Err(format!("two players are called {}", guests[at].name)),
                (Some(_), Some(character)) => {
                    let known = |other: &&Self| other.character.is_some_and(|other| other.name == character.name);
                    let number = guests[..at].iter().filter(known).count() + 1;
                    // A longer name than those of people is possible here, and no matter.
                    let _ = write!(guests[at].name, " {number}");
                }
            }
        }
        Ok(guests)
    }

    /// The minds of those who have one, by their seats; `seeds` are drawn for every seat.
    pub fn minds(guests: &[Self], variant: Variant, mut seeds: impl FnMut() -> u64) -> Vec<Option<Mind>> {
        let mut book = None;
        let mut mind = |guest: &Self, seed| {
            let character = guest.character?;
            let book = book.get_or_insert_with(|| Arc::new(Book::of(variant)));
            Some(Mind::new(character, Arc::clone(book), seed))
        };
        guests.iter().map(|guest| mind(guest, seeds())).collect()
    }
}

/// Names in a sentence.
#[must_use]
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

/// The company's names in sentences; somebody called "you" is spoken to.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// The names of these, by their seats.
    #[must_use]
    pub fn of(guests: &[Guest]) -> Self {
        Self(guests.iter().map(|guest| guest.name.clone()).collect())
    }

    /// The name as it is.
    #[must_use]
    pub fn plain(&self, seat: Seat) -> &str {
        &self.0[seat]
    }

    /// At the beginning of a sentence.
    #[must_use]
    pub fn subject(&self, seat: Seat) -> &str {
        if self.addressed(seat) { "You" } else { &self.0[seat] }
    }

    /// By what others call somebody, who has a name.
    #[must_use]
    pub fn vocative(&self, seat: Seat) -> Option<&str> {
        if self.addressed(seat) { None } else { Some(&self.0[seat]) }
    }

    /// Before a question to somebody; empty for who is spoken to anyway.
    #[must_use]
    pub fn address(&self, seat: Seat) -> String {
        if self.addressed(seat) { String::new() } else { format!("{}: ", self.0[seat]) }
    }

    /// Whose.
    #[must_use]
    pub fn possessive(&self, seat: Seat) -> String {
        if self.addressed(seat) { "your".to_string() } else { format!("{}'s", self.0[seat]) }
    }

    /// A sentence's beginning: "Abel fights", "You fight".
    #[must_use]
    pub fn does(&self, seat: Seat, you: &str, others: &str) -> String {
        format!("{} {}", self.subject(seat), self.verb(seat, you, others))
    }

    /// The verb that goes with the name.
    #[must_use]
    pub fn verb<'a>(&self, seat: Seat, you: &'a str, others: &'a str) -> &'a str {
        if self.addressed(seat) { you } else { others }
    }

    /// Columns of the longest name.
    #[must_use]
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
        assert_eq!(Guest::human(" Jordi P. ").expect("a name").name, "Jordi P.");
        for (name, part) in [
            ("", "no name for a player"),
            ("a=b", "no name for a player"),
            ("x#", "no name for a player"),
            ("a\u{1b}[2J", "no name for a player"),
            ("seventeen letters", "1 to 16"),
            ("daniel", "one of the opponents"),
        ] {
            let error = Guest::human(name).expect_err(name);
            assert!(error.contains(part) && !error.contains('\u{1b}'), "{name}: {error}");
        }
        assert_eq!(Guest::character("beatriu").expect("known").name, "Beatriu");
        let error = Guest::character("Zoe").expect_err("unknown");
        assert_eq!(error, "nobody here is called \"Zoe\"; there are Abel, Beatriu, Carla and Daniel");
    }

    #[test]
    fn nobody_is_mistaken_for_somebody_else() {
        let guests = |names: &[&str]| {
            let guest = |name: &&str| Guest::character(name).or_else(|_| Guest::human(name)).expect("a guest");
            Guest::company(names.iter().map(guest).collect())
        };
        let names = |names: &[&str]| guests(names).map(|all| all.into_iter().map(|guest| guest.name).collect());
        let doubled: Result<Vec<String>, String> = names(&["you", "Abel", "Carla", "Abel", "Abel"]);
        assert_eq!(doubled.expect("five"), ["you", "Abel", "Carla", "Abel 2", "Abel 3"]);
        assert!(guests(&["Ana", "ana"]).expect_err("one name").contains("two players are called ana"));
        assert!(guests(&["Ana", "you"]).expect_err("whom?").contains("a name of his own"));
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
