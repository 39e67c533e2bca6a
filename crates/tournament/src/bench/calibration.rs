//! The deepest search whose slowest decisions are in time on this machine.
//!
//! First one depth after another has a short turn, until one is too slow. Then the deepest
//! one that was fast enough plays on for the rest of the budget; should more decisions show
//! that it is too slow as well, the one before it does. "Fast enough" means that the 99.9th
//! percentile stays under half of the time limit. The other half is for what a quiet
//! machine does not show: heat, other programs, the way to the server.

use super::practice::Practice;
use boardbots_game::listed::Measured;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};

/// Decisions without which a depth is not chosen.
const LEAST: usize = 16;
/// Decisions after which a depth is known well enough.
const MOST: usize = 10_000;
/// The part of the budget that each depth has for its first turn.
const TURN: u32 = 40;
/// The share of time waiting for a core from which a machine is called loaded.
const LOADED: f64 = 0.02;

/// The settings of a calibration.
#[derive(Clone, Copy)]
pub struct Terms {
    /// The game.
    pub game: &'static dyn Measured,
    /// Rows and columns of maps, in games that have such of several sizes.
    pub size: Option<u8>,
    /// Time for a decision.
    pub limit: Duration,
    /// Time for the whole measurement.
    pub budget: Duration,
    /// Players that play at the same time, each a game of its own; at least 1.
    pub instances: usize,
    /// Threads of each player, at least 1.
    pub threads: usize,
}

/// One depth.
#[derive(Clone, Debug)]
pub struct Row {
    /// In the game's unit: see [`Scale::unit`](boardbots_game::listed::Scale::unit).
    pub depth: u8,
    /// Its decisions. They are broken off at half of the limit.
    pub times: Samples,
    /// True if its 99.9th percentile stayed under half of the limit.
    pub in_time: bool,
}

/// The result of a calibration.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// All depths that were tried, ascending.
    pub rows: Vec<Row>,
    /// The deepest one in time with enough decisions to say so; `None` if there is none.
    pub depth: Option<u8>,
    /// The share of the time that players waited for a core; `None` if the system does not tell.
    pub waited: Option<f64>,
}

impl Calibration {
    /// The row of the depth that was found.
    #[must_use]
    pub fn chosen(&self) -> Option<&Row> {
        self.rows.iter().find(|row| Some(row.depth) == self.depth)
    }

    /// True if there were enough decisions for a 99.9th percentile; with fewer, it is only the largest of them.
    #[must_use]
    pub fn firm(&self) -> bool {
        self.chosen().is_some_and(|row| row.times.count() >= ENOUGH)
    }

    /// True if the machine was busy with other work; `None` if the system does not tell.
    #[must_use]
    pub fn loaded(&self) -> Option<bool> {
        self.waited.map(|share| share > LOADED)
    }
}

/// Measures a game on this machine, within the budget and a decision or two. `tell` hears of each depth as soon as
/// it has had its turn, and again when it has played on.
#[must_use]
pub fn calibrate(terms: &Terms, mut tell: impl FnMut(&Row)) -> Calibration {
    let began = Instant::now();
    let end = began + terms.budget;
    let mut bench = Bench { terms: *terms, seed: 0, waited: None };
    let mut rows: Vec<Row> = Vec::new();
    let deepest = terms.game.scale().deepest;
    while rows.last().is_none_or(|row| row.in_time && row.depth < deepest) && Instant::now() < end {
        let depth = rows.last().map_or(1, |row| row.depth + 1);
        let mut row = Row { depth, times: Samples::default(), in_time: true };
        let turn = Instant::now() + terms.budget / TURN;
        bench.play(&mut row, turn.min(end), end, ENOUGH);
        if row.times.count() > 0 {
            tell(&row);
        }
        rows.push(row);
    }
    let mut confirmed = rows.len();
    while let Some(row) = rows[..confirmed].iter_mut().rfind(|row| row.in_time && row.times.count() >= LEAST) {
        confirmed = usize::from(row.depth) - 1;
        let before = row.times.count();
        bench.play(row, end, end, MOST);
        if row.times.count() > before {
            tell(row);
        }
        if row.in_time {
            break;
        }
    }
    let known = |row: &&Row| row.in_time && row.times.count() >= LEAST;
    let depth = rows.iter().rfind(known).map(|row| row.depth);
    rows.retain(|row| row.times.count() > 0);
    let waited = bench.waited.map(|(waited, all)| waited.as_secs_f64() / all.as_secs_f64().max(1e-9));
    Calibration { rows, depth, waited }
}

/// The state of a calibration.
struct Bench {
    terms: Terms,
    /// The seed of the next player.
    seed: u64,
    /// The time that players have waited for a core, and the time that they have played.
    waited: Option<(Duration, Duration)>,
}

impl Bench {
    /// Adds decisions to a row: until `turn` if there are enough then, and no longer than
    /// `end`; `most` decisions; or until it is too slow.
    fn play(&mut self, row: &mut Row, turn: Instant, end: Instant, most: usize) {
        let Terms { game, size, limit, instances, threads, .. } = self.terms;
        let half = limit / 2;
        let so_far = row.times.count();
        let made = AtomicUsize::new(so_far);
        let slow = AtomicUsize::new(row.times.over(half));
        let done = AtomicBool::new(false);
        let seat = |seed| {
            let waiting = Waiting::begin();
            let mut practice = Practice::new(game, size, row.depth, threads, seed);
            let mut times = Vec::new();
            while !done.load(Relaxed) {
                let clock = Instant::now();
                practice.decide(&|| clock.elapsed() >= half);
                let time = clock.elapsed();
                times.push(time);
                let made = made.fetch_add(1, Relaxed) + 1;
                let slow = slow.fetch_add(usize::from(time >= half), Relaxed) + usize::from(time >= half);
                let now = Instant::now();
                // One ply is quick: it gets its decisions whatever the budget, and there is a result.
                let late = now >= end && row.depth > 1;
                let enough = late || made >= most || (now >= turn && made >= LEAST);
                // One in a thousand may be slow: but only once there are a thousand.
                if enough || slow > most / ENOUGH || (slow > 0 && made < ENOUGH) {
                    done.store(true, Relaxed);
                }
                practice.go_on();
            }
            (times, waiting.so_far())
        };
        let seeds = self.seed..self.seed + instances as u64;
        let seats: Vec<_> = std::thread::scope(|scope| {
            let seat = &seat;
            let seats: Vec<_> = seeds.map(|seed| scope.spawn(move || seat(seed))).collect();
            seats.into_iter().map(|seat| seat.join().expect("players do not panic")).collect()
        });
        self.seed += instances as u64;
        for (times, wait) in seats {
            row.times.extend(&times);
            let (waited, all) = self.waited.unwrap_or_default();
            self.waited = wait.map(|(more, time)| (waited + more, all + time));
        }
        row.in_time = row.times.slow() < half;
    }
}

/// Linux's scheduler statistics of a thread: nanoseconds on a core, nanoseconds waiting for one, turns. Absent on
/// other systems and on kernels without scheduler statistics.
const STATISTICS: &str = "/proc/thread-self/schedstat";

/// A measurement of the time that one thread waits for a core.
pub struct Waiting {
    began: Instant,
    before: Option<Duration>,
}

impl Waiting {
    /// From now on, for this thread.
    #[must_use]
    pub fn begin() -> Self {
        Self { began: Instant::now(), before: waited() }
    }

    /// The time since then that the thread waited for a core, and all the time since then; `None` if the system does
    /// not tell. Call it on the same thread.
    #[must_use]
    pub fn so_far(&self) -> Option<(Duration, Duration)> {
        Some((waited()?.saturating_sub(self.before?), self.began.elapsed()))
    }
}

fn waited() -> Option<Duration> {
    parse(&std::fs::read_to_string(STATISTICS).ok()?)
}

fn parse(statistics: &str) -> Option<Duration> {
    statistics.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

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
    use super::super::searches::games;
    use super::*;

    #[test]
    fn a_depth_in_time_is_found() {
        for game in games(None) {
            let budget = Duration::from_millis(400);
            let terms = Terms { game, size: Some(10), limit: Duration::from_mins(1), budget, instances: 2, threads: 1 };
            let mut told: Vec<(u8, usize)> = Vec::new();
            let found = calibrate(&terms, |row| told.push((row.depth, row.times.count())));
            let chosen = found.chosen().expect("a minute is enough for one ply");
            assert!(chosen.in_time && chosen.times.count() >= LEAST);
            assert!(chosen.times.slow() < terms.limit / 2);
            assert_eq!(found.firm(), chosen.times.count() >= ENOUGH);
            let depths: Vec<u8> = found.rows.iter().map(|row| row.depth).collect();
            assert!(depths.iter().copied().eq(1..=found.rows.last().expect("a row").depth), "{depths:?}");
            for row in &found.rows {
                let last = told.iter().rfind(|(depth, _)| *depth == row.depth);
                assert_eq!(last, Some(&(row.depth, row.times.count())), "{told:?}");
            }
        }
    }

    #[test]
    fn where_nothing_is_in_time_there_is_no_depth() {
        let (limit, budget) = (Duration::ZERO, Duration::from_millis(50));
        let found = calibrate(
            &Terms { game: games(None).next().unwrap(), size: Some(10), limit, budget, instances: 1, threads: 1 },
            |_| (),
        );
        assert_eq!((found.depth, found.rows.len(), found.rows[0].in_time), (None, 1, false));
    }

    #[test]
    fn the_second_number_is_the_wait() {
        assert_eq!(parse("1032906959 141192 21\n"), Some(Duration::from_nanos(141_192)));
        for text in ["", "5", "5 x 1", "5 -3 1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn nobody_waits_longer_than_he_is_there() {
        let waiting = Waiting::begin();
        std::thread::sleep(Duration::from_millis(5));
        assert!(waiting.so_far().is_none_or(|(waited, all)| waited <= all));
    }

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
