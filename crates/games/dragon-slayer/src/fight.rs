//! Fights with rolled dice, and each die of a fight as people see it.

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
    /// Warriors left.
    pub(crate) warriors: u8,
    /// Dragon dice that have not been set aside.
    pub(crate) unset: u8,
    slain: bool,
}

impl Fight {
    /// A fight of 1 to 3 warriors against this dragon, before the first roll.
    #[must_use]
    pub const fn new(dragon: Dragon, warriors: u8) -> Self {
        Self { dragon, warriors, unset: 3, slain: false }
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

/// The parts of a dragon, one on each of its dice.
pub const PARTS: [&str; DICE] = ["head", "wings", "tail"];

/// A warrior die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarriorDie {
    /// Lost in this turn, before this roll.
    Gone,
    /// It shows this, and is lost with it.
    Lost(Warrior),
    /// It shows this.
    Shows(Warrior),
}

/// A die of the dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleDie {
    /// Set aside before this roll.
    Aside,
    /// It shows this; a part is set aside now.
    Shows(Scale),
}

/// A roll, with all six dice in their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The warriors.
    pub warriors: [WarriorDie; DICE],
    /// The dragon, its dice in the order of [`PARTS`].
    pub scales: [ScaleDie; DICE],
}

impl Throw {
    /// Warriors lost in this roll.
    #[must_use]
    pub fn lost(&self) -> usize {
        self.warriors.iter().filter(|die| matches!(die, WarriorDie::Lost(_))).count()
    }

    /// The parts that this roll shows.
    pub fn parts(&self) -> impl Iterator<Item = &'static str> {
        let shown = |die: &ScaleDie| *die == ScaleDie::Shows(Scale::Part);
        PARTS.iter().zip(self.scales).filter(move |(_, die)| shown(die)).map(|(part, _)| *part)
    }
}

/// A fight from the first roll to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    /// The dragon that was fought.
    pub dragon: Dragon,
    /// The rolls.
    pub throws: Vec<Throw>,
    /// Warriors left, 0 for a defeat.
    pub left: u8,
}

impl Battle {
    /// Rolls a fight of 1 to 3 warriors to its end.
    #[must_use]
    pub fn rolled(dragon: Dragon, warriors: u8, rng: &mut Rng) -> Self {
        let mut fight = Fight::new(dragon, warriors);
        let mut alive = [false; DICE];
        alive.iter_mut().take(warriors.into()).for_each(|die| *die = true);
        let (mut unset, mut throws) = ([true; DICE], Vec::new());
        while !fight.over() {
            let roll = fight.roll(rng);
            let (mut shown, mut turned) = (roll.warriors.iter(), roll.scales.iter());
            let mut next = || shown.next().map(|face| WarriorDie::Shows(*face));
            let mut warriors = alive.map(|alive| alive.then(&mut next).flatten().unwrap_or(WarriorDie::Gone));
            let mut next = || turned.next().map(|face| ScaleDie::Shows(*face));
            let scales = unset.map(|unset| unset.then(&mut next).flatten().unwrap_or(ScaleDie::Aside));
            // It does not matter which dice are lost as long as axes go last: one of them may be
            // needed for the last blow.
            for _ in 0..roll.lost {
                let falls = [Warrior::Flame, Warrior::Shield, Warrior::Axe]
                    .into_iter()
                    .find_map(|face| warriors.iter().position(|die| *die == WarriorDie::Shows(face)).zip(Some(face)));
                if let Some((at, face)) = falls {
                    warriors[at] = WarriorDie::Lost(face);
                    alive[at] = false;
                }
            }
            for (die, unset) in scales.iter().zip(&mut unset) {
                *unset &= *die != ScaleDie::Shows(Scale::Part);
            }
            throws.push(Throw { warriors, scales });
        }
        Self { dragon, throws, left: fight.warriors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_stay_in_their_places_and_add_up() {
        for seed in 0..2000 {
            let mut choice = Rng::with_seed(!seed);
            let (dragon, warriors) = (Dragon::ALL[choice.usize(..3)], choice.u8(1..=3));
            let battle = Battle::rolled(dragon, warriors, &mut Rng::with_seed(seed));
            assert_eq!(battle.left, Fight::new(dragon, warriors).outcome(&mut Rng::with_seed(seed)), "the same dice");
            let (mut gone, mut aside) = (DICE - usize::from(warriors), 0);
            for throw in &battle.throws {
                let count = |die| throw.warriors.iter().filter(|other| **other == die).count();
                assert_eq!(count(WarriorDie::Gone), gone);
                gone += throw.lost();
                assert_eq!(throw.scales.iter().filter(|die| **die == ScaleDie::Aside).count(), aside);
                aside += throw.parts().count();
                if count(WarriorDie::Lost(Warrior::Axe)) > 0 {
                    assert_eq!(count(WarriorDie::Shows(Warrior::Shield)), 0, "axes go last");
                }
            }
            assert_eq!(usize::from(battle.left), DICE - gone);
            let last = battle.throws.last().expect("a fight has a roll");
            assert_eq!(battle.left > 0, last.warriors.contains(&WarriorDie::Shows(Warrior::Axe)) && aside == DICE);
        }
    }
}
