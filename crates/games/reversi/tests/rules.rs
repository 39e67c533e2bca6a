//! The rules.

use super::oracle::Plain;
use super::random::game;
use crate::notation::{parse_position, position_text};
use crate::rules::{Move, Position, openings};
use boardbots_game::two_player::opening::after;
use boardbots_search::minimax::perft;
use boardbots_search::position::{Ending, Position as _};
use fastrand::Rng;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Positions at each depth from the start, where games that have ended before do not count.
const COUNTS: [u64; 10] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_056];

#[test]
fn positions_are_counted_as_published() {
    let mut before = 0;
    for (depth, leaves) in (1..).zip(COUNTS) {
        let (found, ended) = perft(&mut Position::default(), depth);
        assert_eq!(found, leaves, "depth {depth}");
        // Others count games that have ended before.
        assert_eq!(found + before, if depth == 10 { 24_571_284 } else { leaves }, "depth {depth}");
        before = ended;
    }
}

#[test]
fn games_by_chance_are_played_as_cell_by_cell() {
    let (mut rng, mut passes, mut keys) = (Rng::with_seed(1), 0, HashMap::new());
    let (mut draws, mut wins) = (0, [0; 2]);
    for _ in 0..1000 {
        let (plies, end) = game(&mut rng);
        let mut plain = Plain::start();
        for (position, action, _) in &plies {
            assert_eq!(position_text(position), plain.text());
            let moves: Vec<String> = position.moves().iter().map(Move::to_string).collect();
            assert_eq!(moves, plain.moves(), "{}", plain.text());
            let known = keys.entry(position.key()).or_insert(*position);
            assert_eq!(known, position, "two positions have one key");
            passes += u32::from(*action == Move::PASS);
            assert_eq!(position.must_pass(), *action == Move::PASS);
            plain.play(&action.to_string());
        }
        assert_eq!((position_text(&end), Vec::new()), (plain.text(), plain.moves()));
        let seat = match plain.ahead() {
            Ordering::Greater => Some(0),
            Ordering::Less => Some(1),
            Ordering::Equal => None,
        };
        let ending = seat.map_or(Ending::Draw, |seat| if seat == end.seat { Ending::Win } else { Ending::Loss });
        assert_eq!((end.ended(), end.moves().len()), (Some(ending), 0));
        let mut back = end;
        for (before, action, undo) in plies.into_iter().rev() {
            back.undo(action, undo);
            assert_eq!((back, back.key()), (before, before.key()));
        }
        draws += u32::from(seat.is_none());
        if let Some(seat) = seat {
            wins[seat] += 1;
        }
    }
    assert!(passes > 300 && draws > 20 && wins.iter().all(|wins| *wins > 300), "{passes} passes, {draws} draws");
}

/// Games that a program of another language played: a win of each side, a draw, passes, cells left empty.
#[test]
fn recorded_games_are_replayed() {
    for line in include_str!("recording.jsonl").lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut expected = record["pos"].as_array().unwrap().iter();
        let mut position = Position::default();
        assert_eq!(expected.next().unwrap(), &position_text(&position));
        for text in record["moves"].as_str().unwrap().split(' ') {
            let action = position.moves().into_iter().find(|action| action.to_string() == text).unwrap();
            position.play(action);
            assert_eq!(expected.next().unwrap(), &position_text(&position));
        }
        let [first, second] = position.discs().map(u64::count_ones);
        let winner = match first.cmp(&second) {
            Ordering::Equal => 0,
            Ordering::Greater => 1,
            Ordering::Less => 2,
        };
        assert_eq!((expected.next(), record["win"].as_u64(), position.moves().len()), (None, Some(winner), 0));
    }
}

/// The shortest game: all discs of one side are turned with the ninth.
#[test]
fn a_side_without_discs_has_lost() {
    let end = after(Position::default(), "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!((end.ended(), end.discs()[1], end.seat), (Some(Ending::Loss), 0, 1));
    assert_eq!(end.with_index(64), None);
}

#[test]
fn keys_tell_whose_turn_it_is() {
    let [first, second] = after(Position::default(), "d3").discs();
    let swapped = [Position::new([first, second], 0), Position::new([second, first], 1)].map(Option::unwrap);
    assert_eq!(swapped[0].own, swapped[1].own);
    assert_ne!(swapped[0].key(), swapped[1].key());
}

#[test]
fn lines_do_not_go_around_the_edge() {
    // A line of white discs from the rim on, and black ones where it would go on in the next row.
    for (text, moves) in [
        ("------OO\nX-------", ""),
        ("-----XOO\n--------", ""),
        ("-X------\nO-------", ""),
        ("------X-\n-------O", ""),
        ("XO------\nO-------", "c1 a3"),
        ("XOOOOOO-\n--------", "h1"),
        ("-OOOOOOX\n--------", "a1"),
    ] {
        let rows: Vec<char> = text.chars().filter(|found| *found != '\n').collect();
        let set = |side: char| (0..).zip(&rows).map(|(at, found)| u64::from(*found == side) << at).sum::<u64>();
        let open = openings(set('X'), set('O'));
        let cells = (0..64).filter(|cell| open >> cell & 1 == 1);
        let found: Vec<String> = cells.map(|cell| Move(cell).to_string()).collect();
        assert_eq!(found.join(" "), moves, "{text}");
    }
}

/// A board to which no game leads has a move more than lists have room for.
#[test]
fn too_many_moves_are_refused() {
    let (own, others) = (0x0020_1c48_082c_2000, 0x0056_6216_5042_5e00);
    let open = openings(own, others);
    assert_eq!((open.count_ones(), Position::new([own, others], 0)), (34, None));
    let position = Position { own, others, open, seat: 0 };
    assert!(parse_position(&position_text(&position)).is_err_and(|error| error.contains("more than 33 moves")));
    assert_eq!(position.moves().len(), 33);
    // The other side may move first.
    let position = Position::new([others, own], 0).unwrap();
    assert_eq!(parse_position(&position_text(&position)), Ok(position));
}
