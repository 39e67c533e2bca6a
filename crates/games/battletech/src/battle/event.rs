//! What happens in a battle, in order: enough to tell and to show it again.

use super::cause::{Cause, Change, Danger, End, Hurt, Reason};
use crate::action::Phase;
use crate::arc::Arc;
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::physical::Kind;
use crate::situation::{Mode, Rule};
use serde::Serialize;

/// One thing that happened. Mechs are told by their numbers. In JSON an object whose `event` is
/// the name of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A mech is there when the battle begins.
    Enters {
        /// Its number.
        mech: usize,
        /// Its name.
        name: String,
        /// Its model; may be empty.
        model: String,
        /// Its weight.
        tons: u16,
        /// Where it is.
        hex: Hex,
        /// Where its legs face.
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
        /// What each mech rolled, 2 to 12; 0 for those out of the game.
        rolls: Vec<u8>,
        /// Numbers of the mechs, the lowest roll first.
        order: Vec<usize>,
    },
    /// An action was refused, or none came: the player did nothing instead. Of the rule
    /// [`Rule::Hopeless`] it is a warning only.
    Fault {
        /// Whose.
        mech: usize,
        /// In which phase.
        phase: Phase,
        /// What kind.
        rule: Rule,
        /// In one line.
        message: String,
    },
    /// A movement, with all that came of it on the way before this event.
    Move {
        /// Who.
        mech: usize,
        /// How.
        mode: Mode,
        /// The hexes it was on, from where it started to where it ended.
        path: Vec<Hex>,
        /// Where its legs face now.
        facing: Side,
        /// Whether it lies on the ground now.
        prone: bool,
        /// Movement points spent.
        points: u8,
    },
    /// A piloting skill roll.
    Check {
        /// Who.
        mech: usize,
        /// Why.
        reason: Reason,
        /// 2D6 must reach it; above 12 the mech falls without a roll.
        needed: i8,
        /// The dice; 0 if there was no roll.
        roll: u8,
        /// Whether it stands, or got free.
        passed: bool,
    },
    /// A mech fell to the ground.
    Fall {
        /// Who.
        mech: usize,
        /// Where.
        hex: Hex,
        /// Levels that it fell, 0 on even ground.
        levels: u8,
        /// Where it faces now.
        facing: Side,
        /// On which side it fell.
        side: Arc,
        /// Damage of the fall.
        damage: u16,
    },
    /// It is stuck in a swamp, or no longer.
    Stuck {
        /// Who.
        mech: usize,
        /// Whether it is.
        stuck: bool,
    },
    /// MASC was used.
    Masc {
        /// Who.
        mech: usize,
        /// 2D6 must reach it; above 12 it fails.
        needed: i8,
        /// The dice.
        roll: u8,
        /// Whether the legs held.
        passed: bool,
    },
    /// A torso turned.
    Torso {
        /// Who.
        mech: usize,
        /// Where it faces.
        torso: Side,
    },
    /// It looked for a club.
    Club {
        /// Who.
        mech: usize,
        /// Whether it has one now.
        found: bool,
        /// Whether that is a tree.
        tree: bool,
    },
    /// A club was dropped, or broke.
    ClubLost {
        /// Who.
        mech: usize,
    },
    /// A weapon fired.
    Shot {
        /// Who fired.
        mech: usize,
        /// Its place among the components.
        component: usize,
        /// Its name.
        weapon: String,
        /// The mech that was aimed at.
        target: Option<usize>,
        /// The hex that was aimed at.
        hex: Option<Hex>,
        /// 2D6 must reach it; 0 if nothing was aimed at.
        needed: i8,
        /// The dice; 0 if nothing was aimed at.
        roll: u8,
        /// Whether it hit.
        hit: bool,
        /// Heat that it made.
        heat: u16,
        /// Rounds of ammunition spent.
        rounds: u16,
        /// Places that it hit; they are damaged at the end of the phase.
        hits: Vec<Hit>,
    },
    /// A weapon jammed for the rest of the game.
    Jam {
        /// Whose.
        mech: usize,
        /// Its place among the components.
        component: usize,
    },
    /// A Narc beacon sticks.
    Narc {
        /// Whose beacon.
        mech: usize,
        /// On whom.
        target: usize,
        /// An improved one.
        improved: bool,
    },
    /// A physical attack.
    Blow {
        /// Who struck.
        mech: usize,
        /// With what.
        means: Kind,
        /// The limb.
        limb: Location,
        /// The mech struck at.
        target: Option<usize>,
        /// 2D6 must reach it.
        needed: i8,
        /// The dice.
        roll: u8,
        /// Whether it hit.
        hit: bool,
        /// Where; damaged at the end of the phase.
        hits: Vec<Hit>,
    },
    /// Armour and structure lost to one blow in one location.
    Damage {
        /// Whose.
        mech: usize,
        /// Who did it, if a mech.
        by: Option<usize>,
        /// By what.
        cause: Cause,
        /// Where.
        location: Location,
        /// To the armour of the rear.
        rear: bool,
        /// Points of armour lost.
        armour: u16,
        /// Points of structure lost.
        structure: u16,
    },
    /// A location is gone, with what armour and structure it still had.
    Lost {
        /// Whose.
        mech: usize,
        /// Who did it, if a mech.
        by: Option<usize>,
        /// Where.
        location: Location,
        /// Points of armour that went with it, front and rear.
        armour: u16,
        /// Points of structure that went with it.
        structure: u16,
    },
    /// A roll for critical hits.
    CriticalRoll {
        /// On whom.
        mech: usize,
        /// Where.
        location: Location,
        /// 2D6.
        roll: u8,
        /// Slots that are hit.
        hits: u8,
    },
    /// A slot is hit.
    Critical {
        /// Whose.
        mech: usize,
        /// Where.
        location: Location,
        /// The slot, from 0.
        slot: u8,
        /// The name of what is in it.
        name: String,
    },
    /// Ammunition or a Gauss rifle exploded.
    Explosion {
        /// Whose.
        mech: usize,
        /// Where.
        location: Location,
        /// What.
        name: String,
        /// Rounds that exploded; 0 for a weapon.
        rounds: u16,
        /// Its damage.
        damage: u16,
    },
    /// The pilot was hurt.
    Wound {
        /// Whose.
        mech: usize,
        /// How much.
        wounds: u8,
        /// All wounds now; 6 are death.
        total: u8,
        /// What hurt.
        cause: Hurt,
    },
    /// A roll to stay or become conscious.
    Consciousness {
        /// Whose pilot.
        mech: usize,
        /// 2D6 must reach it.
        needed: i8,
        /// The dice.
        roll: u8,
        /// Whether it is conscious now.
        awake: bool,
    },
    /// The heat of a mech in a turn.
    Heat {
        /// Whose.
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
        /// What the sinks could carry away.
        sunk: u16,
        /// Now.
        after: u16,
    },
    /// A roll against shutting down or against ammunition that explodes by heat.
    HeatCheck {
        /// Whose.
        mech: usize,
        /// Which of them.
        danger: Danger,
        /// 2D6 must reach it; above 12 there is no roll.
        needed: i8,
        /// The dice; 0 if there was no roll.
        roll: u8,
        /// Whether nothing happens.
        avoided: bool,
    },
    /// It shut down, or runs again.
    Power {
        /// Who.
        mech: usize,
        /// Whether it runs.
        on: bool,
    },
    /// It is out of the game.
    Destroyed {
        /// Who.
        mech: usize,
        /// Why.
        why: End,
    },
    /// Heat sinks switched.
    Sinks {
        /// Whose.
        mech: usize,
        /// On now.
        on: u16,
        /// Off now.
        off: u16,
    },
    /// Ammunition was dumped.
    Dumped {
        /// Whose.
        mech: usize,
        /// Its place among the components.
        component: usize,
        /// Rounds.
        rounds: u16,
    },
    /// A hex began to burn, or smoke came or went, or what stood on it fell.
    Ground {
        /// Which hex.
        hex: Hex,
        /// What became of it.
        change: Change,
    },
    /// The battle is over.
    Over {
        /// The winner; `None` for a tie.
        winner: Option<usize>,
        /// Whether the limit of turns ended it.
        limit: bool,
    },
}

/// One place that a shot or a blow hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// Where.
    pub location: Location,
    /// Points of damage.
    pub damage: u16,
    /// To the armour of the rear.
    pub rear: bool,
}

/// A hit that waits for the end of the phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) target: usize,
    pub(super) by: Option<usize>,
    pub(super) cause: Cause,
    pub(super) hit: Hit,
    /// The roll for the location was one that goes through armour.
    pub(super) through: bool,
}
