//! The words of UGI: forty exchanges of each game, and what a position says of itself.

use super::talk::Talk;
use boardbots_catalog::{Converse, parts};

/// The names of the games for two, each with moves from the start.
const GAMES: [(&str, &[&str]); 4] = [
    ("desconecta4", &["3", "3", "2", "4"]),
    ("tron", &["3", "0", "3", "0"]),
    ("connect-four", &["3", "3", "2", "4"]),
    ("reversi", &["d3", "c5", "f6", "f5"]),
];

fn response(talk: &mut Talk, question: &str) -> String {
    let heard = talk.ask(&format!("query {question}"));
    let [line] = &heard[..] else { panic!("{question}: {heard:?}") };
    line.strip_prefix("response ").unwrap_or_else(|| panic!("{question}: {line}")).to_string()
}

#[test]
fn forty_exchanges_of_each_game() {
    for (game, moves) in GAMES {
        let mut talk = Talk::with(game);
        let hello = talk.ask("ugi");
        assert_eq!((hello[0].split(' ').nth(2), hello.last().map(String::as_str)), (Some("boardbots"), Some("ugiok")));
        assert!(talk.ask("setoption name Depth value 2").is_empty());
        let mut exchanges = 2;
        for round in 0..2 {
            assert!(talk.ask("uginewgame").is_empty());
            for plies in 0..=moves.len() {
                let line = if plies == 0 { String::new() } else { format!(" moves {}", moves[..plies].join(" ")) };
                assert!(talk.ask(&format!("position startpos{line}")).is_empty(), "{game}{line}");
                let first = if plies % 2 == 0 { "true" } else { "false" };
                assert_eq!(response(&mut talk, "p1turn"), first, "{game}{line}");
                assert_eq!(response(&mut talk, "gameover"), "false");
                assert_eq!(response(&mut talk, "result"), "none");
                let go =
                    ["go depth 1", "go nodes 100", "go p1time 100 p2time 100 p1inc 1 p2inc 1"][(plies + round) % 3];
                let (_, best) = talk.go(go);
                assert!(!best.line.is_empty(), "{game}{line}: {go}");
                exchanges += 5;
            }
        }
        assert!(exchanges >= 40, "{exchanges}");
        talk.say("quit");
    }
}

#[test]
fn the_end_is_told_to_those_who_ask() {
    let mut talk = Talk::within("connect-four");
    for (moves, result, first) in [
        ("00102", "none", "false"),
        ("0010203", "p1win", "false"),
        ("10203050", "p2win", "true"),
        ("545062455041104565311226266362030334314210", "draw", "true"),
    ] {
        assert!(talk.ask(&format!("position startpos moves {moves}")).is_empty(), "{moves}");
        assert_eq!(response(&mut talk, "result"), result);
        assert_eq!(response(&mut talk, "gameover"), (result != "none").to_string());
        assert_eq!(response(&mut talk, "p1turn"), first);
    }
}

#[test]
fn a_position_that_a_game_writes_is_read_as_fen() {
    for (game, moves) in GAMES {
        let mut talk = Talk::within(game);
        talk.ask(&format!("position startpos moves {}", moves.join(" ")));
        let shown = talk.ask("d");
        let text = shown.last().and_then(|line| line.strip_prefix("cells ")).expect("a text").to_string();
        for word in ["fen", "cells"] {
            assert!(talk.ask("position startpos").is_empty());
            assert!(talk.ask(&format!("position {word} {text}")).is_empty(), "{game}: {text}");
            let again = talk.ask("d");
            assert_eq!(again.last(), shown.last(), "{game}");
        }
    }
}

#[test]
fn nodes_are_counted_exactly_and_alike_after_a_new_game() {
    for (game, _) in GAMES {
        let mut talk = Talk::within(game);
        let mut count = |nodes: u64| {
            talk.say("uginewgame");
            let (best, info) = talk.go(&format!("go nodes {nodes}"));
            (best, info.depth, info.nodes, info.line)
        };
        let (first, fewer) = (count(20_000), count(300));
        assert!(first.2 <= 20_000 && fewer.2 <= 300 && fewer.1 <= first.1, "{game}: {first:?} {fewer:?}");
        assert_eq!((count(20_000), count(300)), (first, fewer), "{game}");
    }
}

#[test]
fn connect_four_is_told_as_a_variant_of_chess_to_those_who_set_it() {
    let mut talk = Talk::with("connect-four");
    assert!(talk.ask("uci").iter().any(|line| line.ends_with("var connect-four var cfour")));
    for line in ["setoption name UCI_Variant value cfour", "ucinewgame", "position startpos moves P@d1 P@d2 P@e1"] {
        assert!(talk.ask(line).is_empty(), "{line}");
    }
    let fen = "7/7/7/7/3p3/3PP2[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 0 2";
    assert_eq!(talk.ask("d").last().map(String::as_str), Some(&*format!("fen {fen}")));
    let (_, info) = talk.go("go depth 4");
    assert!(info.line.iter().all(|action| action.starts_with("P@")), "{info:?}");
    assert!(talk.ask(&format!("position fen {fen} moves {}", info.line.join(" "))).is_empty(), "{info:?}");
    assert!(talk.ask("setoption name UCI_Variant value connect-four").is_empty());
    let (_, info) = talk.go("go depth 1");
    assert!(info.line.iter().all(|action| action.len() == 1), "{info:?}");
}

#[test]
fn every_engine_greets_in_both_words() {
    for (game, _) in parts::<Converse>() {
        let mut talk = Talk::within(game);
        let (ugi, uci) = (talk.ask("ugi"), talk.ask("uci"));
        assert_eq!((ugi.last().map(String::as_str), uci.last().map(String::as_str)), (Some("ugiok"), Some("uciok")));
        assert_eq!(ugi[..ugi.len() - 1], uci[..uci.len() - 1], "{game}");
    }
}
