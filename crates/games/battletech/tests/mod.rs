//! BattleTech: files of the simulator, maps and mechs of our own.

mod catalogue;
mod contact;
mod folder;
mod games;
mod mutations;
mod notation;
mod orders;
mod stage;
mod weight;
