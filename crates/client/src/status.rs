//! What a session does now, in one line.

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
            Phase::Playing => {
                out.write_str(if self.leaving { "leaving after game " } else { "playing " })?;
                write!(out, "{}, turn {turn}/{most}, gold {gold}, mines {mines}", self.game)?;
            }
        }
        let Self { games, first, turns, .. } = self;
        out.write_char(';')?;
        write!(out, " games {games}, first {first}, turns {turns}")
    }
}
