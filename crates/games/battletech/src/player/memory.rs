//! Memory of a player from one call to the next, for facts that no file gives: the hexes of all mechs at the start of
//! the turn, the number of turns without an attack, and whether it takes a club.

use crate::action::{Action, Weapons};
use crate::hex::Hex;
use crate::situation::{Mech, Mode, Situation};
use std::fmt::Write;

/// The first word of the text, with its version.
const MAGIC: &str = "boardbots-battletech-3";

/// The longest count of turns without an attack.
const LONGEST: u8 = 99;

/// The memory of a player; empty without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    starts: Vec<Hex>,
    /// Turns without an attack until the last one, 0 to [`LONGEST`].
    pub quiet: u8,
    /// It has attacked in this turn.
    attacked: bool,
    /// It takes a club in this turn, and so strikes no blow.
    pub takes_club: bool,
}

impl Memory {
    /// Updates it in the movement phase: mechs that have not moved yet are still on their first hex.
    pub fn before_moving(&mut self, situation: &Situation) {
        self.starts.resize(situation.mechs.len(), Hex::NOWHERE);
        for (start, mech) in self.starts.iter_mut().zip(&situation.mechs) {
            if mech.mode == Mode::Still {
                *start = mech.condition.hex;
            }
        }
    }

    /// Updates it at the end of a turn: the next one starts from these hexes.
    pub fn at_the_end(&mut self, situation: &Situation) {
        self.starts.clear();
        self.starts.extend(situation.mechs.iter().map(|mech| mech.condition.hex));
        self.quiet = if std::mem::take(&mut self.attacked) { 0 } else { (self.quiet + 1).min(LONGEST) };
        self.takes_club = false;
    }

    /// Updates it by the player's action: an attack, or the taking of a club.
    pub fn after(&mut self, action: &Action) {
        self.takes_club |= *action == Action::Weapons(Weapons::TakeClub);
        self.attacked |= match action {
            Action::Weapons(Weapons::Fire { shots, .. }) => !shots.is_empty(),
            Action::Physical(blows) => !blows.is_empty(),
            _ => false,
        };
    }

    /// Hexes from the start of a mech's movement to its hex now. If the start is unknown or cannot be of this turn, it
    /// is as far as this kind of movement goes: with less, an attacker would waste shots that cannot hit, which are
    /// recorded as faults.
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

    /// The memory as text for a private file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{MAGIC} {} {} {}", self.quiet, u8::from(self.attacked), u8::from(self.takes_club));
        for start in &self.starts {
            // Writing to a string cannot fail.
            let _ = write!(text, " {start}");
        }
        text.push('\n');
        text
    }

    /// The memory in the text of a private file; empty if anything is wrong with the text.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut words = text.split_ascii_whitespace();
        if words.next() != Some(MAGIC) {
            return Self::default();
        }
        let mut number = |most: u8| words.next()?.parse().ok().filter(|&number| number <= most);
        let (Some(quiet), Some(attacked), Some(takes_club)) = (number(LONGEST), number(1), number(1)) else {
            return Self::default();
        };
        let starts: Option<Vec<Hex>> = words.map(|word| Hex::parse_or_nowhere(word.as_bytes())).collect();
        let (attacked, takes_club) = (attacked == 1, takes_club == 1);
        starts.map_or_else(Self::default, |starts| Self { starts, quiet, attacked, takes_club })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Phase;
    use crate::action::{Aim, Blow, Means};
    use crate::location::Location;

    #[test]
    fn what_is_written_is_read_back_and_anything_else_is_forgotten() {
        let starts = vec![Hex::new(0, 0), Hex::NOWHERE, Hex::new(98, 41)];
        let memory = Memory { starts, quiet: 7, attacked: true, takes_club: false };
        let text = memory.to_text();
        assert_eq!(text, "boardbots-battletech-3 7 1 0 0101 0000 9942\n");
        assert_eq!(Memory::from_text(&text), memory);
        let bad = ["", "other", "boardbots-battletech-2 7 1 0101", "\u{0}"];
        let worse = ["7", "7 1", "7 2 0", "7 0 2", "100 0 0", "-1 0 0", "7 0 0 0101 12", "7 0 0 áá01"]
            .map(|rest| format!("{MAGIC} {rest}"));
        for bad in bad.into_iter().chain(worse.iter().map(String::as_str)) {
            assert_eq!(Memory::from_text(bad), Memory::default(), "{bad:?}");
        }
    }

    #[test]
    fn turns_without_an_attack_are_counted() {
        let situation = crate::sample::duel();
        let mut memory = Memory::default();
        let quiet = |memory: &mut Memory, actions: &[Action]| {
            for action in actions {
                memory.after(action);
            }
            memory.at_the_end(&situation);
            memory.quiet
        };
        let idle = Phase::ALL.map(Action::idle);
        assert_eq!([quiet(&mut memory, &idle), quiet(&mut memory, &idle)], [1, 2]);
        let blow = Blow { limb: Location::LeftLeg, means: Means::Kick, target: Hex::new(0, 0), aim: Aim::Mech };
        assert_eq!(quiet(&mut memory, &[Action::Physical(vec![blow]), Action::idle(Phase::End)]), 0);
        assert_eq!(quiet(&mut memory, &idle), 1);
        (0..200).for_each(|_| memory.at_the_end(&situation));
        assert_eq!(memory.quiet, LONGEST);
    }

    #[test]
    fn a_club_is_taken_until_the_turn_ends() {
        let situation = crate::sample::duel();
        let mut memory = Memory::default();
        memory.after(&Action::idle(Phase::Weapons));
        assert!(!memory.takes_club);
        memory.after(&Action::Weapons(Weapons::TakeClub));
        memory.after(&Action::idle(Phase::Physical));
        assert!(memory.takes_club);
        assert!(Memory::from_text(&memory.to_text()).takes_club);
        memory.at_the_end(&situation);
        assert!(!memory.takes_club);
    }
}
