//! A running game for two.

use super::board::{Board, seat};
use crate::log::Log;
use crate::referee::{Drawn, Referee, Verdict};
use crate::state::{Answer, Choice, Ending, GameState, Outcome, Seat};
use boardbots_base::invalid::Invalid;
use boardbots_base::lines::printable;
use boardbots_search::game::Moves;
use serde_json::Value;

/// Most characters of the message about a text that is no choice.
pub const MAX_ERROR: usize = 200;

/// A running game. Beside what its [`Board`] shows, its view has `turn`, the seat that has to choose
/// or null, `ply`, and `last`, the events of the last choice.
#[derive(Clone)]
pub struct DuelState<D: Board> {
    referee: Referee<D>,
    /// Plies before the last choice.
    before: usize,
}

impl<D: Board> DuelState<D> {
    /// A game that begins with this position. A side that can do nothing but pass is not asked.
    #[must_use]
    pub fn new(start: D) -> Self {
        let mut state = Self { referee: Referee::new(start), before: 0 };
        state.pass();
        state
    }

    /// The game so far.
    #[must_use]
    pub const fn referee(&self) -> &Referee<D> {
        &self.referee
    }

    /// Passes for a side that can do nothing else, until a side can.
    fn pass(&mut self) {
        while self.referee.verdict().is_none()
            && let Some(pass) = self.referee.position().pass()
        {
            self.referee.play(pass);
        }
    }

    /// The legal moves of the side that has to choose; none when the game is over.
    fn moves(&self) -> Moves<D::Move> {
        let mut moves = Moves::new();
        if self.turn().is_some() {
            self.referee.position().moves(&mut moves);
        }
        moves
    }

    fn make(&mut self, action: D::Move, log: &mut Log) {
        self.before = self.referee.plies();
        self.referee.play(action);
        self.pass();
        log.extend(|| self.last());
    }

    /// What the last choice has led to.
    fn last(&self) -> Vec<Value> {
        let mut game = self.referee.clone();
        let moves: Vec<D::Move> = game.moves().skip(self.before).collect();
        for _ in &moves {
            game.take_back();
        }
        let mut events = Vec::new();
        for action in moves {
            let before = game.position().clone();
            game.play(action);
            events.extend(before.events(action, game.position()));
        }
        events
    }
}

impl<D: Board> GameState for DuelState<D> {
    fn turn(&self) -> Option<Seat> {
        self.referee.verdict().is_none().then(|| seat(self.referee.position().turn()))
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend(self.moves().into_iter().map(|action| Choice(D::digit(action))));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), Invalid> {
        match answer {
            Answer::Choice(Choice(digit)) => self.play_text(digit.encode_utf8(&mut [0; 4]), log),
            Answer::Text(text) => self.play_text(text, log),
        }
    }

    fn play_text(&mut self, text: &str, log: &mut Log) -> Result<(), Invalid> {
        if self.turn().is_none() {
            return Err("the game is over".into());
        }
        let action = self.referee.position().parse_move(text).map_err(|error| printable(&error, MAX_ERROR))?;
        self.make(action, log);
        Ok(())
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        match answer {
            Answer::Choice(Choice(digit)) => Some(digit.to_string()),
            Answer::Text(_) => None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Verdict { winner, drawn } = self.referee.verdict()?;
        let (ending, reason) = match drawn {
            None => (Ending::Rules, self.referee.position().reason()),
            Some(Drawn::Repetition) => (Ending::Repetition, "duel.reason.repetition"),
            Some(Drawn::TooLong) => (Ending::Limit, "duel.reason.too_long"),
        };
        let (winners, places) = match winner.map(seat) {
            None => (Vec::new(), vec![1, 1]),
            Some(0) => (vec![0], vec![1, 2]),
            Some(winner) => (vec![winner], vec![2, 1]),
        };
        Some(Outcome { winners, places, scores: Vec::new(), ending, reason })
    }

    /// Nothing is hidden.
    fn view(&self, _: Option<Seat>) -> Value {
        let mut shown = D::shown(&self.referee);
        shown.insert("turn".into(), self.turn().into());
        shown.insert("ply".into(), self.referee.plies().into());
        shown.insert("last".into(), self.last().into());
        shown.into()
    }

    fn choices(&self) -> Value {
        let position = self.referee.position();
        let choice = |action: D::Move| {
            let mut choice = position.prospect(action);
            choice["choice"] = D::digit(action).to_string().into();
            choice
        };
        self.moves().into_iter().map(choice).collect()
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}
