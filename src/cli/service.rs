//! What a command needs to run as a service.

use super::exit::Failure;
use clap::Args;
use std::fmt;

/// Options with which a command can go on for months.
pub trait Service: Args + fmt::Display + 'static {
    /// The command's name.
    const NAME: &'static str;
    /// The systemd unit of the project that runs it.
    const UNIT: &'static str;
    /// Its long options, without their dashes, whose values are paths.
    const PATHS: &'static [&'static str] = &[];

    /// Says what is wrong with the options, without running anything.
    ///
    /// # Errors
    /// As [`Service::run`], of what can be seen without running.
    fn check(self) -> Result<(), Failure>;

    /// Runs it to its end.
    ///
    /// # Errors
    /// What the command says.
    fn run(self) -> Result<(), Failure>;
}
