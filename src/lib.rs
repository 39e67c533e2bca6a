//! The commands of `boardbots`; see the packages in `crates` for everything that they call.

pub mod cli;
pub mod games;
