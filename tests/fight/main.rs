//! Fights of BattleTech: players that are programs, records, drawings, commands.
#![cfg(feature = "study")]

mod runner;
