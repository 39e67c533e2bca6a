//! The built program as an arena.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// A running `boardbots arena`; killed when dropped.
pub struct Process {
    pub child: Child,
    pub addr: SocketAddr,
}

impl Process {
    /// Starts it on a free port and waits for its line.
    pub fn start(db: &Path, options: &[&str]) -> Self {
        Self::of(command(&["--listen", "0", "--db"]), db, options)
    }

    /// Starts `boardbots tables` instead.
    pub fn tables(db: &Path, options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.args(["tables", "--listen", "0", "--db"]).env("RUST_LOG", "warn").stdin(Stdio::null());
        Self::of(command, db, options)
    }

    /// Starts what says where it listens.
    pub fn of(mut command: Command, db: &Path, options: &[&str]) -> Self {
        let mut child = command
            .arg(db)
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let addr = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let addr = addr.unwrap_or_else(|| panic!("the server says {line:?}")).parse().expect("an address");
        Self { child, addr }
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    }

    /// Asks it to end, and waits.
    pub fn terminate(mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.child.wait().unwrap().code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `boardbots arena` with these arguments, silent unless something is wrong.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("arena").args(args).env("RUST_LOG", "warn").stdin(Stdio::null());
    command
}

/// Runs it to its end.
pub fn run(args: &[&str]) -> Output {
    command(args).output().expect("the program runs")
}
