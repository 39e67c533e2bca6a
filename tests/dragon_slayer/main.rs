//! Dragon Slayer: odds, solution, rules, bots.

mod advice;
mod golden;
mod notation;
mod standard;
