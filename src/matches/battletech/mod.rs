//! BattleTech, player against player.
//!
//! | file | holds |
//! |---|---|
//! | [`program`] | a player that is a program of its own |
//! | [`runner`] | running it, for a limited time and with limited memory |
//! | [`census`] | the processes of a call, and their memory |
//! | [`story`] | what happened, in plain words |
//! | [`drawing`] | a turn as a picture |

pub mod census;
pub mod drawing;
pub mod program;
pub mod runner;
pub mod story;
