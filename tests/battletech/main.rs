//! BattleTech: files of the simulator, maps and mechs of our own.

mod catalogue;
mod drawing;
