//! The state of a mech in a battle that is not in a situation.

use super::cause::Reason;
use crate::condition::MAX_MECHS;
use crate::definition::Definition;
use arrayvec::ArrayVec;

/// Piloting rolls that wait for the end of a phase. More of them make no difference: no mech stands after that many.
pub(super) type Checks = ArrayVec<Reason, 16>;

/// The ledger of a mech.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Ledger {
    /// It has declared its action in this phase.
    pub(super) acted: bool,
    /// Heat of this turn from movement, weapons and burning hexes on the way.
    pub(super) movement: u16,
    pub(super) weapons: u16,
    pub(super) burnt: u16,
    /// Points of damage in this phase.
    pub(super) damage: u16,
    /// Rolls to come at the end of the phase.
    pub(super) checks: Checks,
    /// Turns that inferno still burns on it.
    pub(super) inferno: u8,
    /// Turns in a row in which it has used MASC; `masc_now` is true if this is one of them.
    pub(super) masc: u8,
    pub(super) masc_now: bool,
    /// The pilot was wounded in this turn, and has not rolled yet.
    pub(super) hurt: bool,
    /// It took a club, or tried to, and so makes no other attack in this turn.
    pub(super) busy: bool,
    /// It drops its club at the end of this phase.
    pub(super) drops: bool,
    /// Armour and structure at the start of the game.
    pub(super) whole: u32,
}

impl Ledger {
    /// The ledger of a mech that has not fought yet.
    pub(super) fn new(definition: &Definition) -> Self {
        Self { whole: points(definition), ..Self::default() }
    }
}

/// Armour and structure left, in points.
pub(super) fn points(definition: &Definition) -> u32 {
    definition.armour.iter().chain(&definition.structure).map(|&points| u32::from(points)).sum()
}

/// The mechs of a battle in the order in which they act.
pub type Order = ArrayVec<usize, MAX_MECHS>;
