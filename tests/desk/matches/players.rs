//! Players of a file.

use super::{run, table, text};
use std::fs;

const PLAYERS: &str = "\
# Who is there
deep=desconecta4:strong,depth=3

  desconecta4:course,depth=1
#desconecta4:nobody
";

#[test]
fn players_of_a_file_stand_behind_those_of_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, record) = (folder.path().join("players.txt"), folder.path().join("match.jsonl"));
    fs::write(&file, PLAYERS).expect("a file of this test");
    let more = ["--games", "12", "--record", text(&record)];
    let named = ["first=desconecta4:strong,depth=1", "deep=desconecta4:strong,depth=3", "desconecta4:course,depth=1"];
    let shown = table(&run(&[&named[..], &more].concat()));
    // The same match: its record is gone on with.
    let joined = run(&[&named[..1], &["--players", text(&file)], &more].concat());
    assert_eq!(table(&joined), shown);
    let alone = table(&run(&["--players", text(&file), "--games", "2"]));
    assert!(alone.contains("deep - course,depth=1: pairs"), "{alone}");
}

#[test]
fn a_line_that_is_no_player_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("players.txt");
    for (content, code, part) in [
        ("# one\ntron:strong\nstrong\n", 3, "players.txt:3: \"strong\" is no player; write GAME:NAME"),
        ("chess:strong\n", 3, "players.txt:1: \"chess:strong\": no game \"chess\""),
        ("# nobody\n\n", 3, "players.txt: no player in it"),
        ("tron:strong\n", 2, "a match of tron needs 2 players; here are 1"),
    ] {
        fs::write(&file, content).expect("a file of this test");
        let output = run(&["--players", text(&file)]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && error.contains(part), "{error}");
    }
    let none = run(&["tron:strong", "--players", text(&folder.path().join("none"))]);
    assert_eq!(none.status.code(), Some(3), "{none:?}");
    assert_eq!(run(&["--games", "2"]).status.code(), Some(2));
}
