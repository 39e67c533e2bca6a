//! Eagerness of a mech to approach the enemy: it grows with the turns without an attack.

use super::weights::Weights;

/// The number of turns without an attack that change nothing.
const CALM: u8 = 4;
/// The factor of the square of further turns in the increase of `progress`, in millionths of a mech's worth: in the
/// end even a player that likes to wait goes to the enemy.
const URGE: i64 = 250;
/// The factor of the same square in the increase of the divisor of `caution`, in hundredths.
const EAGER: i64 = 25;

/// The eagerness of a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    /// The value of a movement point nearer to the enemy, in millionths of a mech's worth.
    pub progress: i64,
    /// The weight of risk, in hundredths.
    pub caution: i64,
    /// It goes to a hex from which it can attack, rather than to the enemy's.
    pub hunts: bool,
}

impl Default for Drive {
    fn default() -> Self {
        Self::after(0, &Weights::DEFAULT)
    }
}

impl Drive {
    /// The eagerness after this many turns without an attack.
    #[must_use]
    pub fn after(quiet: u8, weights: &Weights) -> Self {
        let further = i64::from(quiet.saturating_sub(CALM)).pow(2);
        let (progress, caution) = (i64::from(weights.progress), i64::from(weights.caution));
        let (progress, caution) = (progress + further * URGE, caution * 100 / (100 + further * EAGER));
        Self { progress: progress.max(1), caution, hunts: quiet > CALM }
    }

    /// The cost of an accident on the way, in movement points, given its worth.
    #[must_use]
    pub fn dread(self, worth: i64) -> u16 {
        u16::try_from(worth * self.caution / 100 / self.progress).unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_waits_goes_to_the_enemy_in_the_end() {
        for progress in [1, 300, 20_000] {
            let weights = Weights { progress, caution: 100, ..Weights::DEFAULT };
            let after = |quiet| Drive::after(quiet, &weights);
            assert_eq!(after(CALM), after(0));
            assert_eq!((after(0).progress, after(0).caution, after(0).hunts), (progress.into(), 100, false));
            let mut before = after(CALM);
            for quiet in CALM + 1..=u8::MAX {
                let now = after(quiet);
                assert!(now.hunts && now.progress > before.progress && now.caution <= before.caution, "{now:?}");
                before = now;
            }
            // A few movement points are worth more than half of a mech.
            assert!(after(CALM + 20).progress >= 100_000 && before.caution == 0, "{before:?}");
        }
    }
}
