//! How long answers took: the slowest, and percentiles.

use std::time::Duration;

/// Buckets of each doubling; a bucket is at most an eighth of its time wide.
const PARTS: u64 = 8;
/// Enough for an hour.
const BUCKETS: usize = 32 * 8;

/// Times of answers in buckets.
#[derive(Clone, Debug)]
pub struct Latency {
    counts: Vec<u64>,
    slowest: Duration,
}

impl Default for Latency {
    fn default() -> Self {
        Self { counts: vec![0; BUCKETS], slowest: Duration::ZERO }
    }
}

impl Latency {
    /// Adds a time.
    pub fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.counts[bucket(micros)] += 1;
        self.slowest = self.slowest.max(time);
    }

    /// How many answers there were.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The slowest.
    pub fn slowest(&self) -> Duration {
        self.slowest
    }

    /// The time within which this many of 100 answers came.
    pub fn percentile(&self, percent: u64) -> Duration {
        let wanted = (self.count() * percent).div_ceil(100);
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted && seen > 0 {
                return Duration::from_micros(end(bucket)).min(self.slowest);
            }
        }
        self.slowest
    }
}

/// The bucket of a time in microseconds.
fn bucket(micros: u64) -> usize {
    let bucket = if micros < PARTS {
        micros
    } else {
        let doublings = u64::from(micros.ilog2()) - 3;
        (doublings + 1) * PARTS + (micros >> doublings) - PARTS
    };
    usize::try_from(bucket).unwrap_or(BUCKETS).min(BUCKETS - 1)
}

/// The longest time of a bucket in microseconds.
fn end(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < PARTS {
        return bucket;
    }
    let doublings = bucket / PARTS - 1;
    ((bucket % PARTS + PARTS + 1) << doublings) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_is_in_its_bucket() {
        let mut last = 0;
        for micros in (0..5000).chain([1 << 20, (1 << 30) + 7]) {
            let bucket = bucket(micros);
            assert!(bucket >= last && micros <= end(bucket) && end(bucket) - micros <= micros / 8, "{micros}");
            last = bucket;
        }
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
    }

    #[test]
    fn percentiles_are_near() {
        let mut latency = Latency::default();
        assert_eq!((latency.percentile(99), latency.slowest()), (Duration::ZERO, Duration::ZERO));
        for millis in 1..=1000 {
            latency.add(Duration::from_millis(millis));
        }
        let p99 = latency.percentile(99).as_millis();
        assert!((990..=1000).contains(&p99), "{p99}");
        assert_eq!(latency.slowest(), Duration::from_secs(1));
    }
}
