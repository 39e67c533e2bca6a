//! Programs that do what no player should.

use boardbots_base::process::CommandLine;
use boardbots_base::process::call::{Call, Ending, ProcessLimits};
use boardbots_base::process::guard;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SHORT: ProcessLimits = ProcessLimits { wall: Duration::from_millis(400), memory: 64 << 20 };
const LONG: ProcessLimits = ProcessLimits { wall: Duration::from_mins(1), memory: 64 << 20 };

/// A script in the shell. It starts with a guard, as in a match.
fn shell(script: &str) -> CommandLine {
    guard::post(env!("CARGO_BIN_EXE_boardbots").into());
    format!("sh -c '{script}' sh").parse().expect("a command")
}

fn call(script: &str, limits: ProcessLimits) -> (Call, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["0", "Movimiento"];
    let call = Call::of(&shell(script), &arguments, folder.path(), limits, &AtomicBool::new(false));
    (call.expect("there is a shell"), folder)
}

/// Whether a process with this number runs.
fn runs(number: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

#[test]
fn works_in_the_folder_with_number_and_phase() {
    let (call, folder) = call("echo $1 $2 > said; exit 3", LONG);
    assert_eq!(call.ending, Ending::Exited(Some(3)));
    assert_eq!(read(folder.path(), "said"), "0 Movimiento\n");
    assert!(call.took < Duration::from_secs(10), "{call:?}");
}

#[test]
fn hangs() {
    let (call, _folder) = call("sleep 100", SHORT);
    assert_eq!(call.ending, Ending::TooLong);
    assert!(call.took >= SHORT.wall && call.took < Duration::from_secs(10), "{call:?}");
}

#[test]
fn waits_for_input_that_never_comes() {
    let (call, _folder) = call("cat", LONG);
    assert_eq!(call.ending, Ending::Exited(Some(0)), "stdin is at its end");
}

#[test]
fn ignores_requests_to_end() {
    let (call, folder) = call("trap : TERM INT HUP; echo $$ > own; while true; do sleep 1; done", SHORT);
    assert_eq!(call.ending, Ending::TooLong);
    let own = read(folder.path(), "own");
    assert!(!own.is_empty() && !runs(&own));
}

#[test]
fn dies() {
    let (call, _folder) = call("kill -SEGV $$", LONG);
    assert_eq!(call.ending, Ending::Exited(None));
}

#[test]
fn floods_what_it_prints_to() {
    let (call, _folder) =
        call("i=0; while [ $i -lt 3000 ]; do printf %01000d 0; printf %01000d 0 >&2; i=$((i+1)); done", LONG);
    assert_eq!(call.ending, Ending::Exited(Some(0)));
}

#[test]
fn floods_for_ever() {
    let (call, _folder) = call("yes; yes >&2", SHORT);
    assert_eq!(call.ending, Ending::TooLong);
}

#[test]
fn leaves_a_child_behind() {
    let (call, folder) = call("(sleep 1; echo late > late) & echo $! > child; exit 0", LONG);
    assert_eq!(call.ending, Ending::Exited(Some(0)));
    let child = read(folder.path(), "child");
    assert!(!child.is_empty() && !runs(&child), "it ends with the call");
    std::thread::sleep(Duration::from_millis(1500));
    assert!(!folder.path().join("late").exists());
}

#[test]
fn leaves_a_child_behind_in_another_group() {
    for script in [
        "setsid sleep 7654.25 & sleep 0.2; exit 0",
        "(setsid sleep 7654.25 &) & sleep 100",
        // In another folder, too.
        "cd /; (setsid setsid sleep 7654.25 &) ; sleep 0.2; exit 0",
    ] {
        let (call, _folder) = call(script, SHORT);
        assert_ne!(call.ending, Ending::Exited(Some(127)));
        let calls = fs::read_dir("/proc").expect("a list of processes").flatten();
        let calls = calls.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        assert_eq!(calls.filter(|call| call.starts_with(b"sleep\x007654.25")).count(), 0, "{script}");
    }
}

#[test]
fn eats_memory() {
    // The shell's own variable doubles until the limit.
    let (call, _folder) = call("a=0123456789abcdef; while true; do a=$a$a; done", LONG);
    assert_eq!(call.ending, Ending::TooMuchMemory);
}

#[test]
fn eats_memory_in_children() {
    // Each takes less than the limit; all together take more.
    let eater = "head -c 30000000 /dev/zero | tail -c 30000000 > /dev/null; sleep 100";
    // Something behind the last program keeps the shell, and what it has, from being replaced by it.
    let fill = "a=0123456789abcdef; i=0; while [ $i -lt 20 ]; do a=$a$a; i=$((i+1)); done; sleep 100; :";
    let script = format!("({fill}) & ({fill}) & ({fill}) & ({fill}) & ({fill}) & ({fill}) & sleep 100; {eater}");
    let (call, _folder) = call(&script, LONG);
    assert_eq!(call.ending, Ending::TooMuchMemory);
}

#[test]
fn is_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let program: CommandLine = "no-such-program-anywhere".parse().expect("a command");
    let error = Call::of(&program, &[], folder.path(), LONG, &AtomicBool::new(false)).expect_err("cannot start");
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
fn stops_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Instant::now();
    let error = Call::of(&shell("sleep 100"), &[], folder.path(), LONG, &AtomicBool::new(true)).expect_err("stopped");
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    assert!(start.elapsed() < Duration::from_secs(20));
}
