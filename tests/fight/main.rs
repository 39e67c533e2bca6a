//! Fights of BattleTech: players that are programs, records, drawings, commands.

#[path = "../../crates/games/battletech/tests/audit.rs"]
mod audit;
mod command;
mod drawing;
mod equal;
mod record;
mod runner;
mod seat;
mod setup;
