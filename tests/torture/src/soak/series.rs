//! Measurements over time, and whether they grow.

use std::time::Duration;

/// Values with the times at which they were measured.
#[derive(Clone, Debug, Default)]
pub struct Series(Vec<(f64, f64)>);

impl Series {
    /// Adds a value.
    pub fn add(&mut self, at: Duration, value: f64) {
        self.0.push((at.as_secs_f64() / 3600.0, value));
    }

    /// What was measured from a moment to another.
    pub fn part(&self, from: Duration, to: Duration) -> Self {
        let hours = from.as_secs_f64() / 3600.0..to.as_secs_f64() / 3600.0;
        Self(self.0.iter().copied().filter(|(at, _)| hours.contains(at)).collect())
    }

    /// Growth in an hour, by the line that is nearest to all values.
    pub fn growth(&self) -> f64 {
        let count = self.count();
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / count;
        let (at, value) = (mean(&mut self.0.iter().map(|pair| pair.0)), mean(&mut self.0.iter().map(|pair| pair.1)));
        let spread: f64 = self.0.iter().map(|pair| (pair.0 - at).powi(2)).sum();
        if spread <= f64::EPSILON {
            return 0.0;
        }
        self.0.iter().map(|pair| (pair.0 - at) * (pair.1 - value)).sum::<f64>() / spread
    }

    /// By how much the mean of the last third is above that of the first.
    pub fn rise(&self) -> f64 {
        let third = self.0.len() / 3;
        if third == 0 {
            return 0.0;
        }
        let mean = |part: &[(f64, f64)]| Series(part.to_vec()).mean();
        mean(&self.0[self.0.len() - third..]) - mean(&self.0[..third])
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().map(|pair| pair.1).sum::<f64>() / self.count()
    }

    /// The last value.
    pub fn last(&self) -> f64 {
        self.0.last().map_or(0.0, |pair| pair.1)
    }

    #[allow(clippy::cast_precision_loss)]
    fn count(&self) -> f64 {
        self.0.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_by_the_hour() {
        let mut series = Series::default();
        assert!(series.growth().abs() < 1e-9 && series.rise().abs() < 1e-9);
        for minute in 0..120 {
            let jitter = if minute % 2 == 0 { 0.1 } else { -0.1 };
            series.add(
                Duration::from_mins(minute),
                20.0 + f64::from(u32::try_from(minute).unwrap()) / 60.0 * 3.0 + jitter,
            );
        }
        assert!((series.growth() - 3.0).abs() < 0.1, "{}", series.growth());
        assert!((series.rise() - 4.0).abs() < 0.1, "{}", series.rise());
        let part = series.part(Duration::from_hours(1), Duration::from_mins(70));
        assert!((part.mean() - 23.2).abs() < 0.1 && (part.last() - 23.4).abs() < 0.2);
    }
}
