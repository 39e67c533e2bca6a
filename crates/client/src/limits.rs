//! Every limit of the client in one place: timeouts, sizes and pauses, rates of what a server can cause, and the time
//! after which it gives up.

use super::event::SessionError;
use log::Level;
use std::time::{Duration, Instant};

/// Timeouts, sizes and pauses. The defaults fit the original server and home networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientLimits {
    /// The server's time for a move. Nothing breaks if it is more; until it has passed,
    /// failures are answered with short pauses, afterwards with long ones.
    pub turn: Duration,
    /// Looking up the server's name.
    pub resolve: Duration,
    /// Connecting, over all addresses of the server. Within a turn it is less.
    pub connect: Duration,
    /// Sending a request's head, and again its body.
    pub send: Duration,
    /// From a move to the head of its answer: the other three heroes move in between.
    pub answer: Duration,
    /// From a request for a training game to the head of the answer.
    pub training: Duration,
    /// From joining an arena game to the head of the answer. The original keeps a seat for
    /// 24 hours. A server that died meanwhile is noticed by TCP keep-alive, so this bound
    /// can be as long: asking again earlier would only fill the lobby with abandoned seats.
    pub lobby: Duration,
    /// Receiving an answer's body.
    pub body: Duration,
    /// Silence on a connection after which TCP asks whether the other side lives.
    pub keepalive: Duration,
    /// Pause between these questions; the fourth without an answer ends the connection.
    pub keepalive_interval: Duration,
    /// The most bytes of an answer's head.
    pub head_bytes: usize,
    /// The most bytes of an answer's body; the largest board needs less than 4 KiB.
    pub body_bytes: usize,
    /// Pauses after failures within a game: from, to.
    pub game_pause: (Duration, Duration),
    /// Pauses after failures between games: from, to.
    pub lobby_pause: (Duration, Duration),
    /// Pause before a move is offered again to a server that says it is not our turn.
    pub not_yet: Duration,
    /// Time to choose a move when the state is not known but predicted.
    pub blind: Duration,
    /// A game that gives no state for this long is lost; the next one begins.
    pub patience: Duration,
    /// The longest pause that a server can ask for with `Retry-After`.
    pub retry_after: Duration,
    /// A game that gives no state for this long is lost even if the server keeps asking for pauses.
    pub put_off: Duration,
    /// The same as `patience` when the process has been asked to stop.
    pub parting: Duration,
}

impl Default for ClientLimits {
    fn default() -> Self {
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        Self {
            turn: s(1),
            resolve: s(5),
            connect: s(5),
            send: s(5),
            answer: s(30),
            training: s(30),
            lobby: s(24 * 60 * 60),
            body: s(10),
            keepalive: s(30),
            keepalive_interval: s(10),
            head_bytes: 8 * 1024,
            body_bytes: 256 * 1024,
            game_pause: (ms(20), s(5)),
            lobby_pause: (ms(200), s(30)),
            not_yet: ms(40),
            blind: ms(150),
            patience: s(300),
            retry_after: s(60),
            put_off: s(60 * 60),
            parting: s(10),
        }
    }
}

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

/// An attempt that stood this long before it failed had reached the server: its failure
/// begins a new time of trouble instead of prolonging an old one.
const STOOD: Duration = Duration::from_mins(1);
/// Lines of the log: so many at once, and one in this time, however a server goes on and off.
const LINES: (u32, Duration) = (30, Duration::from_secs(20));
/// Characters of a problem in the log; some are told by servers.
const LONGEST: usize = 500;

/// Failures since something last worked.
#[derive(Debug)]
pub struct Trouble {
    server: String,
    give_up: Option<Duration>,
    since: Option<Instant>,
    failures: u32,
    lines: Rate,
}

impl Trouble {
    /// No failure yet; `give_up` is how long nothing may work, for ever if `None`.
    pub fn new(server: String, give_up: Option<Duration>) -> Self {
        Self { server, give_up, since: None, failures: 0, lines: Rate::new(LINES.0, LINES.1) }
    }

    /// The server answered something that makes sense.
    pub fn worked(&mut self) {
        if let Some(since) = self.since.take() {
            let (failures, seconds) = (self.failures, since.elapsed().as_secs_f32());
            if failures > 1 {
                self.tell(Level::Info, &format!("it works again, after {failures} failures in {seconds:.1} s"));
            }
        }
        self.failures = 0;
    }

    /// An attempt that began at `began` failed, and `pause` is to follow; the pause that is
    /// left until giving up, if that is less. The first failure and ever rarer ones after it
    /// are warnings, so that a long outage does not fill the log.
    ///
    /// # Errors
    /// [`SessionError::GaveUp`] if nothing worked for too long.
    pub fn failed(&mut self, began: Instant, problem: &str, pause: Duration) -> Result<Duration, SessionError> {
        if began.elapsed() > STOOD {
            self.since = None;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        self.failures = self.failures.saturating_add(1);
        let after = since.elapsed();
        let left = self.give_up.map(|most| most.saturating_sub(after));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(SessionError::GaveUp { server: self.server.clone(), after, last: problem.into() });
        }
        let pause = left.map_or(pause, |left| pause.min(left));
        let level = if self.failures.is_power_of_two() { Level::Warn } else { Level::Debug };
        let problem: String = problem.chars().take(LONGEST).collect();
        self.tell(level, &format!("{problem}; next attempt in {} ms", pause.as_millis()));
        Ok(pause)
    }

    /// A line of the log; one for debugging if there were many.
    pub fn tell(&mut self, level: Level, line: &str) {
        let is_usual = level == Level::Debug || self.lines.one(Instant::now()).is_zero();
        log::log!(if is_usual { level } else { Level::Debug }, "{line}");
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

    const PAUSE: Duration = Duration::from_millis(10);

    #[test]
    fn without_a_bound_nothing_is_given_up() {
        let mut trouble = Trouble::new("http://h".into(), None);
        for _ in 0..100 {
            assert_eq!(trouble.failed(Instant::now(), "x", PAUSE), Ok(PAUSE));
        }
    }

    #[test]
    fn giving_up_needs_failures_without_a_success_between() {
        let mut trouble = Trouble::new("http://h".into(), Some(Duration::from_millis(50)));
        for _ in 0..3 {
            assert!(trouble.failed(Instant::now(), "x", PAUSE).unwrap() <= PAUSE);
            std::thread::sleep(Duration::from_millis(60));
            trouble.worked();
        }
        // A pause never goes beyond the end.
        assert!(trouble.failed(Instant::now(), "x", Duration::from_hours(1)).unwrap() <= Duration::from_millis(50));
        std::thread::sleep(Duration::from_millis(60));
        let error = trouble.failed(Instant::now(), "y", PAUSE).unwrap_err();
        assert!(matches!(&error, SessionError::GaveUp { last, .. } if last == "y"), "{error}");
    }
}
