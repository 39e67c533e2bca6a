//! A game for two so far: its position, its moves, the positions that it has seen, its end; and as a running game.

use super::TwoPlayerGame;
use super::bot::Moves;
use super::side::Side;
use crate::picture::{Picture, Reader};
use crate::state::{Answer, Choice, Ending, GameState, Log, Outcome, Seat, Spelled};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_search::position::{MoveList, Position};
use serde_json::Value;
use std::fmt::Write;

/// The reason why a game is drawn although the rules let it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It took too many plies.
    TooLong,
    /// A position occurred too often.
    Repetition,
}

boardbots_base::words! { Drawn::word: TooLong "too many plies", Repetition "a position was repeated" }

/// A game so far.
#[derive(Clone)]
pub struct Referee<P: Position> {
    /// The present position.
    pub position: P,
    /// All moves so far.
    pub moves: Vec<P::Move>,
    /// The keys of all positions, so one more than moves.
    pub keys: Vec<u64>,
}

impl<P: Position> Referee<P> {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(start: P) -> Self {
        let keys = vec![start.key()];
        Self { position: start, moves: Vec::new(), keys }
    }

    /// Makes a move, which must be legal.
    pub fn play(&mut self, action: P::Move) {
        self.position.play(action);
        self.moves.push(action);
        self.keys.push(self.position.key());
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The winner; `None` if it is drawn.
    pub winner: Option<Side>,
    /// Set if it is drawn although the rules let it go on.
    pub drawn: Option<Drawn>,
}

impl<G: TwoPlayerGame> Referee<G> {
    /// The end of the game; `None` while it goes on. What the rules say comes first.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let by_rules = self.position.winner().map(|winner| Verdict { winner, drawn: None });
        by_rules.or_else(|| G::drawn(&self.keys).map(|drawn| Verdict { winner: None, drawn: Some(drawn) }))
    }
}

/// Most characters of the message about a text that is no choice.
pub const MAX_ERROR: usize = 200;

/// The sign that stands between two moves in records; `None` if each is a character.
#[must_use]
pub const fn separator<G: TwoPlayerGame>() -> Option<char> {
    if G::SHORT_MOVES { None } else { Some(' ') }
}

/// Moves as records write them.
#[must_use]
pub fn joined<G: TwoPlayerGame>(moves: &[G::Move]) -> String {
    Moves(moves, if G::SHORT_MOVES { "" } else { " " }).to_string()
}

/// The number of a legal move.
pub(super) fn numbered<G: TwoPlayerGame>(position: &G, action: G::Move) -> Choice {
    Choice(u16::try_from(position.index(action)).expect("at most 65,535 moves have numbers"))
}

/// A running game. Beside what its [`TwoPlayerGame`] shows, its view has `turn`, the seat that has to choose
/// or null, `ply`, and `last`, the events of the last choice.
#[derive(Clone)]
pub struct TwoPlayerState<G: TwoPlayerGame> {
    /// The game so far.
    pub referee: Referee<G>,
    /// The plies of the last choice, with the positions before them.
    last: Vec<(G, G::Move)>,
    /// Plies of the opening.
    opening: usize,
    /// True if a side whose only choice is to pass is asked.
    asks_to_pass: bool,
    /// True if it began with a position whose moves are not known.
    placed: bool,
}

impl<G: TwoPlayerGame> TwoPlayerState<G> {
    /// A game that begins with this position. A side that can do nothing but pass is not asked.
    #[must_use]
    pub fn new(start: G) -> Self {
        let mut state = Self { asks_to_pass: false, ..Self::of_match(Referee::new(start)) };
        state.pass();
        state
    }

    /// A game of a match behind its opening. A side that can do nothing but pass is asked all the
    /// same: that is how matches are recorded.
    #[must_use]
    pub fn of_match(referee: Referee<G>) -> Self {
        Self { last: Vec::new(), opening: referee.moves.len(), asks_to_pass: true, placed: false, referee }
    }

    /// A game that goes on from a position whose moves are not known.
    #[must_use]
    pub fn placed(referee: Referee<G>) -> Self {
        Self { placed: true, ..Self::of_match(referee) }
    }

    fn step(&mut self, action: G::Move) {
        self.last.push((self.referee.position.clone(), action));
        self.referee.play(action);
    }

    /// Passes for a side that can do nothing else, until a side can.
    fn pass(&mut self) {
        while !self.asks_to_pass
            && self.referee.verdict().is_none()
            && let Some(pass) = self.referee.position.pass()
        {
            self.step(pass);
        }
    }

    /// The legal moves of the side that has to choose; none when the game is over.
    fn moves(&self) -> G::Moves {
        if self.turn().is_some() { self.referee.position.moves() } else { G::Moves::empty() }
    }

    /// The legal move of a choice.
    pub(super) fn chosen(&self, choice: Choice) -> Option<G::Move> {
        self.turn().and_then(|_| self.referee.position.with_index(choice.0.into()))
    }

    fn action(&self, text: &str) -> Result<G::Move, InputError> {
        if self.turn().is_none() {
            return Err("the game is over".into());
        }
        let action = self.referee.position.parse_move(text);
        action.map_err(|error| printable(&error, MAX_ERROR).into())
    }

    /// The events of the last choice.
    fn events(&self) -> Vec<Value> {
        let after = self.last.iter().skip(1).map(|(position, _)| position).chain([&self.referee.position]);
        self.last.iter().zip(after).flat_map(|((before, action), after)| before.events(*action, after)).collect()
    }

    /// The last move and the position before it.
    fn before(&self) -> Option<(&G, G::Move)> {
        self.last.last().map(|(position, action)| (position, *action))
    }

    /// The position, drawn with what the last move changed.
    #[must_use]
    pub fn picture(&self, reader: Reader) -> Picture {
        self.referee.position.seen(self.before(), reader)
    }
}

impl<G: TwoPlayerGame> GameState for TwoPlayerState<G> {
    fn turn(&self) -> Option<Seat> {
        self.referee.verdict().is_none().then(|| self.referee.position.turn().seat())
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend(self.moves().into_iter().map(|action| numbered(&self.referee.position, action)));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), InputError> {
        let action = match answer {
            Answer::Choice(choice) => self.chosen(choice).ok_or("the choice is not legal")?,
            Answer::Text(text) => self.action(text)?,
            Answer::Forfeit => return Err("a side that does not answer loses".into()),
        };
        self.last.clear();
        self.step(action);
        self.pass();
        log.extend(|| self.events());
        Ok(())
    }

    fn parse(&self, text: &str) -> Result<Choice, InputError> {
        self.action(text).map(|action| numbered(&self.referee.position, action))
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        let Answer::Choice(choice) = answer else { return None };
        self.chosen(choice).map(|action| action.to_string())
    }

    fn record(&self, answer: Answer<'_>, text: &mut String) {
        if let Answer::Choice(choice) = answer
            && let Some(action) = self.referee.position.with_index(choice.0.into())
        {
            // A text grows.
            let _ = write!(text, "{action}");
        }
    }

    fn drawing(&self) -> Vec<String> {
        self.referee.position.seen(None, Reader::Program).lines()
    }

    fn first(&self) -> Seat {
        self.referee.position.turn().seat()
    }

    fn length(&self) -> u32 {
        u32::try_from(self.referee.moves.len() - self.opening).unwrap_or(u32::MAX)
    }

    fn history(&self) -> Option<String> {
        (!self.placed).then(|| joined::<G>(&self.referee.moves))
    }

    fn spelled(&self) -> Option<Spelled> {
        let variant = G::CHESS_VARIANT?;
        let moves = (variant.drops)(&self.referee.position, &self.referee.moves);
        Some(Spelled { variant: variant.name, moves, fen: (variant.fen)(&self.referee.position) })
    }

    fn position(&self) -> Option<String> {
        self.referee.position.text()
    }

    fn outcome(&self) -> Option<Outcome> {
        let Verdict { winner, drawn } = self.referee.verdict()?;
        let (ending, reason) = match drawn {
            None => (Ending::Rules, self.referee.position.reason()),
            Some(Drawn::Repetition) => (Ending::Repetition, "duel.reason.repetition"),
            Some(Drawn::TooLong) => (Ending::Limit, "duel.reason.too_long"),
        };
        let (winners, places) = match winner {
            None => (Vec::new(), vec![1, 1]),
            Some(Side::First) => (vec![0], vec![1, 2]),
            Some(Side::Second) => (vec![1], vec![2, 1]),
        };
        Some(Outcome { winners, places, scores: Vec::new(), ending, reason })
    }

    /// Nothing is hidden.
    fn view(&self, _: Option<Seat>) -> Value {
        let mut shown = G::shown(&self.referee, self.before());
        shown.insert("turn".into(), self.turn().into());
        shown.insert("ply".into(), self.referee.moves.len().into());
        shown.insert("last".into(), self.events().into());
        shown.into()
    }

    fn choices(&self) -> Value {
        let position = &self.referee.position;
        let choice = |action: G::Move| {
            let mut choice = position.prospect(action);
            choice["choice"] = action.to_string().into();
            choice
        };
        self.moves().into_iter().map(choice).collect()
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}
