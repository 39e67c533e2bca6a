//! BattleTech over files, as its simulator plays it: a folder for each player.

pub mod folder;
