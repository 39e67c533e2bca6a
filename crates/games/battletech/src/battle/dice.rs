//! The dice of a battle, drawn alike on all machines.

/// Dice that fall as their seed says.
#[derive(Clone, Debug)]
pub(super) struct Dice(fastrand::Rng);

impl Dice {
    /// The dice of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// 0 to `count` - 1; 0 if `count` is 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.u64(..(count as u64).max(1))).unwrap_or(0)
    }

    /// 1 to 6.
    pub(super) fn one(&mut self) -> u8 {
        u8::try_from(self.0.u32(1..=6)).unwrap_or(6)
    }

    /// 2 to 12.
    pub(super) fn two(&mut self) -> u8 {
        self.one() + self.one()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_fall_as_two_dice_do() {
        let mut dice = Dice::new(1);
        let mut counts = [0_u32; 13];
        for _ in 0..36_000 {
            counts[usize::from(dice.two())] += 1;
        }
        for (sum, &count) in counts.iter().enumerate().skip(2) {
            let expected = 1000 * (6 - u32::try_from(sum).expect("small").abs_diff(7));
            assert!(count.abs_diff(expected) < 250, "{sum}: {count} of {expected}");
        }
        assert_eq!((counts[0], counts[1]), (0, 0));
    }
}
