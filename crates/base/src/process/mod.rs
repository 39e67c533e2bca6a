//! Programs of others, which may do anything.
//!
//! | file | holds |
//! |---|---|
//! | [`command_line`] | command lines that start programs |
//! | [`family`] | a program and all that it starts |
//! | [`guard`] | a process that ends a program when this one is gone |
//! | [`census`] | the processes that there are, and their memory |

pub mod census;
pub mod command_line;
pub mod family;
pub mod guard;
