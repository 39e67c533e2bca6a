//! QR codes: links that a phone takes from a screen.

use qrcode::render::unicode::Dense1x2;
use qrcode::types::Color;
use qrcode::{EcLevel, QrCode};
use std::fmt::Write as _;

/// Most bytes of a text: a link, not a book.
pub const LONGEST: usize = 300;
/// Modules of margin that readers need around a code.
const MARGIN: usize = 4;

/// A QR code as the outline of its dark modules.
pub struct Drawing {
    /// Modules on each side, with the margin.
    pub side: usize,
    /// The dark modules as the data of an SVG path, one unit for each.
    pub path: String,
}

fn code(text: &str) -> Option<QrCode> {
    (text.len() <= LONGEST).then(|| QrCode::with_error_correction_level(text, EcLevel::L).ok()).flatten()
}

/// The code of a text; `None` if it is too long.
#[must_use]
pub fn drawing(text: &str) -> Option<Drawing> {
    let code = code(text)?;
    let width = code.width();
    let mut path = String::new();
    for (at, _) in code.to_colors().iter().enumerate().filter(|(_, colour)| **colour == Color::Dark) {
        // Writing to a text does not fail.
        let _ = write!(path, "M{} {}h1v1h-1z", at % width + MARGIN, at / width + MARGIN);
    }
    Some(Drawing { side: width + 2 * MARGIN, path })
}

/// The code of a text for a terminal with light letters on a dark ground, two modules in a character.
#[must_use]
pub fn lines(text: &str) -> Option<String> {
    let code = code(text)?;
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_show_the_same_modules() {
        let text = "http://192.168.1.20:9000/tables/abc#invite=def&seat=1";
        let (drawing, lines) = (drawing(text).expect("short"), lines(text).expect("short"));
        let rows: Vec<Vec<char>> = lines.lines().map(|line| line.chars().collect()).collect();
        assert_eq!(rows[0].len(), drawing.side);
        let dark = |x: usize, y: usize| match rows[y / 2][x] {
            ' ' => true,
            '\u{2580}' => y % 2 == 1,
            '\u{2584}' => y.is_multiple_of(2),
            _ => false,
        };
        let due: Vec<String> = (0..drawing.side)
            .flat_map(|y| (0..drawing.side).map(move |x| (x, y)))
            .filter(|&(x, y)| dark(x, y))
            .map(|(x, y)| format!("M{x} {y}h1v1h-1z"))
            .collect();
        assert!(due.len() > 200);
        assert_eq!(drawing.path, due.concat());
        assert!(super::drawing(&"x".repeat(301)).is_none());
    }
}
