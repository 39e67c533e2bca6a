//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
mod book;
mod command;
mod golden;
mod notation;
mod odds;
mod oracle;
mod rules;
mod standard;
