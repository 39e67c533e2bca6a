//! Weights of the player's evaluation: whole numbers with names, so that they can be tuned; and how they change while a
//! mech makes no attack.

use boardbots_game::constants;

constants! {
    /// The weights by which the player evaluates ends, shots and damage. Unless said otherwise the unit is a millionth
    /// of a mech's worth. All but `swamp` and `centre` were found by games on random maps (`docs/tuning.md`).
    pub struct Weights {
        /// The weight of damage dealt against damage taken, in hundredths. Less than 100 gives up even trades
        /// and waits for better ones.
        boldness "boldness" = 103 in 30..=300 by 5;
        /// The weight of the next turn's exchange against this one's, in hundredths; 0 for not looking
        /// ahead.
        ahead "ahead" = 69 in 0..=300 by 10;
        /// A movement point nearer to the enemy.
        progress "progress" = 300 in 1..=20_000 by 100;
        /// The weight of the risk of falling or sticking, in hundredths.
        caution "caution" = 103 in 0..=500 by 10;
        /// Each point of heat of a movement.
        warmth "warmth" = 707 in 0..=10_000 by 100;
        /// Lying on the ground at the end of a turn, besides the damage of the fall.
        lying "lying" = 69_388 in 0..=400_000 by 2000;
        /// Sticking in a swamp.
        swamp "swamp" = 16_666 in 0..=400_000 by 1000;
        /// Heat that a turn may end with, by plan: below what makes aiming harder, and with room for a hit
        /// on the engine below what shuts down.
        hot "hot" = 4 in 0..=13 by 1;
        /// The cost of the square of the heat that is left over, in millionths of what a turn's shots are
        /// worth.
        cooling "cooling" = 2728 in 0..=20_000 by 100;
        /// The loss of an arm as a part of the loss of the mech, in hundredths.
        arm "arm" = 13 in 0..=300 by 3;
        /// The same for a side torso.
        torso "torso" = 32 in 0..=300 by 5;
        /// The same for a leg.
        leg "leg" = 45 in 0..=300 by 5;
        /// The same for the centre torso, which is the end itself.
        centre "centre" = 100 in 0..=300 by 10;
        /// The same for the head.
        head "head" = 102 in 0..=300 by 10;
        /// The addition to a location's share for ammunition without CASE.
        powder "powder" = 24 in 0..=300 by 5;
        /// A location counts as able to take at least this many points: hits rarely fall on just the one
        /// that is nearly gone.
        least "least" = 41 in 1..=60 by 2;
    }
}

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
