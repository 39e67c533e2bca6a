//! Dragon Slayer, bot against bot: how strong and how different they are.
//!
//! | file | holds |
//! |---|---|
//! | [`characters`] | whether the opponents are as they should be |
//! | [`series`] | many games between bots |
//! | [`sheet`] | what is seen of each player in them |

pub mod characters;
pub mod series;
pub mod sheet;
