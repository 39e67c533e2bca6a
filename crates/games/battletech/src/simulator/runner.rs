//! Running a program that may do anything, for a limited time and with limited memory.

use boardbots_base::process::CommandLine;
use boardbots_base::process::family::Family;
use boardbots_base::process::guard;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Time on the clock.
    pub wall: Duration,
    /// Resident memory of all its processes together, in bytes.
    pub memory: u64,
}

impl ProcessLimits {
    /// The course's 10 s, and 512 MiB.
    pub const COURSE: Self = Self { wall: Duration::from_secs(10), memory: 512 << 20 };
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit code; `None` if a signal ended it.
    Exited(Option<i32>),
    /// It was ended, since its time was over.
    TooLong,
    /// It was ended, since it took more memory than it may.
    TooMuchMemory,
}

/// A call that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// How it ended.
    pub ending: Ending,
    /// Its time from start to end.
    pub took: Duration,
}

/// How often all processes of the machine are looked through.
const CENSUS: Duration = Duration::from_millis(50);

/// Runs a program with these further arguments in a folder, until it ends or exceeds a limit.
/// Afterwards nothing of it runs any more, whatever it left behind. It reads nothing
/// from stdin; what it prints is thrown away.
///
/// # Errors
/// If it cannot be started; [`io::ErrorKind::Interrupted`] when `stop` is set meanwhile.
pub fn run(
    program: &CommandLine,
    arguments: &[&str],
    folder: &Path,
    limits: ProcessLimits,
    stop: &AtomicBool,
) -> io::Result<Call> {
    let mut command = Command::new(&program.executable);
    command.args(&program.arguments).args(arguments).current_dir(folder);
    let mut family = guard::start(&mut command, Stdio::null, None)?;
    let start = Instant::now();
    let exceeded = watch(&family, start, limits, stop)?;
    let took = start.elapsed();
    let code = family.end().and_then(|status| status.code());
    Ok(Call { ending: exceeded.unwrap_or(Ending::Exited(code)), took })
}

/// Waits until the program ends (`None`) or a limit is exceeded.
fn watch(family: &Family, start: Instant, limits: ProcessLimits, stop: &AtomicBool) -> io::Result<Option<Ending>> {
    let mut counted = start;
    loop {
        if family.has_ended() {
            return Ok(None);
        }
        let now = Instant::now();
        let took = now - start;
        if took >= limits.wall {
            return Ok(Some(Ending::TooLong));
        }
        if stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if now - counted >= CENSUS {
            if family.memory() > limits.memory {
                return Ok(Some(Ending::TooMuchMemory));
            }
            counted = Instant::now();
        }
        // Short calls are measured to 5 %, long ones cost nothing to wait for.
        let pause = (took / 20).clamp(Duration::from_micros(200), Duration::from_millis(5));
        thread::sleep(pause.min(limits.wall.saturating_sub(took)));
    }
}
