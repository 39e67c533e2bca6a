//! A terminal for the program to run in, and a person who watches it.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for any machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A terminal with a program in it.
pub struct Terminal {
    master: File,
    child: Child,
    output: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    seen: usize,
}

impl Terminal {
    /// `boardbots play` with these arguments in a terminal of this many columns.
    pub fn open(args: &[&str], columns: u16) -> Self {
        Self::program(&[&["play"], args].concat(), columns)
    }

    /// `boardbots` with these arguments in a terminal of this many columns.
    pub fn program(args: &[&str], columns: u16) -> Self {
        Self::with(args, columns, &[])
    }

    /// The same, with these variables in its environment.
    pub fn with(args: &[&str], columns: u16, variables: &[(&str, OsString)]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
        grantpt(&master).expect("ours");
        unlockpt(&master).expect("ours");
        let name = ptsname(&master, Vec::new()).expect("a name").into_bytes();
        let slave = OpenOptions::new().read(true).write(true).open(OsString::from_vec(name)).expect("ours");
        let master = File::from(master);
        // Ctrl-C reaches the session whose terminal it is.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(env!("CARGO_BIN_EXE_boardbots")).args(args);
        command.env_remove("NO_COLOR").env_remove("COLUMNS").env_remove("RUST_LOG");
        command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let end = || slave.try_clone().expect("a handle");
        command.stdin(end()).stdout(end()).stderr(end());
        resize(&master, columns);
        let child = command.spawn().expect("setsid of util-linux starts");
        let (sender, output) = channel();
        let mut source = master.try_clone().expect("a handle");
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Linux ends with an error when the program has gone.
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { master, child, output, bytes: Vec::new(), seen: 0 }
    }

    /// Another size, as if a window had been drawn larger or smaller.
    pub fn resize(&self, columns: u16) {
        resize(&self.master, columns);
    }

    /// True if what is typed is shown.
    pub fn echoes(&self) -> bool {
        tcgetattr(&self.master).expect("a terminal").local_modes.contains(LocalModes::ECHO)
    }

    /// Types.
    pub fn keys(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("the terminal takes it");
    }

    /// Types a line.
    pub fn line(&mut self, line: &str) {
        self.keys(&format!("{line}\n"));
    }

    /// Waits until this text has come since the last time; all that has come up to it.
    pub fn wait_for(&mut self, text: &str) -> String {
        self.until(|new| new.find(text).map(|at| at + text.len()))
            .unwrap_or_else(|all| panic!("the program has ended without {text:?}:\n{all}"))
    }

    /// Waits for a question, or for the end; what has come since the last time, and whether it
    /// is a question.
    pub fn question(&mut self) -> (String, bool) {
        match self.until(|new| new.ends_with("> ").then_some(new.len())) {
            Ok(new) => (new, true),
            Err(_) => (self.rest(), false),
        }
    }

    /// Waits for the program's end; what it has said since the last time.
    pub fn end(mut self) -> (String, ExitStatus) {
        let until_end = self.until(|_| None);
        assert!(until_end.is_err());
        (self.rest(), self.child.wait().expect("our child"))
    }

    /// Waits for the program's end; all that was drawn from one place of the cursor to the next.
    pub fn drawn(mut self) -> Vec<String> {
        let until_end = self.until(|_| None);
        assert!(until_end.is_err());
        let bytes = String::from_utf8_lossy(&self.bytes);
        let moves = |part: &str| part.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
        let parts = (0..).zip(bytes.split("\u{1b}["));
        let drawn = parts.map(|(at, part)| if at == 0 { part } else { &part[moves(part)..] });
        drawn.flat_map(|part| part.split(['\r', '\n'])).map(str::to_string).collect()
    }

    /// What has come since the last time, without colours and up to where `enough` says; all of
    /// it if the program ends before.
    fn until(&mut self, enough: impl Fn(&str) -> Option<usize>) -> Result<String, String> {
        let began = Instant::now();
        loop {
            let new = self.unseen();
            if let Some(end) = enough(&new) {
                self.seen += end;
                return Ok(new[..end].to_string());
            }
            let left = PATIENCE.saturating_sub(began.elapsed());
            match self.output.recv_timeout(left) {
                Ok(more) => self.bytes.extend(more),
                Err(RecvTimeoutError::Timeout) => panic!("nothing more comes:\n{new}"),
                Err(RecvTimeoutError::Disconnected) => return Err(new),
            }
        }
    }

    fn rest(&mut self) -> String {
        let new = self.unseen();
        self.seen += new.len();
        new
    }

    fn unseen(&self) -> String {
        bare(&String::from_utf8_lossy(&self.bytes))[self.seen..].to_string()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn resize(terminal: &File, columns: u16) {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).expect("a terminal has a size");
}

/// Without colours, and with the line ends of a file.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\u{1b}[") {
        bare.push_str(before);
        rest = behind.split_once('m').map_or("", |(_, rest)| rest);
    }
    bare.push_str(rest);
    bare.replace('\r', "")
}
