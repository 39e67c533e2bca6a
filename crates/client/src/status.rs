//! The words of sessions for people: a line about their status, and log lines about games, few enough for a journal that is
//! kept on a card.

use super::event::{Event, Summary, Tally};
use super::limits::Rate;
use boardbots_vindinium::board::HEROES;
use log::Level;
use std::fmt::{self, Write};
use std::time::{Duration, Instant};

/// The line, kept up to date by the session's events.
///
/// It ends with the counts since the start: games played to an end, those with no hero ahead of ours,
/// and own turns that the server answered.
#[derive(Clone, Debug, Default)]
pub struct Status {
    server: String,
    phase: Phase,
    leaving: bool,
    game: String,
    /// The game's turn, last turn, own gold and mines.
    numbers: (u32, i32, u32, u16),
    problem: String,
    opened: bool,
    tally: Tally,
    /// Own turns that the server answered.
    pub turns: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Waiting,
    Playing,
    Refused,
    Ended,
}

impl Status {
    /// Before the first event of a session with this server.
    #[must_use]
    pub fn new(server: &str) -> Self {
        Self { server: server.into(), game: String::with_capacity(16), ..Self::default() }
    }

    /// The session has ended.
    pub fn end(&mut self) {
        self.phase = Phase::Ended;
    }

    /// Takes in what happened; `leaving` says whether the session was asked to stop.
    pub fn hear(&mut self, event: &Event<'_>, leaving: bool) {
        self.leaving = leaving;
        match event {
            Event::Joining => self.phase = Phase::Waiting,
            Event::Refused(problem) => {
                self.phase = Phase::Refused;
                self.problem.clear();
                self.problem.push_str(problem);
            }
            Event::Began { id, .. } => {
                self.phase = Phase::Playing;
                self.opened = false;
                self.game.clear();
                self.game.push_str(id);
            }
            Event::State { state, hero } => {
                // The first state is the server's; every further one answers a turn of ours.
                self.turns += u64::from(std::mem::replace(&mut self.opened, true));
                let own = &state.heroes[hero % HEROES];
                self.numbers = (state.turn, state.max_turns, own.gold, own.mines);
            }
            Event::Ended(summary) => {
                self.phase = Phase::Waiting;
                self.tally.add(summary);
            }
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, most, gold, mines) = self.numbers;
        match self.phase {
            Phase::Waiting => write!(out, "waiting for a game at {}", self.server)?,
            Phase::Refused => write!(out, "no game: {}", self.problem)?,
            Phase::Ended => out.write_str("ended")?,
            Phase::Playing => {
                out.write_str(if self.leaving { "leaving after game " } else { "playing " })?;
                write!(out, "{}, turn {turn}/{most}, gold {gold}, mines {mines}", self.game)?;
            }
        }
        counts(out, self.tally.games, self.tally.first, self.turns)
    }
}

fn counts(out: &mut fmt::Formatter<'_>, games: u32, first: u32, turns: u64) -> fmt::Result {
    out.write_char(';')?;
    write!(out, " games {games}, first {first}, turns {turns}")
}

/// The status of several sessions in one line: the number of sessions in each phase, and the counts of all. It begins
/// as the line of a single one does when none of them plays.
pub struct Several<'a>(pub &'a [Status]);

impl Several<'_> {
    fn count(&self, phase: Phase) -> usize {
        self.0.iter().filter(|session| session.phase == phase).count()
    }

    fn sum<T: std::iter::Sum>(&self, of: impl Fn(&Status) -> T) -> T {
        self.0.iter().map(of).sum()
    }

    /// Own turns that the servers answered.
    #[must_use]
    pub fn turns(&self) -> u64 {
        self.sum(|session| session.turns)
    }
}

impl fmt::Display for Several<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = [
            (Phase::Playing, "playing"),
            (Phase::Waiting, "joining"),
            (Phase::Refused, "waiting to try again"),
            (Phase::Ended, "ended"),
        ]
        .map(|(phase, does)| (self.count(phase), does));
        let [playing, joining, refused, _] = counted.map(|(count, _)| count > 0);
        out.write_str(match () {
            () if playing && self.0.iter().any(|session| session.leaving) => "leaving: ",
            () if playing => "",
            () if refused => "no game: ",
            () if joining => "waiting for a game: ",
            () => "",
        })?;
        write!(out, "{} bots", self.0.len())?;
        for (count, does) in counted.into_iter().filter(|(count, _)| *count > 0) {
            write!(out, ", {count} {does}")?;
        }
        counts(out, self.sum(|session| session.tally.games), self.sum(|session| session.tally.first), self.turns())
    }
}

/// A game that ended badly waits this much less for its line.
const HASTE: u32 = 5;
/// Games that have their own lines at once, and one in this time in the long run.
const OWN: (u32, Duration) = (60, Duration::from_secs(10));

/// Turns ended games into log lines, at most one in a span of time.
#[derive(Debug)]
pub struct Digest {
    every: Duration,
    told: Option<Instant>,
    /// Games since the last line, and the slowest decision in them.
    held: (Tally, Duration),
    own: Rate,
    /// True if games come too fast for lines of their own.
    crowded: bool,
}

impl Digest {
    /// One line in `every` at most; one for each game if that is nothing, as long as they do not rush past.
    #[must_use]
    pub fn new(every: Duration) -> Self {
        Self { every, told: None, held: Default::default(), own: Rate::new(OWN.0, OWN.1), crowded: false }
    }

    /// True if a game that begins has a line of its own.
    #[must_use]
    pub fn tells_all(&self) -> bool {
        self.every.is_zero() && !self.crowded
    }

    /// The line that is due `now` that this game has ended; `None` if none is.
    pub fn ended(&mut self, summary: &Summary, now: Instant) -> Option<(Level, String)> {
        let (tally, slowest) = &mut self.held;
        tally.add(summary);
        *slowest = summary.slowest.max(*slowest);
        let bad = tally.timed_out + tally.vanished > 0;
        let pause = if bad { self.every / HASTE } else { self.every };
        self.crowded = !self.own.one(now).is_zero();
        if self.told.is_some_and(|told| now.duration_since(told) < pause) || self.every.is_zero() && self.crowded {
            return None;
        }
        let minutes = self.told.map_or(0, |told| now.duration_since(told).as_secs() / 60);
        self.told = Some(now);
        let (Tally { games, first, timed_out, vanished, .. }, slowest) = std::mem::take(&mut self.held);
        let games = games + vanished;
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
    use super::super::event::End;
    use super::*;
    use boardbots_vindinium::map;
    use boardbots_vindinium::notation::Seat;

    #[test]
    fn several_sessions_in_one_line() {
        let mut all = vec![Status::new("http://h"); 4];
        let line = |all: &[Status]| Several(all).to_string();
        assert_eq!(line(&all), "waiting for a game: 4 bots, 4 joining; games 0, first 0, turns 0");
        all[0].hear(&Event::Refused("x"), false);
        assert_eq!(line(&all), "no game: 4 bots, 3 joining, 1 waiting to try again; games 0, first 0, turns 0");
        all[1].phase = Phase::Playing;
        (all[1].tally.games, all[1].tally.first, all[1].turns, all[2].turns) = (3, 1, 700, 5);
        let due = "4 bots, 1 playing, 2 joining, 1 waiting to try again; games 3, first 1, turns 705";
        assert_eq!(line(&all), due);
        all[3].end();
        all[1].leaving = true;
        assert!(line(&all).starts_with("leaving: 4 bots, 1 playing, 1 joining, 1 waiting to try again, 1 ended; "));
    }

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
