//! Records with one thing changed are found, and nothing that can be written makes it panic.

use crate::verify::records;
use boardbots_catalog::{part, parts};
use boardbots_game::recording::Recordings;
use boardbots_tournament::verify::{Difference, RecordingError, Tally, VerifyError, verify};
use fastrand::Rng;
use serde_json::{Value, json};

/// What makes a record something else.
type Change<'a> = &'a dyn Fn(&mut Value);

fn replay(game: &str, text: &str) -> Result<Tally, VerifyError> {
    let mut tally = Tally::default();
    verify(part(game).expect("a game").1, text.as_bytes(), &mut tally).map(|()| tally)
}

/// What differs in a record, which must be the second line.
fn difference(game: &str, record: &Value) -> Difference {
    let text = format!("{}\n{record}\n", records::of(game, 1));
    match replay(game, &text) {
        Err(VerifyError { line: 2, fault: RecordingError::Differs(difference) }) => *difference,
        other => panic!("{game}: {other:?}\n{record}"),
    }
}

#[test]
fn what_was_recorded_is_borne_out() {
    for (game, _) in parts::<Recordings>() {
        let lines: Vec<String> = (0..20).map(|seed| records::of(game, seed).to_string()).collect();
        let tally = replay(game, &(lines.join("\n\n") + "\n")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((tally.games, tally.counts), (20, 0));
        assert!(tally.positions > 200, "{tally:?}");
    }
}

#[test]
fn a_position_that_was_changed_is_found_where_it_stands() {
    let mut rng = Rng::with_seed(7);
    for game in ["desconecta4", "tron"] {
        for seed in 0..40 {
            let mut record = records::of(game, seed);
            let positions = record["pos"].as_array_mut().expect("positions");
            let ply = rng.usize(0..positions.len());
            let text = positions[ply].as_str().expect("a text").to_string();
            let at = rng.usize(0..text.len());
            let other = if &text[at..=at] == "1" { "2" } else { "1" };
            positions[ply] = format!("{}{other}{}", &text[..at], &text[at + 1..]).into();
            let found = difference(game, &record);
            assert_eq!((found.ply, found.what), (ply, "position"), "{game}, seed {seed}");
            assert_eq!(found.game, format!("seed {seed}"));
            assert_eq!(found.found, format!("{text:?}"), "{game}, seed {seed}");
        }
    }
}

#[test]
fn a_state_that_was_changed_is_found_where_it_stands() {
    let mut rng = Rng::with_seed(8);
    for seed in 0..40 {
        let mut record = records::vindinium(seed);
        let states = record["states"].as_array_mut().expect("states");
        let at = rng.usize(0..states.len());
        let hero = rng.usize(0..4);
        let value = match rng.usize(0..7) {
            0 => &mut states[at][0],
            1 => {
                states[at][2] = json!("9");
                &mut states[at][0]
            }
            part => &mut states[at][1][hero][part - 2],
        };
        *value = json!(value.as_u64().expect("a number") + 1);
        let found = difference("vindinium", &record);
        assert_eq!((found.ply, found.what), (at + 1, "state"), "seed {seed}");
    }
}

#[test]
fn another_result_is_found() {
    for (game, field) in [("desconecta4", "win"), ("tron", "win")] {
        for seed in 0..10 {
            let mut record = records::of(game, seed);
            record[field] = json!((record[field].as_u64().expect("a number") + 1) % 3);
            let found = difference(game, &record);
            assert_eq!(found.what, "winner", "{game}, seed {seed}");
        }
    }
    let mut record = records::vindinium(1);
    record["end"] = json!("running");
    assert_eq!(difference("vindinium", &record).what, "end");
    for (field, what) in [("spawn", "spawns"), ("mines", "mines")] {
        let mut record = records::vindinium(1);
        record[field][1] = json!([0, 0]);
        assert_eq!(difference("vindinium", &record).what, what);
    }
    // Nothing is played after the end.
    let mut record = records::vindinium(1);
    let last = record["states"].as_array().and_then(|states| states.last()).expect("states").clone();
    record["states"].as_array_mut().expect("states").push(last);
    record["moves"] = json!(format!("{}S", record["moves"].as_str().expect("moves")));
    assert_eq!(difference("vindinium", &record).what, "end");
}

#[test]
fn other_moves_are_found() {
    // A column that nobody played, and a move after the end.
    let mut record = records::desconecta4(3);
    let moves = record["moves"].as_str().expect("moves").to_string();
    let other = if moves.starts_with('0') { "1" } else { "0" };
    record["moves"] = json!(format!("{other}{}", &moves[1..]));
    assert_eq!(difference("desconecta4", &record).ply, 1);
    let mut record = records::desconecta4(3);
    let last = record["pos"].as_array().and_then(|all| all.last()).expect("positions").clone();
    record["pos"].as_array_mut().expect("positions").push(last);
    record["moves"] = json!(format!("{moves}0"));
    let found = difference("desconecta4", &record);
    assert_eq!((found.ply, found.what), (moves.len(), "move"));
}

#[test]
fn wrong_counts_are_found() {
    let mut count = records::desconecta4_count();
    let tally = replay("desconecta4", &count.to_string()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((tally.games, tally.counts), (0, 1));
    assert_eq!(tally.positions, 7 + 7 * 7 + 7 * 7 * 7 + 7 * 7 * 7 * 7);
    count["perft"][2][0] = json!(344);
    let found = difference("desconecta4", &count);
    assert_eq!((found.ply, found.expected.as_str(), found.found.as_str()), (3, "(344, 0)", "(343, 0)"));
    // Two in a row of floor: a player who is blocked passes, until both are.
    let map = "a map\n3 1 0 1 1\n0 0 0\n1 1 1\n0 0 0\n";
    let count = json!({"map": map, "first": 1, "perft": [1, 1, 0]});
    assert_eq!(replay("tron", &count.to_string()).map(|tally| tally.counts), Ok(1));
    let count = json!({"map": map, "first": 1, "perft": [1, 1, 1]});
    let found = difference("tron", &count);
    assert_eq!((found.ply, found.expected.as_str(), found.found.as_str()), (3, "1", "0"));
}

#[test]
fn what_is_no_record_is_said_with_its_line() {
    let broken = |game: &str, change: Change<'_>| {
        let mut record = records::of(game, 1);
        change(&mut record);
        let text = format!("{}\n\n{record}\n", records::of(game, 2));
        match replay(game, &text) {
            Err(VerifyError { line: 3, fault: RecordingError::Unreadable(problem) }) => problem,
            other => panic!("{game}: {other:?}"),
        }
    };
    let all: [(&str, &str, Change<'_>); 13] = [
        ("desconecta4", "column", &|record| *record = json!({"seed": 1})),
        ("desconecta4", "one position more", &|record| record["moves"] = json!("")),
        ("desconecta4", "64 depths", &|record| *record = json!({"m": "-", "p": "", "perft": vec![(1, 1); 65]})),
        ("tron", "one position more", &|record| record["pos"] = json!([])),
        ("tron", "\"first\" is 1 or 2, not 3", &|record| record["first"] = json!(3)),
        ("tron", "\"map\"", &|record| record["map"] = json!("no map")),
        ("tron", "'4' is none of", &|record| {
            let moves = record["moves"].as_str().expect("moves");
            record["moves"] = json!(format!("4{}", &moves[1..]));
        }),
        ("vindinium", "one state for each", &|record| record["moves"] = json!("S")),
        ("vindinium", "\"size\" is 0", &|record| record["size"] = json!(0)),
        ("vindinium", "\"size\" is 29", &|record| record["size"] = json!(29)),
        ("vindinium", "6 rows of 6 tiles", &|record| record["size"] = json!(6)),
        ("vindinium", "row 3: \"?!\" is no tile", &|record| record["tiles"][2] = json!("    ?!    ")),
        ("vindinium", "not on the board", &|record| record["start"][0] = json!([0, 5])),
    ];
    for (game, part, change) in all {
        let problem = broken(game, change);
        assert!(problem.contains(part), "{game}: {problem}");
    }
    assert!(broken("vindinium", &|record| *record = json!({"perft": [1]})).contains("no counts"));
    assert!(matches!(replay("tron", "{\"seed\""), Err(VerifyError { line: 1, fault: RecordingError::Unreadable(_) })));
}

/// Records in which bytes were changed, lost and doubled.
#[test]
fn garbage_is_no_reason_to_panic() {
    let mut rng = Rng::with_seed(9);
    let mut wrong = 0;
    for (game, recordings) in parts::<Recordings>() {
        for seed in 0..300 {
            let mut bytes = records::of(game, seed % 5).to_string().into_bytes();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..bytes.len());
                match rng.u8(0..3) {
                    0 => bytes[at] = *rng.choice(b"0123456789\",:[]{}-@$# SNDEWX\xff\0").expect("not empty"),
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, bytes[at]),
                }
            }
            wrong += u32::from(verify(recordings, bytes.as_slice(), &mut Tally::default()).is_err());
        }
    }
    // Spaces between words and names nobody compares can change.
    assert!(wrong > 600, "{wrong}");
}
