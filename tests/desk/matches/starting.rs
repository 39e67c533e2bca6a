//! Programs before the first game, and what this machine lacks for them.

use super::{interrupted, run, text};
use crate::install;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// A program of the shell that speaks the protocol and answers `go` so; without single quotes.
fn engine(go: &str) -> String {
    format!(
        "sh -c 'while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) {go};; \
         quit) exit;; esac; done'"
    )
}

/// What stderr says of a match that no game was played of.
fn refused(output: &Output, codes: &[i32]) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{:?}: {error}", output.status);
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    error
}

/// Commands that cannot be started, and what is said of them.
fn unstartable(folder: &Path) -> Vec<(String, &'static str)> {
    let plain = folder.join("plain");
    fs::write(&plain, "#!/bin/sh\n").expect("a file of this test");
    let lost = folder.join("lost");
    install(&lost, b"#!/no/such/shell\n");
    vec![
        ("nosuchprogram".into(), "nosuchprogram: No such file or directory"),
        ("./nosuchprogram".into(), "./nosuchprogram: No such file or directory"),
        (format!("{}/none/bot", text(folder)), "/none/bot: No such file or directory"),
        (text(folder).to_string(), "Permission denied"),
        (text(&plain).to_string(), "Permission denied"),
        (text(&lost).to_string(), "No such file or directory"),
        ("my\\ bot".into(), "my\\ bot: No such file or directory"),
        ("DEPTH=3 bot".into(), "DEPTH=3 bot: No such file or directory (os error 2); for a variable write env"),
    ]
}

#[test]
fn programs_that_cannot_be_started_end_the_match_before_its_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (command, why) in unstartable(folder.path()) {
        let known = ["desconecta4:strong,depth=1", "--games", "2"];
        let error = refused(&run(&[&[&*format!("x=cmd:{command}")], &known[..]].concat()), &[2, 3]);
        assert!(error.contains(why) && error.contains("x=cmd:"), "{command}: {error}");
        let error = refused(&run(&["battletech:still", &format!("x=cmd:{command}"), "--games", "2"]), &[2, 3]);
        assert!(error.contains(why), "{command}: {error}");
        let mut fight = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        fight.args(["battletech", "fight", "--player", "still", "--player", &format!("cmd:{command}")]);
        let error = refused(&fight.output().expect("the program runs"), &[2, 3]);
        assert!(error.contains(why), "{command}: {error}");
        let client = format!("x=client:{command} {{server}} {{key}}");
        let error = refused(&run(&[&client, "vindinium:miner", "--games", "2"]), &[2, 3]);
        assert!(error.contains(why.split(": ").last().expect("words")), "{command}: {error}");
    }
}

#[test]
fn programs_that_are_not_ready_end_the_match_before_its_first_game() {
    for (script, more, why) in [
        ("exit 3", "10s", "it ended with exit code 3 before uciok"),
        ("echo one >&2; echo two >&2; exit 3", "10s", "before uciok; its last words: one | two"),
        ("sh no/such/script", "10s", "its last words: sh: "),
        ("kill -SEGV $$", "10s", "signal 11 ended it before uciok"),
        ("read -r uci; echo uciok; exit", "10s", "it ended with exit code 0 before readyok"),
        ("cat", "300ms", "no uciok or ugiok within 300ms"),
        ("sleep 100", "300", "no uciok or ugiok within 300ms"),
    ] {
        let player = format!("x=cmd:sh -c '{script}'");
        let more = ["desconecta4:strong,depth=1", "--games", "2", "--start-time", more];
        let error = refused(&run(&[&[&*player], &more[..]].concat()), &[3]);
        assert!(error.contains(why), "{script}: {error}");
    }
    for wrong in ["0", "-1s", "25h", "soon"] {
        let output = run(&["tron:strong", "tron:strong", &format!("--start-time={wrong}")]);
        assert_eq!(output.status.code(), Some(2), "{wrong}: {output:?}");
    }
}

#[test]
fn clients_that_do_not_join_end_the_match_before_its_first_game() {
    for (script, time, why) in [
        ("exit 3", "10s", "it ended with exit code 3 before its move"),
        ("echo no arena >&2; exit 1", "10s", "its last words: no arena"),
        ("exec sleep 100", "300ms", "it did not join within 300ms"),
    ] {
        let player = format!("x=client:sh -c '{script}' sh {{server}} {{key}}");
        let error = refused(&run(&[&player, "vindinium:miner", "--games", "2", "--start-time", time]), &[3]);
        assert!(error.contains(why), "{script}: {error}");
    }
}

#[test]
fn a_stop_counts_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let begun = folder.path().join("begun");
    let slow = format!("x=cmd:sh -c 'echo >> {}; sleep 2; exit 1'", text(&begun));
    let output = interrupted(&[&slow, "desconecta4:strong,depth=1", "--games", "2"], || begun.exists());
    refused(&output, &[1, 3]);
}

/// A match under a limit of the shell.
fn limited(limit: &str, players: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_boardbots"), "match"]);
    shell.args(players).args(["--games", "40", "--concurrency", "16", "--force"]);
    shell.output().expect("a shell")
}

#[test]
fn descriptors_that_this_process_lacks_are_nobodys_loss() {
    // Moves take so long that all games of the pool are under way together.
    let programs = ["a", "b"].map(|name| format!("{name}=cmd:{}", engine("sleep 0.1; echo bestmove 3")));
    let players = [&*programs[0], &programs[1], "--game", "desconecta4", "--deadline", "60000"];
    for number in (16..40).step_by(4) {
        let output = limited(&format!("-n {number}"), &players);
        let (error, shown) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        assert!(output.status.code().is_some_and(|code| code != 0), "{number}: {error}");
        assert!(error.contains("Too many open files") || error.contains("os error 24"), "{number}: {error}");
        assert!(!shown.contains("start "), "{number}: {shown}");
    }
}

/// Root has as many processes as it wants, so the match is another user's there.
#[test]
fn processes_that_this_machine_lacks_are_nobodys_loss() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).expect("ours");
    let program = folder.path().join("boardbots");
    install(&program, &fs::read(env!("CARGO_BIN_EXE_boardbots")).expect("built with this test"));
    let engine = format!("cmd:{}", engine("echo bestmove 3"));
    let script = "exec prlimit --nproc=6 \"$0\" match \"a=$1\" \"b=$1\" --game desconecta4 --games 4 --concurrency 1";
    let words: &[&str] = if rustix::process::geteuid().is_root() {
        &["setpriv", "--reuid=65534", "--clear-groups", "sh"]
    } else {
        &["sh"]
    };
    let mut shell = Command::new(words[0]);
    shell.args(&words[1..]).arg("-c").arg(script).arg(&program).arg(&engine).current_dir("/");
    let output = shell.output().expect("util-linux");
    let (error, shown) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(output.status.code().is_some_and(|code| code != 0), "{shown}");
    assert!(error.contains("Resource temporarily unavailable"), "{error}");
    assert!(!shown.contains("faults of"), "{shown}");
}

#[test]
fn a_fault_says_what_happened_and_when() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, pages) = (folder.path().join("match.jsonl"), folder.path().join("pages"));
    let dies = format!("dies=cmd:{}", engine("echo one >&2; printf \"two\\\\033[2J\\\\n\" >&2; kill -SEGV $$"));
    let players = [dies.as_str(), "desconecta4:strong,depth=1", "--games", "2", "--concurrency", "1"];
    let kept = ["--record", text(&record), "--report", text(&pages)];
    let output = run(&[&players[..], &kept].concat());
    let why = "signal 11 ended it before bestmove; its last words: one | two\\u{1b}[2J";
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("faults of dies: died 2\n"), "{shown}");
    assert!(shown.contains(&format!("  died, first in game 0, move 1: {why}")), "{shown}");
    let json: serde_json::Value =
        serde_json::from_slice(&run(&[&players[..], &["--json"]].concat()).stdout).expect("JSON");
    let first = &json["players"][0]["first_faults"]["died"];
    assert_eq!((&first["game"], &first["move"], &first["detail"]), (&0.into(), &1.into(), &why.into()), "{json}");
    let lines = fs::read_to_string(&record).expect("a record");
    let game: serde_json::Value = serde_json::from_str(lines.lines().nth(1).expect("a game")).expect("JSON");
    assert_eq!((&game["faults"][0]["move"], &game["faults"][0]["detail"]), (&1.into(), &why.into()), "{game}");
    let page = fs::read_to_string(pages.join("index.html")).expect("a page");
    assert!(page.contains("<li>") && page.contains("died: game 0, move 1: signal 11 ended it"), "{page}");
    let again = run(&["replay", text(&record), "0", "--again", "--allow-programs"]);
    assert!(again.status.success(), "{again:?}");
}

#[test]
fn memory_is_bounded_and_said() {
    // The shell doubles a text until there is no memory for it.
    let eats = engine("a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done");
    let player = format!("eats=cmd:{eats}");
    let more = ["desconecta4:strong,depth=1", "--games", "2", "--memory", "64", "--deadline", "60000"];
    let output = run(&[&[&*player], &more[..]].concat());
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("died 2"), "{shown}");
    assert!(shown.contains(" (its memory is limited to 64 MiB) before bestmove"), "{shown}");
}
