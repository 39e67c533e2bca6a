//! Fights of BattleTech: players that are programs, records, drawings, commands.

mod command;
mod course;
mod drawing;
mod equal;
mod record;
mod runner;
mod seat;
mod series;
mod setup;
