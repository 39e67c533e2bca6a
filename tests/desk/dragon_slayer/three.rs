//! `boardbots dragon-slayer solve --players 3` as a process.

use super::process::{command, dragon_slayer};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// All values and the short answer: of a goal that takes some seconds.
const SOLVE: [&str; 6] = ["solve", "--players", "3", "--goal", "2", "--json"];

/// When the file was written the last time.
fn written(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Runs the command until the file has been written anew, and then ends it with a signal.
fn interrupted(arguments: &[&str], path: &Path, signal: Signal) -> Output {
    let before = written(path);
    let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    while written(path) == before {
        sleep(Duration::from_millis(10));
    }
    let pid = Pid::from_raw(child.id().try_into().expect("a small number")).expect("a process");
    kill_process(pid, signal).expect("a child of this process");
    child.wait_with_output().expect("an end")
}

/// The short answer without what differs from run to run.
fn answer(out: &str) -> Value {
    let mut json: Value = serde_json::from_str(out).expect("JSON");
    let seconds = json.as_object_mut().expect("an object").remove("seconds");
    assert!(seconds.is_some_and(|seconds| seconds.is_f64()));
    json
}

#[test]
fn three_players_are_solved_with_interruptions_as_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let file = path.to_str().expect("text");
    let (whole, parts) = (folder.path().join("whole.u16"), folder.path().join("parts.u16"));
    let resumed = [&SOLVE[..], &["--checkpoint", file]].concat();
    let killed = interrupted(&resumed, &path, Signal::KILL);
    assert_eq!((killed.status.code(), killed.stdout.len(), killed.stderr.len()), (None, 0, 0));
    let stopped = interrupted(&resumed, &path, Signal::TERM);
    let told = String::from_utf8(stopped.stderr).expect("text");
    assert_eq!((stopped.status.code(), stopped.stdout.len()), (Some(1), 0), "{told}");
    assert!(told.ends_with(&format!("; the same command resumes from {file}\n")), "{told}");
    // A table asks for nothing else.
    let table = |path: &Path| ["--table", path.to_str().expect("text")].map(str::to_string);
    let table_of = |arguments: &[&str], path: &Path| {
        let table = table(path);
        let words: Vec<&str> = arguments.iter().copied().chain(table.iter().map(String::as_str)).collect();
        let (code, out, err) = dragon_slayer(&words);
        assert_eq!((code, err.as_str()), (0, ""));
        answer(&out)
    };
    let one = table_of(&resumed, &parts);
    let other = table_of(&SOLVE, &whole);
    assert_eq!(one, other);
    assert!(fs::read(&parts).expect("a table") == fs::read(&whole).expect("a table"));
    for start in one["start"].as_array().expect("a list") {
        let sum: f64 = start["p"].as_array().expect("a list").iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{start}");
    }
    // What is solved answers at once, and other questions, too.
    let asked = ["solve", "--players", "3", "--goal", "2", "--checkpoint", file];
    let (code, out, _) = dragon_slayer(&[&asked[..], &["--csv"]].concat());
    assert_eq!((code, out.lines().count()), (0, 1 + 8 * 3 * 2 * 2 * 2));
    let (code, out, _) = dragon_slayer(&[&asked[..], &["--reduction"]].concat());
    assert_eq!(code, 0, "{out}");
    for part in ["Dragon Slayer for three, to 2, bonus 5", "\n  1 1 1  0.", "the player whose turn it is", "mean "] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // What is damaged is refused, and nothing else is done with it.
    let bytes = fs::read(&path).expect("a checkpoint");
    for (wrong, what) in [(&bytes[..bytes.len() / 2], "is damaged"), (b"values", "is not a checkpoint")] {
        fs::write(&path, wrong).expect("a file");
        let (code, out, err) = dragon_slayer(&resumed);
        assert_eq!((code, out.as_str()), (7, ""), "{err}");
        assert!(err.contains(&format!("--checkpoint {file}: {what}")), "{err}");
        assert!(err.ends_with("; remove it or name another file\n"), "{err}");
        assert!(fs::read(&path).expect("a file") == wrong);
    }
    fs::write(&path, &bytes).expect("a file");
    let (code, _, err) = dragon_slayer(&["solve", "--players", "3", "--goal", "3", "--checkpoint", file]);
    assert_eq!(code, 7, "{err}");
    assert!(err.contains("is the checkpoint of other rules: to 2, bonus 5"), "{err}");
}

#[test]
fn options_of_three_players_are_for_three() {
    for option in [&["--checkpoint", "x"][..], &["--reduction"], &["--grid", "x"], &["--threads", "1"]] {
        let (code, out, err) = dragon_slayer(&[&["solve"], option].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(&format!("{} is for --players 3", option[0])), "{err}");
    }
    for wrong in ["1", "4"] {
        assert_eq!(dragon_slayer(&["solve", "--players", wrong]).0, 2);
    }
    // Bots have no table of other rules.
    for (rules, option, what) in [
        (["--bonus", "4"], &["--reduction"][..], "--reduction measures the built-in table"),
        (["--goal", "41"], &["--reduction"], "--reduction measures the built-in table"),
        (["--goal", "2"], &["--grid", "x"], "--grid is for the printed rules"),
    ] {
        let (code, out, err) = dragon_slayer(&[&["solve", "--players", "3"], &rules[..], option].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(what), "{err}");
    }
    let missing = ["solve", "--players", "3", "--goal", "2", "--checkpoint", "none/x"];
    let (code, out, err) = dragon_slayer(&missing);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("--checkpoint none/x: cannot be written"), "{err}");
}
