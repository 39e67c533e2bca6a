//! The log of games: every one for people, few lines for a journal that is kept on a card.

use super::backoff::Rate;
use super::summary::{End, Summary};
use log::Level;
use std::time::{Duration, Instant};

/// A game that ended badly waits this much less for its line.
const HASTE: u32 = 5;
/// Games that have their own lines at once, and one in this time in the long run.
const OWN: (u32, Duration) = (60, Duration::from_secs(10));

/// Turns ended games into log lines, at most one in a span of time.
#[derive(Debug)]
pub struct Digest {
    every: Duration,
    told: Option<Instant>,
    held: Held,
    own: Rate,
    /// True if games come too fast for lines of their own.
    crowded: bool,
}

/// Games since the last line.
#[derive(Debug, Default)]
struct Held {
    games: u32,
    first: u32,
    timed_out: u32,
    vanished: u32,
    slowest: Duration,
}

impl Digest {
    /// One line in `every` at most; one for each game if that is nothing, as long as they do not rush past.
    #[must_use]
    pub fn new(every: Duration) -> Self {
        Self { every, told: None, held: Held::default(), own: Rate::new(OWN.0, OWN.1), crowded: false }
    }

    /// True if a game that begins has a line of its own.
    #[must_use]
    pub fn tells_all(&self) -> bool {
        self.every.is_zero() && !self.crowded
    }

    /// The line that is due `now` that this game has ended; `None` if none is.
    pub fn ended(&mut self, summary: &Summary, now: Instant) -> Option<(Level, String)> {
        let held = &mut self.held;
        held.games += 1;
        held.first += u32::from(summary.end != End::Vanished && summary.place == 1);
        held.timed_out += u32::from(summary.end == End::TimedOut);
        held.vanished += u32::from(summary.end == End::Vanished);
        held.slowest = held.slowest.max(summary.slowest);
        let bad = held.timed_out + held.vanished > 0;
        let pause = if bad { self.every / HASTE } else { self.every };
        self.crowded = !self.own.one(now).is_zero();
        if self.told.is_some_and(|told| now.duration_since(told) < pause) || self.every.is_zero() && self.crowded {
            return None;
        }
        let minutes = self.told.map_or(0, |told| now.duration_since(told).as_secs() / 60);
        self.told = Some(now);
        let Held { games, first, timed_out, vanished, slowest } = std::mem::take(held);
        let line = if games == 1 {
            summary.to_string()
        } else {
            let slowest = slowest.as_millis();
            format!(
                "{games} games in {minutes} min: {first} first, {timed_out} lost by time-out, {vanished} vanished, slowest decision {slowest} ms; the last is {summary}"
            )
        };
        Some((if bad { Level::Warn } else { Level::Info }, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_vindinium::map;
    use boardbots_vindinium::notation::Seat;

    fn summary(end: End, slowest: u64) -> Summary {
        let map = map::parse(map::named("m1").unwrap()).unwrap();
        let seats = std::array::from_fn(|_| Seat { name: "x".into(), user_id: None, rating: None });
        let summary = Summary::of("abcd0123", "http://h/abcd0123", &map.board, &seats, 0, &map.start(1200, false));
        Summary { end, slowest: Duration::from_millis(slowest), ..summary }
    }

    #[test]
    fn people_read_of_every_game() {
        let (mut digest, now) = (Digest::new(Duration::ZERO), Instant::now());
        assert!(digest.tells_all());
        for end in [End::Finished, End::TimedOut, End::Vanished] {
            let (level, line) = digest.ended(&summary(end, 1), now).unwrap();
            assert_eq!(level, if end == End::Finished { Level::Info } else { Level::Warn });
            assert_eq!(line, summary(end, 1).to_string());
        }
    }

    #[test]
    fn games_that_rush_past_are_few_lines_for_people_too() {
        let (mut digest, begin) = (Digest::new(Duration::ZERO), Instant::now());
        let mut lines = Vec::new();
        for tick in 0..100_000 {
            let before = lines.len();
            lines.extend(digest.ended(&summary(End::TimedOut, 1), begin + Duration::from_millis(tick)));
            assert_eq!(digest.tells_all(), lines.len() > before, "a game that begins has its line as the one before");
        }
        assert!((65..=75).contains(&lines.len()), "{}", lines.len());
        assert!(lines[65].1.contains("10000 games in 0 min: 10000 first, 10000 lost by time-out"), "{}", lines[65].1);
        // A quiet time, and each has its line again.
        assert!((0..60).all(|_| digest.ended(&summary(End::Finished, 1), begin + Duration::from_hours(1)).is_some()));
    }

    #[test]
    fn an_hour_of_quick_games_is_a_few_lines_that_count_all() {
        let (mut digest, begin) = (Digest::new(Duration::from_mins(5)), Instant::now());
        let mut lines = Vec::new();
        for second in 0..3600 {
            let now = begin + Duration::from_secs(second);
            lines.extend(digest.ended(&summary(End::Finished, second % 7), now));
        }
        assert_eq!(lines.len(), 12);
        assert!(
            lines[1]
                .1
                .starts_with("300 games in 5 min: 300 first, 0 lost by time-out, 0 vanished, slowest decision 6 ms")
        );
        assert!(lines.iter().map(|(_, line)| line.len()).sum::<usize>() < 20 * 1024);
    }

    #[test]
    fn bad_ends_are_told_sooner_and_bounded_as_well() {
        let (mut digest, begin) = (Digest::new(Duration::from_mins(5)), Instant::now());
        let mut lines = Vec::new();
        for second in 0..3600 {
            lines.extend(digest.ended(&summary(End::TimedOut, 1), begin + Duration::from_secs(second)));
        }
        assert_eq!(lines.len(), 60);
        assert!(lines.iter().all(|(level, _)| *level == Level::Warn));
        assert!(lines.iter().map(|(_, line)| line.len()).sum::<usize>() < 20 * 1024);
    }
}
