//! The check of a large database, which would keep a server from its start for minutes: it goes on beside play.

use crate::store::{file, layout};
use rusqlite::InterruptHandle;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Pause between two looks whether an interrupted check has ended.
const PAUSE: Duration = Duration::from_millis(1);
/// The lowest priority of a thread.
const LOWEST: i32 = 19;

/// A check that goes on, or has ended.
pub(super) struct Check {
    thread: JoinHandle<()>,
    interrupt: InterruptHandle,
    /// True if damage was found, false if the check was told to end; unset until one of these.
    verdict: Arc<OnceLock<bool>>,
}

impl Check {
    /// Starts it, where the file is so large that it was not checked when it was opened.
    pub fn start(path: PathBuf) -> Option<Self> {
        if !file::is_large(&path) {
            return None;
        }
        let connection = file::connect_to_read(&path).ok()?;
        let interrupt = connection.get_interrupt_handle();
        let verdict = Arc::new(OnceLock::new());
        let found = Arc::clone(&verdict);
        let check = move || {
            // Of this thread alone.
            let _ = rustix::process::setpriority_process(None, LOWEST);
            match layout::sound(&connection, &path) {
                Ok(()) => log::info!("{}: the database is sound", path.display()),
                Err(error) if found.set(true).is_ok() => log::error!("{error}; until then nothing is stored"),
                Err(_) => log::warn!("{}: the check of the database has not been finished", path.display()),
            }
        };
        let thread = thread::Builder::new().name("store-check".into()).spawn(check).ok()?;
        Some(Self { thread, interrupt, verdict })
    }

    /// True if it has found damage.
    pub fn found_damage(&self) -> bool {
        self.verdict.get() == Some(&true)
    }

    /// Ends it.
    pub fn end(self) {
        let _ = self.verdict.set(false);
        while !self.thread.is_finished() {
            self.interrupt.interrupt();
            thread::sleep(PAUSE);
        }
    }
}
