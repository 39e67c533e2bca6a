//! Players that do what nobody may.

use super::{run, table};

/// The bot of this program, as a program.
fn engine() -> String {
    format!("engine=cmd:{} engine desconecta4", env!("CARGO_BIN_EXE_boardbots"))
}

/// A program of the shell that says hello and readiness, and answers `go` so.
fn odd(name: &str, go: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) {go};; quit) exit;; esac; done"
    );
    format!("{name}=cmd:sh -c '{script}'")
}

#[test]
fn programs_that_behave_play_as_in_this_process() {
    let own = "own=desconecta4:learned,depth=2";
    let engine = engine();
    let shown = table(&run(&[own, &engine, "--games", "12", "--depth", "2"]));
    // Equal players: each wins one game of a pair.
    assert!(shown.contains("own - engine: pairs [0, 0, 6, 0, 0]"), "{shown}");
    assert!(!shown.contains("faults"), "{shown}");
}

#[test]
fn every_fault_is_counted_and_the_match_ends() {
    let players = [
        "own=desconecta4:strong,depth=1".to_string(),
        odd("hangs", "sleep 100"),
        odd("dies", "exit 3"),
        odd("illegal", "echo bestmove 9"),
        odd("garbage", "yes nonsense | head -n 100000"),
        odd("floods", "head -c 100000000 /dev/zero"),
    ];
    let arguments: Vec<&str> = players.iter().map(String::as_str).collect();
    let more = ["--game", "desconecta4", "--format", "gauntlet", "--games", "20", "--deadline", "3000"];
    let shown = table(&run(&[&arguments[..], &more].concat()));
    assert!(!shown.contains("faults of own"), "{shown}");
    for name in ["hangs", "dies", "illegal", "garbage", "floods"] {
        let line = shown.lines().find(|line| line.starts_with(&format!("faults of {name}: ")));
        let line = line.unwrap_or_else(|| panic!("no faults of {name} in {shown}"));
        assert!(line.ends_with(" 4"), "{line}");
    }
    let strict = run(&[&arguments[..2], &more, &["--strict", "--concurrency", "1"]].concat());
    assert_eq!(strict.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&strict.stderr).contains("seat 2: hang"), "{strict:?}");
}
