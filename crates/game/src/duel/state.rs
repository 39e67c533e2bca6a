//! A running game for two.

use super::board::{Board, seat};
use crate::duel::Drawn;
use crate::picture::Reader;
use crate::referee::{Referee, Verdict};
use crate::state::{Answer, Choice, Ending, GameState, Log, Outcome, Seat};
use boardbots_base::invalid::Invalid;
use boardbots_base::printable::printable;
use boardbots_search::moves::MoveList;
use serde_json::Value;

/// Most characters of the message about a text that is no choice.
pub const MAX_ERROR: usize = 200;

/// A running game. Beside what its [`Board`] shows, its view has `turn`, the seat that has to choose
/// or null, `ply`, and `last`, the events of the last choice.
#[derive(Clone)]
pub struct DuelState<D: Board> {
    /// The game so far.
    pub referee: Referee<D>,
    /// Plies before the last choice.
    before: usize,
    /// Plies of the opening.
    opening: usize,
    /// Whether a side that can do nothing but pass is asked.
    asks_to_pass: bool,
}

impl<D: Board> DuelState<D> {
    /// A game that begins with this position. A side that can do nothing but pass is not asked.
    #[must_use]
    pub fn new(start: D) -> Self {
        let mut state = Self { asks_to_pass: false, ..Self::of_match(Referee::new(start)) };
        state.pass();
        state
    }

    /// A game of a match behind its opening. A side that can do nothing but pass is asked all the
    /// same: that is how matches are recorded.
    #[must_use]
    pub fn of_match(referee: Referee<D>) -> Self {
        Self { before: 0, opening: referee.plies(), asks_to_pass: true, referee }
    }

    /// Passes for a side that can do nothing else, until a side can.
    fn pass(&mut self) {
        while !self.asks_to_pass
            && self.referee.verdict().is_none()
            && let Some(pass) = self.referee.position.pass()
        {
            self.referee.play(pass);
        }
    }

    /// The legal moves of the side that has to choose; none when the game is over.
    fn moves(&self) -> D::Moves {
        if self.turn().is_some() { self.referee.position.moves() } else { D::Moves::empty() }
    }

    fn action(&self, text: &str) -> Result<D::Move, Invalid> {
        if self.turn().is_none() {
            return Err("the game is over".into());
        }
        let action = self.referee.position.parse_move(text);
        action.map_err(|error| printable(&error, MAX_ERROR).into())
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
            let before = game.position.clone();
            game.play(action);
            events.extend(before.events(action, &game.position));
        }
        events
    }
}

impl<D: Board> GameState for DuelState<D> {
    fn turn(&self) -> Option<Seat> {
        self.referee.verdict().is_none().then(|| seat(self.referee.position.turn()))
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend(self.moves().into_iter().map(|action| Choice(D::digit(action))));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), Invalid> {
        let action = match answer {
            Answer::Choice(Choice(digit)) => self.action(digit.encode_utf8(&mut [0; 4])),
            Answer::Text(text) => self.action(text),
        };
        self.make(action?, log);
        Ok(())
    }

    fn parse(&self, text: &str) -> Result<Choice, Invalid> {
        self.action(text).map(|action| Choice(D::digit(action)))
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        match answer {
            Answer::Choice(Choice(digit)) => Some(digit.to_string()),
            Answer::Text(_) => None,
        }
    }

    fn drawing(&self) -> Vec<String> {
        self.referee.position.picture(None, Reader::Program).to_string().lines().map(str::to_string).collect()
    }

    fn first(&self) -> Seat {
        seat(self.referee.position.turn())
    }

    fn length(&self) -> u32 {
        u32::try_from(self.referee.plies() - self.opening).unwrap_or(u32::MAX)
    }

    fn history(&self) -> String {
        self.referee.moves().map(D::digit).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let Verdict { winner, drawn } = self.referee.verdict()?;
        let (ending, reason) = match drawn {
            None => (Ending::Rules, self.referee.position.reason()),
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
        let position = &self.referee.position;
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
