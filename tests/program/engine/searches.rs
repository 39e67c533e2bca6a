//! What searches say and find.

use crate::engine::talk::{Info, Talk, best};
use boardbots_desconecta4::rules::Position as Desconecta4;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_search::position::Position as _;

/// Positions of the first rounds and the middle, as moves.
const POSITIONS: [&str; 4] = ["", "3334", "633331200325403360227", "01234560"];

#[test]
fn every_iteration_is_told() {
    let mut talk = Talk::with("desconecta4");
    for moves in POSITIONS {
        assert!(talk.ask(&format!("position startpos moves {moves}")).is_empty());
        talk.say("go depth 7");
        let heard = talk.until("bestmove ");
        let infos: Vec<Info> = heard[..heard.len() - 1].iter().map(|line| Info::read(line)).collect();
        // Near the end by fours.
        assert!(infos.iter().map(|info| info.depth).eq([1, 3, 7]), "{heard:?}");
        assert!(infos.windows(2).all(|pair| pair[0].nodes < pair[1].nodes), "{heard:?}");
        for info in &infos {
            assert!(!info.line.is_empty() && info.line.len() <= info.depth.into(), "{info:?}");
            let mut position = Desconecta4::default();
            for digit in moves.chars().map(|digit| digit.to_string()).chain(info.line.clone()) {
                let action = position.parse_move(&digit).unwrap_or_else(|error| panic!("{info:?}: {error}"));
                position.play(action);
            }
        }
        assert_eq!(Some(best(&heard)), infos.last().and_then(|info| info.line.first().cloned()));
    }
}

#[test]
fn one_thread_counts_the_same_nodes_every_time() {
    let count = |talk: &mut Talk| -> Vec<Info> {
        let mut infos = Vec::new();
        for moves in POSITIONS {
            talk.say("ucinewgame");
            talk.say(&format!("position startpos moves {moves}"));
            infos.push(talk.go("go depth 8").1);
        }
        infos
    };
    let mut talk = Talk::within("desconecta4");
    let first = count(&mut talk);
    assert_eq!(first, count(&mut talk), "after a new game");
    assert_eq!(first, count(&mut Talk::with("desconecta4")), "in another process");
}

#[test]
fn two_threads_find_what_one_finds() {
    for (game, depth) in [("desconecta4", 10), ("tron", 8)] {
        let mut found = Vec::new();
        for threads in ["1", "2", "1"] {
            let mut talk = Talk::with(game);
            assert!(talk.ask(&format!("setoption name Threads value {threads}")).is_empty());
            let positions: &[&str] = if game == "tron" { &[""] } else { &POSITIONS };
            let search = |moves: &&str| {
                talk.say(&format!("position startpos moves {moves}"));
                let (best, info) = talk.go(&format!("go depth {depth}"));
                (best, info.score, info.depth)
            };
            found.push(positions.iter().map(search).collect::<Vec<_>>());
        }
        assert_eq!(found[0], found[1], "{game}");
        assert_eq!(found[0], found[2], "{game}");
    }
}

#[test]
fn a_seen_end_is_counted_in_plies() {
    let mut talk = Talk::within("desconecta4");
    for (moves, plies, first) in [
        ("66143640522", 1, "7"),
        ("401440512264006077131101740722270002226", 3, "2"),
        ("50644121323070020011055215333", -2, "1"),
        ("00546211353773555", -4, "0"),
    ] {
        talk.say(&format!("position startpos moves {moves}"));
        let (best, info) = talk.go("go depth 12");
        assert!(info.mate && best == first && info.score == plies, "{info:?}");
        let line = info.line.concat();
        assert_eq!(line.len(), usize::try_from(plies.unsigned_abs()).expect("few"));
        // More plies would find the same: the first iteration that sees the end is the last.
        let depths = plies.unsigned_abs()..plies.unsigned_abs() + 5;
        assert!(depths.contains(&u32::from(info.depth)), "{moves}: {info:?}");
        let mut position = Desconecta4::default();
        for digit in moves.chars().chain(line.chars()) {
            assert_eq!(position.winner(), None, "{moves} {line}");
            position.play(position.parse_move(&digit.to_string()).expect("a legal move"));
        }
        assert!(position.winner().is_some(), "{moves} {line}");
    }
}

#[test]
fn time_ends_a_search_and_depth_does_so_earlier() {
    let mut talk = Talk::within("desconecta4");
    let (_, info) = talk.go("go movetime 50");
    assert!(info.depth >= 1);
    let (_, info) = talk.go("go depth 3 movetime 86400000");
    assert_eq!(info.depth, 3);
    let (_, info) = talk.go("go movetime 1 depth 60");
    assert!(info.depth < 60);
}

#[test]
fn without_limits_the_option_counts() {
    let mut talk = Talk::within("desconecta4");
    assert!(talk.ask("setoption name depth value 4").is_empty());
    assert_eq!(talk.go("go").1.depth, 4);
    assert_eq!(talk.go("go depth 5").1.depth, 5);
}

/// The time is that of the side to move; that of the other one would last for days.
#[test]
fn the_own_clock_ends_a_search() {
    let long = 30 * 86_400_000_u64;
    for game in ["desconecta4", "tron"] {
        let mut talk = Talk::with(game);
        let first = talk.go("go depth 1").0;
        for (moves, own, other) in [("", "wtime", "btime"), (&first, "btime", "wtime")] {
            assert!(talk.ask(&format!("position startpos moves {moves}")).is_empty());
            for clock in [
                format!("{own} 1500 {other} {long} winc 0 binc 0"),
                format!("{other} {long} {own} 300 movestogo 3"),
                format!("{own} 0 {other} {long}"),
                format!("{own} -80 {other} {long} depth 60"),
                format!("{own} {long} {other} {long} movetime 20"),
            ] {
                let (best, info) = talk.go(&format!("go {clock}"));
                assert!(best.len() == 1 && info.depth < 60, "{clock}: {info:?}");
            }
            // The depth ends it earlier.
            assert_eq!(talk.go(&format!("go {own} {long} {other} 1 depth 3")).1.depth, 3);
        }
        // Without the own clock there is no limit but the option.
        assert!(talk.ask("setoption name Depth value 2").is_empty());
        assert_eq!(talk.go("go winc 5 movestogo 8").1.depth, 2);
    }
}
