//! Events of a battle, in order and complete enough to describe and to replay it.

use super::cause::{Cause, Change, Danger, End, Hurt, Reason};
use crate::action::Phase;
use crate::arc::Arc;
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::physical::Kind;
use crate::situation::{Mode, Rule};
use serde::Serialize;

/// An event. Mechs are given by their numbers. In JSON it is an object whose `event` is the name of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A mech at the start of the battle.
    Enters {
        /// Its number.
        mech: usize,
        /// Its name.
        name: String,
        /// Its model; may be empty.
        model: String,
        /// Its weight.
        tons: u16,
        /// Its hex.
        hex: Hex,
        /// The side its legs face.
        facing: Side,
        /// Armour: eight locations, then the rear of left, right and centre torso.
        armour: [u16; 11],
        /// Structure.
        structure: [u16; 8],
    },
    /// A turn begins; the first is 1.
    Turn {
        /// Its number.
        turn: u32,
    },
    /// The dice for the initiative, and the order in which mechs move.
    Initiative {
        /// The roll of each mech, 2 to 12; 0 for those out of the game.
        rolls: Vec<u8>,
        /// Numbers of the mechs, the lowest roll first.
        order: Vec<usize>,
    },
    /// A refused or missing action: the player does nothing instead. With the rule [`Rule::Hopeless`] it is only a
    /// warning.
    Fault {
        /// The mech.
        mech: usize,
        /// The phase.
        phase: Phase,
        /// The kind of rule.
        rule: Rule,
        /// The message, one line.
        message: String,
    },
    /// A movement; the events on its way come before this one.
    Move {
        /// The mech.
        mech: usize,
        /// The kind of movement.
        mode: Mode,
        /// The hexes it was on, from the first to the last.
        path: Vec<Hex>,
        /// The side its legs face now.
        facing: Side,
        /// True if it is prone now.
        prone: bool,
        /// Movement points spent.
        points: u8,
    },
    /// A piloting skill roll.
    Check {
        /// The mech.
        mech: usize,
        /// The reason.
        reason: Reason,
        /// The needed roll of two dice; above 12 the mech falls without a roll.
        needed: i8,
        /// The dice; 0 if there was no roll.
        roll: u8,
        /// True if it stays on its feet, stands up or gets free.
        passed: bool,
    },
    /// A mech fell to the ground.
    Fall {
        /// The mech.
        mech: usize,
        /// The hex.
        hex: Hex,
        /// Levels that it fell, 0 on even ground.
        levels: u8,
        /// The side its legs face now.
        facing: Side,
        /// The side on which it fell.
        side: Arc,
        /// Damage of the fall.
        damage: u16,
    },
    /// A mech got stuck in a swamp, or free.
    Stuck {
        /// The mech.
        mech: usize,
        /// True if it is stuck.
        stuck: bool,
    },
    /// MASC was used.
    Masc {
        /// The mech.
        mech: usize,
        /// The needed roll of two dice; above 12 it always fails.
        needed: i8,
        /// The dice.
        roll: u8,
        /// True if the legs held.
        passed: bool,
    },
    /// A torso turned.
    Torso {
        /// The mech.
        mech: usize,
        /// The side it faces.
        torso: Side,
    },
    /// A search for a club.
    Club {
        /// The mech.
        mech: usize,
        /// True if it holds one now.
        found: bool,
        /// True if that is a tree.
        tree: bool,
    },
    /// A club was dropped, or broke.
    ClubLost {
        /// The mech.
        mech: usize,
    },
    /// A weapon fired.
    Shot {
        /// The mech that fired.
        mech: usize,
        /// The weapon's index among the components.
        component: usize,
        /// The weapon's name.
        weapon: String,
        /// The mech that was aimed at.
        target: Option<usize>,
        /// The hex that was aimed at.
        hex: Option<Hex>,
        /// The needed roll of two dice; 0 if nothing was aimed at.
        needed: i8,
        /// The dice; 0 if nothing was aimed at.
        roll: u8,
        /// True if it hit.
        hit: bool,
        /// The heat of firing.
        heat: u16,
        /// Rounds of ammunition spent.
        rounds: u16,
        /// The locations hit; they are damaged at the end of the phase.
        hits: Vec<Hit>,
    },
    /// A weapon jammed for the rest of the game.
    Jam {
        /// The mech.
        mech: usize,
        /// The weapon's index among the components.
        component: usize,
    },
    /// A Narc beacon sticks.
    Narc {
        /// The mech whose beacon it is.
        mech: usize,
        /// The mech that it sticks to.
        target: usize,
        /// An improved one.
        improved: bool,
    },
    /// A physical attack.
    Blow {
        /// The mech that struck.
        mech: usize,
        /// The kind of blow.
        means: Kind,
        /// The limb.
        limb: Location,
        /// The mech struck at.
        target: Option<usize>,
        /// The needed roll of two dice.
        needed: i8,
        /// The dice.
        roll: u8,
        /// True if it hit.
        hit: bool,
        /// The location hit; it is damaged at the end of the phase.
        hits: Vec<Hit>,
    },
    /// Armour and structure lost to one blow in one location.
    Damage {
        /// The mech.
        mech: usize,
        /// The mech that did it, if one did.
        by: Option<usize>,
        /// The cause.
        cause: Cause,
        /// The location.
        location: Location,
        /// True for the armour of the rear.
        rear: bool,
        /// Points of armour lost.
        armour: u16,
        /// Points of structure lost.
        structure: u16,
    },
    /// The loss of a location, with the armour and structure that it still had.
    Lost {
        /// The mech.
        mech: usize,
        /// The mech that did it, if one did.
        by: Option<usize>,
        /// The location.
        location: Location,
        /// Points of armour that went with it, front and rear.
        armour: u16,
        /// Points of structure that went with it.
        structure: u16,
    },
    /// A roll for critical hits.
    CriticalRoll {
        /// The mech.
        mech: usize,
        /// The location.
        location: Location,
        /// 2D6.
        roll: u8,
        /// Slots that are hit.
        hits: u8,
    },
    /// A slot is hit.
    Critical {
        /// The mech.
        mech: usize,
        /// The location.
        location: Location,
        /// The slot, from 0.
        slot: u8,
        /// The name of the slot's content.
        name: String,
    },
    /// Ammunition or a Gauss rifle exploded.
    Explosion {
        /// The mech.
        mech: usize,
        /// The location.
        location: Location,
        /// The name of the load or weapon.
        name: String,
        /// Rounds that exploded; 0 for a weapon.
        rounds: u16,
        /// Its damage.
        damage: u16,
    },
    /// The pilot was hurt.
    Wound {
        /// The mech.
        mech: usize,
        /// The number of new wounds.
        wounds: u8,
        /// All wounds now; 6 are fatal.
        total: u8,
        /// The cause.
        cause: Hurt,
    },
    /// A roll to stay or become conscious.
    Consciousness {
        /// The mech.
        mech: usize,
        /// The needed roll of two dice.
        needed: i8,
        /// The dice.
        roll: u8,
        /// True if the pilot is conscious now.
        awake: bool,
    },
    /// The heat of a mech in a turn.
    Heat {
        /// The mech.
        mech: usize,
        /// At the start of the turn.
        before: u16,
        /// From movement.
        movement: u16,
        /// From weapons.
        weapons: u16,
        /// From hits to the engine.
        engine: u16,
        /// From fires and inferno.
        fire: u16,
        /// The heat that the sinks could remove.
        sunk: u16,
        /// At the end.
        after: u16,
    },
    /// A roll against a shutdown or an explosion of ammunition by heat.
    HeatCheck {
        /// The mech.
        mech: usize,
        /// The danger.
        danger: Danger,
        /// The needed roll of two dice; above 12 there is no roll.
        needed: i8,
        /// The dice; 0 if there was no roll.
        roll: u8,
        /// True if it is avoided.
        avoided: bool,
    },
    /// A shutdown or a restart.
    Power {
        /// The mech.
        mech: usize,
        /// True if it runs.
        on: bool,
    },
    /// A mech is out of the game.
    Destroyed {
        /// The mech.
        mech: usize,
        /// The reason.
        why: End,
    },
    /// Heat sinks switched.
    Sinks {
        /// The mech.
        mech: usize,
        /// On now.
        on: u16,
        /// Off now.
        off: u16,
    },
    /// Ammunition was dumped.
    Dumped {
        /// The mech.
        mech: usize,
        /// The load's index among the components.
        component: usize,
        /// Rounds.
        rounds: u16,
    },
    /// A change of a hex: fire, smoke, woods or a building.
    Ground {
        /// The hex.
        hex: Hex,
        /// The change.
        change: Change,
    },
    /// The battle is over.
    Over {
        /// The winner; `None` for a tie.
        winner: Option<usize>,
        /// True if the limit of turns ended it.
        limit: bool,
    },
}

/// One location hit by a shot or a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The location.
    pub location: Location,
    /// Points of damage.
    pub damage: u16,
    /// True for the armour of the rear.
    pub rear: bool,
}

/// A hit that waits for the end of the phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) target: usize,
    pub(super) by: Option<usize>,
    pub(super) cause: Cause,
    pub(super) hit: Hit,
    /// The roll for the location was one that adds a critical roll.
    pub(super) through: bool,
}
