//! What servers promised honest players, written down as it was said.

use crate::latency::Latency;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Most remarks that are kept; further ones are counted.
const REMARKS: usize = 50;

/// A game that was told finished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Single moves in all, where it is known.
    pub turns: Option<u64>,
    /// The orders that its players gave, by single moves: Stay 0, North 1, South 2, East 3, West 4.
    pub orders: Vec<(u64, u8)>,
}

/// A choice at a table that the server has acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The table.
    pub table: String,
    /// Its number, from 1.
    pub n: u64,
    /// The seat that chose.
    pub seat: u64,
    /// What was chosen.
    pub text: String,
}

/// Everything that was promised, and what was seen to be wrong at once.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Games told finished, by id.
    pub games: BTreeMap<String, Game>,
    /// Choices told made.
    pub choices: Vec<Choice>,
    /// Tables told ended.
    pub ended: Vec<String>,
    /// How long right answers took.
    pub latency: Latency,
    /// Honest requests that got an answer, whatever it was.
    pub requests: u64,
    /// Turns that ran out though the player had answered at once.
    pub late: u64,
    /// Turns or choices that another hand has made.
    pub stolen: u64,
    /// What else was wrong.
    pub wrongs: u64,
    /// Players who did not finish a game.
    pub unfinished: u64,
    /// Requests that were put off though their owner held less than its share.
    pub refused: u64,
    /// The first remarks on all that.
    pub remarks: Vec<String>,
}

impl Book {
    /// Adds a remark, if there is room.
    pub fn remark(&mut self, remark: String) {
        if self.remarks.len() < REMARKS {
            self.remarks.push(remark);
        }
    }
}

/// The book that all honest players write in.
#[derive(Clone, Debug, Default)]
pub struct Ledger(Arc<Mutex<Book>>);

impl Ledger {
    /// The book.
    pub fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().expect("nobody panics while holding it")
    }

    /// An answer came after this time.
    pub fn answered(&self, time: Duration, right: bool) {
        let mut book = self.book();
        book.requests += 1;
        if right {
            book.latency.add(time);
        }
    }

    /// A game was told finished, by a player who gave these orders or by a watcher.
    pub fn finished(&self, id: &str, turns: Option<u64>, orders: Vec<(u64, u8)>) {
        let mut book = self.book();
        let game = book.games.entry(id.to_string()).or_default();
        game.turns = game.turns.or(turns);
        game.orders.extend(orders);
    }

    /// A choice was acknowledged.
    pub fn chosen(&self, choice: Choice) {
        self.book().choices.push(choice);
    }

    /// A table was told ended.
    pub fn ended(&self, table: &str) {
        self.book().ended.push(table.to_string());
    }

    /// A turn ran out though its player had answered at once.
    pub fn late(&self, remark: String) {
        let mut book = self.book();
        book.late += 1;
        book.remark(remark);
    }

    /// Another hand has played.
    pub fn stolen(&self, remark: String) {
        let mut book = self.book();
        book.stolen += 1;
        book.remark(remark);
    }

    /// Something else is wrong.
    pub fn wrong(&self, remark: String) {
        let mut book = self.book();
        book.wrongs += 1;
        book.remark(remark);
    }

    /// A request was put off though its owner held less than its share.
    pub fn refused(&self, remark: String) {
        let mut book = self.book();
        book.refused += 1;
        book.remark(remark);
    }

    /// A player did not finish.
    pub fn unfinished(&self, remark: String) {
        let mut book = self.book();
        book.unfinished += 1;
        book.remark(remark);
    }
}
