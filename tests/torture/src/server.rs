//! A server of the project in a process of its own.

use crate::process;
use crate::stop::Stop;
use rustix::process::Signal;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Longest time until a server listens.
const START: Duration = Duration::from_secs(20);
/// Longest time until it has ended.
const END: Duration = Duration::from_secs(40);

/// The bots that usually fill waiting games.
pub const FILL: &str = "random,random,random";

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub program: PathBuf,
    /// The command and its options, without `--listen` and `--db`.
    pub args: Vec<String>,
    /// Where it listens.
    pub listen: SocketAddr,
    /// Its database.
    pub db: PathBuf,
    /// Where its log lines go.
    pub log: PathBuf,
    /// How much it logs; if it is `debug`, to a pipe that nobody reads.
    pub level: &'static str,
    /// Whether it is held to a quarter of a core.
    pub slowed: bool,
    /// What its environment has besides.
    pub env: Vec<(&'static str, OsString)>,
}

impl Plan {
    /// An arena on a free port of 127.0.0.1 with its database in this folder.
    pub fn arena(program: &Path, folder: &Path) -> Self {
        let args = ["arena", "--turn-limit", "1s", "--fill", ""];
        let mut plan = Self {
            program: program.to_path_buf(),
            args: args.map(str::to_string).to_vec(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            db: folder.join("arena.db"),
            log: folder.join("server.log"),
            level: "warn",
            slowed: false,
            env: Vec::new(),
        };
        plan.fill(FILL);
        plan
    }

    /// Has waiting games filled with these bots.
    pub fn fill(&mut self, bots: &str) {
        if let Some(fill) = self.args.last_mut() {
            *fill = format!("2s={bots}");
        }
    }

    /// The database of the tables.
    pub fn tables_db(&self) -> PathBuf {
        self.db.with_extension("tables.db")
    }
}

/// A server that runs.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub addr: SocketAddr,
    /// Its log lines, if nobody reads them.
    unread: Option<ChildStderr>,
    /// Cleared when it may run as fast as it can; `None` if it always may.
    slowed: Option<Stop>,
}

/// Times for which a slowed server runs, on one core, and is stopped.
const SLOWED: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(15)];

impl Server {
    /// Starts it; returns when it listens.
    ///
    /// # Errors
    /// If it does not; the text has its last log lines.
    pub fn start(plan: &Plan) -> io::Result<Self> {
        let unread = plan.level == "debug";
        let stderr =
            if unread { Stdio::piped() } else { File::options().create(true).append(true).open(&plan.log)?.into() };
        let mut command = Command::new(if plan.slowed { Path::new("taskset") } else { &plan.program });
        if plan.slowed {
            command.args(["-c", "0"]).arg(&plan.program);
        }
        let mut child = command
            .args(&plan.args)
            .arg("--listen")
            .arg(plan.listen.to_string())
            .arg("--db")
            .arg(&plan.db)
            .env("RUST_LOG", plan.level)
            .envs(plan.env.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()?;
        let line = first_line(&mut child);
        let addr = line.as_deref().and_then(|line| line.strip_prefix("http://")?.trim_end_matches('/').parse().ok());
        let unread = child.stderr.take();
        if let Some(addr) = addr {
            let slowed = plan.slowed.then(|| slow_down(child.id()));
            return Ok(Self { child, addr, unread, slowed });
        }
        let _ = child.kill();
        let status = child.wait()?;
        Err(io::Error::other(format!("it does not listen ({status}): {}", telling_line(&plan.log))))
    }

    /// Its number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Most memory that it had in MiB.
    pub fn peak(&self) -> f64 {
        process::peak_memory(self.pid())
    }

    /// Whether it has ended by itself, and how.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Kills it.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends it with SIGTERM; how long it took.
    ///
    /// # Errors
    /// If it does not end in time, or not by itself.
    pub fn end(mut self) -> io::Result<Duration> {
        if let Some(status) = self.ended() {
            return Err(io::Error::other(format!("it has ended before: {status}")));
        }
        self.slowed.take().inspect(Stop::call);
        let begun = Instant::now();
        process::signal(self.pid(), Signal::TERM);
        while begun.elapsed() < END {
            if let Some(status) = self.ended() {
                let took = begun.elapsed();
                return if status.success() {
                    Ok(took)
                } else {
                    Err(io::Error::other(format!("it ended with {status}")))
                };
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err(io::Error::new(ErrorKind::TimedOut, format!("it has not ended {END:?} after SIGTERM")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.slowed.take().inspect(Stop::call);
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.unread = None;
    }
}

/// Lets a process run for a part of the time, until the returned stop is called or the process is gone.
fn slow_down(pid: u32) -> Stop {
    let stop = Stop::new(Arc::default());
    let over = stop.clone();
    thread::spawn(move || {
        while !over.is_over() && Path::new(&format!("/proc/{pid}")).exists() {
            process::signal(pid, Signal::STOP);
            thread::sleep(SLOWED[1]);
            process::signal(pid, Signal::CONT);
            thread::sleep(SLOWED[0]);
        }
    });
    stop
}

/// The first line that a process prints, if it comes in time. The rest is read and forgotten.
pub fn first_line(child: &mut Child) -> Option<String> {
    let stdout = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        let mut line = String::new();
        let _ = reader.read_line(&mut line);
        let _ = sender.send(line.trim().to_string());
        let _ = io::copy(&mut reader, &mut io::sink());
    });
    receiver.recv_timeout(START).ok()
}

/// The last line of a file, shortened.
pub fn last_line(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(4096)..]).into_owned();
    text.lines().last().unwrap_or_default().chars().take(200).collect()
}

/// The line of a file that tells of a panic, or the last one, shortened.
pub fn telling_line(path: &Path) -> String {
    let text = std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let mut lines = text.lines().skip_while(|line| !line.contains("panicked at"));
    match (lines.next(), lines.next()) {
        (Some(place), message) => format!("{place} {}", message.unwrap_or_default()).chars().take(240).collect(),
        _ => last_line(path),
    }
}
