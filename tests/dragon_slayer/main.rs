//! Dragon Slayer: odds, solution, rules, bots.

mod golden;
mod notation;
