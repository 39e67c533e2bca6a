//! A match of a game for two.

use super::board::{Board, seat};
use super::thinker::{Thinker, squashed};
use crate::game::{Match, Outcome, Seat, Thought};
use crate::referee::{Drawn, Referee, Verdict};
use crate::spec::Spec;
use boardbots_base::lines::printable;
use boardbots_search::game::{Moves, ends_in};
use serde_json::{Value, json};

/// Most characters of what is said about a choice that is none.
pub const MAX_ERROR: usize = 200;

/// A match. Beside what its [`Board`] shows there is `turn`, the seat that has to choose or null,
/// `ply`, and `last`, the events of the last choice.
#[derive(Clone)]
pub struct Sitting<D: Board> {
    referee: Referee<D>,
    last: Vec<Value>,
}

impl<D: Board> Sitting<D> {
    /// A match that begins with this position.
    #[must_use]
    pub fn new(start: D) -> Self {
        let mut sitting = Self { referee: Referee::new(start), last: Vec::new() };
        let passed = sitting.pass();
        sitting.last = passed;
        sitting
    }

    /// Makes a legal move; what has happened.
    fn make(&mut self, action: D::Move) -> Vec<Value> {
        let before = self.referee.position().clone();
        self.referee.play(action);
        before.events(action, self.referee.position())
    }

    /// Passes for whoever can do nothing else, until somebody can; what has happened.
    fn pass(&mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while self.referee.verdict().is_none()
            && let Some(pass) = self.referee.position().pass()
        {
            events.extend(self.make(pass));
        }
        events
    }
}

impl<D: Board> Match for Sitting<D> {
    fn asked(&self) -> Option<Seat> {
        self.referee.verdict().is_none().then(|| seat(self.referee.position().turn()))
    }

    /// Everything lies open.
    fn view(&self, _: Option<Seat>) -> Value {
        let mut shown = D::shown(&self.referee);
        shown.insert("turn".into(), self.asked().into());
        shown.insert("ply".into(), self.referee.plies().into());
        shown.insert("last".into(), self.last.clone().into());
        shown.into()
    }

    fn choices(&self) -> Value {
        let position = self.referee.position();
        let mut moves = Moves::new();
        if self.asked().is_some() {
            position.moves(&mut moves);
        }
        let choice = |action: D::Move| {
            let mut choice = position.prospect(action);
            choice["choice"] = D::digit(action).to_string().into();
            choice
        };
        moves.into_iter().map(choice).collect()
    }

    fn play(&mut self, choice: &str) -> Result<Vec<Value>, String> {
        if self.asked().is_none() {
            return Err("the match is over".to_string());
        }
        let action = self.referee.position().parse_move(choice).map_err(|error| printable(&error, MAX_ERROR))?;
        let mut events = self.make(action);
        events.extend(self.pass());
        self.last.clone_from(&events);
        Ok(events)
    }

    fn outcome(&self) -> Option<Outcome> {
        let Verdict { winner, drawn } = self.referee.verdict()?;
        let reason = match drawn {
            None => self.referee.position().reason(),
            Some(Drawn::Repetition) => "duel.reason.repetition",
            Some(Drawn::TooLong) => "duel.reason.too_long",
        };
        Some(match winner.map(seat) {
            None => Outcome { winners: Vec::new(), places: vec![1, 1], reason },
            Some(winner) => {
                let places = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
                Outcome { winners: vec![winner], places, reason }
            }
        })
    }

    fn copy(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    /// The note has the `value`, the `depth` in plies that was searched, the `line` that is expected as
    /// texts of moves, and in how many plies the match `ends` if that can be seen.
    fn think(&mut self, bot: &Spec, stop: &(dyn Fn() -> bool + Sync)) -> Option<Thought> {
        let found = Thinker::new::<D>(bot).ok()?.search(&self.referee, stop)?;
        let choice = D::digit(found.best()?).to_string();
        let line: String = found.line.iter().map(|action| D::digit(*action)).collect();
        let ends = ends_in(found.value).map(i32::abs);
        let note = json!({"value": squashed::<D>(found.value), "depth": found.depth, "line": line, "ends": ends});
        Some(Thought { choice, note })
    }

    fn evaluate(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<i16> {
        if let Some(Verdict { winner, .. }) = self.referee.verdict() {
            return Some(winner.map_or(0, |winner| if seat(winner) == 0 { 1000 } else { -1000 }));
        }
        let (usual, _) = D::OFFERS.first()?;
        let found = Thinker::new::<D>(&usual.parse().ok()?).ok()?.search(&self.referee, stop)?;
        let value = squashed::<D>(found.value);
        Some(if seat(self.referee.position().turn()) == 0 { value } else { -value })
    }
}
