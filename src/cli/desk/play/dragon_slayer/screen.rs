//! Where everything is shown: a terminal of some width, or a file that wants plain lines.

use super::width::{columns, wrapped};
use crate::cli::desk::play::paint::paint;
use crate::games::picture::{Ink, Picture};
use std::env;
use std::io::{self, Write};

/// With what things are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Plain lines: no dice are drawn, no line is broken.
    Plain,
    /// Letters that every terminal has.
    Ascii,
    /// Lines and squares as well.
    Unicode,
}

impl Look {
    /// What this terminal can show, by its locale.
    #[must_use]
    pub fn of_terminal() -> Self {
        let said = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let locale = said("LC_ALL").or_else(|| said("LC_CTYPE")).or_else(|| said("LANG")).unwrap_or_default();
        let locale = locale.to_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") { Self::Unicode } else { Self::Ascii }
    }

    /// Top and bottom of a die, each with its corners, and its side.
    #[must_use]
    pub const fn frame(self) -> ([char; 3], [char; 3], &'static str) {
        match self {
            Self::Unicode => (['┌', '─', '┐'], ['└', '─', '┘'], "│"),
            _ => (['.', '-', '.'], ['\'', '-', '\''], "|"),
        }
    }

    /// The mark of whose turn it is, the arrow before a ghost, and a bar's points: safe, ghost
    /// and missing.
    #[must_use]
    pub const fn signs(self) -> [&'static str; 5] {
        match self {
            Self::Unicode => ["▸ ", " →", "■", "□", "·"],
            _ => ["> ", " ->", "#", "+", "."],
        }
    }
}

/// What is written to, and how.
pub struct Screen<W> {
    output: W,
    /// With what things are drawn.
    pub look: Look,
    /// Whether there are colours.
    pub coloured: bool,
    /// Columns at this moment: a terminal may change its size at any time.
    pub width: fn() -> usize,
}

impl<W: Write> Screen<W> {
    /// A screen that writes here.
    pub const fn new(output: W, look: Look, coloured: bool, width: fn() -> usize) -> Self {
        Self { output, look, coloured, width }
    }

    /// Columns of this moment.
    pub fn width(&self) -> usize {
        (self.width)()
    }

    /// Writes text, broken between words where there is a terminal.
    ///
    /// # Errors
    ///
    /// What writing says.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.write(text, Ink::Plain)
    }

    /// The same, fainter.
    ///
    /// # Errors
    ///
    /// What writing says.
    pub fn whisper(&mut self, text: &str) -> io::Result<()> {
        self.write(text, Ink::Faint)
    }

    fn write(&mut self, text: &str, ink: Ink) -> io::Result<()> {
        let mut picture = Picture::default();
        for line in self.lines(text) {
            picture.line();
            picture.add(line, ink, false);
        }
        self.draw(&picture)
    }

    /// Writes a picture.
    ///
    /// # Errors
    ///
    /// What writing says.
    pub fn draw(&mut self, picture: &Picture) -> io::Result<()> {
        self.output.write_all(paint(picture, self.coloured).as_bytes())
    }

    /// Writes a question; on a terminal the answer is typed behind it.
    ///
    /// # Errors
    ///
    /// What writing says.
    pub fn ask(&mut self, text: &str) -> io::Result<()> {
        let mut lines = self.lines(text);
        if self.look == Look::Plain {
            lines.push(String::new());
        } else {
            match lines.last_mut() {
                // Room for what is typed.
                Some(line) if columns(line) + 8 <= self.width() => line.push_str("> "),
                _ => lines.push("> ".to_string()),
            }
        }
        self.output.write_all(lines.join("\n").as_bytes())?;
        self.output.flush()
    }

    /// Ends the line of a question that nobody will answer.
    ///
    /// # Errors
    ///
    /// What writing says.
    pub fn end_line(&mut self) -> io::Result<()> {
        if self.look == Look::Plain { Ok(()) } else { self.output.write_all(b"\n") }
    }

    /// Shows what has been written.
    ///
    /// # Errors
    ///
    /// What writing says.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn lines(&self, text: &str) -> Vec<String> {
        if self.look == Look::Plain {
            return text.lines().map(str::to_string).collect();
        }
        wrapped(text, self.width())
    }
}
