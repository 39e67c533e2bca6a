//! BattleTech, player against player.
//!
//! | file | holds |
//! |---|---|
//! | [`program`] | a player that is a program of its own |
//! | [`runner`] | running it, for a limited time and with limited memory |
//! | [`census`] | the processes of a call, and their memory |

pub mod census;
pub mod program;
pub mod runner;
