//! Matches that end in every way: nothing of their programs outlives them.

use super::script::{LONG, runs};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How a match is ended while its program thinks.
type End = fn(Pid);

/// Sends a signal, if the match is still there.
fn send(pid: Pid, signal: Signal) {
    let _ = kill_process(pid, signal);
}

/// Sends a signal twice, so that each is seen.
fn twice(pid: Pid, signal: Signal) {
    send(pid, signal);
    sleep(Duration::from_millis(300));
    send(pid, signal);
}

/// The path of a program that ignores signals, with a child, a grandchild, one in a session of its own, and one that
/// has also lost its parent and its environment. Each writes its number down. It thinks for ever if it is told to.
fn program(folder: &Path, thinks: bool) -> String {
    let (ids, script, hidden) = (folder.join("ids"), folder.join("engine.sh"), folder.join("hidden.sh"));
    let stay = format!("trap '' HUP INT TERM; echo $$ >> {}; while :; do sleep 1; done", ids.display());
    fs::write(&hidden, stay).expect("a file of this test");
    let hidden = hidden.display();
    let answer = if thinks { "while :; do sleep 1; done" } else { "echo bestmove 9" };
    let engine = format!(
        "trap '' HUP INT TERM; echo $$ >> {ids}
sh {hidden} & (sh {hidden} & wait) & setsid sh {hidden} & (env -i setsid setsid /bin/sh {hidden} &)
while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; quit) ;; go) {answer};; esac; done
while :; do sleep 1; done",
        ids = ids.display()
    );
    fs::write(&script, engine).expect("a file of this test");
    script.display().to_string()
}

/// The processes that were written down.
fn written(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("ids")).unwrap_or_default();
    text.lines().map(str::to_string).collect()
}

/// Waits until this is so.
fn until(what: &str, so: impl Fn() -> bool) {
    let late = Instant::now() + LONG;
    while !so() {
        assert!(Instant::now() < late, "{what}");
        sleep(Duration::from_millis(10));
    }
}

/// Plays a match with that program, ends it, and looks for what is left.
fn ended(name: &str, thinks: bool, more: &[&str], end: End) {
    ended_in(["desconecta4:strong,depth=1", "odd=cmd:sh PROGRAM"], name, thinks, more, end);
}

/// The same in a game, with a player of this command.
fn ended_in(players: [&str; 2], name: &str, thinks: bool, more: &[&str], end: End) {
    let folder = tempfile::tempdir().expect("a folder");
    let players = players.map(|player| player.replace("PROGRAM", &program(folder.path(), thinks)));
    // A session of its own below a shell: other tests of this process end its children of other groups.
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        "setsid \"$@\" > /dev/null 2>&1 & echo $!; wait $!",
        "sh",
        env!("CARGO_BIN_EXE_boardbots"),
        "match",
    ]);
    shell.args(players).args(["--games", "2", "--concurrency", "1"]).args(more);
    let mut shell = shell.stdout(Stdio::piped()).spawn().expect("a shell");
    let mut line = String::new();
    BufReader::new(shell.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a number");
    let number = line.trim().parse().ok().and_then(Pid::from_raw).expect("a number");
    if thinks {
        until(&format!("{name}: all processes have begun"), || written(folder.path()).len() >= 5);
    }
    end(number);
    // Another test of this process may have collected its exit.
    let _ = shell.wait();
    until(&format!("{name}: nothing is left of {:?}", written(folder.path())), || {
        !written(folder.path()).iter().any(|number| runs(number))
    });
    assert!(!written(folder.path()).is_empty(), "{name}");
}

#[test]
fn nothing_outlives_a_match_that_ends_by_itself() {
    ended("normal end", false, &[], |_| {});
    ended("first fault", false, &["--strict"], |_| {});
}

#[test]
fn nothing_outlives_a_match_that_is_interrupted_once() {
    ended("deadline after Ctrl-C", true, &["--deadline", "2000"], |pid| send(pid, Signal::INT));
}

#[test]
fn nothing_outlives_other_kinds_of_programs() {
    let games =
        [["battletech:still", "odd=cmd:sh PROGRAM"], ["vindinium:miner", "odd=client:sh PROGRAM {server} {key}"]];
    for players in games {
        ended_in(players, "SIGKILL", true, &[], |pid| send(pid, Signal::KILL));
        ended_in(players, "SIGTERM twice", true, &[], |pid| twice(pid, Signal::TERM));
    }
}

#[test]
fn nothing_outlives_a_match_that_is_ended_by_signals() {
    let ends: [(&str, End); 6] = [
        ("second Ctrl-C", |pid| twice(pid, Signal::INT)),
        ("second Ctrl-C of a terminal", |pid| {
            for _ in 0..2 {
                let _ = kill_process_group(pid, Signal::INT);
                sleep(Duration::from_millis(300));
            }
        }),
        ("SIGTERM twice", |pid| twice(pid, Signal::TERM)),
        ("SIGHUP", |pid| send(pid, Signal::HUP)),
        ("SIGKILL", |pid| send(pid, Signal::KILL)),
        ("SIGKILL of the group", |pid| {
            let _ = kill_process_group(pid, Signal::KILL);
        }),
    ];
    for (name, end) in ends {
        ended(name, true, &[], end);
    }
}
