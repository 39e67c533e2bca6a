//! Times of decisions.

use std::time::Duration;

/// Decisions from which the slowest thousandth is more than one guess.
pub const ENOUGH: usize = 1000;

/// Times of decisions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Ascending.
    sorted: Vec<Duration>,
}

impl Samples {
    /// Takes more times in.
    pub fn extend(&mut self, times: &[Duration]) {
        self.sorted.extend_from_slice(times);
        self.sorted.sort_unstable();
    }

    /// The number of times.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The number of times of at least `limit`.
    #[must_use]
    pub fn over(&self, limit: Duration) -> usize {
        self.count() - self.sorted.partition_point(|time| *time < limit)
    }

    /// The mean; zero without any times.
    #[must_use]
    pub fn mean(&self) -> Duration {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX).max(1);
        self.sorted.iter().sum::<Duration>() / count
    }

    /// The smallest time that at least `per_mille` thousandths of all do not exceed; zero
    /// without any times.
    #[must_use]
    pub fn percentile(&self, per_mille: usize) -> Duration {
        let rank = (self.count() * per_mille).div_ceil(1000).max(1);
        self.sorted.get(rank - 1).or(self.sorted.last()).copied().unwrap_or_default()
    }

    /// The largest time; zero without any times.
    #[must_use]
    pub fn max(&self) -> Duration {
        self.percentile(1000)
    }

    /// The 99.9th percentile; of fewer than [`ENOUGH`] times it is the largest.
    #[must_use]
    pub fn slow(&self) -> Duration {
        self.percentile(999)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(millis: impl IntoIterator<Item = u64>) -> Samples {
        let mut samples = Samples::default();
        samples.extend(&millis.into_iter().map(Duration::from_millis).collect::<Vec<_>>());
        samples
    }

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let thousand = samples((1..=1000).rev());
        let millis = |per_mille| thousand.percentile(per_mille).as_millis();
        assert_eq!([500, 990, 999, 1000].map(millis), [500, 990, 999, 1000]);
        assert_eq!((thousand.slow().as_millis(), thousand.max().as_millis()), (999, 1000));
        assert_eq!(thousand.mean().as_micros(), 500_500);
        assert_eq!([0, 1, 1000, 1001].map(|limit| thousand.over(Duration::from_millis(limit))), [1000, 1000, 1, 0]);
        let few = samples([5, 1, 9]);
        assert_eq!((few.percentile(500), few.slow()), (Duration::from_millis(5), few.max()));
    }

    #[test]
    fn nothing_took_no_time() {
        let none = Samples::default();
        assert_eq!(
            (none.count(), none.mean(), none.slow(), none.max()),
            (0, Duration::ZERO, Duration::ZERO, Duration::ZERO)
        );
    }
}
