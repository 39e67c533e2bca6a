//! Instances as services: files, units, and what the manager is told. With real processes,
//! and a socket in place of systemd's.

pub mod files;
pub mod manager;
mod notify;
pub mod unit;
pub mod units;
