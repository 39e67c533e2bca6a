//! Calls of the system that fail: each of a fixed script's calls for databases and records, one at a time.
//!
//! A library that the servers, a match and a tuning load first lets the n-th call of a class fail. Whatever that
//! is, nothing that was acknowledged is lost, nothing aborts or hangs, and what ends says why.

mod scripts;

use crate::ground::Ground;
use crate::row::Row;
use scripts::{Fault, Outcome, Script, Setting};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The name of the attack.
pub const NAME: &str = "faults";
/// Points that are tried in short; in the long form, all of them.
const POINTS: usize = 200;
/// Most calls that a script may make, all together.
const CALLS: usize = 2000;
/// Points that are tried at once: they wait more than they compute.
const AT_ONCE: usize = 4;
/// The library.
const PRELOAD: &str = include_str!("preload.c");

const EINTR: i32 = 4;
const EIO: i32 = 5;
const ENOMEM: i32 = 12;
const EMFILE: i32 = 24;
const ENOSPC: i32 = 28;
/// Half of the bytes are written.
const HALF: i32 = 0;

/// Classes of calls, and what their calls fail with, in turn.
const CLASSES: [(&str, &[i32]); 6] = [
    ("write", &[EIO, ENOSPC, EINTR, HALF]),
    ("sync", &[EIO, ENOSPC]),
    ("rename", &[EIO, ENOSPC]),
    ("open", &[EMFILE, EIO, EINTR]),
    ("accept", &[EMFILE, EINTR]),
    ("mmap", &[ENOMEM, EIO]),
];

/// Calls of a class, and how many of the points that were tried came to what.
type Tally = (usize, BTreeMap<Outcome, usize>);

/// Lets calls fail, one at a time.
pub fn calls(ground: &Ground) -> io::Result<Row> {
    let mut row = Row::new(NAME);
    let home = ground.scratch.folder(NAME)?;
    let (source, library) = (home.join("preload.c"), home.join("preload.so"));
    fs::write(&source, PRELOAD)?;
    let built = Command::new("cc").args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source).output()?;
    if !built.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&built.stderr).into_owned()));
    }
    let setting = |name: String, fault| -> io::Result<Setting<'_>> {
        let folder = home.join(name);
        fs::create_dir_all(&folder)?;
        Ok(Setting { ground, library: &library, folder, fault })
    };
    let mut points = Vec::new();
    let mut counted: BTreeMap<(Script, &str), Tally> = BTreeMap::new();
    for script in Script::ALL {
        let setting = setting(format!("{script:?}"), None)?;
        let outcome = script.play(&setting)?;
        if outcome != Outcome::WentOn {
            row.fail(format!("{script:?} without a fault: {outcome:?}"));
        }
        let log = fs::read_to_string(setting.log()).unwrap_or_default();
        for (class, errors) in CLASSES {
            let calls = log.lines().filter(|line| line.split(' ').next() == Some(class)).count();
            counted.insert((script, class), (calls, BTreeMap::new()));
            points.extend((1..=calls).map(|n| (script, Fault { class, n, error: errors[n % errors.len()] })));
        }
    }
    if points.len() > CALLS || points.is_empty() {
        row.fail(format!("the scripts make {} calls, and at most {CALLS} are wanted", points.len()));
    }
    let tried = if ground.long { points.len() } else { POINTS.min(points.len()) };
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && number < tried
                    && !ground.stop.is_interrupted()
                {
                    let (script, fault) = points[number * points.len() / tried];
                    let name = format!("{script:?}-{}-{}", fault.class, fault.n);
                    let played = setting(name, Some(fault)).and_then(|setting| {
                        let outcome = script.play(&setting)?;
                        let failed = fs::read_to_string(setting.log()).unwrap_or_default();
                        let _ = fs::remove_dir_all(&setting.folder);
                        let reached = !failed.is_empty() || outcome.is_failure();
                        Ok((if reached { outcome } else { Outcome::NotReached }, failed))
                    });
                    found.lock().expect("nobody panics while holding it").push((script, fault, played));
                }
            });
        }
    });
    for (script, fault, played) in found.into_inner().unwrap_or_default() {
        row.requests += 1;
        let (outcome, failed) = played?;
        if outcome.is_failure() {
            row.fail(format!("{script:?}, {fault:?} ({}): {outcome:?}", failed.trim()));
        }
        if let Some((_, outcomes)) = counted.get_mut(&(script, fault.class)) {
            *outcomes.entry(outcome.kind()).or_default() += 1;
        }
    }
    for ((script, class), (calls, outcomes)) in counted.iter().filter(|(_, (calls, _))| *calls > 0) {
        let outcomes: Vec<String> = outcomes.iter().map(|(outcome, count)| format!("{outcome:?} {count}")).collect();
        eprintln!("{NAME}: {script:?} {class}: {calls} calls; {}", outcomes.join(", "));
    }
    Ok(row)
}
