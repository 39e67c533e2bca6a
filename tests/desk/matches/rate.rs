//! `boardbots rate`: many records on one scale.

use super::{run, table, text};
use std::process::{Command, Output};

fn rate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boardbots")).arg("rate").args(arguments).output().expect("the program runs")
}

#[test]
fn players_of_several_matches_are_rated_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| text(&folder.path().join(name)).to_string();
    let [deep, middle, flat] =
        ["deep=desconecta4:strong,depth=4", "desconecta4:strong,depth=2", "flat=desconecta4:strong,depth=1"];
    let (one, two, apart, tron) = (path("one"), path("two"), path("apart"), path("tron"));
    let first = table(&run(&[deep, middle, "--games", "20", "--record", &one]));
    table(&run(&[flat, middle, "--games", "12", "--record", &two]));
    table(&run(&["desconecta4:course,depth=1", "desconecta4:course,depth=2", "--games", "2", "--record", &apart]));
    table(&run(&["tron:strong,depth=1", "tron:course,depth=1", "--games", "2", "--record", &tron]));

    // One record says what its match said, however often it is given.
    let games = |text: &str| text.lines().skip(1).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(games(&table(&rate(&[&one, &one]))), games(&first));
    let all = table(&rate(&[&one, &two, "--anchor", "flat"]));
    let row = |name: &str| all.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {all}"));
    assert!(all.starts_with("desconecta4, 32 games\n"), "{all}");
    assert!(row("strong,depth=2 ").contains(" 32 "), "{all}");
    // The player from whom Elo is counted has no error.
    assert!(row("flat ").contains("+0.0      -"), "{all}");
    assert!(row("deep ").contains(" 20 "), "{all}");

    let json = rate(&[&one, &two, "--json"]);
    let sheet: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((&sheet["games"], &sheet["players"][2]["name"]), (&32.into(), &"flat".into()));

    let strangers = table(&rate(&[&one, &apart]));
    assert!(strangers.contains("between: deep, strong,depth=2 | course,depth=1, course,depth=2"), "{strangers}");
    for (arguments, code, part) in [
        (&[one.as_str(), &tron][..], 7, "is of desconecta4, "),
        (&[&one, "--anchor", "nobody"], 2, "no player is called \"nobody\"; there are deep; strong,depth=2"),
        (&[&path("none")], 7, "none: "),
        (&[], 2, "FILE"),
    ] {
        let output = rate(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn one_name_for_two_players_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["a", "b"].map(|name| folder.path().join(name));
    for (depth, path) in ["1", "2"].iter().zip(&paths) {
        let players = [format!("new=tron:strong,depth={depth}"), "old=tron:course,depth=1".to_string()];
        table(&run(&[&players[0], &players[1], "--games", "2", "--sizes", "6", "--record", text(path)]));
    }
    let output = rate(&[text(&paths[0]), text(&paths[1])]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("new may be another player than in a file before: new=tron:strong,depth=2"), "{error}");
    assert!(!error.contains("old may"), "{error}");
}

#[test]
fn what_a_test_does_not_count_is_not_rated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players =
        ["tron:strong,depth=4", "tron:strong,depth=1", "--sprt", "0,100", "--games", "2000", "--sizes", "6-8"];
    let shown = table(&run(&[&players[..], &["--concurrency", "3", "--force", "--record", text(&path)]].concat()));
    assert!(shown.contains(" accepted"), "{shown}");
    // One more game than count, as when others were being played.
    let record = std::fs::read_to_string(&path).expect("a record");
    let game = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("a line")["game"].as_u64();
    let next = 1 + record.lines().skip(1).filter_map(game).max().expect("games");
    let next = next.next_multiple_of(2);
    let first = record.lines().find(|line| line.starts_with("{\"game\":0,")).expect("the first game");
    let more = first.replacen("\"game\":0,", &format!("\"game\":{next},"), 1);
    std::fs::write(&path, format!("{record}{more}\n")).expect("a file of this test");
    let rated = table(&rate(&[text(&path)]));
    let head = |text: &str| text.lines().take(4).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(head(&rated), head(&shown));
}
