//! The situation that a player sees when it is called.

use super::condition::{Condition, Own};
use super::definition::Definition;
use super::hex::{Hex, Side};
use super::location::Location;
use super::map::Map;
use serde::Serialize;
use std::fmt;

/// A mech: its construction and its condition. Armour and structure are in both and equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mech {
    /// Its construction, and which parts work.
    pub definition: Definition,
    /// Its condition.
    pub condition: Condition,
    /// Its movement in this turn.
    pub mode: Mode,
    /// Hexes from its start in this turn to its hex now. The files do not give it.
    pub moved: u8,
}

impl Mech {
    /// A mech that has not fought yet, with the part that only its own player knows. It stands on a hex, legs and torso
    /// turned to a side.
    #[must_use]
    pub fn new(definition: Definition, hex: Hex, facing: Side) -> Self {
        let destroyed = |location: Location| definition.structure[location.index()] == 0;
        let all = |location: Location| (1_u16 << location.slots()) - 1;
        let hits = Location::ALL.map(|location| if destroyed(location) { all(location) } else { 0 });
        let Definition { walk, run, jump, sinks: sinks_on, armour, structure, .. } = definition;
        let own = Some(Own { walk, run, jump, sinks_on, conscious: true, hits, ..Own::default() });
        let start = Condition { operative: true, hex, facing, torso: facing, ..Condition::default() };
        let condition = Condition { armour, structure, own, ..start };
        Self { definition, condition, mode: Mode::Still, moved: 0 }
    }

    /// The part that only its own player knows; `None` for a mech of another player.
    #[must_use]
    pub fn own(&self) -> Option<&Own> {
        self.condition.own.as_ref()
    }

    /// True if it can act: it is in the game and not shut down, and its pilot is not known to be unconscious.
    #[must_use]
    pub fn acts(&self) -> bool {
        let condition = &self.condition;
        condition.operative && !condition.shut_down && condition.own.as_ref().is_none_or(|own| own.conscious)
    }

    /// Its pose, as others aim at it.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let Condition { hex, facing, torso, prone, stuck, heat, .. } = self.condition;
        let Self { mode, moved, .. } = *self;
        Pose { hex, facing, torso, prone, stuck, immobile: !self.acts(), mode, moved, heat }
    }
}

/// The situation as a player sees it: the map, the rules, all mechs. Players and mechs have the same numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The map.
    pub map: Map,
    /// The rules.
    pub settings: Settings,
    /// All mechs by number.
    pub mechs: Vec<Mech>,
    /// Their numbers in the order in which they move: the one that lost the initiative is first.
    pub initiative: Vec<usize>,
}

impl Situation {
    /// A mech by its number.
    ///
    /// # Errors
    /// A mech number that does not exist, as a fault of this rule.
    pub fn mech(&self, number: usize, rule: Rule) -> Result<&Mech, RuleError> {
        self.mechs.get(number).ok_or_else(|| RuleError::new(rule, format_args!("there is no mech {number}")))
    }

    /// The mech in the game that stands on a hex.
    #[must_use]
    pub fn mech_at(&self, hex: Hex) -> Option<usize> {
        self.mechs.iter().position(|mech| mech.condition.operative && mech.condition.hex == hex)
    }

    /// A copy without the parts that only the players of other mechs know.
    #[must_use]
    pub fn seen_by(&self, player: usize) -> Self {
        let mut seen = self.clone();
        let others = seen.mechs.iter_mut().enumerate().filter(|(number, _)| *number != player);
        others.for_each(|(_, mech)| mech.condition.own = None);
        seen
    }

    /// The other mechs that are in the game.
    pub fn enemies(&self, player: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.mechs.len()).filter(move |&mech| mech != player && self.mechs[mech].condition.operative)
    }
}

/// The part of a mech's state that changes the rolls it needs to hit and is hit with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pose {
    /// Its hex.
    pub hex: Hex,
    /// The side its legs face.
    pub facing: Side,
    /// The side its torso faces.
    pub torso: Side,
    /// It lies on the ground.
    pub prone: bool,
    /// It is stuck in a swamp.
    pub stuck: bool,
    /// It is shut down, or its pilot is unconscious.
    pub immobile: bool,
    /// Its movement in this turn.
    pub mode: Mode,
    /// Hexes from the start of its movement to the end.
    pub moved: u8,
    /// Its heat.
    pub heat: u16,
}

/// The movement of a mech in this turn (`mov.sbt`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// `Inmovil`: it has not moved, or not yet.
    #[default]
    Still,
    /// `Andar`.
    Walk,
    /// `Correr`.
    Run,
    /// `Saltar`.
    Jump,
}

boardbots_base::words! { Mode::word: Still "Inmovil", Walk "Andar", Run "Correr", Jump "Saltar" }

/// The kind of rule that an action breaks; errors are counted by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The file is missing, or not what its phase asks for.
    Form,
    /// A step that cannot be taken.
    Step,
    /// More movement points than there are.
    Points,
    /// The declared end is not where the steps lead.
    Destination,
    /// No such weapon, limb or ammunition, or it cannot be used, or is used twice.
    Means,
    /// Out of the arc.
    Arc,
    /// Out of range.
    Range,
    /// Out of sight.
    Sight,
    /// No such target.
    Target,
    /// Needs more than 12: a warning, the attack is allowed and misses.
    Hopeless,
    /// Heat sinks or ammunition that are not there.
    Count,
}

boardbots_base::words! { Rule::word:
    Form "form", Step "step", Points "points", Destination "destination", Means "means", Arc "arc",
    Range "range", Sight "sight", Target "target", Hopeless "hopeless", Count "count",
}

/// A broken rule, with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", .rule.word(), .message)]
pub struct RuleError {
    /// The kind of rule.
    pub rule: Rule,
    /// One line: what was declared, and the rule.
    pub message: String,
}

impl RuleError {
    /// A fault with its message.
    pub fn new(rule: Rule, message: impl fmt::Display) -> Self {
        Self { rule, message: message.to_string() }
    }

    /// Returns a fault if a rule is broken.
    ///
    /// # Errors
    /// The fault with its message, if `broken`.
    pub fn when(broken: bool, rule: Rule, message: impl fmt::Display) -> Result<(), Self> {
        if broken { Err(Self::new(rule, message)) } else { Ok(()) }
    }
}

/// The switches of the simulator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each line of the file")]
pub struct Settings {
    /// `incendios`.
    pub fires: bool,
    /// `viento`.
    pub wind: bool,
    /// The side towards which the wind blows.
    pub wind_direction: Option<Side>,
    /// `ataques físicos`.
    pub physical: bool,
    /// `fase de calor`.
    pub heat: bool,
    /// `devastar bosques`.
    pub woods_fall: bool,
    /// `derrumbar edificios`.
    pub buildings_fall: bool,
    /// `chequeos de pilotaje`.
    pub piloting: bool,
    /// `chequeo por daño`: after 20 points in a phase.
    pub damage_checks: bool,
    /// `chequeos de desconexión`.
    pub shutdowns: bool,
    /// `impactos críticos`.
    pub criticals: bool,
    /// `explosión de munición`.
    pub explosions: bool,
    /// `apagar radiadores`.
    pub sinks_off: bool,
    /// `limitar tiempo`.
    pub time_limit: bool,
    /// Seconds of a phase; -1 without a limit.
    pub seconds: i32,
}

impl Default for Settings {
    /// Everything on, no wind direction, 10 s for a phase.
    fn default() -> Self {
        Self {
            fires: true,
            wind: true,
            wind_direction: None,
            physical: true,
            heat: true,
            woods_fall: true,
            buildings_fall: true,
            piloting: true,
            damage_checks: true,
            shutdowns: true,
            criticals: true,
            explosions: true,
            sinks_off: true,
            time_limit: true,
            seconds: 10,
        }
    }
}
