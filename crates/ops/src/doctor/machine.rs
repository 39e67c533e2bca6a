//! The machine that is looked at: its files below one root, its commands, each with a time limit, and its time.

use boardbots_base::input;
use boardbots_base::process::call::{Call, Ending, ProcessLimits};
use boardbots_base::process::family::Family;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

/// The most bytes of a file that are read.
const MAX_FILE: u64 = 64 * 1024;
/// The most entries of a folder that are looked at.
const MAX_ENTRIES: usize = 4096;

/// The file system, commands and clock that all checks read. Paths are absolute, `/proc/meminfo`, whatever the root is.
pub struct Machine {
    root: PathBuf,
    /// The commands of the machine.
    pub runner: Box<dyn Runner>,
    /// The time by the machine's clock.
    pub now: SystemTime,
    /// The command that runs this program, quoted as one word for a shell: on a board it is not in `$PATH`.
    pub program: String,
    /// The architecture that this program was built for, like `aarch64` or `arm`.
    pub binary: &'static str,
}

/// The permissions and owner of a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The permission bits, at most `0o7777`.
    pub mode: u32,
    /// The user's number.
    pub owner: u32,
    /// Neither folder nor device nor pipe.
    pub plain: bool,
}

impl Machine {
    /// The one that this process runs on.
    #[must_use]
    pub fn this() -> Self {
        let mut machine = Self::at(Path::new("/"), Box::new(System::default()));
        if let Some(called) = std::env::args_os().next().and_then(|word| word.into_string().ok()) {
            machine.program = quoted(&called);
        }
        machine
    }

    /// One whose files are below `root`.
    #[must_use]
    pub fn at(root: &Path, runner: Box<dyn Runner>) -> Self {
        let program = "boardbots".into();
        Self { root: root.into(), runner, now: SystemTime::now(), program, binary: std::env::consts::ARCH }
    }

    /// The path below the root.
    #[must_use]
    pub fn real(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// True if there is such a file or folder.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.real(path).exists()
    }

    /// The beginning of a file, up to 64 KiB, [tidy](input::tidy); what is no UTF-8 is replaced.
    ///
    /// # Errors
    /// It is not there, not readable, or no plain file: reading a pipe could wait for ever.
    pub fn read(&self, path: &str) -> io::Result<String> {
        self.bytes(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The beginning of a file, as bytes.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn bytes(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        input::plain(&self.real(path), File::options().read(true))?.take(MAX_FILE).read_to_end(&mut bytes)?;
        Ok(input::tidy(&bytes))
    }

    /// The names in a folder, in order; names that are not UTF-8 are left out.
    ///
    /// # Errors
    /// It is not there, not readable, or no folder.
    pub fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(self.real(path))?.take(MAX_ENTRIES);
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok().and_then(|entry| entry.file_name().into_string().ok())).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// The permissions and owner of a file.
    ///
    /// # Errors
    /// It is not there, or its folder may not be searched.
    pub fn access(&self, path: &str) -> io::Result<Access> {
        let about = fs::metadata(self.real(path))?;
        Ok(Access { mode: about.mode() & 0o7777, owner: about.uid(), plain: about.is_file() })
    }
}

/// A word for a shell.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-@+:".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Time for one command. Those that ask a daemon wait for it far longer by themselves.
const LIMIT: Duration = Duration::from_secs(3);

/// The failure of a command that gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
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
    fn run(&self, command: &[&str]) -> Result<String, RunError>;
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
    fn run(&self, command: &[&str]) -> Result<String, RunError> {
        let (program, arguments) = command.split_first().ok_or(RunError::Missing)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let family = Family::start(&mut command).map_err(|error| match error.kind() {
            // The search through $PATH ends so, too, where a folder of it is closed to this user.
            ErrorKind::NotFound | ErrorKind::PermissionDenied => RunError::Missing,
            _ => RunError::Failed(error.to_string()),
        })?;
        let limits = ProcessLimits { wall: self.limit, memory: u64::MAX };
        let call = Call::watch(family, limits, &AtomicBool::new(false));
        let call = call.map_err(|error| RunError::Failed(error.to_string()))?;
        match call.ending {
            Ending::Exited(Some(0)) => Ok(String::from_utf8_lossy(&call.output).into_owned()),
            Ending::Exited(Some(code)) => Err(RunError::Failed(format!("exit status: {code}"))),
            Ending::Exited(None) => Err(RunError::Failed("ended by a signal".into())),
            Ending::TooLong | Ending::TooMuchMemory => Err(RunError::Late),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::drawn::Drawn;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_the_beginning_of_plain_files_is_read() {
        let drawn = Drawn::new();
        drawn.file("/proc/big", &"x".repeat(1_000_000)).file("/proc/garbage", "").bytes("/proc/garbage", b"\xff\x00a");
        let machine = drawn.machine();
        assert_eq!(machine.read("/proc/big").unwrap().len(), 64 * 1024);
        assert_eq!(machine.read("/proc/garbage").unwrap(), "\u{fffd}\0a");
        assert_eq!(machine.read("/proc").unwrap_err().to_string(), "not a plain file");
        assert_eq!(machine.read("/proc/none").unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn devices_and_loops_are_not_opened() {
        let drawn = Drawn::new();
        drawn.folder("/etc");
        symlink("/dev/zero", drawn.real("/etc/endless")).unwrap();
        symlink("loop", drawn.real("/etc/loop")).unwrap();
        let made = Command::new("mkfifo").arg(drawn.real("/etc/pipe")).status().unwrap();
        assert!(made.success());
        let machine = drawn.machine();
        for path in ["/etc/endless", "/etc/pipe", "/etc/loop"] {
            assert!(machine.read(path).is_err(), "{path}");
        }
    }

    #[test]
    fn names_are_in_order() {
        let drawn = Drawn::new();
        drawn.file("/etc/b", "").file("/etc/a", "").folder("/etc/c");
        assert_eq!(drawn.machine().list("/etc").unwrap(), ["a", "b", "c"]);
        assert!(drawn.machine().list("/none").is_err());
    }

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("/etc/boardbots/keys/a-b_c.1"), "/etc/boardbots/keys/a-b_c.1");
        assert_eq!(quoted("/tmp/it's; rm"), "'/tmp/it'\\''s; rm'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn modes_are_seen() {
        let drawn = Drawn::new();
        drawn.file("/etc/key", "").mode("/etc/key", 0o640);
        let access = drawn.machine().access("/etc/key").unwrap();
        assert_eq!((access.mode, access.plain), (0o640, true));
        assert!(!drawn.machine().access("/etc").unwrap().plain);
    }

    fn run(limit: u64, script: &str) -> Result<String, RunError> {
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
        assert_eq!(system.run(&["no-such-program-anywhere"]), Err(RunError::Missing));
        assert_eq!(system.run(&[]), Err(RunError::Missing));
        assert!(matches!(run(20_000, "exit 3"), Err(RunError::Failed(how)) if how.contains('3')));
    }

    #[test]
    fn nobody_is_waited_for_for_ever() {
        for endless in ["exec sleep 300", "while :; do echo y; done", "exec >&-; exec sleep 300"] {
            assert_eq!(run(200, endless), Err(RunError::Late), "{endless}");
        }
    }

    #[test]
    fn children_of_a_command_do_not_outlive_it() {
        // The child has ended; its own child has the pipe yet.
        assert_eq!(run(20_000, "sleep 300 & echo $!").map(|id| Path::new("/proc").join(id.trim()).exists()), Ok(false));
    }
}
