//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
mod advise;
mod book;
mod command;
mod golden;
mod ledger;
mod mind;
mod notation;
mod odds;
mod oracle;
mod process;
mod rules;
mod series;
mod standard;
mod statistics;
