//! From values to places on a figure.

/// A scale on which equal differences are equally long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// Values from `low` to `high` at places from `start` to `end`, which may run backwards.
    ///
    /// Values that are not finite or not in order make a scale from 0 to 1.
    #[must_use]
    pub fn new((low, high): (f64, f64), (start, end): (f64, f64)) -> Self {
        let is_sound = low.is_finite() && high.is_finite() && (high - low).is_finite() && low < high;
        let (low, high) = if is_sound { (low, high) } else { (0.0, 1.0) };
        Self { low, high, start, end }
    }

    /// The place of a value, within the scale: what lies beyond an end is at that end, what is not a
    /// number at the start.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)
    }

    /// True if a value lies on the scale.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The values of the ends.
    #[must_use]
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Round values on the scale, about `about` of them, and how many decimals tell them apart.
    #[must_use]
    pub fn marks(&self, about: u32) -> (Vec<f64>, usize) {
        let step = round_step((self.high - self.low) / f64::from(about.max(1)));
        let first = (self.low / step).ceil();
        // Steps are no smaller than asked for, so there are few; the slack is for rounding.
        let values = (0..=about)
            .map(|number| (first + f64::from(number)) * step)
            .take_while(|&value| value <= self.high + step * 1e-9)
            .map(|value| if value == 0.0 { 0.0 } else { value })
            .collect();
        let decimals = (0..9).find(|&decimals| step * 10_f64.powi(decimals) >= 0.999).unwrap_or(9);
        (values, usize::try_from(decimals).unwrap_or(0))
    }
}

/// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `wanted`.
#[must_use]
pub fn round_step(wanted: f64) -> f64 {
    if !wanted.is_finite() || wanted <= f64::MIN_POSITIVE {
        return 1.0;
    }
    let power = 10_f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    steps.into_iter().find(|&step| step >= wanted * (1.0 - 1e-9)).unwrap_or(steps[3])
}

#[cfg(test)]
// The places are whole numbers.
#[allow(clippy::float_cmp)]
mod tests {
    use super::*;

    #[test]
    fn values_are_placed() {
        let scale = Scale::new((-10.0, 10.0), (100.0, 0.0));
        assert_eq!([-10.0, 0.0, 5.0, 10.0].map(|value| scale.at(value)), [100.0, 50.0, 25.0, 0.0]);
        let beyond = [f64::NEG_INFINITY, 1e300, f64::INFINITY, f64::NAN];
        assert_eq!(beyond.map(|value| scale.at(value)), [100.0, 0.0, 0.0, 100.0]);
        assert!(scale.holds(10.0) && !scale.holds(10.1) && !scale.holds(f64::NAN));
    }

    #[test]
    fn unsound_ranges_place_all_the_same() {
        for range in [(0.0, 0.0), (1.0, -1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-f64::MAX, f64::MAX)] {
            let scale = Scale::new(range, (0.0, 10.0));
            assert!(scale.at(3.0).is_finite(), "{range:?}");
            assert!(!scale.marks(5).0.is_empty(), "{range:?}");
        }
    }

    #[test]
    fn marks_are_round() {
        let marks = |low, high| Scale::new((low, high), (0.0, 1.0)).marks(5);
        assert_eq!(marks(-23.0, 71.0), (vec![-20.0, 0.0, 20.0, 40.0, 60.0], 0));
        assert_eq!(marks(0.0, 1000.0), (vec![0.0, 200.0, 400.0, 600.0, 800.0, 1000.0], 0));
        let (fine, decimals) = marks(0.0, 0.3);
        assert_eq!((fine.len(), decimals), (4, 1));
        assert_eq!(round_step(0.0), 1.0);
        assert_eq!([3.0, 5.0, 5.1, 0.1].map(round_step), [5.0, 5.0, 10.0, 0.1]);
    }
}
