//! What a player has to remember from one call to the next, because no file says it: where every
//! mech stood when the turn began.

use crate::hex::Hex;
use crate::situation::{Mech, Mode, Situation};
use std::fmt::Write;

/// The first word of the text, with its version.
const MAGIC: &str = "boardbots-battletech-1";

/// Where the mechs stood when the turn began. Empty when nothing is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    starts: Vec<Hex>,
}

impl Memory {
    /// Remembers from the movement phase: mechs that have not moved yet stand where they start.
    pub fn before_moving(&mut self, situation: &Situation) {
        self.starts.resize(situation.mechs.len(), Hex::NOWHERE);
        for (start, mech) in self.starts.iter_mut().zip(&situation.mechs) {
            if mech.mode == Mode::Still {
                *start = mech.condition.hex;
            }
        }
    }

    /// Remembers from the end of a turn: the next one starts as it ends.
    pub fn at_the_end(&mut self, situation: &Situation) {
        self.starts.clear();
        self.starts.extend(situation.mechs.iter().map(|mech| mech.condition.hex));
    }

    /// Hexes from where a mech's movement started to where it stands. Where that is not
    /// remembered, or what is cannot be of this turn, as far as its kind of movement leads: who
    /// takes it for less wastes shots that cannot hit, which is told as a fault.
    #[must_use]
    pub fn moved(&self, index: usize, mech: &Mech) -> u8 {
        let (walk, run, jump) = (mech.definition.walk, mech.definition.run, mech.definition.jump);
        let (usual, most) = match mech.mode {
            Mode::Still => return 0,
            Mode::Walk => (walk, walk),
            // With MASC, which few have, it may be more.
            Mode::Run => (run, run.max(walk.saturating_mul(2))),
            Mode::Jump => (jump, jump),
        };
        let start = self.starts.get(index).filter(|&&start| start != Hex::NOWHERE);
        match start.map(|start| start.distance(mech.condition.hex)) {
            Some(distance) if distance <= most => distance,
            _ => usual,
        }
    }

    /// As text for a private file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::from(MAGIC);
        for start in &self.starts {
            // Writing to a string cannot fail.
            let _ = write!(text, " {start}");
        }
        text.push('\n');
        text
    }

    /// From the text of a private file; whatever is wrong with it, nothing is remembered.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut words = text.split_ascii_whitespace();
        if words.next() != Some(MAGIC) {
            return Self::default();
        }
        let starts: Option<Vec<Hex>> = words.map(|word| Hex::parse_or_nowhere(word.as_bytes())).collect();
        Self { starts: starts.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_anything_else_is_forgotten() {
        let memory = Memory { starts: vec![Hex::new(0, 0), Hex::NOWHERE, Hex::new(98, 41)] };
        let text = memory.to_text();
        assert_eq!(text, "boardbots-battletech-1 0101 0000 9942\n");
        assert_eq!(Memory::from_text(&text), memory);
        for bad in ["", "other 0101", "boardbots-battletech-1 0101 12", "boardbots-battletech-1 áá01", "\u{0}"] {
            assert_eq!(Memory::from_text(bad), Memory::default(), "{bad:?}");
        }
    }
}
