//! Fights with rolled dice.

use super::dice::{Dragon, SIDES, Scale, WARRIOR, Warrior, below};
use super::odds::DICE;
use arrayvec::ArrayVec;
use fastrand::Rng;

/// One roll of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The faces of the warrior dice.
    pub warriors: ArrayVec<Warrior, DICE>,
    /// The faces of the dragon dice that had not been set aside.
    pub scales: ArrayVec<Scale, DICE>,
    /// Warriors lost to flames without a shield.
    pub lost: u8,
}

/// A fight in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    dragon: Dragon,
    warriors: u8,
    unset: u8,
    slain: bool,
}

impl Fight {
    /// A fight of 1 to 3 warriors against this dragon, before the first roll.
    #[must_use]
    pub const fn new(dragon: Dragon, warriors: u8) -> Self {
        Self { dragon, warriors, unset: 3, slain: false }
    }

    /// Warriors left.
    #[must_use]
    pub const fn warriors(self) -> u8 {
        self.warriors
    }

    /// Dragon dice that have not been set aside.
    #[must_use]
    pub const fn unset(self) -> u8 {
        self.unset
    }

    /// True once the fight is over: the dragon is slain or no warrior is left.
    #[must_use]
    pub const fn over(self) -> bool {
        self.slain || self.warriors == 0
    }

    /// Rolls all warrior dice and those dragon dice that have not been set aside.
    ///
    /// Parts of the dragon are set aside for the whole fight. Flames of both kinds count against the shields of this
    /// roll alone. The last blow needs an axe in a roll after which all three parts are aside, and does not undo the
    /// effect of that roll's flames.
    pub fn roll(&mut self, rng: &mut Rng) -> Roll {
        let warriors: ArrayVec<_, DICE> = (0..self.warriors).map(|_| WARRIOR[below(SIDES, rng)]).collect();
        let scales: ArrayVec<_, DICE> = (0..self.unset).map(|_| self.dragon.faces()[below(SIDES, rng)]).collect();
        let shown = |side| u8::try_from(warriors.iter().filter(|warrior| **warrior == side).count()).unwrap_or(3);
        let turned = |side| u8::try_from(scales.iter().filter(|scale| **scale == side).count()).unwrap_or(3);
        let flames = shown(Warrior::Flame) + turned(Scale::Flame);
        let lost = flames.saturating_sub(shown(Warrior::Shield)).min(self.warriors);
        self.unset -= turned(Scale::Part);
        self.warriors -= lost;
        self.slain = self.warriors > 0 && self.unset == 0 && shown(Warrior::Axe) > 0;
        Roll { warriors, scales, lost }
    }

    /// Rolls to the end; the result is the number of warriors left, 0 for a defeat.
    pub fn outcome(mut self, rng: &mut Rng) -> u8 {
        while !self.over() {
            self.roll(rng);
        }
        self.warriors
    }
}
