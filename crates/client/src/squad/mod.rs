//! Many sessions in one process, which share what decisions need.

pub mod crew;

/// The command that runs a squad, also in files that describe instances.
pub const COMMAND: &str = "squad";
