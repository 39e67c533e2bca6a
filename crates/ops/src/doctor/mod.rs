//! Health checks of a board that is to run bots as services, each with a remedy for what it finds wrong.
//!
//! Everything is read through one [`Machine`], whose root and commands tests replace by drawn
//! ones. Nothing is written anywhere. Odd contents lead to a skipped check, never to a failure.
//!
//! | file | holds | name of the check |
//! |---|---|---|
//! | [`report`] | everything that was found | |
//! | [`check`] | one line of it | |
//! | [`facts`] | facts about the machine | |
//! | [`machine`] | files below a root, with limits | |
//! | [`runner`] | commands with a time limit | |
//! | `architecture` | whether the program was built for the machine | `architecture` |
//! | `load` | cores and what they have to do | `cores` |
//! | `memory` | memory against instances | `memory` |
//! | `kernel` | its age | `kernel` |
//! | `systemd` | whether it runs, and its version | `systemd` |
//! | `controllers` | the control groups behind `MemoryMax=` and `CPUQuota=` | `memory-controller`, `cpu-controller` |
//! | `boot` | the kernel's command line | |
//! | `clock` | year and synchronisation | `clock` |
//! | `heat` | the hottest sensor | `heat` |
//! | `throttling` | the firmware's report on power and heat | `throttling` |
//! | `governor` | the cores' speed | `governor` |
//! | `mounts` | whether the root can be written to | `root` |
//! | `space` | free space | `space` |
//! | `journal` | its place, and its limit | `journal` |
//! | `folder` | the configured instances | |
//! | `instances` | their number against the cores | `instances` |
//! | `keys` | whether each has one that is secret | `keys` |
//! | `servers` | whether they answer | `server` |
//!
//! The JSON form is one object: `ok` (no error), the fields of [`Facts`] (`null` where the
//! machine does not say), and `checks`, a list of `{name, state, found, remedy}` with the states
//! `ok`, `warning`, `error` and `skipped`, and `remedy` null unless something is wrong.

mod architecture;
mod boot;
pub mod check;
mod clock;
mod controllers;
#[cfg(test)]
mod drawn;
pub mod facts;
mod folder;
mod governor;
mod heat;
mod instances;
mod journal;
mod kernel;
mod keys;
mod load;
pub mod machine;
mod memory;
mod mounts;
pub mod report;
pub mod runner;
mod servers;
mod space;
mod systemd;
mod throttling;

pub use check::{Check, State};
pub use facts::Facts;
pub use machine::Machine;
pub use report::Report;
