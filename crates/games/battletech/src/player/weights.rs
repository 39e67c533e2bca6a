//! Weights of the player's evaluation: whole numbers with names, so that they can be tuned.

use boardbots_game::constants;

constants! {
    /// The weights by which the player evaluates ends, shots and damage. Unless said otherwise the unit is a millionth
    /// of a mech's worth. All but `swamp` and `centre` were found by games on random maps (`docs/tuning.md`).
    pub struct Weights {
        /// What damage dealt counts against damage taken, in hundredths. Less than 100 gives up even trades
        /// and waits for better ones.
        boldness "boldness" = 103 in 30..=300 by 5;
        /// What the exchange of the next turn counts against this one's, in hundredths; 0 for not looking
        /// ahead.
        ahead "ahead" = 69 in 0..=300 by 10;
        /// A movement point nearer to the enemy.
        progress "progress" = 300 in 1..=20_000 by 100;
        /// What the risk of falling or sticking counts, in hundredths.
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
        /// What the square of the heat that is left over costs, in millionths of what a turn's shots are
        /// worth.
        cooling "cooling" = 2728 in 0..=20_000 by 100;
        /// How much of the end losing an arm is, in hundredths.
        arm "arm" = 13 in 0..=300 by 3;
        /// The same for a side torso.
        torso "torso" = 32 in 0..=300 by 5;
        /// The same for a leg.
        leg "leg" = 45 in 0..=300 by 5;
        /// The same for the centre torso, which is the end itself.
        centre "centre" = 100 in 0..=300 by 10;
        /// The same for the head.
        head "head" = 102 in 0..=300 by 10;
        /// What ammunition without CASE in a location adds to its share.
        powder "powder" = 24 in 0..=300 by 5;
        /// A location counts as able to take at least this many points: hits rarely fall on just the one
        /// that is nearly gone.
        least "least" = 41 in 1..=60 by 2;
    }
}
