//! Child commands, each with a time limit.

use boardbots_base::thread::{Promise, STACK, spawn};
use std::io::{self, ErrorKind, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time for one command. Those that ask a daemon wait for it far longer by themselves.
const LIMIT: Duration = Duration::from_secs(3);
/// The most bytes of an output that are kept.
const MAX_OUTPUT: u64 = 64 * 1024;
/// The time between two looks at a running child.
const LOOK: Duration = Duration::from_millis(5);

/// The failure of a command that gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrun {
    /// There is no such program that this user may run.
    #[error("is not installed")]
    Missing,
    /// It was not done in time, and was ended.
    #[error("does not answer in time")]
    Late,
    /// It ended with an error, or could not be started: how.
    #[error("fails ({0})")]
    Failed(String),
}

/// Runs commands.
pub trait Runner {
    /// The stdout of a command, a program and its arguments. It may be in any language: rely only on numbers and on
    /// words that are never translated.
    ///
    /// # Errors
    /// It is not there, not in time, or not successful.
    fn run(&self, command: &[&str]) -> Result<String, Unrun>;
}

/// The programs of this system.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Time for one command.
    pub limit: Duration,
}

impl Default for System {
    fn default() -> Self {
        Self { limit: LIMIT }
    }
}

impl Runner for System {
    fn run(&self, command: &[&str]) -> Result<String, Unrun> {
        let until = Instant::now() + self.limit;
        let (program, arguments) = command.split_first().ok_or(Unrun::Missing)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| match error.kind() {
                // The search through $PATH ends so, too, where a folder of it is closed to this user.
                ErrorKind::NotFound | ErrorKind::PermissionDenied => Unrun::Missing,
                _ => Unrun::Failed(error.to_string()),
            })?;
        let output = Promise::default();
        let read = output.clone();
        let pipe = child.stdout.take();
        let work = move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                // What was read until an error is as good as a shorter output. The rest is
                // read too, so that the child does not wait for it.
                let _ = pipe.by_ref().take(MAX_OUTPUT).read_to_end(&mut bytes);
                read.keep(bytes);
                let _ = io::copy(&mut pipe, &mut io::sink());
            }
        };
        if let Err(error) = spawn("command".into(), STACK, Box::new(work)) {
            let _ = child.kill();
            return Err(Unrun::Failed(error.to_string()));
        }
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() < until => thread::sleep(LOOK),
                Ok(None) => {
                    // A child that cannot even be killed (a dead network disk) is not waited for.
                    let _ = child.kill();
                    let _ = child.try_wait();
                    return Err(Unrun::Late);
                }
                Err(error) => return Err(Unrun::Failed(error.to_string())),
            }
        };
        if !status.success() {
            return Err(Unrun::Failed(status.to_string()));
        }
        // A child of the child may still hold the pipe.
        let left = until.saturating_duration_since(Instant::now()).max(LOOK);
        let bytes = output.wait(left).ok_or(Unrun::Late)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(limit: u64, script: &str) -> Result<String, Unrun> {
        System { limit: Duration::from_millis(limit) }.run(&["sh", "-c", script])
    }

    #[test]
    fn what_a_command_writes() {
        assert_eq!(run(20_000, "echo found; echo lost >&2").unwrap(), "found\n");
        let long = run(
            20_000,
            "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done",
        );
        assert_eq!(long.unwrap().len(), 64 * 1024);
        assert_eq!(run(20_000, "printf '\\377'").unwrap(), "\u{fffd}");
    }

    #[test]
    fn what_gives_no_answer() {
        let system = System::default();
        assert_eq!(system.run(&["no-such-program-anywhere"]), Err(Unrun::Missing));
        assert_eq!(system.run(&[]), Err(Unrun::Missing));
        assert!(matches!(run(20_000, "exit 3"), Err(Unrun::Failed(how)) if how.contains('3')));
    }

    #[test]
    fn nobody_is_waited_for_for_ever() {
        for endless in ["exec sleep 300", "while :; do echo y; done", "exec >&-; exec sleep 300"] {
            assert_eq!(run(200, endless), Err(Unrun::Late), "{endless}");
        }
        // The child has ended; its own child has the pipe for a while yet.
        assert_eq!(run(200, "sleep 2 &"), Err(Unrun::Late));
    }
}
