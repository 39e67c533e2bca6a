//! Programs of others, which may do anything (feature `study`).
//!
//! | file | holds |
//! |---|---|
//! | [`command_line`] | what starts a program, in one line of text |
//! | [`census`] | the processes that a program is made of, and their memory |

pub mod census;
pub mod command_line;
