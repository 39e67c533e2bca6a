//! A call of a program that may do anything: it runs to its end, for a limited time and with limited memory, and what
//! it prints may be kept.

use super::family::Family;
use super::{CommandLine, guard};
use rustix::io::ioctl_fionbio;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The limits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Time on the clock.
    pub wall: Duration,
    /// Resident memory of all its processes together, in bytes.
    pub memory: u64,
}

/// The way a call ended.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The way it ended.
    pub ending: Ending,
    /// Its time from start to end.
    pub took: Duration,
    /// The beginning of what it printed, if its stdout is a pipe: at most [`MAX_OUTPUT`] bytes.
    pub output: Vec<u8>,
}

/// The most bytes of an output that are kept.
pub const MAX_OUTPUT: usize = 64 * 1024;
/// The interval at which all processes of the machine are looked through.
const CENSUS: Duration = Duration::from_millis(50);

impl Call {
    /// Runs a program with these further arguments in a folder, under a guard. It reads nothing from stdin; what it
    /// prints is thrown away.
    ///
    /// # Errors
    /// If it cannot be started; as [`Self::watch`].
    pub fn of(
        program: &CommandLine,
        arguments: &[&str],
        folder: &Path,
        limits: ProcessLimits,
        stop: &AtomicBool,
    ) -> io::Result<Self> {
        let mut command = Command::new(&program.executable);
        command.args(&program.arguments).args(arguments).current_dir(folder);
        Self::watch(guard::start(&mut command, Stdio::null, None)?, limits, stop)
    }

    /// Waits until a program that was just started ends or exceeds a limit. Afterwards nothing of it runs any more,
    /// whatever it left behind, but for what the system does not let end.
    ///
    /// # Errors
    /// [`io::ErrorKind::Interrupted`] when `stop` is set meanwhile, and if its stdout cannot be read.
    pub fn watch(mut family: Family, limits: ProcessLimits, stop: &AtomicBool) -> io::Result<Self> {
        let start = Instant::now();
        let mut pipe = family.child.stdout.take();
        pipe.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        let (mut output, mut counted) = (Vec::new(), start);
        let exceeded = loop {
            let ended = family.has_ended();
            read(pipe.as_mut(), &mut output)?;
            let now = Instant::now();
            let took = now - start;
            if ended {
                break None;
            } else if took >= limits.wall {
                break Some(Ending::TooLong);
            } else if stop.load(Ordering::Relaxed) {
                return Err(ErrorKind::Interrupted.into());
            }
            if now - counted >= CENSUS && limits.memory < u64::MAX {
                if family.memory() > limits.memory {
                    break Some(Ending::TooMuchMemory);
                }
                counted = Instant::now();
            }
            // Short calls are measured to 5 %, long ones cost nothing to wait for.
            let pause = (took / 20).clamp(Duration::from_micros(200), Duration::from_millis(5));
            thread::sleep(pause.min(limits.wall.saturating_sub(took)));
        };
        let took = start.elapsed();
        let code = family.end().and_then(|status| status.code());
        Ok(Self { ending: exceeded.unwrap_or(Ending::Exited(code)), took, output })
    }
}

/// Reads what stands in a pipe, and throws away what is too much.
fn read(pipe: Option<&mut ChildStdout>, output: &mut Vec<u8>) -> io::Result<()> {
    let (Some(pipe), mut bytes) = (pipe, [0; 8192]) else { return Ok(()) };
    // A pipe holds no more than this; one that is filled faster is read again after a look at the clock.
    for _ in 0..16 {
        match pipe.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => output.extend_from_slice(&bytes[..count.min(MAX_OUTPUT - output.len())]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
