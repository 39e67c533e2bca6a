//! Honest players, each on a thread of its own.

use crate::bot::{self, Mode};
use crate::ledger::Ledger;
use crate::link::Link;
use crate::person::{self, Opponent};
use crate::request::random_text;
use crate::stop::Stop;
use crate::visitor::{House, Visitor};
use crate::watcher;
use std::net::IpAddr;
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// A thread needs little: requests and states are small.
const STACK: usize = 256 * 1024;

/// What a player of a crowd does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A bot in games against house bots, or of four.
    Bot(Mode),
    /// A person at tables.
    Person(Opponent),
    /// A watcher.
    Watcher,
}

/// How many of each there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// Bots in training games.
    pub training: usize,
    /// Bots in games of four.
    pub arena: usize,
    /// Persons against bots.
    pub bot_tables: usize,
    /// Persons on both seats of a table.
    pub person_tables: usize,
    /// Watchers.
    pub watchers: usize,
}

impl Mix {
    /// Forty players behind one address, a person on both seats counted as two, and two watchers.
    pub const CLASS: Self = Self { training: 24, arena: 4, bot_tables: 6, person_tables: 3, watchers: 2 };
    /// A few from elsewhere.
    pub const FEW: Self = Self { training: 4, arena: 0, bot_tables: 1, person_tables: 1, watchers: 1 };

    fn roles(self) -> Vec<Role> {
        [
            (self.training, Role::Bot(Mode::Training)),
            (self.arena, Role::Bot(Mode::Arena)),
            (self.bot_tables, Role::Person(Opponent::Bot)),
            (self.person_tables, Role::Person(Opponent::Person)),
            (self.watchers, Role::Watcher),
        ]
        .into_iter()
        .flat_map(|(count, role)| std::iter::repeat_n(role, count))
        .collect()
    }
}

/// How a crowd plays.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Whether the server may be killed meanwhile.
    pub mortal: bool,
    /// Longest time that one request is tried for.
    pub patience: Duration,
    /// Turns of each hero in training games.
    pub turns: u32,
    /// Whether they choose without a pause.
    pub hurried: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self { mortal: false, patience: Duration::from_secs(30), turns: 40, hurried: false }
    }
}

/// Honest players.
pub struct Crowd {
    /// What they share.
    pub house: House,
    players: Vec<JoinHandle<u64>>,
}

impl Crowd {
    /// Nobody yet.
    pub fn new(stop: &Stop, manner: Manner) -> Self {
        let house = House {
            ledger: Ledger::default(),
            enough: stop.part(None),
            closing: stop.part(None),
            mortal: manner.mortal,
            patience: manner.patience,
            thinking: if manner.hurried { (0, 2) } else { (10, 60) },
            turns: manner.turns,
            rival: None,
        };
        Self { house, players: Vec::new() }
    }

    /// More players, from this address.
    pub fn add(&mut self, link: Link, from: IpAddr, mix: Mix) {
        for role in mix.roles() {
            let mut house = self.house.clone();
            match role {
                // Games of four have 1,200 moves.
                Role::Bot(Mode::Arena) => house.thinking = (0, 2),
                Role::Person(_) if house.thinking.1 > 2 => house.thinking = (100, 300),
                _ => {}
            }
            let visitor = Visitor::new(house, format!("h{}", random_text(15)), link.from(from));
            let work = move || match role {
                Role::Bot(mode) => bot::play(visitor, mode),
                Role::Person(opponent) => person::play(visitor, opponent),
                Role::Watcher => {
                    watcher::watch(visitor);
                    0
                }
            };
            match Builder::new().stack_size(STACK).spawn(work) {
                Ok(player) => self.players.push(player),
                Err(error) => self.house.ledger.unfinished(format!("a player has no thread: {error}")),
            }
        }
    }

    /// Lets all players finish, but waits no longer than this; the games that were finished.
    pub fn finish(self, patience: Duration) -> (Ledger, u64) {
        self.house.enough.call();
        let until = Instant::now() + patience;
        while Instant::now() < until && !self.players.iter().all(JoinHandle::is_finished) {
            sleep(Duration::from_millis(20));
        }
        self.leave()
    }

    /// Lets all players leave at once; the games that were finished.
    pub fn leave(self) -> (Ledger, u64) {
        self.house.enough.call();
        self.house.closing.call();
        let finished = self.players.into_iter().map(|player| player.join().unwrap_or_default()).sum();
        (self.house.ledger, finished)
    }
}
