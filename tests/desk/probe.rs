//! `boardbots probe`: it finds what is planted, and nothing in a program without faults.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A program in the shell that makes the first legal move, in pieces that can be replaced.
const PIECES: [(&str, &str); 11] = [
    ("start", ""),
    ("ugi", "echo id name Shell; echo setoption name SendPosition value true; echo ugiok"),
    ("isready", "echo readyok"),
    ("uginewgame", ":"),
    ("setoption", ":"),
    ("position", ":"),
    ("legal", "moves=${rest##*moves }; move=${moves%% *}"),
    ("go", "echo bestmove $move"),
    ("stop", ":"),
    ("quit", "exit 0"),
    ("*", ":"),
];

/// The program with these pieces instead, in a file.
fn program(folder: &Path, planted: &[(&str, &str)]) -> String {
    let piece = |name: &str, usual: &str| -> String {
        planted.iter().find(|(planted, _)| *planted == name).map_or(usual, |(_, piece)| piece).to_string()
    };
    let words = PIECES[1..].iter().map(|(name, usual)| format!("{name}) {};;\n", piece(name, usual)));
    let script = format!(
        "{}\nwhile read -r word rest; do case $word in\n{}esac; done\n{}\n",
        piece("start", ""),
        words.collect::<String>(),
        piece("end", "")
    );
    let path = folder.join("bot.sh");
    fs::write(&path, script).expect("a file of this test");
    format!("cmd:sh {}", path.display())
}

/// The checks that failed, and the exit code.
fn failures(player: &str) -> (Vec<Value>, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let output = command.args(["probe", player, "--game", "connect-four", "--json"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let checks = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    (checks.filter(|check| check["passed"] == false).collect(), output.status.code())
}

#[test]
fn a_program_without_faults_passes() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(failures(&program(folder.path(), &[])), (vec![], Some(0)));
    let own = format!("cmd:\"{}\" engine connect-four", env!("CARGO_BIN_EXE_boardbots"));
    assert_eq!(failures(&own), (vec![], Some(0)));
}

#[test]
fn a_program_without_moves_is_told_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (found, code) = failures(&program(folder.path(), &[("go", "echo bestmove 9")]));
    let names: Vec<&Value> = found.iter().map(|check| &check["check"]).collect();
    assert_eq!((names.last().and_then(|name| name.as_str()), code), (Some("a first move"), Some(6)), "{found:?}");
}

#[test]
fn every_planted_fault_is_found() {
    let all: &[(&str, &[(&str, &str)])] = &[
        ("the greeting", &[("ugi", "echo ugiok")]),
        ("the greeting", &[("start", "exit 3")]),
        ("isready, also twice", &[("isready", "[ -z \"$asked\" ] && echo readyok; asked=1")]),
        ("unknown options", &[("setoption", "case $rest in *No*) exit 1;; esac")]),
        ("unknown words and empty lines", &[("*", "[ -n \"$word\" ] && exit 1")]),
        ("a first move", &[("go", "echo bestmove 9")]),
        ("a first move", &[("go", ":")]),
        ("flush after each line", &[("go", "late=$move"), ("end", "echo bestmove $late")]),
        ("one answer for each go", &[("go", "echo bestmove $move; echo bestmove $move")]),
        ("odd positions", &[("position", "[ ${#rest} -lt 30 ] || exit 1")]),
        (
            "the position is the last one sent",
            &[("legal", "moves=${rest##*moves }; [ -n \"$move\" ] || move=${moves##* }")],
        ),
        ("go movetime", &[("go", "case $rest in *movetime\\ 0*) ;; *) echo bestmove $move;; esac")]),
        ("go with clocks", &[("go", "case $rest in *p1time*) ;; *) echo bestmove $move;; esac")]),
        ("go depth, go nodes", &[("go", "case $rest in *nodes*) ;; *) echo bestmove $move;; esac")]),
        ("unknown words after go", &[("go", "case $rest in *xyzzy*) exit 1;; esac; echo bestmove $move")]),
        ("stop", &[("go", "case $rest in *infinite*) ;; *) echo bestmove $move;; esac")]),
        ("a new game", &[("uginewgame", "exit 1")]),
        ("nothing but the protocol on stdout", &[("go", "echo I am thinking; echo bestmove $move")]),
        ("little on stderr", &[("go", "head -c 9000 /dev/zero | tr \"\\000\" x >&2; echo bestmove $move")]),
        ("quit", &[("quit", "exit 7")]),
        ("quit", &[("quit", "while :; do sleep 1; done")]),
        ("the end of stdin", &[("end", "while :; do sleep 1; done")]),
    ];
    // Each is examined in a thread of its own: they wait more than they compute.
    std::thread::scope(|scope| {
        for (expected, planted) in all {
            scope.spawn(move || {
                let folder = tempfile::tempdir().expect("a folder");
                let (found, code) = failures(&program(folder.path(), planted));
                let names: Vec<&str> = found.iter().filter_map(|check| check["check"].as_str()).collect();
                assert!(names.contains(expected), "{planted:?}: {found:?}");
                assert_eq!(code, Some(6), "{planted:?}");
                assert!(found.iter().all(|check| !check["remedy"].is_null()), "{found:?}");
            });
        }
    });
}
