//! What a terminal shows of a game, piece by piece.

use crate::picture::Picture;
use std::time::Duration;

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

/// What is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// The columns of the terminal at this moment.
    pub width: usize,
    /// Its signs.
    pub look: Look,
}

/// Draws something, if there is room for it.
pub type Drawing = Box<dyn Fn(Canvas) -> Option<Picture>>;

/// A piece of what is shown.
pub enum Beat {
    /// A blank line.
    Gap,
    /// The game as it stands, drawn.
    Board,
    /// Sentences that the log does not keep.
    Shown(String),
    /// A sentence of the story.
    Told(String),
    /// What a character says.
    Said(String),
    /// A part of the story that can be drawn.
    Drawn {
        /// The sentence for the log, and for the screen where nothing is drawn.
        told: String,
        /// What stands above the drawing.
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
