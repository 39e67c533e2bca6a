//! Starts that follow a crash: each waits longer than the one before.
//!
//! systemd 252 restarts a service after the same pause every time (`RestartSteps=` came with
//! 254). So a service that crashes again and again counts its starts itself, in its runtime
//! directory: memory, not the card.

use boardbots_base::pulse::Pulse;
use boardbots_base::{atomic_file, input};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The file's name in `$RUNTIME_DIRECTORY`.
const FILE: &str = "starts";
/// Pause before the second start in a row; it doubles with each further one.
const FIRST: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST: Duration = Duration::from_mins(5);
/// Time for a start beyond its pause.
const MARGIN: Duration = Duration::from_mins(1);
/// The time between two looks at the stop flag during a pause.
const LOOK: Duration = Duration::from_millis(200);

/// The count of starts since the service last worked.
#[derive(Debug)]
pub struct Restarts {
    file: Option<PathBuf>,
    /// The number of starts in a row after which the service did not work, this one included.
    pub starts: u32,
}

impl Restarts {
    /// Counts this start. `directory` must survive a restart of the service, and not its stop
    /// (`RuntimeDirectoryPreserve=restart`); without one nothing is counted.
    #[must_use]
    pub fn count(directory: Option<&Path>) -> Self {
        let file = directory.map(|directory| directory.join(FILE));
        let before = file.as_ref().and_then(|file| input::text(file, 64).ok());
        let before: u32 = before.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let starts = before.saturating_add(1);
        if let Some(file) = &file
            && let Err(error) = atomic_file::replace(file, starts.to_string().as_bytes())
        {
            log::warn!("{}: {error}; restarts are not slowed down", file.display());
        }
        Self { file, starts }
    }

    /// Counts a start of the service that this process is; none is counted outside of one.
    #[must_use]
    pub fn of_this_service() -> Self {
        // Of several directories the first is the service's main one.
        let directories = std::env::var("RUNTIME_DIRECTORY").ok();
        Self::count(directories.as_deref().and_then(|all| all.split(':').next()).map(Path::new))
    }

    /// Waits as long as this start should, unless `stop` is raised meanwhile.
    pub fn wait(&self, pulse: &Pulse, stop: &AtomicBool) {
        let pause = self.pause();
        if pause.is_zero() {
            return;
        }
        log::warn!("start {} in a row that follows a failure: waits for {} s", self.starts, pause.as_secs());
        pulse.takes(pause + MARGIN);
        let until = Instant::now() + pause;
        while !stop.load(Ordering::Relaxed) && Instant::now() < until {
            std::thread::sleep(LOOK);
        }
    }

    /// The time that this start should wait: nothing the first time, then 1 s, 2 s, 4 s and so on up to 5 min.
    #[must_use]
    pub fn pause(&self) -> Duration {
        match self.starts {
            0 | 1 => Duration::ZERO,
            starts => FIRST.saturating_mul(1 << (starts - 2).min(16)).min(LONGEST),
        }
    }

    /// The service works: the next start is a first one again.
    pub fn worked(&mut self) {
        if let Some(file) = self.file.take() {
            // If it stays, a crash months from now waits a moment longer.
            let _ = std::fs::remove_file(file);
        }
        self.starts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_start_waits_longer_until_one_works() {
        let home = tempfile::tempdir().unwrap();
        let mut pauses = Vec::new();
        for _ in 0..40 {
            pauses.push(Restarts::count(Some(home.path())).pause().as_secs());
        }
        assert_eq!(pauses[..6], [0, 1, 2, 4, 8, 16]);
        assert_eq!(pauses[39], 300);
        assert!(pauses.is_sorted());
        Restarts::count(Some(home.path())).worked();
        assert_eq!(Restarts::count(Some(home.path())).pause(), Duration::ZERO);
    }

    #[test]
    fn nonsense_in_the_file_and_no_directory_are_first_starts() {
        let home = tempfile::tempdir().unwrap();
        for text in ["", "many", "-3", "99999999999999999999"] {
            std::fs::write(home.path().join(FILE), text).unwrap();
            assert_eq!(Restarts::count(Some(home.path())).starts, 1, "{text:?}");
        }
        std::fs::write(home.path().join(FILE), u32::MAX.to_string()).unwrap();
        assert_eq!(Restarts::count(Some(home.path())).pause(), LONGEST);
        assert_eq!(Restarts::count(None).starts, 1);
        assert_eq!(Restarts::count(Some(&home.path().join("absent"))).starts, 1);
    }
}
