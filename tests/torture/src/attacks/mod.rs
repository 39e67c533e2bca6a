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
mod league;
mod names;
mod network;
mod proxy;
mod shares;
mod sieges;
mod slow;

use crate::faults;
use crate::ground::{Ground, Siege};
use crate::row::{ALL, Row};
use std::io;
use std::time::Instant;

/// How an attack is made.
#[derive(Clone)]
pub enum Way {
    /// Beside honest players behind the same address.
    Siege(Siege),
    /// In a way of its own.
    Own(&'static str, fn(&Ground) -> io::Result<Row>),
    /// In a way of its own in which nothing is timed, so that it can be made beside others.
    Beside(&'static str, fn(&Ground) -> io::Result<Row>),
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
        sieges::SIPS,
        sieges::DEAREST,
        sieges::DEEP,
        sieges::PLACES,
    ];
    let own = [
        Way::Own(disk::NAME, disk::full),
        Way::Own(kill::KILL, kill::kill),
        Way::Own(kill::TERM, kill::term),
        Way::Own(network::ONE, network::one),
        Way::Own(network::MANY, network::many),
        Way::Own(network::SEATS, network::seats),
        Way::Own(ALL, network::all),
        Way::Own(proxy::NAME, proxy::behind),
        Way::Own(league::NAME, league::league),
        Way::Beside(damage::NAME, damage::damaged),
        Way::Beside(hostile::NAME, hostile::servers),
        Way::Beside(forks::NAME, forks::matches),
        Way::Beside(faults::NAME, faults::calls),
    ];
    sieges.into_iter().map(Way::Siege).chain(own).collect()
}

impl Way {
    /// The attack's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Siege(siege) => siege.name,
            Self::Own(name, _) | Self::Beside(name, _) => name,
        }
    }

    /// Makes the attack. What keeps it from being made does not hold.
    pub fn make(&self, ground: &Ground) -> Row {
        let begun = Instant::now();
        let made = match self {
            Self::Siege(siege) => ground.besiege(siege),
            Self::Own(_, attack) | Self::Beside(_, attack) => attack(ground),
        };
        let mut row = made.unwrap_or_else(|error| {
            let mut row = Row::new(self.name());
            row.fail(error.to_string());
            row
        });
        if ground.stop.is_interrupted() {
            row.fail("interrupted");
        }
        row.took = begun.elapsed();
        row
    }
}
