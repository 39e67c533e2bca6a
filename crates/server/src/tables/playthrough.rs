//! A game with all its choices, those taken back too: the same after a restart as before.

use boardbots_base::invalid::InputError;
use boardbots_game::game::Game;
use boardbots_game::setup::{Setup, StoredStart};
use boardbots_game::state::{Ending, GameState, Log, Outcome, Seat};
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

/// The maker of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The occupant of the seat.
    Seat,
    /// The usual bot, since the clock had run out.
    Clock,
    /// The occupant of the seat took a choice back.
    Undo,
    /// The occupant of the seat has given up.
    Resign,
}

boardbots_base::words! { By::name: Seat "seat", Clock "clock", Undo "undo", Resign "resign" }

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeChoice {
    /// The seat that it counts for.
    pub seat: Seat,
    /// Its maker.
    pub by: By,
    /// Its text; of no meaning where a choice was taken back, or a game given up.
    pub text: String,
    /// The time, in seconds since 1970.
    pub at: i64,
}

/// A choice that was tried and can be made; nothing has changed yet.
pub struct Attempt {
    /// The choice.
    pub choice: MadeChoice,
    /// The events that follow, as everybody may know them.
    pub events: Vec<Value>,
    /// The result of the game, if it ends with it.
    pub outcome: Option<Outcome>,
    next: Box<dyn GameState>,
    /// The number of the choices in effect that stay so.
    keep: usize,
}

impl Attempt {
    /// The game with it.
    pub fn now(&self) -> &dyn GameState {
        self.next.as_ref()
    }
}

/// The text that ends the replay of a game that nobody waits for.
pub const STOPPED: &str = "nobody waits for it any more";

/// The beginning of a game.
#[derive(Clone)]
pub struct Beginning {
    /// The setup at the table.
    pub setup: Setup,
    /// The setup in a match, if the table shows one; then the game begins by it.
    pub shown: Option<Arc<StoredStart>>,
}

impl Beginning {
    /// The game before its first choice.
    ///
    /// # Errors
    /// A setup that the game does not allow.
    pub fn open(&self, game: &dyn Game) -> Result<Box<dyn GameState>, InputError> {
        self.shown.as_ref().map_or_else(|| game.open(&self.setup), |shown| game.watched(&shown.start()))
    }

    /// Plays a choice in this game, and returns what has happened.
    ///
    /// # Errors
    /// A choice that is not allowed.
    pub fn play(&self, state: &mut dyn GameState, text: &str) -> Result<Vec<Value>, InputError> {
        if self.shown.is_some() { state.retold(text) } else { state.told(text) }
    }
}

/// A game with its choices.
pub struct Playthrough {
    game: &'static dyn Game,
    /// The beginning of the game.
    pub beginning: Beginning,
    current: Box<dyn GameState>,
    /// All choices ever made.
    pub choices: Vec<MadeChoice>,
    /// The choices in effect, as places in `choices`.
    line: Vec<usize>,
    /// The seats that have given up.
    pub resigned: Vec<Seat>,
}

impl Playthrough {
    /// A game before its first choice.
    ///
    /// # Errors
    /// A setup that the game does not allow.
    pub fn open(game: &'static dyn Game, beginning: Beginning) -> Result<Self, InputError> {
        let current = beginning.open(game)?;
        Ok(Self { game, beginning, current, choices: Vec::new(), line: Vec::new(), resigned: Vec::new() })
    }

    /// The game as it is.
    pub fn now(&self) -> &dyn GameState {
        self.current.as_ref()
    }

    /// The seat that has to choose; `None` once the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.current.turn().filter(|_| self.outcome().is_none())
    }

    /// The result of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_without(self.now(), self.beginning.setup.occupants.len(), &self.resigned)
    }

    /// True if the choice that was the `n`-th ever made, from 1, is known only to the seat that made it, for now.
    pub fn veils(&self, n: usize) -> bool {
        let first = self.line.len().saturating_sub(self.current.veiled());
        n > self.line.get(first).copied().unwrap_or(self.choices.len())
            || self.choices[..n].last().is_some_and(|choice| self.current.secret(&choice.text))
    }

    /// The choices in a range of all that were ever made, from 0, each with whether it is known only to the seat
    /// that made it, for now.
    pub fn record(&self, range: Range<usize>) -> Vec<(MadeChoice, bool)> {
        range.map(|place| (self.choices[place].clone(), self.veils(place + 1))).collect()
    }

    /// The choices in effect, each with its number among all that were ever made, from 1.
    pub fn history(&self) -> impl Iterator<Item = (usize, &MadeChoice)> {
        self.line.iter().map(|&place| (place + 1, &self.choices[place]))
    }

    /// True if a choice was ever taken back.
    pub fn was_taken_back(&self) -> bool {
        self.choices.iter().any(|choice| choice.by == By::Undo)
    }

    /// Tries a choice.
    ///
    /// # Errors
    /// A choice that is not allowed.
    pub fn attempt(&self, choice: MadeChoice) -> Result<Attempt, InputError> {
        let seats = self.beginning.setup.occupants.len();
        if self.outcome().is_some() {
            return Err("the game is over".into());
        }
        match choice.by {
            By::Undo => return self.take_back(choice),
            By::Resign if choice.seat >= seats || self.resigned.contains(&choice.seat) => {
                return Err("this seat cannot resign".into());
            }
            By::Seat | By::Clock if self.turn() != Some(choice.seat) => {
                return Err("it is not this seat's turn".into());
            }
            _ => {}
        }
        let mut next = self.current.copy();
        let mut resigned = self.resigned.clone();
        let events = if choice.by == By::Resign {
            resigned.push(choice.seat);
            vec![json!({ "kind": "resigned", "seat": choice.seat })]
        } else {
            self.beginning.play(next.as_mut(), &choice.text)?
        };
        let outcome = outcome_without(next.as_ref(), seats, &resigned);
        Ok(Attempt { choice, events, outcome, next, keep: self.line.len() })
    }

    /// Goes back to before the last choice of a seat.
    fn take_back(&self, choice: MadeChoice) -> Result<Attempt, InputError> {
        let own = |&place: &usize| self.choices[place].seat == choice.seat && self.choices[place].by == By::Seat;
        let Some(keep) = self.line.iter().rposition(own) else {
            return Err("there is nothing to take back".into());
        };
        let next = self.again(&self.beginning, keep)?;
        let to = keep.checked_sub(1).map_or(0, |last| self.line[last] + 1);
        Ok(Attempt { choice, events: vec![json!({ "kind": "undone", "to": to })], outcome: None, next, keep })
    }

    /// The game after this number of choices in effect.
    fn again(&self, beginning: &Beginning, count: usize) -> Result<Box<dyn GameState>, InputError> {
        let mut again = beginning.open(self.game)?;
        for &place in &self.line[..count] {
            again.play_text(&self.choices[place].text, &mut Log::none())?;
        }
        Ok(again)
    }

    /// Makes a choice that was tried on this very game.
    pub fn go(&mut self, attempted: Attempt) {
        self.line.truncate(attempted.keep);
        match attempted.choice.by {
            By::Seat | By::Clock => self.line.push(self.choices.len()),
            By::Resign => self.resigned.push(attempted.choice.seat),
            By::Undo => {}
        }
        self.choices.push(attempted.choice);
        self.current = attempted.next;
    }

    /// The same game with the name of a guest who has sat down.
    ///
    /// # Errors
    /// A setup with which the game cannot be played again; then nothing has changed.
    pub fn rename(&mut self, seat: Seat, name: &str) -> Result<(), InputError> {
        let mut beginning = self.beginning.clone();
        name.clone_into(&mut beginning.setup.names[seat]);
        self.current = self.again(&beginning, self.line.len())?;
        self.beginning = beginning;
        Ok(())
    }
}

/// The reason of a game that ended because all others have given up, as a key of the pages' texts.
const REASON: &str = "ui.resigned";

/// The result of a game with this many seats, if it is over. Once one seat is left that has not resigned, it has won.
/// If more are left, they play on, and the seats that have resigned come last.
fn outcome_without(state: &dyn GameState, seats: usize, resigned: &[Seat]) -> Option<Outcome> {
    if resigned.is_empty() {
        return state.outcome();
    }
    let left: Vec<Seat> = (0..seats).filter(|seat| !resigned.contains(seat)).collect();
    if left.len() > 1 {
        return state.outcome().map(|outcome| behind(outcome, &left));
    }
    let last = u8::try_from(left.len() + 1).unwrap_or(u8::MAX);
    let places = (0..seats).map(|seat| if left.contains(&seat) { 1 } else { last }).collect();
    Some(Outcome { winners: left, places, scores: Vec::new(), ending: Ending::Rules, reason: REASON })
}

/// The same with only these seats among the winners, and all others behind them.
fn behind(mut outcome: Outcome, left: &[Seat]) -> Outcome {
    let was = outcome.places.clone();
    let better = |place: u8| left.iter().filter(|seat| was[**seat] < place).count();
    for (seat, place) in outcome.places.iter_mut().enumerate() {
        let before = if left.contains(&seat) { better(*place) } else { left.len() };
        *place = u8::try_from(before + 1).unwrap_or(u8::MAX);
    }
    let won = !outcome.winners.is_empty();
    outcome.winners = left.iter().copied().filter(|seat| won && outcome.places[*seat] == 1).collect();
    outcome
}

#[cfg(test)]
mod tests {
    use super::super::trial::pile;
    use super::*;

    fn choice(seat: Seat, by: By, text: &str) -> MadeChoice {
        MadeChoice { seat, by, text: text.into(), at: 7 }
    }

    fn played(playthrough: &mut Playthrough, choices: &[(Seat, By, &str)]) {
        for &(seat, by, text) in choices {
            let attempted = playthrough.attempt(choice(seat, by, text)).expect("a choice");
            playthrough.go(attempted);
        }
    }

    #[test]
    fn choices_are_taken_back_up_to_the_last_of_who_asks() {
        let mut playthrough = pile::playthrough(5);
        let start = playthrough.now().view(None);
        played(&mut playthrough, &[(0, By::Seat, "1")]);
        let first = playthrough.now().view(None);
        played(&mut playthrough, &[(1, By::Seat, "2"), (0, By::Seat, "3"), (1, By::Seat, "1")]);
        // Seat 0 takes back its second choice and what followed it; then its first.
        let attempted = playthrough.attempt(choice(0, By::Undo, "")).expect("something to take back");
        assert_eq!(attempted.events, [json!({ "kind": "undone", "to": 2 })]);
        playthrough.go(attempted);
        assert_eq!((playthrough.now().turn(), playthrough.choices.len()), (Some(0), 5));
        let attempted = playthrough.attempt(choice(1, By::Undo, "")).expect("something to take back");
        assert_eq!(attempted.events, [json!({ "kind": "undone", "to": 1 })]);
        playthrough.go(attempted);
        assert_eq!(playthrough.now().view(None), first);
        played(&mut playthrough, &[(0, By::Undo, "")]);
        assert_eq!(playthrough.now().view(None), start);
        assert!(playthrough.attempt(choice(0, By::Undo, "")).is_err_and(|error| error.contains("nothing")));
        assert!(playthrough.was_taken_back());
        // The same choices from the database make the same match.
        let mut again = pile::playthrough(5);
        for choice in &playthrough.choices {
            let attempted = again.attempt(choice.clone()).expect("made before");
            again.go(attempted);
        }
        assert_eq!(
            (again.now().view(None), again.now().turn()),
            (playthrough.now().view(None), playthrough.now().turn())
        );
    }

    #[test]
    fn who_resigns_has_lost() {
        let mut playthrough = pile::playthrough(5);
        played(&mut playthrough, &[(0, By::Seat, "1")]);
        // Out of turn, too.
        let attempted = playthrough.attempt(choice(0, By::Resign, "")).expect("the game goes on");
        assert_eq!(attempted.events, [json!({ "kind": "resigned", "seat": 0 })]);
        playthrough.go(attempted);
        let outcome = playthrough.outcome().expect("it is over");
        assert_eq!((outcome.winners, outcome.places, outcome.reason), (vec![1], vec![2, 1], "ui.resigned"));
        assert_eq!((playthrough.turn(), playthrough.history().count()), (None, 1));
        for by in By::ALL {
            assert!(playthrough.attempt(choice(1, by, "1")).is_err(), "{by:?}");
        }
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut playthrough = pile::playthrough(5);
        let before = playthrough.now().view(None);
        assert!(playthrough.attempt(choice(1, By::Seat, "1")).is_err());
        assert!(playthrough.attempt(choice(0, By::Seat, "4")).is_err());
        assert!(playthrough.attempt(choice(2, By::Resign, "")).is_err());
        assert_eq!((playthrough.now().view(None), playthrough.choices.len()), (before, 0));
        playthrough.rename(1, "Ada").expect("the same match");
        assert_eq!(playthrough.beginning.setup.names[1], "Ada");
    }

    #[test]
    fn those_who_resign_come_last() {
        let outcome = Outcome {
            winners: vec![1],
            places: vec![2, 1, 3, 3],
            scores: Vec::new(),
            ending: Ending::Rules,
            reason: "pile.empty",
        };
        let found = behind(outcome.clone(), &[0, 2, 3]);
        assert_eq!((found.winners, found.places), (vec![0], vec![1, 4, 2, 2]));
        let found = behind(Outcome { winners: Vec::new(), places: vec![1; 4], ..outcome }, &[0, 2, 3]);
        assert_eq!((found.winners, found.places), (Vec::<Seat>::new(), vec![1, 4, 1, 1]));
    }
}
