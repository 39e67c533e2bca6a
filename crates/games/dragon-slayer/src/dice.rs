//! The dice: three warriors, and three for the dragon that they fight.

/// A random number below `count`, which is at least 1; the same on machines of 32 and 64 bits.
pub fn below(count: usize, rng: &mut fastrand::Rng) -> usize {
    // It is below `count`, which is a `usize`.
    usize::try_from(rng.u64(..count as u64)).unwrap_or(0)
}

/// The number of sides of every die.
pub const SIDES: usize = 6;

/// A face of a warrior die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warrior {
    /// Strikes the last blow.
    Axe,
    /// Saves a warrior from a flame of the same roll.
    Shield,
    /// Burns a warrior.
    Flame,
}

boardbots_base::words! { Warrior::name: Axe "axe", Shield "shield", Flame "flame" }

/// A face of a dragon die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A part of the dragon: head, wings or tail. The die is set aside.
    Part,
    /// No effect: the dragon hides, and the die is rolled again.
    Mountain,
    /// Burns a warrior.
    Flame,
}

boardbots_base::words! { Scale::name: Part "part", Mountain "mountain", Flame "flame" }

/// The sides of each of the three warrior dice.
pub const WARRIOR: [Warrior; SIDES] = {
    use Warrior::{Axe, Flame, Shield};
    [Axe, Axe, Axe, Shield, Shield, Flame]
};

/// A dragon, by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dragon {
    /// 2 points.
    Blue,
    /// 4 points.
    Green,
    /// 6 points.
    Red,
}

boardbots_base::words! { Dragon::name: Blue "blue", Green "green", Red "red" }

impl Dragon {
    /// Its points.
    #[must_use]
    pub const fn points(self) -> u8 {
        2 * (self as u8 + 1)
    }

    /// The sides of each of its three dice.
    #[must_use]
    pub const fn faces(self) -> [Scale; SIDES] {
        use Scale::{Flame, Mountain, Part};
        match self {
            Self::Blue => [Part, Part, Part, Part, Mountain, Mountain],
            Self::Green => [Part, Part, Part, Part, Mountain, Flame],
            Self::Red => [Part, Part, Part, Part, Flame, Flame],
        }
    }

    /// Its letter: B, G or R.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Green => 'G',
            Self::Red => 'R',
        }
    }

    /// The dragon of this letter, large or small.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|dragon| dragon.letter() == letter.to_ascii_uppercase())
    }
}

/// The set of living dragons: never empty, since all three come back once the last of them is slain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alive(u8);

impl Alive {
    /// All three.
    pub const ALL: Self = Self(0b111);

    /// The set of these bits, unless there are none: bit 0 is blue, 1 green, 2 red.
    #[must_use]
    pub const fn of_bits(bits: u8) -> Option<Self> {
        if bits >= 1 && bits <= 7 { Some(Self(bits)) } else { None }
    }

    /// The bits of the set: bit 0 is blue, 1 green, 2 red.
    #[must_use]
    pub const fn bits(self) -> usize {
        self.0 as usize
    }

    /// True if this dragon lives.
    #[must_use]
    pub const fn has(self, dragon: Dragon) -> bool {
        self.0 >> dragon as u8 & 1 == 1
    }

    /// The living dragons, from the weakest.
    pub fn dragons(self) -> impl Iterator<Item = Dragon> {
        Dragon::ALL.into_iter().filter(move |dragon| self.has(*dragon))
    }

    /// Points of all living dragons, 2 to 12.
    #[must_use]
    pub const fn points(self) -> u8 {
        // Blue 2, green 4, red 6 points.
        2 * (self.0 & 1) + 2 * (self.0 & 2) + 3 * (self.0 >> 1 & 2)
    }

    /// The set after this dragon is slain; the flag is true if it was the last one, so that all came back.
    #[must_use]
    pub const fn without(self, dragon: Dragon) -> (Self, bool) {
        match self.0 & !(1 << dragon as u8) {
            0 => (Self::ALL, true),
            left => (Self(left), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_living_are_the_sum_of_theirs() {
        for bits in 1..8 {
            let alive = Alive::of_bits(bits).expect("some live");
            assert_eq!(alive.points(), alive.dragons().map(Dragon::points).sum::<u8>());
        }
        assert_eq!((Alive::of_bits(0), Alive::of_bits(8)), (None, None));
    }

    #[test]
    fn the_last_one_slain_brings_all_back() {
        let (two, all) = Alive::ALL.without(Dragon::Red);
        assert!(!two.has(Dragon::Red) && !all);
        let (one, _) = two.without(Dragon::Blue);
        assert_eq!(one.without(Dragon::Green), (Alive::ALL, true));
    }

    #[test]
    fn letters_name_dragons() {
        for dragon in Dragon::ALL {
            assert_eq!(Dragon::of_letter(dragon.letter()), Some(dragon));
            assert_eq!(Dragon::of_letter(dragon.letter().to_ascii_lowercase()), Some(dragon));
        }
        assert_eq!(Dragon::of_letter('x'), None);
    }
}
