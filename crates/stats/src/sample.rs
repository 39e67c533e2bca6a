//! Mean, deviation and error of a sample, from sums that can be merged.

/// A sample, reduced to its sums.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: f64,
    /// All together.
    pub sum: f64,
    squares: f64,
}

impl Sample {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds something that happened or did not.
    pub fn count(&mut self, happened: bool) {
        self.add(f64::from(u8::from(happened)));
    }

    /// Adds all observations of another sample.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The number of values.
    #[must_use]
    pub const fn number(&self) -> f64 {
        self.count
    }

    /// Their mean, 0 without any.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    /// Their standard deviation, 0 without any.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        let variance = (self.squares - self.sum * self.mean()) / (self.count - 1.0);
        variance.max(0.0).sqrt()
    }

    /// The standard error of the mean, 0 without any.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.count > 0.0 { self.deviation() / self.count.sqrt() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_whole() {
        let (mut whole, mut odd, mut even) = (Sample::default(), Sample::default(), Sample::default());
        for x in 1..=9_u8 {
            whole.add(x.into());
            if x % 2 == 1 { odd.add(x.into()) } else { even.add(x.into()) }
        }
        odd.merge(&even);
        assert_eq!(odd, whole);
        assert!((whole.mean() - 5.0).abs() < 1e-12 && (whole.deviation() - 7.5_f64.sqrt()).abs() < 1e-12);
        assert!((whole.error() - 7.5_f64.sqrt() / 3.0).abs() < 1e-12);
        assert!(Sample::default().error().abs() < 1e-12);
    }
}
