//! Physical attacks: the blows that a mech can strike, their reach and needed rolls, and the legality of declared ones.
//! The numbers are those of the simulator's manual.

mod strike;

pub use strike::{Kind, MAX_STRIKES, Strike, strikes};

use super::action::{Aim, Blow, Means, Target};
use super::arc::Arc;
use super::location::Location;
use super::odds::NEVER;
use super::situation::{Rule, RuleError, Situation};
use super::tables::Table;

/// A blow that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The arm or leg; the left arm for a club.
    pub limb: Location,
    /// The kind of blow.
    pub kind: Kind,
    /// The target, a mech or a hex.
    pub target: Target,
    /// The roll of two dice that it needs; above 12 it misses.
    pub needed: i8,
    /// Points of damage if it hits.
    pub damage: u16,
    /// The side of the target that it hits.
    pub side: Arc,
    /// The table of its hit location.
    pub table: Table,
}

impl Struck {
    /// The warning for a blow that cannot hit.
    #[must_use]
    pub fn warning(&self) -> Option<RuleError> {
        let hopeless = self.needed >= NEVER.cast_signed();
        hopeless.then(|| RuleError::new(Rule::Hopeless, format_args!("a blow needs {} with two dice", self.needed)))
    }
}

/// Checks the blows that a mech declares.
///
/// Each limb strikes once. As in the table game, which the manual does not contradict, a mech strikes either one kick,
/// or with a club, or with its arms, of which only one with an axe.
///
/// # Errors
/// The first [`Rule`] that is broken. A blow that needs more than 12 is allowed, with a warning: [`Struck::warning`].
pub fn check(situation: &Situation, mech: usize, blows: &[Blow]) -> Result<Vec<Struck>, RuleError> {
    if blows.is_empty() {
        return Ok(Vec::new());
    }
    let attacker = situation.mech(mech, Rule::Means)?;
    RuleError::when(!situation.settings.physical, Rule::Means, "there are no physical attacks in this game")?;
    let helpless = !attacker.acts() || attacker.condition.prone;
    RuleError::when(helpless, Rule::Means, "a mech that lies, is out or shut down does not strike")?;
    let able = strikes(attacker, attacker.condition.heat);
    let mut all: Vec<Struck> = Vec::new();
    for &blow in blows {
        let Some(&strike) = able.iter().find(|strike| strike.limb == blow.limb && strike.means == blow.means) else {
            return Err(fault(Rule::Means, blow, "the limb cannot strike so, or has fired"));
        };
        let clash = all.iter().any(|other| clashes(other, strike));
        when(clash, Rule::Means, blow, "the mech cannot strike so besides its other blows")?;
        all.push(struck(situation, mech, blow, strike)?);
    }
    Ok(all)
}

/// True if two blows exclude each other in one turn.
fn clashes(one: &Struck, other: Strike) -> bool {
    let arms = |kind| matches!(kind, Kind::Punch | Kind::Axe | Kind::Sword);
    one.limb == other.limb
        || !(arms(one.kind) && arms(other.kind))
        || (one.kind == Kind::Axe && other.kind == Kind::Axe)
}

/// A blow that the mech is able to strike, checked against its target.
fn struck(situation: &Situation, mech: usize, blow: Blow, strike: Strike) -> Result<Struck, RuleError> {
    when(blow.aim == Aim::Nothing, Rule::Target, blow, "a blow needs a target")?;
    let target = Target::find(situation, mech, Some(blow.target), blow.aim)?;
    let (map, attacker) = (&situation.map, situation.mechs[mech].pose());
    when(attacker.hex.distance(blow.target) != 1, Rule::Range, blow, "the target is not adjacent")?;
    when(!strike.bears(&attacker, blow.target), Rule::Arc, blow, "the target is not in the limb's arc")?;
    let prone = matches!(target, Target::Mech(mech) if situation.mechs[mech].condition.prone);
    let levels = map.cell(blow.target).level.saturating_sub(map.cell(attacker.hex).level);
    let Some(table) = strike.kind.table(levels, prone) else {
        return Err(fault(Rule::Range, blow, "the target is too high or too low"));
    };
    let (needed, side) = match target {
        Target::Mech(mech) => {
            let target = situation.mechs[mech].pose();
            (strike.needed(map, &attacker, &target), Arc::struck(target.hex, target.facing, attacker.hex))
        }
        Target::Hex(_) | Target::Nothing => (strike.needed_at_hex(map, &attacker), Arc::Front),
    };
    Ok(Struck { limb: blow.limb, kind: strike.kind, target, needed, damage: strike.damage, side, table })
}

/// Returns a fault if a rule is broken.
fn when(broken: bool, rule: Rule, blow: Blow, message: &str) -> Result<(), RuleError> {
    if broken { Err(fault(rule, blow, message)) } else { Ok(()) }
}

/// A fault that begins with the limb.
fn fault(rule: Rule, blow: Blow, message: &str) -> RuleError {
    let means = match blow.means {
        Means::Blade(_) => "blade",
        Means::Punch => "punch",
        Means::Kick => "kick",
        Means::Club => "club",
    };
    RuleError::new(rule, format_args!("{means} {}: {message}", blow.limb))
}

#[cfg(test)]
mod tests;
