//! The screen: a terminal of some width, or a file that takes plain lines.

use crate::output::Styled;
use anstyle::{AnsiColor, Style};
use boardbots_base::printable;
use boardbots_game::picture::{Ink, Picture, Span};
use boardbots_game::terminal::{Canvas, Look, columns, wrapped};
use boardbots_game::two_player::side::Side;
use std::env;
use std::io::{self, Write};
use terminal_size::{Width, terminal_size};

/// The columns of an output that does not tell their number.
const USUAL: usize = 80;
/// Wider is not easier to read.
const MOST: usize = 100;
/// Narrower than this, lines break where the terminal breaks them.
const LEAST: usize = 24;
/// Columns for the answer behind a question.
const ROOM: usize = 8;

/// The characters that this terminal can show, by its locale.
#[must_use]
pub fn look_of_terminal() -> Look {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
    let locale = locale.to_lowercase();
    if locale.contains("utf-8") || locale.contains("utf8") { Look::Unicode } else { Look::Ascii }
}

/// The columns of the terminal at this moment; where there is none, `COLUMNS` or 80.
#[must_use]
pub fn width() -> usize {
    let set = || env::var("COLUMNS").ok()?.parse().ok();
    let columns = terminal_size().map(|(Width(columns), _)| columns.into()).filter(|columns| *columns > 0);
    columns.or_else(set).unwrap_or(USUAL).clamp(LEAST, MOST)
}

/// The output with its settings. All methods fail as writing does.
pub struct Screen<W> {
    output: W,
    look: Look,
    coloured: bool,
    /// The columns at this moment: a terminal may change its size at any time.
    width: fn() -> usize,
}

impl<W: Write> Screen<W> {
    /// A screen that writes here.
    pub const fn new(output: W, look: Look, coloured: bool, width: fn() -> usize) -> Self {
        Self { output, look, coloured, width }
    }

    /// The size and character set of the output at this moment.
    pub fn canvas(&self) -> Canvas {
        Canvas { width: (self.width)(), look: self.look }
    }

    /// Writes text, broken between words where there is a terminal.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.write(text, Ink::Plain)
    }

    /// The same, fainter.
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
    pub fn draw(&mut self, picture: &Picture) -> io::Result<()> {
        paint(picture, self.coloured).write(&mut self.output)
    }

    /// Writes a question; on a terminal the answer is typed behind it.
    pub fn ask(&mut self, text: &str) -> io::Result<()> {
        let mut lines = self.lines(text);
        if self.look == Look::Plain {
            lines.push(String::new());
        } else {
            match lines.last_mut() {
                Some(line) if columns(line) + ROOM <= (self.width)() => line.push_str("> "),
                _ => lines.push("> ".to_string()),
            }
        }
        let mut question = Styled::default();
        question.plain(&lines.join("\n"));
        question.write(&mut self.output)
    }

    /// Ends the line of a question without an answer.
    pub fn end_line(&mut self) -> io::Result<()> {
        if self.look == Look::Plain { Ok(()) } else { self.output.write_all(b"\n") }
    }

    /// Shows what has been written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn lines(&self, text: &str) -> Vec<String> {
        // Before it is broken: what is spelt out takes more room.
        let text = printable::lines(text);
        if self.look == Look::Plain {
            return text.lines().map(str::to_string).collect();
        }
        wrapped(&text, (self.width)())
    }
}

const fn style(span: &Span) -> Style {
    let style = match span.ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Prize => AnsiColor::Yellow.on_default(),
        Ink::Danger => AnsiColor::Red.on_default(),
        Ink::Side(Side::First) => AnsiColor::Green.on_default(),
        Ink::Side(Side::Second) => AnsiColor::BrightBlue.on_default(),
        Ink::Strong(Side::First) => AnsiColor::Green.on_default().bold(),
        Ink::Strong(Side::Second) => AnsiColor::BrightBlue.on_default().bold(),
    };
    if span.marked { style.invert() } else { style }
}

/// The lines of a picture, with or without colours.
#[must_use]
pub fn paint(picture: &Picture, coloured: bool) -> Styled {
    let mut text = Styled::default();
    if !coloured {
        text.plain(&picture.to_string());
        return text;
    }
    for line in picture.drawn() {
        for span in &line {
            text.add(style(span), &span.text);
        }
        text.plain("\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_are_the_same_in_colour() {
        let mut picture = Picture::default();
        picture.add(" g ", Ink::Side(Side::First), false);
        picture.add("[B]", Ink::Strong(Side::Second), true);
        picture.line();
        picture.say("round 1");
        let shown = |picture: &Picture, coloured| {
            let mut shown = Vec::new();
            paint(picture, coloured).write(&mut shown).unwrap();
            String::from_utf8(shown).unwrap()
        };
        assert_eq!(shown(&picture, false), " g [B]\nround 1\n");
        let expected = "\u{1b}[32m g \u{1b}[0m\u{1b}[1m\u{1b}[7m\u{1b}[94m[B]\u{1b}[0m\nround 1\n";
        assert_eq!(shown(&picture, true), expected);
        picture.add("\u{1b}[2J\u{202e}", Ink::Faint, false);
        assert!(
            shown(&picture, true).ends_with("\u{1b}[2m\\u{1b}[2J\\u{202e}\u{1b}[0m\n"),
            "{}",
            shown(&picture, true)
        );
    }
}
