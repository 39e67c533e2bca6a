//! Fights of BattleTech: players that are programs, records, drawings, commands.

#[path = "../../crates/games/battletech/tests/audit.rs"]
mod audit;
mod call;
mod command;
mod drawing;
mod equal;
mod record;
mod seat;
mod setup;
