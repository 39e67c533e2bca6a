//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
mod book;
mod command;
mod golden;
#[cfg(feature = "store")]
mod ledger;
mod notation;
mod odds;
mod oracle;
mod rules;
mod standard;
