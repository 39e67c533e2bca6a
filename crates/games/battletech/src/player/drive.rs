//! How eager a mech is to come to the enemy: the more, the longer it has not attacked.

use super::weights::Weights;

/// Turns without an attack that change nothing.
const CALM: u8 = 4;
/// What the square of the number of further ones adds to progress, in hundredths; caution shrinks as
/// progress grows.
const EAGER: i64 = 25;

/// How eager a mech is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    /// What a movement point nearer to the enemy is worth, in millionths of all that a mech can take.
    pub progress: i64,
    /// What risk counts, in hundredths.
    pub caution: i64,
    /// It goes to where it can attack, rather than to where the enemy is.
    pub hunts: bool,
}

impl Default for Drive {
    fn default() -> Self {
        Self::after(0, &Weights::DEFAULT)
    }
}

impl Drive {
    /// After this many turns without an attack.
    #[must_use]
    pub fn after(quiet: u8, weights: &Weights) -> Self {
        let eager = 100 + i64::from(quiet.saturating_sub(CALM)).pow(2) * EAGER;
        let (progress, caution) = (i64::from(weights.progress), i64::from(weights.caution));
        Self { progress: (progress * eager / 100).max(1), caution: caution * 100 / eager, hunts: quiet > CALM }
    }

    /// What something bad that can happen on the way counts, in movement points.
    #[must_use]
    pub fn dread(self, worth: i64) -> u16 {
        u16::try_from(worth * self.caution / 100 / self.progress).unwrap_or(u16::MAX)
    }
}
