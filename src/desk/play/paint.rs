//! Pictures with colours.

use anstyle::{AnsiColor, Style};
use boardbots_game::colour::Colour;
use boardbots_game::picture::{Ink, Picture, Span};
use std::fmt::Write;

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
}
