//! The actions that a player declares: one for each phase of a turn.

use super::hex::{Hex, Side};
use super::location::Location;
use super::situation::{Rule, RuleError, Situation};
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// An action of any phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `Movimiento`.
    Movement(Movement),
    /// `Reaccion`.
    Reaction(Reaction),
    /// `AtaqueArmas`.
    Weapons(Weapons),
    /// `AtaqueFisico`.
    Physical(Vec<Blow>),
    /// `FinalTurno`.
    End(EndOfTurn),
}

impl Action {
    /// The action of doing nothing: the default for a player that declares none.
    #[must_use]
    pub fn idle(phase: Phase) -> Self {
        match phase {
            Phase::Movement => Self::Movement(Movement::Still),
            Phase::Reaction => Self::Reaction(Reaction::Same),
            Phase::Weapons => Self::Weapons(Weapons::Fire { primary: None, shots: Vec::new() }),
            Phase::Physical => Self::Physical(Vec::new()),
            Phase::End => Self::End(EndOfTurn::default()),
        }
    }

    /// The phase in which it is declared.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match self {
            Self::Movement(_) => Phase::Movement,
            Self::Reaction(_) => Phase::Reaction,
            Self::Weapons(_) => Phase::Weapons,
            Self::Physical(_) => Phase::Physical,
            Self::End(_) => Phase::End,
        }
    }
}

/// A movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Movement {
    /// `Inmovil`.
    Still,
    /// `Saltar`.
    Jump {
        /// The hex it lands on.
        to: Hex,
        /// The side it faces after landing.
        facing: Side,
    },
    /// `Andar` or `Correr`.
    Go {
        /// `Correr`.
        run: bool,
        /// The last hex.
        to: Hex,
        /// The side it faces at the end.
        facing: Side,
        /// With MASC, which only works when running.
        masc: bool,
        /// Step by step; never empty.
        steps: Vec<Step>,
    },
}

/// A step, with how often it is taken (1 or more).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `Adelante`.
    Forward(u8),
    /// `Atras`.
    Backward(u8),
    /// `Izquierda`: anticlockwise.
    Left(u8),
    /// `Derecha`: clockwise.
    Right(u8),
    /// `Levantarse`, to face a side.
    Stand(Side),
    /// `Cuerpo a Tierra`.
    Prone,
}

/// The turn of the torso.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// `Igual`.
    Same,
    /// `Izquierda`.
    Left,
    /// `Derecha`.
    Right,
}

/// The declaration of the weapon phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weapons {
    /// A club is taken, or looked for, and nothing else done.
    TakeClub,
    /// Shots.
    Fire {
        /// The primary target.
        primary: Option<Hex>,
        /// Each weapon at most once.
        shots: Vec<Shot>,
    },
}

/// The kind of target on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// `Mech`.
    Mech,
    /// `Hexagono`.
    Hex,
    /// `Ninguno`.
    Nothing,
}

/// A shot of one weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The location of the weapon.
    pub location: Location,
    /// A slot that it fills.
    pub slot: u8,
    /// At double rate.
    pub double: bool,
    /// Location and slot of the ammunition.
    pub ammunition: Option<(Location, u8)>,
    /// The hex shot at.
    pub target: Option<Hex>,
    /// The target on that hex.
    pub aim: Aim,
}

impl Shot {
    /// The rounds of ammunition that it takes: 2 at double rate.
    #[must_use]
    pub const fn rounds(double: bool) -> u16 {
        if double { 2 } else { 1 }
    }

    /// The rounds that some shots take from the load in a slot.
    #[must_use]
    pub fn taken(shots: &[Self], load: (Location, u8)) -> u16 {
        shots.iter().filter(|shot| shot.ammunition == Some(load)).map(|shot| Self::rounds(shot.double)).sum()
    }
}

/// The weapon or limb of a blow, with its number in the files where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// An axe or a sword in this slot of the arm.
    Blade(u8),
    /// 1000.
    Punch,
    /// 2000.
    Kick,
    /// 3000, with both arms.
    Club,
}

/// A physical attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The arm or leg; for a club, which takes both arms (`BIBD`), the left one.
    pub limb: Location,
    /// The weapon or limb.
    pub means: Means,
    /// The hex struck at.
    pub target: Hex,
    /// The target on that hex: [`Aim::Mech`] or [`Aim::Hex`].
    pub aim: Aim,
}

/// The end of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndOfTurn {
    /// Heat sinks to switch off.
    pub sinks_off: u16,
    /// Heat sinks to switch on.
    pub sinks_on: u16,
    /// The club is dropped.
    pub drop_club: bool,
    /// Ammunition to make ready to be dumped, by location and slot.
    pub dump: Vec<(Location, u8)>,
}

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// `Movimiento`.
    Movement,
    /// `Reaccion`: the torso turns.
    Reaction,
    /// `AtaqueArmas`.
    Weapons,
    /// `AtaqueFisico`.
    Physical,
    /// `FinalTurno`.
    End,
}

boardbots_base::words! { Phase::word:
    Movement "Movimiento", Reaction "Reaccion", Weapons "AtaqueArmas", Physical "AtaqueFisico", End "FinalTurno",
}

impl FromStr for Phase {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::named(text).ok_or_else(|| {
            let words = "Movimiento, Reaccion, AtaqueArmas, AtaqueFisico or FinalTurno";
            InputError::new(format_args!("`{text}` is no phase; use {words}"))
        })
    }
}

/// The target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A mech, by its number.
    Mech(usize),
    /// A hex, or the woods or building on it.
    Hex(Hex),
    /// Nothing: the weapon is fired all the same.
    Nothing,
}

impl Target {
    /// The target that a mech declares with a hex and an aim.
    ///
    /// # Errors
    /// [`Rule::Target`] for a hex that is off the map or the attacker's own, for a mech on a hex without one, for a hex
    /// with no aim, and for an aim with no hex.
    pub fn find(situation: &Situation, attacker: usize, hex: Option<Hex>, aim: Aim) -> Result<Self, RuleError> {
        let hex = match (hex.filter(|&hex| hex != Hex::NOWHERE), aim) {
            (None, Aim::Nothing) => return Ok(Self::Nothing),
            (None, _) => return Err(RuleError::new(Rule::Target, "no hex is declared for the target")),
            (Some(hex), Aim::Nothing) => {
                return Err(RuleError::new(Rule::Target, format_args!("hex {hex} is declared, but nothing on it")));
            }
            (Some(hex), _) => hex,
        };
        RuleError::when(!situation.map.contains(hex), Rule::Target, format_args!("hex {hex} is not on the map"))?;
        let own = situation.mechs.get(attacker).is_some_and(|mech| mech.condition.hex == hex);
        RuleError::when(own, Rule::Target, format_args!("hex {hex} is the attacker's own"))?;
        match aim {
            Aim::Mech => {
                let mech = situation.mech_at(hex);
                mech.map(Self::Mech)
                    .ok_or_else(|| RuleError::new(Rule::Target, format_args!("no mech is on hex {hex}")))
            }
            Aim::Hex | Aim::Nothing => Ok(Self::Hex(hex)),
        }
    }
}
