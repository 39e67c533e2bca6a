//! Clubs, and the places where a mech finds one.

use super::definition::part;
use super::health;
use super::location::Location;
use super::map::{Map, Object};
use super::situation::Mech;

/// A club that a mech may take in the weapon phase, instead of firing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Club {
    /// It lies on the ground.
    Ground,
    /// A tree: it breaks with the first hit.
    Tree,
    /// In the rubble of a building, found if two dice show this or more.
    Rubble(u8),
}

/// True if a mech can hold a club with both hands: both shoulders and hands are sound.
#[must_use]
pub fn has_hands(mech: &Mech) -> bool {
    [Location::LeftArm, Location::RightArm].into_iter().all(|arm| has_hand(mech, arm))
}

/// True if shoulder and hand of an arm are sound.
#[must_use]
pub fn has_hand(mech: &Mech, arm: Location) -> bool {
    [part::SHOULDER, part::HAND].into_iter().all(|code| health::actuator(mech, code, arm).is_sound())
}

/// The club that a mech can take on its hex; `None` if it is prone, cannot act, holds one already, or lacks a hand.
///
/// Files show a fallen building as collapsed. The kind of building decides the roll: medium 7, heavy 6, hardened 5. If
/// only rubble is left to see, it counts as medium.
#[must_use]
pub fn within_reach(map: &Map, mech: &Mech) -> Option<Club> {
    if !mech.acts() || mech.condition.prone || mech.condition.club || !has_hands(mech) {
        return None;
    }
    let cell = map.cell(mech.condition.hex);
    match cell.object {
        _ if cell.clubs > 0 => Some(Club::Ground),
        Some(Object::LightWoods | Object::HeavyWoods) => Some(Club::Tree),
        Some(Object::Rubble | Object::MediumBuilding) | None if cell.collapsed => Some(Club::Rubble(7)),
        Some(Object::HeavyBuilding) if cell.collapsed => Some(Club::Rubble(6)),
        Some(Object::HardenedBuilding) if cell.collapsed => Some(Club::Rubble(5)),
        _ => None,
    }
}
