//! The program's own bots, in processes that outlive every outage of the arena.

use crate::process;
use crate::server::last_line;
use rustix::process::Signal;
use std::fs::{self, File};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How many play.
pub const BOTS: usize = 8;
/// How many of them play games of four.
const ARENA: usize = 3;
/// How long a bot may take to finish its game.
const END: Duration = Duration::from_mins(1);

/// A bot.
pub struct Bot {
    /// Its key, which is its name.
    pub name: String,
    /// Its number.
    pub pid: u32,
    child: Child,
    log: PathBuf,
}

impl Bot {
    /// Starts one that plays for ever.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(program: &Path, server: SocketAddr, folder: &Path, number: usize) -> io::Result<Self> {
        let name = format!("soakbot{number}");
        let (key, log) = (folder.join(format!("{name}.key")), folder.join(format!("{name}.log")));
        fs::write(&key, &name)?;
        let mode: &[&str] = if number < ARENA { &["arena"] } else { &["training", "--turns", "150"] };
        let kind = ["default", "miner", "hunter", "guard"][number % 4];
        let mut command = Command::new(program);
        command.args(["vindinium", "--games", "forever", "--bot", kind]).arg("--mode").args(mode);
        if kind == "default" {
            command.args(["--depth", "3", "--deadline", "300"]);
        }
        let child = command
            .args(["--server", &format!("http://{server}"), "--key-file"])
            .arg(key)
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&log)?)
            .spawn()?;
        Ok(Self { name, pid: child.id(), child, log })
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("{} ended with {status}: {}", self.name, last_line(&self.log)))
    }

    /// Lets it finish its game and ends it; what is wrong with how it ended.
    pub fn end(mut self) -> Option<String> {
        process::signal(self.pid, Signal::TERM);
        let begun = Instant::now();
        while begun.elapsed() < END {
            if let Ok(Some(status)) = self.child.try_wait() {
                return (!status.success())
                    .then(|| format!("{} ended with {status}: {}", self.name, last_line(&self.log)));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(format!("{} did not end within {END:?}", self.name))
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
