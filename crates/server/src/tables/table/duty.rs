//! The duty of a table: a bot that has to choose, or a clock that runs.

use super::{Table, awaits};
use crate::sync::lock;
use crate::tables::chair::Occupant;
use boardbots_game::spec::Spec;
use boardbots_game::state::Seat;
use std::time::{Duration, Instant};

/// The next thing that happens at a table without a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Nothing any more.
    Over,
    /// Nothing until something changes.
    Wait,
    /// A bot is asked: after this many choices, on this seat, since this moment.
    Bot { n: usize, seat: Seat, spec: Spec, since: Instant },
    /// The usual bot goes on for a player who has given up.
    Resigned { n: usize, seat: Seat, since: Instant },
    /// A person is asked, and has until then.
    Clock { n: usize, seat: Seat, until: Instant },
}

impl Table {
    /// The table's duty now.
    pub fn duty(&self) -> Duty {
        let inside = lock(&self.inside);
        let Some(seat) = inside.asked() else { return Duty::Over };
        let n = inside.playthrough.choices.len();
        match &inside.chairs[seat].occupant {
            Occupant::Bot(spec) => Duty::Bot { n, seat, spec: spec.clone(), since: inside.asked_at },
            _ if inside.playthrough.resigned.contains(&seat) => Duty::Resigned { n, seat, since: inside.asked_at },
            // The clock waits until everybody has come.
            _ if awaits(&inside.chairs) => Duty::Wait,
            _ if self.options.clock == 0 => Duty::Wait,
            _ => Duty::Clock { n, seat, until: inside.asked_at + Duration::from_secs(self.options.clock) },
        }
    }

    /// Sets since when the seat to move has been to move.
    #[cfg(test)]
    pub fn ask_since(&self, at: Instant) {
        lock(&self.inside).asked_at = at;
        self.news.send_replace(());
    }
}
