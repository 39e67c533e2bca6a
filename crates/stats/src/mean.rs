//! Means of what was measured: of sets, with an interval, and of plain samples, from sums that can be merged.
//!
//! Measurements of one set hang together (games on one map, say); sets do not. So the error comes from
//! how much the sums of sets differ from what the mean would have them be: the usual estimate
//! for ratios of cluster totals (W. G. Cochran, "Sampling Techniques", 1977, section 6.4), with
//! Student's quantile.

use super::normal::student;
use super::real;
use serde::Serialize;

/// A mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean of all measurements.
    pub mean: f64,
    /// Half the width of its 95 % interval; `None` with fewer than two sets.
    pub error: Option<f64>,
}

impl Mean {
    /// The mean of sets, each by its sum and by how many measurements it has; sets without any do not
    /// count. `None` without measurements.
    #[must_use]
    pub fn of(sets: impl Iterator<Item = (f64, u32)> + Clone) -> Option<Self> {
        let sets = sets.filter(|(_, count)| *count > 0);
        let (sum, count, number) = sets.clone().fold((0.0, 0.0, 0_u64), |(sum, count, number), (more, of)| {
            (sum + more, count + f64::from(of), number + 1)
        });
        if number == 0 {
            return None;
        }
        let mean = sum / count;
        let squares: f64 = sets.map(|(sum, of)| (sum - mean * f64::from(of)).powi(2)).sum();
        let error = (number > 1).then(|| {
            let freedom = real(number - 1);
            student(freedom) * (squares * real(number) / freedom).sqrt() / count
        });
        Some(Self { mean, error })
    }
}

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
    use fastrand::Rng;

    #[test]
    fn single_measurements_have_the_textbooks_interval() {
        // Mean 3, standard deviation √2.5, Student's quantile for 4 degrees of freedom 2.776.
        let mean = Mean::of((1..=5).map(|x| (f64::from(x), 1))).expect("measurements");
        assert!((mean.mean - 3.0).abs() < 1e-12);
        let error = mean.error.expect("five of them");
        assert!((error - 2.776 * (2.5_f64 / 5.0).sqrt()).abs() < 0.01, "{error}");
        assert_eq!(Mean::of([(4.0, 2)].into_iter()), Some(Mean { mean: 2.0, error: None }));
        assert_eq!(Mean::of([(0.0, 0)].into_iter()), None);
        // The same measurement twice in a set tells no more than once.
        let twice = Mean::of((1..=5).map(|x| (2.0 * f64::from(x), 2))).expect("measurements");
        assert!((twice.error.expect("five sets") - error).abs() < 1e-9);
    }

    #[test]
    fn intervals_cover_what_they_say() {
        let mut rng = Rng::with_seed(5);
        let rounds = 4_000;
        let mut covered = 0;
        for _ in 0..rounds {
            // Twenty sets of two to seven measurements around a level of their own; the truth is 0.
            let sets: Vec<(f64, u32)> = (0..20)
                .map(|_| {
                    let count = rng.u32(2..8);
                    let level = rng.f64() - 0.5;
                    ((0..count).map(|_| level + rng.f64() - 0.5).sum(), count)
                })
                .collect();
            let mean = Mean::of(sets.into_iter()).expect("measurements");
            covered += u32::from(mean.mean.abs() <= mean.error.expect("twenty sets"));
        }
        let share = f64::from(covered) / f64::from(rounds);
        assert!((share - 0.95).abs() < 0.015, "{share}");
    }

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
