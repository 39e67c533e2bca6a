//! Commands one by one: what they are answered, and that what is wrong changes nothing.

use crate::engine::talk::{Talk, best};

#[test]
fn who_it_is_and_what_can_be_set() {
    for (game, mut talk) in [("desconecta4", Talk::within("desconecta4")), ("tron", Talk::with("tron"))] {
        let heard = talk.ask("uci");
        assert!(heard[0].starts_with(&format!("id name boardbots {game} ")), "{heard:?}");
        assert_eq!(heard.last().map(String::as_str), Some("uciok"));
        for name in ["Depth type spin", "Threads type spin", "Table type spin", "Evaluation type combo"] {
            assert!(heard.iter().any(|line| line.starts_with(&format!("option name {name} default "))), "{heard:?}");
        }
        let map = heard.iter().any(|line| line.starts_with("option name Map "));
        assert_eq!(map, game == "tron", "{heard:?}");
        talk.say("quit");
        assert!(talk.end().is_empty());
    }
}

#[test]
fn moves_come_as_words_or_in_a_row() {
    let mut talk = Talk::within("desconecta4");
    let mut shown = |line: &str| {
        assert!(talk.ask(line).is_empty(), "{line}");
        talk.ask("d")
    };
    let words = shown("position startpos moves 6 3 3 3 3 3 1 2");
    assert_eq!(words, shown("position startpos moves 63333312"));
    assert_eq!(words, shown("\tposition  startpos moves 633 33 312\r"));
    let cells = words.last().and_then(|line| line.strip_prefix("cells ")).expect("the position as text");
    assert_eq!(words, shown(&format!("position cells {cells}")));
    assert_ne!(words, shown(&format!("position cells {cells} moves 0")));
    assert_ne!(words, shown("position startpos"));
}

#[test]
fn the_first_example_of_the_rules_can_be_seen() {
    let mut talk = Talk::within("desconecta4");
    assert!(talk.ask("position startpos moves 633331200325403360227").is_empty());
    let shown = talk.ask("d");
    assert_eq!(shown[0], " .  .  .  .  .  .  .");
    assert_eq!(shown[1], " .  .  .  b  .  .  .");
    assert_eq!(shown[3], " .  .  .  B  .  .  .");
    assert_eq!(shown[6], " b  b  g  b  g  b  g");
    assert_eq!(shown[8], "round 11: blue to move; blue's bomb is in column 3");
}

/// Lines with a part of what they are answered.
fn refused(talk: &mut Talk, lines: &[(&str, &str)]) {
    let before = talk.ask("d");
    for (line, part) in lines {
        let heard = talk.ask(line);
        let [error] = &heard[..] else { panic!("{line}: {heard:?}") };
        assert!(error.starts_with("info string error: ") && error.contains(part), "{line}: {error}");
        assert_eq!(talk.ask("d"), before, "{line}");
    }
    let (best, _) = talk.go("go depth 2");
    assert_eq!(best.len(), 1);
}

#[test]
fn what_is_wrong_leaves_the_position_as_it_was() {
    let full = "2121212121212121212121212121212121212121212121212 1";
    let late = format!("position cells {full} 10000000");
    let mut talk = Talk::within("desconecta4");
    assert!(talk.ask("position startpos moves 3333333").is_empty());
    refused(
        &mut talk,
        &[
            ("position startpos moves 33333333", "move 8: column 3 is full"),
            ("position startpos moves 0 7", "move 2: blue has no bomb"),
            ("position startpos moves 8", "move 1: \"8\" is no action; there are 0 1 2"),
            ("position startpos moves 00102031", "move 8: the game has ended before 1"),
            ("position startpos moves 0 x", "move 2: \"x\" is no action; there are 0 1 2"),
            ("position startpos moves ٣", "\"٣\" is no action"),
            ("position startpos 0", "position startpos"),
            ("position", "position startpos"),
            ("position cells", "three words"),
            ("position cells 000 1 1", "49 cells"),
            ("position cells 0000000000000000000000000000000000000000000000003 1 1", "column 49"),
            ("position cells 0000000000000000000000000000000000000000000000001 1 1", "in the air"),
            ("position cells 4400000000000000000000000000000000000000000000000 1 1", "two bombs"),
            ("position cells 0000000000000000000000000000000000000000000000000 3 1", "mover"),
            ("position cells 0000000000000000000000000000000000000000000000000 1 0", "round"),
            ("position cells 0000000000000000000000000000000000000000000000000 1 1 1", "three words"),
            ("position cells 0000000000000000000000000000000000000000000000000 1 1 moves 7", "no bomb"),
            (&late, "round"),
            ("setoption name Hash value 16", "there are Depth, Threads, Table, Evaluation"),
            ("setoption name Depth value 0", "1 to 64"),
            ("setoption name Depth", "1 to 64"),
            ("setoption name Threads value 1000000", "1 to 64"),
            ("setoption name Table value -1", "0 to"),
            ("setoption name Table value 99999999999999999999999", "0 to"),
            ("setoption name Evaluation value Strong", "strong, course"),
            ("setoption Judge strong", "setoption name"),
            ("stop now", "stands alone"),
            ("castle", "there are ugi, uci"),
        ],
    );
}

#[test]
fn tron_refuses_as_clearly() {
    let mut talk = Talk::with("tron");
    assert!(talk.ask("setoption name Size value 8").is_empty());
    refused(
        &mut talk,
        &[
            ("position startpos moves 4", "no action; there are"),
            ("position startpos moves 5", "green can move and so cannot pass"),
            ("position cells 0 1 1", "a position is its cells row by row"),
            ("position fen 000000000 1 0,0 0,0 0 0 0", "both places must be floor"),
            ("position fen 00000000x 1 0,0 1,1 0 0 0", "column 9: 'x' is no cell"),
            ("position fen 000010000 1 0,0 1,1 0 0 99", "the cells have 1 units of dirt, and 99 are left"),
            ("position fen 0000000000 1 0,0 1,1 0 0 0", "no square"),
            ("position fen 000000000 3 0,0 1,1 0 0 0", "\"3\" is no mover"),
            ("position fen 000000000 1 0:0 1,1 0 0 0", "\"0:0\" is no place"),
            ("position fen 000000000 1 0,0 1,1 -1 0 0", "\"-1\" is no amount of dirt"),
            ("query who", "there are gameover, result, p1turn, p2turn"),
            ("setoption name Size value 5", "6 to 80"),
            ("setoption name Seed value x", "Seed is a whole number"),
            ("setoption name First value red", "green, blue"),
            ("setoption name Map value /nowhere/there is none.map", "/nowhere/there is none.map: "),
            ("setoption name Map value /dev/zero", "not a plain file"),
        ],
    );
}

#[test]
fn positions_that_have_ended_have_no_move() {
    let mut talk = Talk::within("desconecta4");
    assert!(talk.ask("position startpos moves 0010203").is_empty());
    talk.say("go depth 5");
    assert_eq!(talk.until("bestmove "), ["info string the game has ended, won by blue", "bestmove none"]);
    talk.say("go infinite");
    assert_eq!(talk.until("bestmove ").len(), 2);
    assert!(talk.ask("stop").is_empty());
    talk.say("quit");
    assert!(talk.end().is_empty());
}

#[test]
fn exact_results_come_before_all_else_where_there_is_time() {
    let mut talk = Talk::within("connect-four");
    assert!(talk.ask("position startpos moves 52631413").is_empty());
    talk.say("go infinite");
    let said = talk.until("info depth 31 score mate 31 ");
    assert_eq!(said.len(), 1, "{said:?}");
    talk.say("stop");
    assert_eq!(best(&talk.until("bestmove ")), "1");
    talk.say("go depth 2");
    assert!(talk.until("bestmove ")[0].starts_with("info depth 1 score cp "));
    talk.say("quit");
    assert!(talk.end().is_empty());
}

#[test]
fn the_longest_game_of_tron_fits_the_stack() {
    let mut talk = Talk::within("tron");
    assert!(talk.ask("setoption name Size value 80").is_empty());
    talk.say("go infinite");
    assert!(talk.until("info depth 2 ").len() > 1);
    talk.say("stop");
    assert_ne!(best(&talk.until("bestmove ")), "none");
    talk.say("quit");
    assert!(talk.end().is_empty());
}

#[test]
fn a_game_of_tron_is_played_to_its_end() {
    let mut talk = Talk::within("tron");
    assert!(talk.ask("setoption name Size value 6").is_empty());
    let mut moves = String::new();
    // Sixteen cells are soon used up; a player who is blocked passes meanwhile.
    while moves.len() < 40 {
        talk.say("go depth 3");
        let best = best(&talk.until("bestmove "));
        if best == "none" {
            return;
        }
        moves.push_str(&best);
        assert!(talk.ask(&format!("position startpos moves {moves}")).is_empty(), "{moves}");
    }
    panic!("no end: {moves}");
}
