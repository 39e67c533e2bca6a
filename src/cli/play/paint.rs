//! Colours for pictures, where they are wanted.

use crate::games::colour::Colour;
use crate::games::picture::{Ink, Picture, Span};
use anstyle::{AnsiColor, Style};
use std::fmt::{self, Write};
use std::io::{self, IsTerminal};
use std::str::FromStr;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On terminals that do not say otherwise.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl FromStr for When {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            "always" => Ok(Self::Always),
            "never" => Ok(Self::Never),
            _ => Err("write auto, always or never"),
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        })
    }
}

impl When {
    /// Whether stdout is to be coloured; see <https://no-color.org>.
    #[must_use]
    pub fn coloured(self) -> bool {
        let unwanted = || {
            std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
                || std::env::var_os("TERM").is_some_and(|value| value == "dumb")
        };
        match self {
            Self::Auto => io::stdout().is_terminal() && !unwanted(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

const fn style(span: &Span) -> Style {
    let style = match span.ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Prize => AnsiColor::Yellow.on_default(),
        Ink::Danger => AnsiColor::Red.on_default(),
        Ink::Side(Colour::Green) => AnsiColor::Green.on_default(),
        Ink::Side(Colour::Blue) => AnsiColor::BrightBlue.on_default(),
        Ink::Strong(Colour::Green) => AnsiColor::Green.on_default().bold(),
        Ink::Strong(Colour::Blue) => AnsiColor::BrightBlue.on_default().bold(),
    };
    if span.marked { style.invert() } else { style }
}

/// The lines of a picture, with or without colours.
#[must_use]
pub fn paint(picture: &Picture, coloured: bool) -> String {
    if !coloured {
        return picture.to_string();
    }
    let mut text = String::new();
    for line in &picture.0 {
        for span in line {
            let style = style(span);
            // Writing to a text cannot fail.
            let _ = write!(text, "{style}{}{style:#}", span.text);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_are_the_same_in_colour() {
        let mut picture = Picture::default();
        picture.add(" g ", Ink::Side(Colour::Green), false);
        picture.add("[B]", Ink::Strong(Colour::Blue), true);
        picture.line();
        picture.say("round 1");
        assert_eq!(paint(&picture, false), " g [B]\nround 1\n");
        let expected = "\u{1b}[32m g \u{1b}[0m\u{1b}[1m\u{1b}[7m\u{1b}[94m[B]\u{1b}[0m\nround 1\n";
        assert_eq!(paint(&picture, true), expected);
    }

    #[test]
    fn words_are_written_as_they_are_read() {
        for text in ["auto", "always", "never"] {
            assert_eq!(text.parse::<When>().expect("a word").to_string(), text);
        }
        assert!(When::Always.coloured() && !When::Never.coloured());
    }
}
