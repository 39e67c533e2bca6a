//! The part of a battle that a player sees.

use super::Battle;
use crate::condition::{Condition, Own};
use crate::definition::Definition;
use crate::situation::Situation;

impl Battle {
    /// The situation for a player: all of its own mech, and the public state of the others.
    #[must_use]
    pub fn view(&self, player: usize) -> Situation {
        self.situation.seen_by(player)
    }

    /// The same as [`Battle::view`], in the memory of an earlier view, of this battle or of another. Nothing is
    /// allocated if it was of this battle.
    pub fn view_into(&self, player: usize, seen: &mut Situation) {
        let truth = &self.situation;
        seen.map.clone_from(&truth.map);
        seen.settings.clone_from(&truth.settings);
        seen.initiative.clone_from(&truth.initiative);
        seen.mechs.truncate(truth.mechs.len());
        for (number, mech) in truth.mechs.iter().enumerate() {
            if number == seen.mechs.len() {
                seen.mechs.push(mech.clone());
            }
            let old = &mut seen.mechs[number];
            refresh_definition(&mut old.definition, &mech.definition);
            refresh_condition(&mut old.condition, &mech.condition, number == player);
            (old.mode, old.moved) = (mech.mode, mech.moved);
        }
    }
}

/// Copies a condition, with the part that only its player knows if it is `mine`. The list of the ammunition to dump stays
/// where it is in memory.
fn refresh_condition(old: &mut Condition, new: &Condition, mine: bool) {
    let mut dumping = old.own.take().map(|own| own.dumping).unwrap_or_default();
    let own = new.own.as_ref().filter(|_| mine).map(|new| {
        dumping.clone_from(&new.dumping);
        Own { dumping, ..*new }
    });
    *old = Condition { own, ..*new };
}

/// Copies the fields that change in a battle; all of them if the two are not of the same construction, which is so if
/// they differ in any other field. Texts and lists of the same mech are compared, but not copied.
fn refresh_definition(old: &mut Definition, new: &Definition) {
    (old.armour, old.structure) = (new.armour, new.structure);
    for (old, new) in old.components.iter_mut().zip(&new.components) {
        (old.operative, old.rounds) = (new.operative, new.rounds);
    }
    for (old, new) in old.actuators.iter_mut().zip(&new.actuators) {
        (old.operative, old.hits) = (new.operative, new.hits);
    }
    // Another mech had this number.
    if old != new {
        old.clone_from(new);
    }
}
