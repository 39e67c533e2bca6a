//! Desconecta4-BOOM in the protocol: `position cells CELLS MOVER ROUND`.

use super::game::Spoken;
use boardbots_desconecta4::notation::{parse_position, position_text};
use boardbots_desconecta4::rules::Position;

impl Spoken for Position {
    type Choices = ();

    fn read(text: &str) -> Result<Self, String> {
        let words = text.split_whitespace().count();
        match parse_position(text) {
            // The files of recorded games say more on a line; here that would be a mistake.
            Ok(_) if words > 3 => Err(format!("a position is three words, CELLS MOVER ROUND; here are {words}")),
            read => read.map_err(|error| error.to_string()),
        }
    }

    fn text(&self) -> Option<String> {
        Some(position_text(self))
    }
}
