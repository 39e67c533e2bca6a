//! Pauses after failures, longer each time and never in step with other clients; and limits on how often things may
//! happen that a server can cause.

use std::time::{Duration, Instant};

/// Decorrelated jitter: every pause is drawn evenly from the base up to three times the
/// previous pause, and is never longer than the cap. Clients that failed together spread out
/// at once, and the mean pause still grows exponentially.
///
/// Source: M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
///
/// ```
/// use boardbots_client::Backoff;
/// use std::time::Duration;
/// let (base, cap) = (Duration::from_millis(200), Duration::from_secs(30));
/// let mut backoff = Backoff::new(base, cap, 1);
/// assert!(backoff.pause() >= base);
/// backoff.reset();
/// assert!(backoff.pause() <= 3 * base);
/// ```
#[derive(Clone, Debug)]
pub struct Backoff {
    base: Duration,
    cap: Duration,
    last: Duration,
    rng: fastrand::Rng,
}

impl Backoff {
    /// Pauses from `base` to `cap`; `seed` decides their jitter. A cap below the base counts
    /// as the base.
    #[must_use]
    pub fn new(base: Duration, cap: Duration, seed: u64) -> Self {
        Self { base, cap: cap.max(base), last: base, rng: fastrand::Rng::with_seed(seed) }
    }

    /// The next pause.
    pub fn pause(&mut self) -> Duration {
        let most = self.last.saturating_mul(3).min(self.cap).max(self.base);
        self.last = self.base + most.saturating_sub(self.base).mul_f64(self.rng.f64());
        self.last
    }

    /// It works again: the next pause is a short one.
    pub fn reset(&mut self) {
        self.last = self.base;
    }
}

/// A rate: so many at once after a quiet time, and one in each span in the long run.
#[derive(Clone, Debug)]
pub struct Rate {
    each: Duration,
    burst: Duration,
    /// The time at which all of the burst is there again.
    full: Option<Instant>,
}

impl Rate {
    /// This many at once, and one in `each`.
    #[must_use]
    pub const fn new(burst: u32, each: Duration) -> Self {
        Self { each, burst: each.saturating_mul(burst), full: None }
    }

    /// One more, `now`: how much too early it comes. What comes too early does not count.
    pub fn one(&mut self, now: Instant) -> Duration {
        let full = self.full.map_or(now, |full| full.max(now)) + self.each;
        let early = full.duration_since(now).saturating_sub(self.burst);
        self.full = if early.is_zero() { Some(full) } else { self.full };
        early
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: Duration = Duration::from_millis(200);
    const CAP: Duration = Duration::from_secs(30);

    #[test]
    fn every_pause_is_between_base_and_cap_and_at_most_three_times_the_last() {
        for seed in 0..500 {
            let mut backoff = Backoff::new(BASE, CAP, seed);
            let mut last = BASE;
            for _ in 0..100 {
                let pause = backoff.pause();
                assert!((BASE..=CAP).contains(&pause), "seed {seed}: {pause:?}");
                assert!(pause <= 3 * last, "seed {seed}: {pause:?} after {last:?}");
                last = pause;
            }
        }
    }

    #[test]
    fn pauses_grow_to_the_order_of_the_cap_and_a_reset_makes_them_short() {
        let mut late = Duration::ZERO;
        for seed in 0..200 {
            let mut backoff = Backoff::new(BASE, CAP, seed);
            for _ in 0..40 {
                backoff.pause();
            }
            late += backoff.pause() / 200;
            backoff.reset();
            assert!(backoff.pause() <= 3 * BASE);
        }
        assert!(late > CAP / 4, "mean pause after 40 failures: {late:?}");
    }

    #[test]
    fn equal_seeds_pause_alike_and_others_do_not() {
        let pauses = |seed| {
            let mut backoff = Backoff::new(BASE, CAP, seed);
            std::array::from_fn::<_, 20, _>(|_| backoff.pause())
        };
        assert_eq!(pauses(7), pauses(7));
        assert_ne!(pauses(7), pauses(8));
    }

    #[test]
    fn a_rate_has_a_burst_and_a_long_run() {
        let (mut rate, begin) = (Rate::new(5, Duration::from_secs(1)), Instant::now());
        let mut at = |ms| rate.one(begin + Duration::from_millis(ms));
        assert!((0..5).all(|_| at(0).is_zero()));
        assert_eq!((at(0), at(100)), (Duration::from_secs(1), Duration::from_millis(900)));
        assert!(at(1100).is_zero() && !at(1100).is_zero());
        // Many come too early; one in each span does not.
        assert_eq!((2000..102_000).step_by(10).filter(|&ms| at(ms).is_zero()).count(), 100);
    }

    #[test]
    fn a_cap_below_the_base_is_no_trap() {
        let mut backoff = Backoff::new(CAP, BASE, 1);
        assert_eq!(backoff.pause(), CAP);
    }
}
