//! The status of a session in one line.

use super::event::Event;
use super::summary::End;
use boardbots_vindinium::board::HEROES;
use std::fmt::{self, Write};

/// The line, kept up to date by the session's events.
///
/// It ends with the counts since the start: games played to an end, those with no hero ahead of ours,
/// and own turns that the server answered.
#[derive(Clone, Debug)]
pub struct Status {
    server: String,
    phase: Phase,
    leaving: bool,
    game: String,
    /// The game's turn, last turn, own gold and mines.
    numbers: (u32, i32, u32, u16),
    problem: String,
    opened: bool,
    games: u32,
    first: u32,
    /// Own turns that the server answered.
    pub turns: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Waiting,
    Playing,
    Refused,
    Ended,
}

impl Status {
    /// Before the first event of a session with this server.
    #[must_use]
    pub fn new(server: &str) -> Self {
        Self {
            server: server.into(),
            phase: Phase::Waiting,
            leaving: false,
            game: String::with_capacity(16),
            numbers: (0, 0, 0, 0),
            problem: String::new(),
            opened: false,
            games: 0,
            first: 0,
            turns: 0,
        }
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
                if summary.end != End::Vanished {
                    self.games += 1;
                    self.first += u32::from(summary.place == 1);
                }
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
        counts(out, self.games, self.first, self.turns)
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
        counts(out, self.sum(|session| session.games), self.sum(|session| session.first), self.turns())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_sessions_in_one_line() {
        let mut all = vec![Status::new("http://h"); 4];
        let line = |all: &[Status]| Several(all).to_string();
        assert_eq!(line(&all), "waiting for a game: 4 bots, 4 joining; games 0, first 0, turns 0");
        all[0].hear(&Event::Refused("x"), false);
        assert_eq!(line(&all), "no game: 4 bots, 3 joining, 1 waiting to try again; games 0, first 0, turns 0");
        all[1].phase = Phase::Playing;
        (all[1].games, all[1].first, all[1].turns, all[2].turns) = (3, 1, 700, 5);
        let due = "4 bots, 1 playing, 2 joining, 1 waiting to try again; games 3, first 1, turns 705";
        assert_eq!(line(&all), due);
        all[3].end();
        all[1].leaving = true;
        assert!(line(&all).starts_with("leaving: 4 bots, 1 playing, 1 joining, 1 waiting to try again, 1 ended; "));
    }
}
