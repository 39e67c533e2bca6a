//! BattleTech: files of the simulator, maps and mechs of our own.

pub(crate) mod audit;
mod catalogue;
mod contact;
mod folder;
mod games;
mod mutations;
mod notation;
mod orders;
mod stage;
mod weight;
