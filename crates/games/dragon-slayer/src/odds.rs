//! The odds of a fight, from the sides of the dice.
//!
//! A fight contains no decision, so only the number of warriors left at its end matters. The state within a fight is
//! (warriors, dragon dice not yet set aside), and both only shrink: the odds follow by recursion, in which a roll that
//! changes nothing is divided out. The weights of single rolls are whole numbers of 6^(warriors + dragon dice). The
//! compiler computes all of it.

use super::dice::{Dragon, SIDES, WARRIOR};

/// The number of warriors, and of dice of a dragon.
pub const DICE: usize = 3;

/// Probabilities by warriors left, 0 to 3; 0 is a defeat.
pub type Left = [f64; DICE + 1];

/// The number of sides of each kind on a die, in the order of its type.
type Sides = [u64; 3];

/// The number of ways in which `x`, `y` and `z` dice show each kind: `n! / (x! y! z!) * sides`.
const fn ways(sides: Sides, x: usize, y: usize, z: usize) -> u64 {
    const FACTORIAL: [u64; DICE + 1] = [1, 1, 2, 6];
    let orders = FACTORIAL[x + y + z] / (FACTORIAL[x] * FACTORIAL[y] * FACTORIAL[z]);
    orders * power(sides[0], x) * power(sides[1], y) * power(sides[2], z)
}

/// `base` to the power of a number of dice.
#[expect(clippy::cast_possible_truncation, reason = "there are at most six dice")]
const fn power(base: u64, dice: usize) -> u64 {
    base.pow(dice as u32)
}

const fn warrior_sides() -> Sides {
    let mut count = [0; 3];
    let mut side = 0;
    while side < SIDES {
        count[WARRIOR[side] as usize] += 1;
        side += 1;
    }
    count
}

const fn dragon_sides(dragon: Dragon) -> Sides {
    let mut count = [0; 3];
    let mut side = 0;
    while side < SIDES {
        count[dragon.faces()[side] as usize] += 1;
        side += 1;
    }
    count
}

/// The odds from each state within a fight: `[warriors][dragon dice not set aside]`.
const fn within(dragon: Dragon) -> [[Left; DICE + 1]; DICE + 1] {
    let (ours, theirs) = (warrior_sides(), dragon_sides(dragon));
    let mut odds = [[[0.0; DICE + 1]; DICE + 1]; DICE + 1];
    let mut warriors = 1;
    while warriors <= DICE {
        let mut unset = 0;
        while unset <= DICE {
            odds[warriors][unset] = roll(&odds, ours, theirs, warriors, unset);
            unset += 1;
        }
        warriors += 1;
    }
    odds
}

/// A number of rolls, at most 6^6, or of states, some millions, as a float.
#[allow(clippy::cast_precision_loss)]
pub(crate) const fn exact(number: u64) -> f64 {
    number as f64
}

/// The odds from one state, if those of all smaller ones are known.
const fn roll(odds: &[[Left; DICE + 1]; DICE + 1], ours: Sides, theirs: Sides, warriors: usize, unset: usize) -> Left {
    // Rolls that lead to each state, then those that end the fight by warriors left.
    let mut to = [[0_u64; DICE + 1]; DICE + 1];
    let mut end = [0_u64; DICE + 1];
    let mut flames = 0;
    while flames <= warriors {
        let mut shields = 0;
        while shields <= warriors - flames {
            let axes = warriors - flames - shields;
            let mut parts = 0;
            while parts <= unset {
                let mut fire = 0;
                while fire <= unset - parts {
                    let count = ways(ours, axes, shields, flames) * ways(theirs, parts, unset - parts - fire, fire);
                    let lost = (flames + fire).saturating_sub(shields);
                    if lost >= warriors {
                        end[0] += count;
                    } else if unset == parts && axes >= 1 {
                        end[warriors - lost] += count;
                    } else {
                        to[warriors - lost][unset - parts] += count;
                    }
                    fire += 1;
                }
                parts += 1;
            }
            shields += 1;
        }
        flames += 1;
    }
    let changing = exact(power(SIDES as u64, warriors + unset) - to[warriors][unset]);
    to[warriors][unset] = 0;
    let mut left = [0.0; DICE + 1];
    let mut k = 0;
    while k <= DICE {
        let mut sum = exact(end[k]);
        let mut w = 1;
        while w <= warriors {
            let mut u = 0;
            while u <= unset {
                sum += exact(to[w][u]) * odds[w][u][k];
                u += 1;
            }
            w += 1;
        }
        left[k] = sum / changing;
        k += 1;
    }
    left
}

/// The odds of all fights: `[dragon][warriors][warriors left]`. Without warriors every fight is lost.
pub const ODDS: [[Left; DICE + 1]; 3] = {
    let mut table = [[[1.0, 0.0, 0.0, 0.0]; DICE + 1]; 3];
    let mut dragon = 0;
    while dragon < 3 {
        let odds = within(Dragon::ALL[dragon]);
        let mut warriors = 1;
        while warriors <= DICE {
            table[dragon][warriors] = odds[warriors][DICE];
            warriors += 1;
        }
        dragon += 1;
    }
    table
};

/// The odds of a fight of 0 to 3 warriors against this dragon.
#[must_use]
pub const fn odds(dragon: Dragon, warriors: usize) -> &'static Left {
    &ODDS[dragon as usize][warriors]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_all_parts_aside_all_dragons_are_alike() {
        for dragon in Dragon::ALL {
            let aside = within(dragon).map(|by_unset| by_unset[0]);
            for (found, known) in [
                (aside[1], [0.25, 0.75, 0.0, 0.0]),
                (aside[2], [1.0 / 28.0, 6.0 / 28.0, 21.0 / 28.0, 0.0]),
                (aside[3], [0.006_195_335_3, 0.052_478_134_1, 0.160_714_285_7, 0.780_612_244_9]),
            ] {
                let near = found.iter().zip(known).all(|(found, known)| (found - known).abs() < 1e-10);
                assert!(near, "{found:?} is not {known:?}");
            }
        }
    }
}
