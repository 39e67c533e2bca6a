//! The commands of Dragon Slayer, and its statistics.

mod advise;
mod command;
mod ledger;
mod process;
mod simulate;
mod statistics;
mod three;
