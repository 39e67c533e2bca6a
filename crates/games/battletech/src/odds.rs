//! Chances of two dice, in 36ths.

/// The number of ways in which two dice can fall.
pub const ALL: u8 = 36;
/// A needed roll that two dice never reach, for anything impossible.
pub const NEVER: u8 = 13;

/// The number of ways, of 36, in which two dice show exactly this sum.
///
/// ```
/// use boardbots_battletech::odds::ways;
/// assert_eq!((ways(2), ways(7), ways(12), ways(13)), (1, 6, 1, 0));
/// ```
#[must_use]
pub const fn ways(sum: u8) -> u8 {
    match sum {
        2..=7 => sum - 1,
        8..=12 => 13 - sum,
        _ => 0,
    }
}

/// The number of ways, of 36, in which two dice show at least the needed roll: 36 up to 2, 0 above 12.
///
/// ```
/// use boardbots_battletech::odds::chance_of;
/// assert_eq!((chance_of(-3), chance_of(7), chance_of(12), chance_of(13)), (36, 21, 1, 0));
/// ```
#[must_use]
#[inline]
pub const fn chance_of(needed: i8) -> u8 {
    match needed {
        i8::MIN..=2 => ALL,
        3..=7 => ALL - triangle(needed.unsigned_abs() - 2),
        8..=12 => triangle(NEVER - needed.unsigned_abs()),
        _ => 0,
    }
}

/// 1 + 2 + … + n, for n up to 12.
const fn triangle(n: u8) -> u8 {
    n * (n + 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_all_falls() {
        for needed in -20..=20_i8 {
            let falls = (1..=6_i8).flat_map(|first| (1..=6_i8).map(move |second| first + second));
            assert_eq!(usize::from(chance_of(needed)), falls.filter(|&sum| sum >= needed).count(), "{needed}");
        }
        assert_eq!((0..=20).map(ways).sum::<u8>(), ALL);
        for sum in 0..20_u8 {
            let sum_signed = sum.cast_signed();
            assert_eq!(ways(sum), chance_of(sum_signed) - chance_of(sum_signed + 1), "{sum}");
        }
    }
}
