//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
mod advise;
mod book;
mod command;
mod golden;
#[cfg(feature = "store")]
mod ledger;
mod mind;
mod notation;
mod odds;
mod oracle;
mod rules;
mod series;
mod standard;
#[cfg(feature = "store")]
mod statistics;
