//! A game in the terminal: the interface through which one table serves all games; columns of a terminal, and text that
//! keeps to them.
//!
//! | file | holds |
//! |---|---|
//! | [`argument`] | the command-line options of a game |
//! | [`session`] | a game with its players |

pub mod argument;
pub mod session;

use crate::game::Game;
use crate::picture::Picture;
use crate::state::{Answer, Choice, GameState};
use argument::{Argument, Given};
use boardbots_base::entries::LineError;
use boardbots_base::invalid::InputError;
use session::Session;
use std::time::Duration;

/// Bots that search, for games for two: people can change sides, ask for hints, and take choices back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchBots {
    /// The bots' names, the usual one first.
    pub bots: Vec<&'static str>,
    /// The plies that they search by default.
    pub depth: u8,
    /// The most plies.
    pub deepest: u8,
    /// The names of the seats.
    pub sides: [&'static str; 2],
}

/// A reason not to set a game up.
#[derive(Debug)]
pub enum SetupError {
    /// The options are inconsistent; the option that is the cause, if it is one.
    Usage(InputError, Option<&'static str>),
    /// A file cannot be used.
    Configuration(InputError),
    /// A question has to be answered first.
    Missing(Missing),
}

/// A question that has to be answered before a game can be set up.
#[derive(Debug)]
pub struct Missing {
    /// The question.
    pub question: String,
    /// The option that gives the answer on the command line.
    pub option: &'static str,
    /// Refuses an invalid answer.
    pub check: fn(&str) -> Result<(), InputError>,
    /// The error if there is no answer.
    pub unanswered: String,
}

/// A game that is set up.
pub struct Opened {
    /// The game with its players.
    pub session: Session,
    /// The narrator of the game.
    pub narrator: Box<dyn Narrator>,
}

/// A game that can be played in the terminal.
pub trait Terminal: Game {
    /// A description for the list of games, in a line.
    fn about(&self) -> String;

    /// Notes at the end of the help, in a line or two.
    fn usage(&self) -> &'static str;

    /// The game's own options.
    fn arguments(&self) -> Vec<Argument>;

    /// The bots that search, in games that have some.
    fn search_bots(&self) -> Option<SearchBots> {
        None
    }

    /// True if games can be saved and resumed; see [`Narrator::saved`].
    fn saves(&self) -> bool {
        false
    }

    /// True if each step of a bot can be announced, waited for and slowed down.
    fn has_steps(&self) -> bool {
        false
    }

    /// Sets a game up. Games with [`SearchBots`] leave the choice of bots to the table.
    ///
    /// # Errors
    /// Fails if an option or a file is invalid, or if a question has to be answered first.
    fn set_up(&self, given: &Given) -> Result<Opened, SetupError>;

    /// Sets a saved game up as it stood; its bots have begun.
    ///
    /// # Errors
    /// Fails with the first invalid line.
    fn resume(&self, _text: &[u8], _given: &Given) -> Result<Opened, LineError> {
        Err(LineError { line: 1, problem: "this game cannot be saved".into() })
    }
}

/// Tells a game to people, and understands what they type.
pub trait Narrator {
    /// The game as it stands.
    fn picture(&self, state: &dyn GameState, canvas: Canvas) -> Picture;

    /// The output at the beginning; `choices` is the number of choices made already.
    fn opening(&self, state: &dyn GameState, choices: usize) -> Vec<Beat>;

    /// The output before the seat to move chooses; `_bot` is true for a bot, `_waits` if each of its steps waits for
    /// a person.
    fn before(&self, _state: &dyn GameState, _bot: bool, _waits: bool) -> Vec<Beat> {
        Vec::new()
    }

    /// The choice of a seat that can do nothing else, and need not be asked.
    fn forced(&self, _state: &dyn GameState) -> Option<Choice> {
        None
    }

    /// The prompt for the seat to move.
    fn question(&self, state: &dyn GameState) -> String;

    /// True if the prompt is written even if the input is not a terminal.
    fn asks_aloud(&self) -> bool {
        false
    }

    /// A question to be answered with yes or no before this choice is made, and the meaning of these answers.
    fn confirms(&self, _state: &dyn GameState, _choice: Choice) -> Option<(&'static str, &'static str)> {
        None
    }

    /// The effect of a choice, in a sentence.
    fn account(&self, state: &dyn GameState, choice: Choice) -> String;

    /// The text that a person types for a choice.
    fn keystroke(&self, state: &dyn GameState, choice: Choice) -> String {
        state.text(Answer::Choice(choice)).unwrap_or_default()
    }

    /// The output when a choice is made, before its consequences.
    fn deed(&self, state: &dyn GameState, choice: Choice) -> Vec<Beat>;

    /// The consequences of the last choice.
    fn outcome(&self, state: &dyn GameState) -> Vec<Beat>;

    /// The output at the end of the game.
    fn ending(&self, state: &dyn GameState) -> Vec<Beat>;

    /// The choice that a line means. `asked` is false if no person is asked for one: while a bot's step waits to be
    /// seen, and on the command line.
    ///
    /// # Errors
    /// Fails if it is no legal choice, and names the words that can be typed.
    fn parse(&self, state: &dyn GameState, line: &str, asked: bool) -> Result<Choice, InputError>;

    /// Help on a topic, on everything if it is empty.
    ///
    /// # Errors
    /// Fails if there is no such topic, and names the topics.
    fn help(&self, topic: &str) -> Result<String, InputError>;

    /// The game as a text that [`Terminal::resume`] reads. The first line begins with a `#` and is the same up to
    /// its first colon for all games.
    fn saved(&self, _session: &Session) -> Option<String> {
        None
    }

    /// The name of a file to save the game to, without its ending.
    fn file(&self, _state: &dyn GameState) -> String {
        String::new()
    }
}

/// The signs that a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Plain lines, as for a file: nothing but the game itself is drawn, no line is broken.
    Plain,
    /// The letters of ASCII.
    Ascii,
    /// Lines and squares as well.
    Unicode,
}

/// The size and character set of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// The columns of the terminal at this moment.
    pub width: usize,
    /// The characters that it can show.
    pub look: Look,
}

/// Draws something, if there is room for it.
pub type Drawing = Box<dyn Fn(Canvas) -> Option<Picture>>;

/// A piece of output.
pub enum Beat {
    /// A blank line.
    Gap,
    /// The game as it stands, drawn.
    Board,
    /// Sentences that the log does not keep.
    Shown(String),
    /// A sentence of the story.
    Told(String),
    /// Words of a character.
    Said(String),
    /// A part of the story that can be drawn.
    Drawn {
        /// The sentence for the log, and for the screen if nothing is drawn.
        told: String,
        /// The caption above the drawing.
        caption: String,
        /// The drawing.
        drawing: Drawing,
    },
    /// Time passes, so that people can follow.
    Pause(Duration),
}

impl Beat {
    /// The sentence that the log keeps.
    #[must_use]
    pub fn logged(self) -> Option<String> {
        match self {
            Self::Told(text) | Self::Said(text) | Self::Drawn { told: text, .. } => Some(text),
            Self::Gap | Self::Board | Self::Shown(_) | Self::Pause(_) => None,
        }
    }
}

/// The columns that a text takes; letters of East Asia take two.
#[must_use]
pub fn columns(text: &str) -> usize {
    let wide = |c: char| c.is_alphanumeric() && (c >= '\u{2e80}' || ('\u{1100}'..='\u{115f}').contains(&c));
    text.chars().map(|c| 1 + usize::from(wide(c))).sum()
}

/// A text cut or filled with blanks to a number of columns.
#[must_use]
pub fn fitted(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    for c in text.chars() {
        fitted.push(c);
        if columns(&fitted) > width {
            fitted.pop();
            break;
        }
    }
    let missing = width - columns(&fitted);
    fitted.extend(std::iter::repeat_n(' ', missing));
    fitted
}

/// A text broken between words into lines of at most `width` columns; longer words are broken, too. Lines
/// that fit stay as they are.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        if columns(paragraph) <= width {
            lines.push(paragraph.to_string());
            continue;
        }
        let indent: String = paragraph.chars().take_while(|c| *c == ' ').take(width / 4).collect();
        let mut line = indent.clone();
        for word in paragraph.split_whitespace() {
            let blank = usize::from(line.len() > indent.len());
            if blank == 1 && columns(&line) + blank + columns(word) > width {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            } else if blank == 1 {
                line.push(' ');
            }
            for c in word.chars() {
                let mut next = line.clone();
                next.push(c);
                if columns(&next) > width {
                    lines.push(std::mem::replace(&mut line, indent.clone()));
                }
                line.push(c);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_together_and_within_the_width() {
        assert_eq!(wrapped("the dragon is slain", 10), ["the dragon", "is slain"]);
        assert_eq!(wrapped("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrapped("undo     back\nquit", 13), ["undo     back", "quit"]);
        assert_eq!(wrapped("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        let long = "dragon ".repeat(50) + &"x".repeat(300);
        for width in 2..90 {
            assert!(wrapped(&long, width).iter().all(|line| columns(line) <= width), "{width}");
        }
    }

    #[test]
    fn texts_are_cut_and_filled() {
        assert_eq!(
            (fitted("Abel", 6), fitted("Beatriu", 4), fitted("", 2)),
            ("Abel  ".into(), "Beat".into(), "  ".into())
        );
        assert_eq!((columns("名前"), fitted("名前", 3)), (4, "名 ".into()));
    }
}
