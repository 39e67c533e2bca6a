//! Dragon Slayer, bot against bot: how strong and how different they are.
//!
//! | file | holds |
//! |---|---|
//! | [`series`] | many games between bots |
//! | [`sheet`] | what is seen of each player in them |

pub mod series;
pub mod sheet;
