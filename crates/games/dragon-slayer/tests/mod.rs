//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
mod book;
mod golden;
mod grid;
mod mind;
mod notation;
mod odds;
mod oracle;
mod rules;
mod series;
mod standard;
mod study;
mod three;
