//! Several bots in one process, which a file describes.
//!
//! | file | holds |
//! |---|---|
//! | `file` | the file that describes them |
//! | `run` | their sessions, and the exit code of the process |

mod file;
mod run;

use crate::exit::Failure;
use crate::service::{Kind, Service};
use boardbots_client::SQUAD;
use clap::error::ErrorKind;
use file::Squad;
use std::path::PathBuf;

/// The settings in which its unit differs from that of one bot: a thread, two sockets and some lines for each bot, a
/// core for each decision.
const LIMITS: &[(&str, &str)] = &[
    ("CPUQuota", ""),
    ("MemoryMax", "128M"),
    ("TasksMax", "300"),
    ("LimitNOFILE", "512"),
    ("LogRateLimitBurst", "1200"),
];

/// Squads as services.
pub const KIND: Kind = Kind {
    name: SQUAD,
    example: "FILE",
    is_bot: false,
    paths: &[],
    limits: LIMITS,
    read: Some(|path, file, mistakes| Some(Box::new(Squad::read(path, file, mistakes)))),
    augment: |command| command,
    instance: |_| Err(clap::Error::new(ErrorKind::UnknownArgument)),
    ..super::KIND
};

impl Service for Squad {
    fn key_file(&self) -> Option<PathBuf> {
        self.key_file.clone()
    }

    fn run(self: Box<Self>, json: bool) -> Result<(), Failure> {
        run::run(*self, json)
    }
}
