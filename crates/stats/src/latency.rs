//! Times of decisions: a histogram that can be merged and written down, and its quantiles.
//!
//! Buckets are those of `HdrHistogram`: up to 255 µs each microsecond has its own, from there on each
//! doubling has 128 of one width, so that a bucket is at most 0.8 % wide.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Buckets of a doubling, as a power of two.
const BITS: u32 = 7;

/// From here on a doubling shares its buckets.
const EXACT: u64 = 2 << BITS;

/// The last bucket there is.
pub const LAST_BUCKET: u16 = number(u64::MAX);

/// The bucket of this number of microseconds.
const fn number(micros: u64) -> u16 {
    let shift = if micros < EXACT { 0 } else { micros.ilog2() - BITS };
    // Below 2^13: 57 doublings of 128, and what is exact.
    #[allow(clippy::cast_possible_truncation)]
    let number = ((shift as u64) << BITS) as u16 + (micros >> shift) as u16;
    number
}

/// The most microseconds of a bucket.
const fn most(bucket: u16) -> u64 {
    let bucket = bucket as u64;
    if bucket < EXACT {
        return bucket;
    }
    let shift = (bucket >> BITS) - 1;
    let first = bucket - (shift << BITS);
    (first << shift) + ((1 << shift) - 1)
}

/// A histogram of the times that decisions took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Latency {
    buckets: BTreeMap<u16, u64>,
    most: u64,
}

/// As a record has it.
#[derive(Serialize, Deserialize)]
struct Written {
    /// Buckets with their counts, in order.
    buckets: Vec<(u16, u64)>,
    /// The longest time in microseconds.
    most: u64,
}

/// A fault of a serialized histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LatencyError {
    /// There is no such bucket.
    #[error("no bucket has number {0}: the last one is {LAST_BUCKET}")]
    NoBucket(u16),
    /// A bucket is written twice, or after a later one.
    #[error("bucket {0} comes after one that is not before it")]
    Order(u16),
    /// A bucket is written with nothing in it.
    #[error("bucket {0} has nothing in it")]
    Empty(u16),
    /// The longest time is not in the last bucket.
    #[error("the longest time, {0}, is not in the last bucket")]
    Most(u64),
}

impl TryFrom<Written> for Latency {
    type Error = LatencyError;

    fn try_from(written: Written) -> Result<Self, LatencyError> {
        let mut buckets = BTreeMap::new();
        for &(bucket, count) in &written.buckets {
            if bucket > LAST_BUCKET {
                return Err(LatencyError::NoBucket(bucket));
            }
            if count == 0 {
                return Err(LatencyError::Empty(bucket));
            }
            if buckets.last_key_value().is_some_and(|(&last, _)| last >= bucket) {
                return Err(LatencyError::Order(bucket));
            }
            buckets.insert(bucket, count);
        }
        if buckets.last_key_value().map_or(0, |(&last, _)| last) != number(written.most) {
            return Err(LatencyError::Most(written.most));
        }
        Ok(Self { buckets, most: written.most })
    }
}

impl From<Latency> for Written {
    fn from(latency: Latency) -> Self {
        Self { buckets: latency.buckets.into_iter().collect(), most: latency.most }
    }
}

impl Latency {
    /// Counts a decision.
    pub fn add(&mut self, time: Duration) {
        self.add_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// Counts a decision that took this number of microseconds.
    pub fn add_micros(&mut self, micros: u64) {
        let count = self.buckets.entry(number(micros)).or_default();
        *count = count.saturating_add(1);
        self.most = self.most.max(micros);
    }

    /// Counts all of another's decisions.
    pub fn merge(&mut self, other: &Self) {
        for (&bucket, &more) in &other.buckets {
            let count = self.buckets.entry(bucket).or_default();
            *count = count.saturating_add(more);
        }
        self.most = self.most.max(other.most);
    }

    /// The number of decisions.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.buckets.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The longest, in microseconds, exactly; 0 without any.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// The mean of all in microseconds, at most 0.8 % above the exact one; 0 without any.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn mean(&self) -> f64 {
        let sum = self.buckets().fold(0.0, |sum, (micros, count)| sum + micros as f64 * count as f64);
        sum / self.number().max(1) as f64
    }

    /// The time in microseconds in which this number of thousandths of the decisions were made, at most
    /// 0.8 % above the exact one; 0 without any. More than 1000 count as all.
    #[must_use]
    pub fn quantile(&self, thousandths: u16) -> u64 {
        let all: u128 = self.buckets.values().map(|&count| u128::from(count)).sum();
        let rank = (all * u128::from(thousandths.min(1000))).div_ceil(1000).max(1);
        let mut seen = 0;
        let bucket = self.buckets.iter().find(|&(_, &count)| {
            seen += u128::from(count);
            seen >= rank
        });
        bucket.map_or(0, |(&bucket, _)| most(bucket).min(self.most))
    }

    /// Half of the decisions took at most this number of microseconds.
    #[must_use]
    pub fn median(&self) -> u64 {
        self.quantile(500)
    }

    /// The buckets that have something in them: up to how many microseconds, and how many.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> {
        self.buckets.iter().map(|(&bucket, &count)| (most(bucket), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_narrow_and_without_gaps() {
        assert_eq!(most(LAST_BUCKET), u64::MAX);
        let mut first = 0;
        for bucket in 0..=LAST_BUCKET {
            let last = most(bucket);
            assert!(last >= first);
            assert_eq!((number(first), number(last)), (bucket, bucket));
            assert!(u128::from(last - first) * 100 <= u128::from(first), "{first} to {last}");
            first = last.wrapping_add(1);
        }
        assert_eq!(first, 0);
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_list_within_a_hundredth() {
        let mut rng = fastrand::Rng::with_seed(3);
        for number in [1, 2, 7, 100, 1000, 5000] {
            let mut times: Vec<u64> = (0..number).map(|_| rng.u64(..) >> rng.u32(20..64)).collect();
            let mut latency = Latency::default();
            for &time in &times {
                latency.add_micros(time);
            }
            times.sort_unstable();
            for thousandths in [0, 1, 500, 950, 999, 1000] {
                let rank = (times.len() * usize::from(thousandths)).div_ceil(1000).max(1);
                let (exact, found) = (times[rank - 1], latency.quantile(thousandths));
                assert!(found >= exact && found - exact <= exact / 100, "{exact} {found}");
            }
            assert_eq!((latency.number(), latency.most()), (number, *times.last().expect("some")));
        }
    }

    #[test]
    fn nothing_has_no_time() {
        let none = Latency::default();
        assert_eq!((none.number(), none.most(), none.median()), (0, 0, 0));
        assert_eq!(serde_json::to_string(&none).expect("JSON"), r#"{"buckets":[],"most":0}"#);
        assert_eq!(serde_json::from_str::<Latency>(r#"{"buckets":[],"most":0}"#).expect("valid"), none);
    }

    #[test]
    fn parts_make_the_whole_and_survive_being_written() {
        let (mut whole, mut odd, mut even) = (Latency::default(), Latency::default(), Latency::default());
        for time in 0..3000_u64 {
            let time = time * time;
            whole.add(Duration::from_micros(time));
            if time % 2 == 1 { odd.add_micros(time) } else { even.add_micros(time) }
        }
        odd.merge(&even);
        assert_eq!(odd, whole);
        let text = serde_json::to_string(&whole).expect("JSON");
        assert_eq!(serde_json::from_str::<Latency>(&text).expect("valid"), whole);
        whole.add(Duration::MAX);
        assert_eq!(whole.quantile(1000), u64::MAX);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (text, why) in [
            (r#"{"buckets":[[9999,1]],"most":0}"#, "no bucket has number 9999"),
            (r#"{"buckets":[[5,1],[5,1]],"most":5}"#, "bucket 5 comes after"),
            (r#"{"buckets":[[5,0]],"most":5}"#, "bucket 5 has nothing"),
            (r#"{"buckets":[[5,1]],"most":6}"#, "the longest time, 6,"),
            (r#"{"buckets":[],"most":6}"#, "the longest time, 6,"),
        ] {
            let error = serde_json::from_str::<Latency>(text).expect_err("impossible").to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
