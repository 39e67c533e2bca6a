//! Programs that fork and flood when they are asked to play in matches.

use crate::ground::Ground;
use crate::process;
use crate::request::random_text;
use crate::row::Row;
use rustix::process::Signal;
use std::fs;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The attack's name.
pub const NAME: &str = "forks";
/// How long a match of two games may take.
const MATCH: Duration = Duration::from_secs(60);
/// How long a child may be seen after the match.
const AFTER: Duration = Duration::from_secs(3);
/// What programs do that mean harm; `MARK` is replaced by what they are found by.
const SCRIPTS: [(&str, &str); 6] = [
    ("children", "sh -c 'while :; do sleep 1; done' MARK & cat >/dev/null"),
    ("sessions", "setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done' MARK & cat >/dev/null"),
    (
        "generations",
        "i=0; while [ $i -lt 20 ]; do setsid sh -c 'setsid sh -c \"while :; do sleep 1; done\" MARK & sleep 1' MARK & \
         i=$((i+1)); done; exit 0",
    ),
    ("output", "trap '' TERM PIPE; while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"),
    ("errors", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done"),
    ("deaf", "trap '' TERM HUP INT PIPE; exec <&-; while :; do sleep 1; done"),
];

/// A match against each of these programs: it ends, and nothing survives it.
pub fn matches(ground: &Ground) -> io::Result<Row> {
    let folder = ground.scratch.folder(NAME)?;
    let mut row = Row::new(NAME);
    for (name, script) in SCRIPTS {
        if ground.stop.is_interrupted() {
            break;
        }
        let mark = format!("mark{}", random_text(20));
        let path = folder.join(format!("{mark}.sh"));
        fs::write(&path, script.replace("MARK", &mark))?;
        row.requests += 1;
        let before = row.failures.len();
        fight(ground, name, &format!("cmd:sh {}", path.display()), &mut row)?;
        let left = survivors(&mark);
        if !left.is_empty() {
            row.fail(format!("{name}: {} processes survive the match", left.len()));
            left.into_iter().for_each(|pid| process::signal(pid, Signal::KILL));
        }
        row.finished += u64::from(row.failures.len() == before);
    }
    Ok(row)
}

/// Two games against a program; they end by themselves.
fn fight(ground: &Ground, name: &str, player: &str, row: &mut Row) -> io::Result<()> {
    let mut child = Command::new(&ground.program)
        .args(["match", "--game", "desconecta4", "--games", "2", "--deadline", "300", "--concurrency", "1"])
        .args(["desconecta4:strong,depth=1", player])
        .env("RUST_LOG", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    while begun.elapsed() < MATCH && !ground.stop.is_interrupted() {
        row.memory = row.memory.max(process::peak_memory(child.id()));
        if let Some(status) = child.try_wait()? {
            // A match with faults may fail, but in order.
            if status.code().is_none_or(|code| code > 5) {
                row.fail(format!("{name}: the match ended with {status}"));
            }
            return Ok(());
        }
        ground.stop.sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    row.fail(format!("{name}: the match did not end within {MATCH:?}"));
    Ok(())
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
