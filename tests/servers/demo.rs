//! What a user sees who types `boardbots demo`.

use std::process::{Command, Output};

/// What the program says and how it ends; on a machine so busy that a turn is lost (exit 6),
/// that of a later run.
fn demo(args: &[&str]) -> Output {
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.arg("demo").args(args).env_remove("RUST_LOG").output().expect("the program starts")
    };
    (0..2).map(|_| run()).find(|output| output.status.code() != Some(6)).unwrap_or_else(run)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("plain text")
}

#[test]
fn a_whole_game_is_played_and_its_result_shown() {
    let output = demo(&["--exit", "--seed", "5", "--depth", "3"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("1200 turns on a map of"), "{out}");
    assert!(out.contains("Replay: http://127.0.0.1:"), "{out}");
    for player in ["boardbots", "miner-bot", "hunter-bot", "guard-bot"] {
        let row = out.lines().find(|line| line.split_whitespace().next() == Some(player));
        let row: Vec<&str> = row.unwrap_or_else(|| panic!("no row of {player}: {out}")).split_whitespace().collect();
        assert_eq!(row.last(), Some(&"0"), "{player} lost a game by time-out: {out}");
    }
    // Plain lines of progress where there is no terminal, and nothing else.
    assert!(err.contains("turn 1200/1200: our gold"), "{err}");
    assert!(err.contains("Watch it live: http://127.0.0.1:"), "{err}");
    assert!(!err.contains("WARN") && !err.contains("ERROR"), "{err}");
}

#[test]
fn a_seed_repeats_the_game() {
    let played = || {
        let output = demo(&["--exit", "--seed", "3", "--depth", "2"]);
        let rows = text(&output.stdout);
        let rows = rows.lines().skip_while(|line| !line.starts_with("player")).skip(1).take(4);
        // Without how long decisions took.
        rows.map(|row| row.split_whitespace().take(6).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let first = played();
    assert_eq!(first.len(), 4);
    assert_eq!([played(), played()], [first.clone(), first]);
}

#[test]
fn training_games_are_counted_for_all_four() {
    let output = demo(&["--exit", "--training", "--games", "2", "--depth", "2"]);
    let out = text(&output.stdout);
    assert!(output.status.success(), "{out}{}", text(&output.stderr));
    assert!(out.contains("2 games"), "{out}");
    let places: f64 = out
        .lines()
        .filter(|line| line.starts_with("boardbots") || line.starts_with("random"))
        .map(|line| line.split_whitespace().nth(2).expect("a place").parse::<f64>().expect("a number"))
        .sum();
    assert!((4.0..=10.0).contains(&places), "{out}");
}

#[test]
fn options_that_make_no_sense_are_explained() {
    for (args, word) in [
        (&["--opponents", "miner,miner"][..], "three bots"),
        (&["--opponents", "miner,miner,nobody"], "nobody"),
        (&["--games", "0"], "--games"),
        (&["--depth", "99"], "--depth"),
        (&["--training", "--opponents", "miner,miner,miner"], "--training"),
    ] {
        let output = demo(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(word), "{args:?}: {}", text(&output.stderr));
    }
}

/// Without a command and without a terminal nobody could press Ctrl-C.
#[test]
fn the_bare_program_ends_where_no_one_watches() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let output =
        command.env_remove("RUST_LOG").stdin(std::process::Stdio::null()).output().expect("it starts and ends");
    let out = text(&output.stdout);
    assert!(matches!(output.status.code(), Some(0 | 6)) && out.contains("Replay: http://127.0.0.1:"), "{out}");
    assert!(!out.contains("Ctrl-C"), "{out}");
}
