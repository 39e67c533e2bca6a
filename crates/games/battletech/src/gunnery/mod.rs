//! Legality of declared shots, and the roll that each needs to hit.

use super::action::{Shot, Target, Weapons};
use super::arc::Arc;
use super::arms::{self, Fire, Load, Weapon};
use super::hex::Hex;
use super::location::Location;
use super::odds::NEVER;
use super::situation::{Mech, Rule, RuleError, Situation};
use super::tables::Table;
use super::trace::Post;
use super::{aim, club, health, sight};

/// A shot that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed {
    /// The weapon's index among the components.
    pub weapon: usize,
    /// The index of its ammunition.
    pub ammunition: Option<usize>,
    /// Cluster ammunition.
    pub scatters: bool,
    /// At double rate.
    pub double: bool,
    /// Its target.
    pub target: Target,
    /// The roll of two dice that it needs; above 12 it misses. 0 for a shot at nothing.
    pub needed: i8,
    /// The side of the target that it hits.
    pub side: Arc,
    /// The table of its hit locations.
    pub table: Table,
}

impl Aimed {
    /// The warning for a shot that cannot hit.
    #[must_use]
    pub fn warning(&self) -> Option<RuleError> {
        let hopeless = self.needed >= NEVER.cast_signed();
        hopeless.then(|| RuleError::new(Rule::Hopeless, format_args!("a shot needs {} with two dice", self.needed)))
    }
}

/// The parts of one action that have been declared so far.
#[derive(Default)]
struct Declared {
    weapons: Vec<usize>,
    /// Loads, and the rounds taken from each.
    rounds: Vec<(usize, u16)>,
    /// The arm that fires while the other props the mech up.
    arm: Option<Location>,
}

/// Checks a mech's declaration in the weapon phase, and gives its shots in the order of declaration. Taking a club
/// gives no shots; [`club::within_reach`] tells which one.
///
/// # Errors
/// The first [`Rule`] that is broken. A shot that needs more than 12 is allowed, with a warning: [`Aimed::warning`].
pub fn check(situation: &Situation, shooter: usize, weapons: &Weapons) -> Result<Vec<Aimed>, RuleError> {
    let mech = situation.mech(shooter, Rule::Means)?;
    let (primary, shots) = match weapons {
        Weapons::TakeClub => {
            let club = club::within_reach(&situation.map, mech);
            let none = || RuleError::new(Rule::Means, "there is no club to take, or there are no hands to take it");
            return club.map(|_| Vec::new()).ok_or_else(none);
        }
        Weapons::Fire { primary, shots } => (*primary, shots),
    };
    if shots.is_empty() {
        return Ok(Vec::new());
    }
    RuleError::when(!mech.acts(), Rule::Means, "the mech is destroyed or shut down, or its pilot is unconscious")?;
    let Some(handicap) = aim::handicap(mech, mech.condition.prone) else {
        return Err(RuleError::new(Rule::Means, "its sensors are destroyed"));
    };
    let mut declared = Declared::default();
    shots.iter().map(|shot| aimed(situation, shooter, shot, primary, handicap, &mut declared)).collect()
}

/// Checks one shot.
fn aimed(
    situation: &Situation,
    shooter: usize,
    shot: &Shot,
    primary: Option<Hex>,
    handicap: i8,
    declared: &mut Declared,
) -> Result<Aimed, RuleError> {
    let mech = &situation.mechs[shooter];
    let place = mech.definition.component_in(shot.location, shot.slot);
    let weapon = place.and_then(|place| Weapon::of(mech, place));
    let (Some(place), Some(weapon)) = (place, weapon) else {
        return Err(fault(Rule::Means, shot, "no weapon that works"));
    };
    when(declared.weapons.contains(&place), Rule::Means, shot, "the weapon is declared twice")?;
    declared.weapons.push(place);
    when(shot.double && weapon.fire != Fire::Ultra, Rule::Means, shot, "the weapon has no double rate")?;
    if mech.condition.prone {
        lying(mech, shot, &weapon, declared)?;
    }
    let load = loaded(mech, shot, &weapon, declared)?;
    let target = Target::find(situation, shooter, shot.target, shot.aim)?;
    let ammunition = load.as_ref().map(|load| usize::from(load.component));
    let scatters = load.as_ref().is_some_and(|load| load.scatters);
    let Shot { double, .. } = *shot;
    let (side, table) = (Arc::Front, Table::Body);
    let mut aimed = Aimed { weapon: place, ammunition, scatters, double, target, needed: 0, side, table };
    let (map, pose) = (&situation.map, mech.pose());
    let post = Post::new(pose.hex, !pose.prone);
    let (hex, base, covered) = match target {
        Target::Nothing => return Ok(aimed),
        Target::Mech(mech) => {
            let target = situation.mechs[mech].pose();
            let view = sight::view(map, post, Post::new(target.hex, !target.prone));
            when(!view.seen, Rule::Sight, shot, "the target is out of sight")?;
            if aim::is_covered(map, &target, view) {
                aimed.table = Table::Punch;
            }
            aimed.side = Arc::struck(target.hex, target.facing, pose.hex);
            (target.hex, aim::common(map, &pose, &target, view), view.cover_first)
        }
        Target::Hex(hex) => {
            let view = sight::view(map, post, Post::new(hex, false));
            when(!view.seen, Rule::Sight, shot, "the target is out of sight")?;
            (hex, aim::at_hex(map, &pose, view), view.cover_first)
        }
    };
    let Some(own) = weapon.to_hit(pose.hex.distance(hex), load.as_ref()) else {
        return Err(fault(Rule::Range, shot, "the target is out of range"));
    };
    let bears = aim::bears(weapon.location, weapon.rear, &pose, hex);
    when(!bears, Rule::Arc, shot, "the target is not in the weapon's arc")?;
    // Legs do not fire through the hex or water that covers them.
    let hidden = weapon.location.is_leg() && (covered || map.cell(pose.hex).depth() > 0);
    when(hidden, Rule::Sight, shot, "what covers the legs is in the way")?;
    let other = if primary == Some(hex) { 0 } else { aim::secondary(&pose, hex) };
    aimed.needed = (base + handicap + other).saturating_add(own);
    Ok(aimed)
}

/// Returns a fault if a rule is broken.
fn when(broken: bool, rule: Rule, shot: &Shot, message: &str) -> Result<(), RuleError> {
    if broken { Err(fault(rule, shot, message)) } else { Ok(()) }
}

/// A fault that begins with the weapon's location and slot.
fn fault(rule: Rule, shot: &Shot, message: &str) -> RuleError {
    RuleError::new(rule, format_args!("{} {}: {message}", shot.location, shot.slot))
}

/// Checks a shot of a prone mech. It fires no weapon in a leg, and those of one arm only, because it props itself up
/// with the other. If it has one arm left, that is the one it props with.
fn lying(mech: &Mech, shot: &Shot, weapon: &Weapon, declared: &mut Declared) -> Result<(), RuleError> {
    when(weapon.location.is_leg(), Rule::Means, shot, "a mech that lies cannot fire from its legs")?;
    if weapon.location.is_arm() {
        let props = health::arms_gone(mech) > 0 || declared.arm.is_some_and(|arm| arm != weapon.location);
        when(props, Rule::Means, shot, "a mech that lies props itself with this arm")?;
        declared.arm = Some(weapon.location);
    }
    Ok(())
}

/// The declared ammunition of a weapon, with enough rounds left besides those declared before.
fn loaded(mech: &Mech, shot: &Shot, weapon: &Weapon, declared: &mut Declared) -> Result<Option<Load>, RuleError> {
    if weapon.energy {
        return match shot.ammunition {
            None => Ok(None),
            Some(_) => Err(fault(Rule::Means, shot, "an energy weapon takes no ammunition")),
        };
    }
    let Some((location, slot)) = shot.ammunition else {
        return Err(fault(Rule::Means, shot, "the weapon needs ammunition"));
    };
    let component = &mech.definition.components[usize::from(weapon.component)];
    let there = mech.definition.component_in(location, slot);
    let load = there.and_then(|there| arms::loads(mech, component).find(|load| usize::from(load.component) == there));
    let (Some(there), Some(load)) = (there, load) else {
        return Err(fault(Rule::Means, shot, "its ammunition is not there, used up, or another weapon's"));
    };
    let taken = match declared.rounds.iter_mut().find(|(load, _)| *load == there) {
        Some((_, taken)) => taken,
        None => &mut declared.rounds.push_mut((there, 0)).1,
    };
    *taken += Shot::rounds(shot.double);
    when(*taken > load.rounds, Rule::Means, shot, "there are not as many rounds left")?;
    Ok(Some(load))
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
