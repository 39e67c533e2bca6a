//! Programs that fork and flood when they are asked to play in matches.

use crate::ground::Ground;
use crate::process;
use crate::request::random_text;
use crate::row::Row;
use crate::server::telling_line;
use rustix::process::Signal;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The attack's name.
pub const NAME: &str = "forks";
/// How long a match of two games may take.
const MATCH: Duration = Duration::from_mins(1);
/// How long a child may be seen after the match.
const AFTER: Duration = Duration::from_secs(3);
/// A program that is polite until it is asked for a move; `HARM` is replaced by what it does then.
const ENGINE: &str = "while read -r word rest; do case $word in uci) echo id name Shell; echo uciok;; \
    isready) echo readyok;; go) HARM;; quit) exit 0;; esac; done";
/// What programs do that mean harm; `MARK` is replaced by what they are found by.
const SCRIPTS: [(&str, &str); 7] = [
    ("children", "sh -c 'while :; do sleep 1; done' MARK & sleep 60"),
    ("sessions", "setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done' MARK & sleep 60"),
    (
        "generations",
        "i=0; while [ $i -lt 20 ]; do setsid sh -c 'setsid sh -c \"while :; do sleep 1; done\" MARK & sleep 1' MARK & \
         i=$((i+1)); done; exit 0",
    ),
    (
        "orphans",
        "setsid sh -c 'setsid sh -c \"while :; do sleep 1; done\" MARK >/dev/null 2>&1 </dev/null & exit 0' MARK; sleep 60",
    ),
    ("output", "trap '' TERM PIPE; while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"),
    ("errors", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done"),
    ("deaf", "trap '' TERM HUP INT PIPE; exec <&-; while :; do sleep 1; done"),
];

/// A match against each of these programs, all at once: it ends, and nothing survives it.
pub fn matches(ground: &Ground) -> io::Result<Row> {
    let folder = ground.scratch.folder(NAME)?;
    let mut row = Row::new(NAME);
    let fights: Vec<io::Result<Row>> = thread::scope(|scope| {
        let fights = SCRIPTS.map(|(name, script)| scope.spawn(|| fight(ground, &folder, name, script)));
        fights.into_iter().map(|fight| fight.join().unwrap_or_else(|_| Err(io::Error::other("a panic")))).collect()
    });
    for fight in fights {
        let fight = fight?;
        row.requests += 1;
        row.finished += u64::from(fight.failures.is_empty());
        row.memory = row.memory.max(fight.memory);
        row.failures.extend(fight.failures);
        row.remarks.extend(fight.remarks);
    }
    Ok(row)
}

/// Two games against a program; they end by themselves, and with them all that it started.
fn fight(ground: &Ground, folder: &Path, name: &str, script: &str) -> io::Result<Row> {
    let mark = format!("mark{}", random_text(20));
    let path = folder.join(format!("{mark}.sh"));
    fs::write(&path, ENGINE.replace("HARM", script).replace("MARK", &mark))?;
    let log = folder.join(format!("{name}.log"));
    let mut row = Row::new(name);
    let mut child = Command::new(&ground.program)
        .args(["match", "--game", "desconecta4", "--games", "2", "--deadline", "300", "--concurrency", "1"])
        .arg("desconecta4:strong,depth=1")
        .arg(format!("cmd:sh {}", path.display()))
        .env("RUST_LOG", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&log)?)
        .spawn()?;
    let begun = Instant::now();
    let status = loop {
        row.memory = row.memory.max(process::peak_memory(child.id()));
        let status = child.try_wait()?;
        if status.is_some() || begun.elapsed() > MATCH || ground.stop.is_interrupted() {
            break status;
        }
        ground.stop.sleep(Duration::from_millis(20));
    };
    row.remarks.push(format!("{name}: {:.1} s", begun.elapsed().as_secs_f64()));
    match status {
        // A match with faults may fail, but in order.
        Some(status) if status.code().is_some_and(|code| code < 100) => {}
        Some(status) => row.fail(format!("{name}: the match ended with {status}: {}", telling_line(&log))),
        None => {
            row.fail(format!("{name}: the match did not end within {MATCH:?}"));
            let _ = child.kill();
            let _ = child.wait();
        }
    }
    let left = survivors(&mark);
    if !left.is_empty() {
        row.fail(format!("{name}: {} processes survive the match", left.len()));
        for pid in left {
            process::signal(pid, Signal::KILL);
        }
    }
    Ok(row)
}

/// Those that still run a while after the match.
fn survivors(mark: &str) -> Vec<u32> {
    let begun = Instant::now();
    loop {
        let left = process::found(mark);
        if left.is_empty() || begun.elapsed() > AFTER {
            return left;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
