//! The tables on which dice are rolled for hits, from the manual of the simulator: missiles that
//! hit, and the location that is hit.

use super::arc::Arc;
use super::location::Location;
use super::odds::ways;

/// The sizes of salvos that the table of missiles has columns for.
const SIZES: [u8; 10] = [2, 3, 4, 5, 6, 9, 10, 12, 15, 20];
/// Missiles that hit, by the roll of two dice from 2, for each of [`SIZES`].
const MISSILES: [[u8; 10]; 11] = [
    [1, 1, 1, 1, 2, 3, 3, 4, 5, 6],
    [1, 1, 2, 2, 2, 3, 3, 4, 5, 6],
    [1, 1, 2, 2, 3, 4, 4, 5, 6, 9],
    [1, 2, 2, 3, 3, 5, 6, 8, 9, 12],
    [1, 2, 2, 3, 4, 5, 6, 8, 9, 12],
    [1, 2, 3, 3, 4, 5, 6, 8, 9, 12],
    [2, 2, 3, 3, 4, 5, 6, 8, 9, 12],
    [2, 2, 3, 4, 5, 7, 8, 10, 12, 16],
    [2, 3, 3, 4, 5, 7, 8, 10, 12, 16],
    [2, 3, 4, 5, 6, 9, 10, 12, 15, 20],
    [2, 3, 4, 5, 6, 9, 10, 12, 15, 20],
];

/// The number of a salvo's missiles that hit at a roll of two dice; rolls beyond 2 and 12 count as these. A salvo
/// larger than 20 is one of 20 and the rest, at the same roll; another size without a column takes the next smaller
/// one.
#[must_use]
pub fn missiles(size: u8, roll: u8) -> u8 {
    let row = &MISSILES[usize::from(roll.clamp(2, 12) - 2)];
    let whole = size / 20;
    let rest = size % 20;
    let column = SIZES.iter().rposition(|&column| column <= rest);
    whole * row[9] + column.map_or(rest, |column| row[column])
}

/// The sum of the missiles that hit over the 36 rolls of two dice, with a bonus on the roll (Artemis IV or Narc: 2).
#[must_use]
pub fn missiles_in_36(size: u8, bonus: u8) -> u32 {
    (2..=12).map(|roll| u32::from(ways(roll)) * u32::from(missiles(size, roll + bonus))).sum()
}

/// A table of hit locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// All locations, by two dice. At 2 there is a critical roll besides the damage.
    Body,
    /// Arms, torsos and head, by one die: for punches, and for hits on a target in partial cover.
    Punch,
    /// Legs, by one die.
    Kick,
}

use Location::{CentreTorso, Head, LeftArm, LeftLeg, LeftTorso, RightArm, RightLeg, RightTorso};

/// By two dice from 2: hit from the left; from front and rear; from the right.
const BODY: [[Location; 11]; 3] = [
    [LeftTorso, LeftLeg, LeftArm, LeftArm, LeftLeg, LeftTorso, CentreTorso, RightTorso, RightArm, RightLeg, Head],
    [CentreTorso, RightArm, RightArm, RightLeg, RightTorso, CentreTorso, LeftTorso, LeftLeg, LeftArm, LeftArm, Head],
    [RightTorso, RightLeg, RightArm, RightArm, RightLeg, RightTorso, CentreTorso, LeftTorso, LeftArm, LeftLeg, Head],
];
/// By one die: hit from the left; from front and rear; from the right.
const PUNCH: [[Location; 6]; 3] = [
    [LeftTorso, LeftTorso, CentreTorso, LeftArm, LeftArm, Head],
    [LeftArm, LeftTorso, CentreTorso, RightTorso, RightArm, Head],
    [RightTorso, RightTorso, CentreTorso, RightArm, RightArm, Head],
];
/// By one die: hit from the left; from front and rear; from the right.
const KICK: [[Location; 6]; 3] =
    [[LeftLeg; 6], [RightLeg, RightLeg, RightLeg, LeftLeg, LeftLeg, LeftLeg], [RightLeg; 6]];

/// The row of a side.
const fn row(side: Arc) -> usize {
    match side {
        Arc::Left => 0,
        Arc::Front | Arc::Rear => 1,
        Arc::Right => 2,
    }
}

impl Table {
    /// The number of dice that are rolled.
    #[must_use]
    pub const fn dice(self) -> u8 {
        match self {
            Self::Body => 2,
            Self::Punch | Self::Kick => 1,
        }
    }

    /// The location hit from a side at a roll of its dice. A roll that its dice cannot show counts as the nearest that
    /// they can.
    #[must_use]
    pub fn location(self, side: Arc, roll: u8) -> Location {
        match self {
            Self::Body => BODY[row(side)][usize::from(roll.clamp(2, 12) - 2)],
            Self::Punch => PUNCH[row(side)][usize::from(roll.clamp(1, 6) - 1)],
            Self::Kick => KICK[row(side)][usize::from(roll.clamp(1, 6) - 1)],
        }
    }

    /// The number of ways, of 36, in which each location is hit from a side.
    #[must_use]
    pub fn shares(self, side: Arc) -> [u8; 8] {
        let mut shares = [0; 8];
        match self {
            Self::Body => (2..=12).for_each(|roll| shares[self.location(side, roll).index()] += ways(roll)),
            Self::Punch | Self::Kick => (1..=6).for_each(|roll| shares[self.location(side, roll).index()] += 6),
        }
        shares
    }
}

/// The index, among the eleven places of armour, of a hit from a side: torsos have armour of their own at the rear.
#[must_use]
pub fn armour(location: Location, side: Arc) -> usize {
    match (side, location.rear()) {
        (Arc::Rear, Some(rear)) => rear,
        _ => location.index(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_the_manual() {
        // Two digits after the point, as the manual gives them.
        for (size, hundredths) in
            [(2, 142), (3, 200), (4, 264), (5, 317), (6, 400), (9, 547), (10, 631), (12, 814), (15, 950), (20, 1269)]
        {
            assert_eq!((missiles_in_36(size, 0) * 100 + 18) / 36, hundredths, "{size}");
        }
    }

    #[test]
    fn sizes_without_a_column() {
        for roll in 0..20 {
            for size in 0..=60 {
                assert!(missiles(size, roll) <= size, "{size} {roll}");
                assert!(missiles(size, roll) <= missiles(size, roll + 1), "{size} {roll}");
            }
            assert_eq!((missiles(0, roll), missiles(1, roll)), (0, 1));
            assert_eq!(missiles(40, roll), 2 * missiles(20, roll));
            assert_eq!(missiles(7, roll), missiles(6, roll));
        }
        assert_eq!(missiles_in_36(6, 10), 36 * 6);
    }

    #[test]
    fn locations_mirror_and_words_are_those_of_the_manual() {
        let words = |table: Table, side, rolls: std::ops::RangeInclusive<u8>| {
            rolls.map(|roll| table.location(side, roll).word()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(Table::Body, Arc::Left, 2..=12), "TI PI BI BI PI TI TC TD BD PD CAB");
        assert_eq!(words(Table::Body, Arc::Front, 2..=12), "TC BD BD PD TD TC TI PI BI BI CAB");
        assert_eq!(words(Table::Body, Arc::Right, 2..=12), "TD PD BD BD PD TD TC TI BI PI CAB");
        assert_eq!(words(Table::Punch, Arc::Left, 1..=6), "TI TI TC BI BI CAB");
        assert_eq!(words(Table::Punch, Arc::Rear, 1..=6), "BI TI TC TD BD CAB");
        assert_eq!(words(Table::Punch, Arc::Right, 1..=6), "TD TD TC BD BD CAB");
        assert_eq!(words(Table::Kick, Arc::Front, 1..=6), "PD PD PD PI PI PI");
        assert_eq!(words(Table::Kick, Arc::Left, 1..=6), "PI PI PI PI PI PI");
        assert_eq!(words(Table::Kick, Arc::Right, 1..=6), "PD PD PD PD PD PD");
    }

    #[test]
    fn shares_are_whole() {
        for side in [Arc::Front, Arc::Right, Arc::Rear, Arc::Left] {
            for table in [Table::Body, Table::Punch, Table::Kick] {
                assert_eq!(table.shares(side).iter().sum::<u8>(), 36);
            }
        }
        assert_eq!(Table::Body.shares(Arc::Front)[Location::CentreTorso.index()], 7);
        assert_eq!(Table::Punch.shares(Arc::Left)[Location::LeftTorso.index()], 12);
    }

    #[test]
    fn rear_armour_is_that_of_torsos_only() {
        assert_eq!(armour(Location::CentreTorso, Arc::Rear), 10);
        assert_eq!(armour(Location::LeftArm, Arc::Rear), 0);
        assert_eq!(armour(Location::CentreTorso, Arc::Left), 6);
    }
}
