//! `boardbots solve` as a process.

use crate::wrong_words::run;
use boardbots_connect_four::rules::Position;
use boardbots_game::two_player::TwoPlayerGame as _;
use serde_json::Value;
use std::fs;

/// Drops that leave the first player a win with their tenth piece from here on.
const MOVES: &str = "4200231320266552";

#[test]
fn a_position_has_an_exact_result() {
    let (code, out, err) = run(&format!("solve connect-four --moves {MOVES}"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("green wins in 19 plies; best 1; "), "{out}");
}

#[test]
fn each_move_has_one_and_the_best_of_them_is_the_result() {
    for options in ["", "--threads 2", "--table 1"] {
        let (code, out, _) = run(format!("solve connect-four --moves {MOVES} --all --json {options}").trim_end());
        let told: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((code, told["game"].as_str()), (Some(0), Some("connect-four")));
        assert_eq!((&told["result"], &told["plies"], &told["best"]), (&"win".into(), &19.into(), &"1".into()));
        assert_eq!(told["low"], told["high"]);
        let moves = told["moves"].as_array().expect("a list");
        let plies: Vec<(&str, Option<u64>)> =
            moves.iter().map(|one| (one["result"].as_str().expect("a result"), one["plies"].as_u64())).collect();
        let win = |plies| ("win", Some(plies));
        let draw = ("draw", Some(26));
        assert_eq!(plies, [draw, win(19), draw, win(21), win(25), win(21), win(25)], "{options}");
    }
}

#[test]
fn a_book_goes_on_where_it_ended() {
    let book = Position::book().expect("a book").text();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("begun.book");
    let extend = |plies: usize| run(&format!("solve connect-four --book {plies} --time 60 --file {}", file.display()));
    fs::write(&file, &book[..book.len() - 13]).expect("a file");
    let plies = book.lines().count();
    assert_eq!(extend(plies - 1), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(&file).expect("a file"), book[..book.len() - 13], "nothing was due");
    assert_eq!(extend(plies).0, Some(0));
    assert_eq!(fs::read_to_string(&file).expect("a file"), book);
    fs::write(&file, "3N\n3O2N7M").expect("a file");
    let (code, _, err) = extend(8);
    assert!(code == Some(3) && err.contains("begun.book: line 2, character 5: "), "{err}");
}

#[test]
fn options_choose_the_map() {
    let (code, out, err) = run("solve tron --set Size=6 --set seed=3 --all");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let found: Vec<&str> = out.lines().map(|line| line.split(';').next().expect("a part").trim()).collect();
    assert_eq!(found, ["a draw", "0  a draw", "1  blue wins", "2  a draw"], "{out}");
    let (_, other, _) = run("solve tron --set Size=6 --set Seed=3 --set First=blue --moves 0 --threads 2");
    assert!(other.starts_with("a draw; best "), "{other}");
}

#[test]
fn what_was_not_proven_in_time_is_told_as_bounds() {
    let (code, out, err) = run("solve reversi --time 1 --json");
    let told: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &told["result"]), (Some(1), &Value::Null));
    assert!(told["best"].is_string() && err.contains("the time was over"), "{err}");
}

#[test]
fn a_game_that_is_over_says_who_has_won() {
    let (code, out, _) = run("solve connect-four --moves 0010203");
    assert_eq!(code, Some(0));
    assert!(out.starts_with("green has won;"), "{out}");
}

#[test]
fn games_and_positions_that_cannot_be_solved_are_refused() {
    for (words, remedy) in [
        ("solve desconecta4", "there are tron, connect-four, reversi"),
        ("solve chess", "there are"),
        ("solve connect-four 000", "a position has 42 cells"),
        ("solve connect-four --moves 9", "there are 0 1 2 3 4 5 6"),
        ("solve connect-four --time 0", "--time"),
        ("solve connect-four --table 0", "--table"),
        ("solve tron --set Sise=8", "Sise=8: no option \"Sise\"; did you mean \"Size\"?"),
        ("solve tron --set Size", "Size is a whole number from 6 to 80"),
        ("solve tron 0000", "a position is its cells row by row"),
    ] {
        let (code, out, err) = run(words);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{words}: {err}");
        assert!(err.contains(remedy), "{words}: {err}");
    }
}
