//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
#[cfg(feature = "study")]
mod advise;
mod book;
#[cfg(feature = "study")]
mod command;
mod golden;
#[cfg(feature = "store")]
mod ledger;
mod mind;
mod notation;
mod odds;
mod oracle;
#[cfg(any(feature = "store", feature = "study"))]
mod process;
mod rules;
#[cfg(feature = "study")]
mod series;
mod standard;
#[cfg(feature = "store")]
mod statistics;
