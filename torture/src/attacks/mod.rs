//! All attacks.

mod damage;
mod disk;
mod flood;
mod forks;
mod guess;
mod hold;
mod hostile;
mod junk;
mod kill;
mod names;
mod network;
mod proxy;
mod sieges;
mod slow;

use crate::ground::{Ground, Siege};
use crate::row::Row;
use std::io;
use std::time::Instant;

/// How an attack is made.
#[derive(Clone)]
pub enum Way {
    /// Beside honest players behind the same address.
    Siege(Siege),
    /// In a way of its own.
    Own(&'static str, fn(&Ground) -> io::Result<Row>),
}

/// All attacks, in the order in which they are made.
pub fn all() -> Vec<Way> {
    let sieges = [
        sieges::GUESS,
        sieges::FOREIGN,
        sieges::NAMES,
        sieges::TRAINING,
        sieges::HOARD,
        sieges::LISTS,
        sieges::SLOW,
        sieges::STREAMS,
        sieges::JUNK,
        sieges::VANISH,
        sieges::UNREAD_LOG,
    ];
    let own: [(&'static str, fn(&Ground) -> io::Result<Row>); 9] = [
        (disk::NAME, disk::full),
        (kill::KILL, kill::kill),
        (kill::TERM, kill::term),
        (damage::NAME, damage::damaged),
        (network::ONE, network::one),
        (network::MANY, network::many),
        (proxy::NAME, proxy::behind),
        (hostile::NAME, hostile::servers),
        (forks::NAME, forks::matches),
    ];
    let own = own.into_iter().map(|(name, attack)| Way::Own(name, attack));
    sieges.into_iter().map(Way::Siege).chain(own).collect()
}

impl Way {
    /// The attack's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Siege(siege) => siege.name,
            Self::Own(name, _) => name,
        }
    }

    /// Makes the attack. What keeps it from being made does not hold.
    pub fn make(&self, ground: &Ground) -> Row {
        let begun = Instant::now();
        let made = match self {
            Self::Siege(siege) => ground.besiege(siege),
            Self::Own(_, attack) => attack(ground),
        };
        let mut row = made.unwrap_or_else(|error| {
            let mut row = Row::new(self.name());
            row.fail(error.to_string());
            row
        });
        row.took = begun.elapsed();
        row
    }
}
