//! The commands of Dragon Slayer, and its statistics.

mod advise;
mod command;
mod ledger;
mod process;
mod statistics;
mod three;
