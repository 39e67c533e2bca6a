//! Pictures with colours.

use crate::colours::Styled;
use anstyle::{AnsiColor, Style};
use boardbots_game::colour::Colour;
use boardbots_game::picture::{Ink, Picture, Span};

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
pub fn paint(picture: &Picture, coloured: bool) -> Styled {
    let mut text = Styled::default();
    if !coloured {
        text.plain(&picture.to_string());
        return text;
    }
    for line in &picture.0 {
        for span in line {
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
        picture.add(" g ", Ink::Side(Colour::Green), false);
        picture.add("[B]", Ink::Strong(Colour::Blue), true);
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
