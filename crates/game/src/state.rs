//! One running game, whatever the game.

use boardbots_base::invalid::InputError;
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::fmt;

/// A seat, counted from 0.
pub type Seat = usize;

/// A choice of a game whose choices can be numbered, by its number in the state that it was made for. It means nothing
/// in another state or process: texts are stored and sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice(pub u16);

/// The answer of a player that was asked to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// One of the numbered choices.
    Choice(Choice),
    /// The text that stands for the choice in records, in games whose choices cannot be numbered.
    Text(&'a str),
    /// No choice, in games whose rules say what becomes of a seat that failed to answer.
    Forfeit,
}

/// The texts of choices in a record. The separator stands between two; without one, each is a character.
pub fn split(text: &str, separator: Option<char>) -> impl Iterator<Item = &str> {
    let (letters, words) = if separator.is_none() { (text, "") } else { ("", text) };
    let words = words.split(move |letter| Some(letter) == separator).filter(|word| !word.is_empty());
    letters.split_inclusive(|_| true).filter(|letter| *letter != " ").chain(words)
}

/// The cause of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules of the game.
    Rules,
    /// A position was repeated too often.
    Repetition,
    /// The game took too long.
    Limit,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that won: several if they share the win, none if the game is drawn.
    pub winners: Vec<Seat>,
    /// The place of each seat, from 1; equal seats share a place.
    pub places: Vec<u8>,
    /// The game's own scores, by seat; empty if it counts only places.
    pub scores: Vec<i64>,
    /// The cause of its end.
    pub ending: Ending,
    /// The reason for its end, as a key of the pages' texts, such as `duel.reason.repetition`.
    pub reason: &'static str,
}

/// One running game.
///
/// A game is deterministic: the same [`Setup`](crate::setup::Setup) and the same choices lead to the
/// same game. Servers and records keep only these.
pub trait GameState: Any + Send {
    /// The seat that has to choose; `None` once the game is over.
    fn turn(&self) -> Option<Seat>;

    /// Adds all choices of the seat that has to choose to a list; none in games whose choices cannot
    /// be numbered.
    fn legal(&self, _list: &mut Vec<Choice>) {}

    /// Plays an answer of the seat that has to choose, and everything that follows from it without
    /// another choice.
    ///
    /// # Errors
    /// Fails if the answer is not a legal choice. The game is unchanged then.
    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), InputError>;

    /// The choice of a text that people and pages use.
    ///
    /// # Errors
    /// Fails if the choice is not legal, or if choices of this game have no numbers.
    fn parse(&self, _text: &str) -> Result<Choice, InputError> {
        Err("choices of this game have no numbers".into())
    }

    /// Plays a choice in the text that people and pages use; see [`GameState::play`].
    ///
    /// # Errors
    /// As [`GameState::play`].
    fn play_text(&mut self, text: &str, log: &mut Log) -> Result<(), InputError> {
        let choice = self.parse(text)?;
        self.play(Answer::Choice(choice), log)
    }

    /// Plays what the rules have for a seat that failed to answer; false if such a seat loses the game.
    fn forfeit(&mut self, _fault: &Fault, _log: &mut Log) -> bool {
        false
    }

    /// Takes what seats did wrong according to the rules, since this was last asked, in games that go
    /// on after that.
    fn faults(&mut self) -> Vec<(Seat, Fault)> {
        Vec::new()
    }

    /// The introduction of the game's story, in lines.
    fn introduction(&self) -> Vec<String> {
        Vec::new()
    }

    /// The game as it stands, drawn in lines of text.
    fn drawing(&self) -> Vec<String> {
        Vec::new()
    }

    /// The seat of the first player of a match that begins with this state.
    fn first(&self) -> Seat {
        0
    }

    /// The game so far as a variant of chess, if programs that speak UCI know it as one.
    fn spelled(&self) -> Option<Spelled> {
        None
    }

    /// Turns, rounds or choices so far, whatever the game calls its length; without its opening.
    fn length(&self) -> u32 {
        0
    }

    /// All choices so far, with those of the opening, as records write them; `None` in games whose positions do not
    /// follow from them.
    fn history(&self) -> Option<String> {
        None
    }

    /// The position as a text that the game's engine reads behind `position fen`; `None` if the game has no such text,
    /// or if it would tell what is hidden.
    fn position(&self) -> Option<String> {
        None
    }

    /// The text that people and pages use for an answer, if it is legal now.
    fn text(&self, answer: Answer<'_>) -> Option<String>;

    /// Adds an answer that is legal now to a text as records write it.
    fn record(&self, answer: Answer<'_>, text: &mut String) {
        text.extend(self.text(answer));
    }

    /// The answer of a record's text.
    ///
    /// # Errors
    /// Fails if the text is not an answer of this game.
    fn recorded<'a>(&self, text: &'a str) -> Result<Answer<'a>, InputError> {
        self.parse(text).map(Answer::Choice)
    }

    /// The outcome, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Everything that a seat, or a spectator, may know, as an object of the game's own shape. What only tables know is
    /// null or left out elsewhere.
    fn view(&self, _viewer: Option<Seat>) -> Value {
        Value::Null
    }

    /// The choices of the seat that has to choose, for pages: an array of objects, each with its text
    /// as `choice`; where choices have too many parts for a list, objects that say how their texts
    /// are made. They do not depend on names: a server asks once, before seats may be renamed.
    fn choices(&self) -> Value {
        Value::Null
    }

    /// The number of last choices that are made but not yet revealed. Their texts are kept back until this number
    /// drops; the events of [`GameState::play`] tell nothing of them.
    fn veiled(&self) -> usize {
        0
    }

    /// True if the choice with this text stays secret to its seat although later choices are revealed.
    fn secret(&self, _text: &str) -> bool {
        false
    }

    /// A copy to think about elsewhere.
    fn copy(&self) -> Box<dyn GameState>;
}

impl dyn GameState {
    /// The state as that of one game; `None` if it belongs to another game.
    #[must_use]
    pub fn of<S: GameState>(&self) -> Option<&S> {
        (self as &dyn Any).downcast_ref()
    }

    /// The state as that of one game, to change it; `None` if it belongs to another game.
    #[must_use]
    pub fn of_mut<S: GameState>(&mut self) -> Option<&mut S> {
        (self as &mut dyn Any).downcast_mut()
    }

    /// All choices of the seat that has to choose; see [`GameState::legal`].
    #[must_use]
    pub fn all_legal(&self) -> Vec<Choice> {
        let mut list = Vec::new();
        self.legal(&mut list);
        list
    }

    /// Plays a choice in the text that people use, and returns what has happened; see
    /// [`GameState::play`].
    ///
    /// # Errors
    /// As [`GameState::play`].
    pub fn told(&mut self, text: &str) -> Result<Vec<Value>, InputError> {
        let mut log = Log::events();
        self.play_text(text, &mut log)?;
        Ok(log.take())
    }

    /// The text of an answer for people, or for records where people have none; `retold` plays it.
    #[must_use]
    pub fn written(&self, answer: Answer<'_>) -> String {
        self.text(answer).unwrap_or_else(|| {
            let mut text = String::new();
            self.record(answer, &mut text);
            text
        })
    }

    /// Plays an answer in the text of `written`, and returns what has happened.
    ///
    /// # Errors
    /// As [`GameState::play`].
    pub fn retold(&mut self, text: &str) -> Result<Vec<Value>, InputError> {
        self.told(text).or_else(|why| {
            let mut log = Log::events();
            self.play(self.recorded(text).map_err(|_| why)?, &mut log)?;
            Ok(log.take())
        })
    }

    /// A line of moves from here on, in the notation of [`GameState::spelled`]; the line itself if there is none.
    #[must_use]
    pub fn spell(&self, line: &str) -> String {
        let Some(before) = self.spelled() else { return line.to_string() };
        let mut after = self.copy();
        for text in line.split_whitespace() {
            if after.play_text(text, &mut Log::none()).is_err() {
                break;
            }
        }
        let moves = after.spelled().map_or_else(String::new, |spelled| spelled.moves);
        moves.get(before.moves.len()..).unwrap_or_default().trim_start().to_string()
    }
}

/// A game in the notation of a variant of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The name of the variant, as the option `UCI_Variant` has it.
    pub variant: &'static str,
    /// All moves that are known, with spaces between.
    pub moves: String,
    /// The position.
    pub fen: String,
}

/// A fault of a player that gave no legal answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// One word, which tables of results count.
    pub kind: Cow<'static, str>,
    /// A description of what happened.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: impl Into<Cow<'static, str>>, detail: impl fmt::Display) -> Self {
        Self { kind: kind.into(), detail: detail.to_string() }
    }

    /// The fault of a caller that asks for a choice when none is due, or in another game.
    #[must_use]
    pub fn unfit() -> Self {
        Self::new("unfit", "no choice of this game is due")
    }
}

/// A listener to what happens in a game.
#[derive(Debug, Default)]
#[must_use]
pub struct Log {
    events: Option<Vec<Value>>,
    story: Option<Vec<String>>,
    /// The beginning of the next line of the story.
    line: String,
}

impl Log {
    /// A log that keeps nothing.
    pub const fn none() -> Self {
        Self { events: None, story: None, line: String::new() }
    }

    /// A log that keeps all events.
    pub const fn events() -> Self {
        Self { events: Some(Vec::new()), story: None, line: String::new() }
    }

    /// A log that keeps the story: what happens in lines of English.
    pub const fn story() -> Self {
        Self { events: None, story: Some(Vec::new()), line: String::new() }
    }

    /// Adds lines to the story.
    pub fn lines<L: IntoIterator<Item = String>>(&mut self, make: impl FnOnce() -> L) {
        if let Some(story) = &mut self.story {
            story.extend(make());
        }
    }

    /// Adds to the next line of the story, which is a new one if it is still empty.
    pub fn part(&mut self, make: impl FnOnce(&mut String)) {
        if self.story.is_some() {
            make(&mut self.line);
        }
    }

    /// Ends the line that [`Log::part`] has begun.
    pub fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if let Some(story) = &mut self.story {
            story.push(line);
        }
    }

    /// The story so far; the log is empty afterwards.
    pub fn told(&mut self) -> Vec<String> {
        self.story.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Adds events, each an object of the game's own shape with `kind`; all seats may know them.
    pub fn extend<E: IntoIterator<Item = Value>>(&mut self, make: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            events.extend(make());
        }
    }

    /// The events so far; the log is empty afterwards.
    pub fn take(&mut self) -> Vec<Value> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
