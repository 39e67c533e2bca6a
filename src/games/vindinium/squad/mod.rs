//! Several bots in one process, which a file describes.
//!
//! | file | holds |
//! |---|---|
//! | `file` | what a file says of them |
//! | `run` | their sessions, and how the process ends |

mod file;
mod run;

use crate::exit::Failure;
use crate::service::{Kind, Running, Service};
use boardbots_client::squad;
use file::Squad;
use std::path::PathBuf;

/// What its unit says otherwise than that of one bot: a thread, two sockets and some lines for each bot, a core for
/// each decision.
const LIMITS: &[(&str, &str)] = &[
    ("CPUQuota", ""),
    ("MemoryMax", "128M"),
    ("TasksMax", "300"),
    ("LimitNOFILE", "512"),
    ("LogRateLimitBurst", "1200"),
];

/// Squads as services.
pub const KIND: Kind = Kind::of_files(squad::COMMAND, super::Args::UNIT, LIMITS, |path, file, mistakes| {
    Some(Box::new(Squad::read(path, file, mistakes)))
});

impl Running for Squad {
    fn key_file(&self) -> Option<PathBuf> {
        self.key_file.clone()
    }

    fn port(&self) -> Option<u16> {
        None
    }

    fn check(self: Box<Self>) -> Vec<Failure> {
        Vec::new()
    }

    fn run(self: Box<Self>, json: bool) -> Result<(), Failure> {
        run::run(*self, json)
    }
}
