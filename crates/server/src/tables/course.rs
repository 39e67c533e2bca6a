//! A match with all its choices, those taken back too: the same after a restart as before.

use boardbots_base::invalid::Invalid;
use boardbots_game::game::Game;
use boardbots_game::log::Log;
use boardbots_game::setup::Setup;
use boardbots_game::state::{GameState, Seat};
use serde_json::{Value, json};

/// Who made a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whoever sits there.
    Seat,
    /// The usual bot, since the clock had run out.
    Clock,
    /// Whoever sits there took a choice back.
    Undo,
}

impl By {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Seat, Self::Clock, Self::Undo];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seat => "seat",
            Self::Clock => "clock",
            Self::Undo => "undo",
        }
    }

    /// What has this name in the database.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whose it was.
    pub seat: Seat,
    /// Who made it.
    pub by: By,
    /// Its text; of no meaning where a choice was taken back.
    pub text: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// A choice that was tried and can be made; nothing has changed yet.
pub struct Ahead {
    /// What is chosen.
    pub choice: Choice,
    /// What happens then, as everybody may know it.
    pub events: Vec<Value>,
    next: Box<dyn GameState>,
    /// How many of the choices in effect stay so.
    keep: usize,
}

impl Ahead {
    /// The match with it.
    pub fn now(&self) -> &dyn GameState {
        self.next.as_ref()
    }
}

/// Why a match is not played again to its end.
pub const STOPPED: &str = "nobody waits for it any more";

/// What [`Course::record`] says.
pub type Record = (Setup, Vec<(Choice, bool)>);

/// A match with its choices.
pub struct Course {
    game: &'static dyn Game,
    setup: Setup,
    current: Box<dyn GameState>,
    choices: Vec<Choice>,
    /// Those in effect, as places in `choices`.
    line: Vec<usize>,
}

impl Course {
    /// A match before its first choice.
    ///
    /// # Errors
    /// What is wrong with the setup.
    pub fn open(game: &'static dyn Game, setup: Setup) -> Result<Self, Invalid> {
        let current = game.open(&setup)?;
        Ok(Self { game, setup, current, choices: Vec::new(), line: Vec::new() })
    }

    /// The match as it is.
    pub fn now(&self) -> &dyn GameState {
        self.current.as_ref()
    }

    /// All choices ever made.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Whether the choice that was the `n`-th ever made, from 1, is known to whoever made it alone,
    /// for now.
    pub fn veils(&self, n: usize) -> bool {
        let first = self.line.len().saturating_sub(self.current.veiled());
        n > self.line.get(first).copied().unwrap_or(self.choices.len())
            || self.choices[..n].last().is_some_and(|choice| self.current.secret(&choice.text))
    }

    /// What is needed to play it all again: its setup, and all choices ever made, each with
    /// whether it is known to whoever made it alone, for now.
    pub fn record(&self) -> Record {
        let choices = (1..).zip(&self.choices).map(|(n, choice)| (choice.clone(), self.veils(n)));
        (self.setup.clone(), choices.collect())
    }

    /// Whether a choice was ever taken back.
    pub fn was_taken_back(&self) -> bool {
        self.choices.iter().any(|choice| choice.by == By::Undo)
    }

    /// Tries a choice.
    ///
    /// # Errors
    /// Why it is none.
    pub fn attempt(&self, choice: Choice) -> Result<Ahead, Invalid> {
        if choice.by == By::Undo {
            return self.take_back(choice);
        }
        if self.current.turn() != Some(choice.seat) {
            return Err("it is not this seat's turn".into());
        }
        let mut next = self.current.copy();
        let events = next.told(&choice.text)?;
        Ok(Ahead { choice, events, next, keep: self.line.len() })
    }

    /// Goes back to before the last choice of a seat.
    fn take_back(&self, choice: Choice) -> Result<Ahead, Invalid> {
        let own = |&place: &usize| self.choices[place].seat == choice.seat && self.choices[place].by == By::Seat;
        let Some(keep) = self.line.iter().rposition(own) else {
            return Err("there is nothing to take back".into());
        };
        let next = self.again(&self.setup, keep)?;
        let to = keep.checked_sub(1).map_or(0, |last| self.line[last] + 1);
        Ok(Ahead { choice, events: vec![json!({ "kind": "undone", "to": to })], next, keep })
    }

    /// The match after so many of the choices in effect.
    fn again(&self, setup: &Setup, count: usize) -> Result<Box<dyn GameState>, Invalid> {
        let mut again = self.game.open(setup)?;
        for &place in &self.line[..count] {
            again.play_text(&self.choices[place].text, &mut Log::none())?;
        }
        Ok(again)
    }

    /// Makes a choice that was tried on this very match.
    pub fn go(&mut self, ahead: Ahead) {
        self.line.truncate(ahead.keep);
        if ahead.choice.by != By::Undo {
            self.line.push(self.choices.len());
        }
        self.choices.push(ahead.choice);
        self.current = ahead.next;
    }

    /// Somebody has sat down: the same match with his name.
    ///
    /// # Errors
    /// Why the match cannot be played again with it; then nothing has changed.
    pub fn rename(&mut self, seat: Seat, name: &str) -> Result<(), Invalid> {
        let mut setup = self.setup.clone();
        name.clone_into(&mut setup.names[seat]);
        self.current = self.again(&setup, self.line.len())?;
        self.setup = setup;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::nim;
    use super::*;

    fn choice(seat: Seat, by: By, text: &str) -> Choice {
        Choice { seat, by, text: text.into(), at: 7 }
    }

    fn played(course: &mut Course, choices: &[(Seat, By, &str)]) {
        for &(seat, by, text) in choices {
            let ahead = course.attempt(choice(seat, by, text)).expect("a choice");
            course.go(ahead);
        }
    }

    #[test]
    fn choices_are_taken_back_up_to_the_last_of_who_asks() {
        let mut course = nim::course(5);
        let start = course.now().view(None);
        played(&mut course, &[(0, By::Seat, "1")]);
        let first = course.now().view(None);
        played(&mut course, &[(1, By::Seat, "2"), (0, By::Seat, "3"), (1, By::Seat, "1")]);
        // Seat 0 takes back its second choice and what followed it; then its first.
        let ahead = course.attempt(choice(0, By::Undo, "")).expect("something to take back");
        assert_eq!(ahead.events, [json!({ "kind": "undone", "to": 2 })]);
        course.go(ahead);
        assert_eq!((course.now().turn(), course.choices().len()), (Some(0), 5));
        let ahead = course.attempt(choice(1, By::Undo, "")).expect("something to take back");
        assert_eq!(ahead.events, [json!({ "kind": "undone", "to": 1 })]);
        course.go(ahead);
        assert_eq!(course.now().view(None), first);
        played(&mut course, &[(0, By::Undo, "")]);
        assert_eq!(course.now().view(None), start);
        assert!(course.attempt(choice(0, By::Undo, "")).is_err_and(|error| error.message().contains("nothing")));
        assert!(course.was_taken_back());
        // The same choices from the database make the same match.
        let mut again = nim::course(5);
        for choice in course.choices() {
            let ahead = again.attempt(choice.clone()).expect("made before");
            again.go(ahead);
        }
        assert_eq!((again.now().view(None), again.now().turn()), (course.now().view(None), course.now().turn()));
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut course = nim::course(5);
        let before = course.now().view(None);
        assert!(course.attempt(choice(1, By::Seat, "1")).is_err());
        assert!(course.attempt(choice(0, By::Seat, "4")).is_err());
        assert_eq!((course.now().view(None), course.choices().len()), (before, 0));
        course.rename(1, "Ada").expect("the same match");
        assert_eq!(course.setup.names[1], "Ada");
    }
}
