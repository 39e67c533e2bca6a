//! The part of a battle that a player sees.

use super::Battle;
use crate::condition::{Condition, Own};
use crate::definition::{Component, Definition};
use crate::situation::{Mech, Situation};

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
            if let Some(old) = seen.mechs.get_mut(number) {
                refresh_definition(&mut old.definition, &mech.definition);
                refresh_condition(&mut old.condition, &mech.condition, number == player);
                (old.mode, old.moved) = (mech.mode, mech.moved);
            } else {
                let own = if number == player { mech.condition.own.clone() } else { None };
                let condition = Condition { own, ..mech.condition };
                seen.mechs.push(Mech { definition: mech.definition.clone(), condition, ..*mech });
            }
        }
    }
}

fn refresh_condition(old: &mut Condition, new: &Condition, mine: bool) {
    let own = old.own.take();
    let own = match (own, &new.own) {
        (Some(mut own), Some(new)) if mine => {
            let mut dumping = std::mem::take(&mut own.dumping);
            dumping.clone_from(&new.dumping);
            Some(Own { dumping, ..*new })
        }
        (None, Some(new)) if mine => Some(new.clone()),
        _ => None,
    };
    *old = Condition { own, ..*new };
}

/// Copies the fields that change in a battle; all of them if the two are not of the same construction.
fn refresh_definition(old: &mut Definition, new: &Definition) {
    if !same_make(old, new) {
        old.clone_from(new);
        return;
    }
    (old.armour, old.structure) = (new.armour, new.structure);
    for (old, new) in old.components.iter_mut().zip(&new.components) {
        (old.operative, old.rounds) = (new.operative, new.rounds);
    }
    for (old, new) in old.actuators.iter_mut().zip(&new.actuators) {
        (old.operative, old.hits) = (new.operative, new.hits);
    }
}

/// True if two definitions differ at most in fields that change in a battle.
fn same_make(old: &Definition, new: &Definition) -> bool {
    let construction = |mech: &Definition| {
        let numbers = [mech.tons, mech.engine, mech.internal_sinks, mech.sinks, mech.max_heat, mech.weapons];
        let points = [mech.walk, mech.run, mech.jump];
        (numbers, points, mech.masc, mech.case, mech.has_arms, mech.arms, mech.double_sinks)
    };
    let part = |part: &Component| {
        let numbers = [part.heat, part.damage, part.shots, part.minimum, part.short, part.medium, part.long];
        (numbers, part.code, part.class, part.kind, part.rear, part.location, part.second, part.feeds, part.modifier)
    };
    construction(old) == construction(new)
        && old.name == new.name
        && old.model == new.model
        && old.components.len() == new.components.len()
        && old
            .components
            .iter()
            .zip(&new.components)
            .all(|(old, new)| part(old) == part(new) && old.name == new.name && old.special == new.special)
        && old.actuators.len() == new.actuators.len()
        && old
            .actuators
            .iter()
            .zip(&new.actuators)
            .all(|(old, new)| (old.code, old.location, &old.name) == (new.code, new.location, &new.name))
        && old.slots == new.slots
}
