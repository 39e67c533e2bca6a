//! Every action of random games against the plain rules; taking back; keys; the end.

use super::oracle::{BLUE_TRAIL, GREEN_TRAIL, OBSTACLE, Plain};
use super::random;
use crate::generator::generate;
use crate::map::{self, Place};
use crate::notation::position_text;
use crate::rules::{Action, Cell, Position};
use boardbots_game::options::{Setting, Settings};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;
use fastrand::Rng;
use std::collections::HashMap;

/// Compares everything a position says with the plain one.
fn compare(position: &Position, plain: &Plain, what: &str) {
    let size = position.size;
    let mut free = [0_u128; 82];
    let mut dirty = [0_u128; 82];
    for row in 0..size {
        for column in 0..size {
            let at = (i32::from(row), i32::from(column));
            let due = match plain.at(at) {
                OBSTACLE => Cell::Obstacle,
                GREEN_TRAIL => Cell::Trail(Side::First),
                BLUE_TRAIL => Cell::Trail(Side::Second),
                dirt => Cell::Floor(u8::try_from(dirt).unwrap()),
            };
            assert_eq!(position.cell(Place { row, column }), due, "{what}: row {row}, column {column}");
            free[usize::from(row) + 1] |= u128::from(plain.free(at)) << (column + 1);
            dirty[usize::from(row) + 1] |= u128::from(plain.at(at) > 0) << (column + 1);
            if plain.at(at) > 0 {
                assert_eq!(i32::from(position.dirt(Place { row, column })), plain.at(at), "{what}");
            }
        }
    }
    assert_eq!(position.free, free, "{what}");
    assert_eq!(position.dirty, dirty, "{what}");
    for side in Side::ALL {
        let place = position.place(side);
        assert_eq!((i32::from(place.row), i32::from(place.column)), plain.places[side], "{what}");
        assert_eq!(position.score(side).cast_signed(), plain.scores[side], "{what}");
        assert_eq!(position.mask(side), plain.mask(side), "{what}");
    }
    assert_eq!(position.rest.cast_signed(), plain.rest, "{what}");
    assert_eq!(position.mover, plain.mover, "{what}");
    assert_eq!(position.ended(), plain.ended(), "{what}");
    assert_eq!(position.interface_stops(), plain.stops(), "{what}");
    let moves = position.moves();
    let mask = moves.iter().fold(0_u8, |mask, action| mask | 1 << action.number());
    let due = if plain.mask(plain.mover) == 0 { 1 << 5 } else { plain.mask(plain.mover) };
    assert_eq!(mask, due, "{what}");
    assert!(moves.is_sorted_by_key(|action| action.number()), "{what}");
    for number in [0, 1, 2, 3, 5] {
        let action = Action::new(number).expect("a number of an action");
        assert_eq!(position.allows(action), due & 1 << number != 0, "{what}");
    }
}

#[test]
fn random_games_with_bumps_follow_the_plain_rules() {
    let mut rng = Rng::with_seed(1);
    for game in 0..600 {
        let map = if game % 3 == 0 { generate(rng.u8(6..=80), game).unwrap() } else { random::odd_map(&mut rng) };
        let first = Side::ALL[usize::from(rng.bool())];
        let (mut position, mut plain) = (Position::new(&map, first), Plain::new(&map, first));
        let bumps = game % 2 == 0;
        for ply in 0..60 {
            compare(&position, &plain, &format!("game {game}, ply {ply}\n{}", map.text("map")));
            let mut action = random::action(&position, &mut rng);
            if bumps && rng.u8(0..10) == 0 {
                action = Action::new(rng.u8(0..4)).unwrap();
            }
            plain.act(action.number());
            if position.allows(action) {
                position.play(action);
            } else {
                position.bump();
            }
        }
    }
}

/// Plays all lines `depth` plies deep, or until no side can move, and takes them back.
fn walk(position: &mut Position, depth: u8) {
    if depth == 0 {
        return;
    }
    let before = (position.clone(), position.key());
    let moves = position.moves();
    for action in moves {
        let undo = position.play(action);
        assert_ne!(position.key(), before.1);
        walk(position, depth - 1);
        position.undo(action, undo);
        assert!(*position == before.0 && position.key() == before.1, "{}", position_text(&before.0));
    }
}

#[test]
fn what_is_taken_back_leaves_nothing() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..150 {
        let map = random::odd_map(&mut rng);
        let plies = rng.u32(0..40);
        walk(&mut random::position(&map, plies, &mut rng), 5);
    }
    walk(&mut random::running(80, &mut rng), 6);
    // A bump, too: dirt under a start comes back.
    let map = map::parse("dirty starts\n3 0 0 2 2\n8 1 1\n1 1 1\n1 1 9\n").unwrap();
    let before = Position::new(&map, Side::First);
    let mut position = before.clone();
    let undo = position.bump();
    assert_eq!((position.score(Side::First), position.rest), (7, 8));
    position.undo(Action::PASS, undo);
    assert!(position == before);
}

#[test]
fn equal_keys_are_equal_futures() {
    let mut rng = Rng::with_seed(3);
    let mut known: HashMap<u64, String> = HashMap::new();
    let mut met = 0;
    for game in 0..400 {
        // Few small maps, so that games cross each other.
        let map = generate(6, game % 4).unwrap();
        let mut position = Position::new(&map, Side::ALL[usize::from(rng.bool())]);
        for _ in 0..20 {
            // Whose trail a trail is makes no difference for what follows.
            let text = format!("{} {}", game % 4, position_text(&position).replace('a', "v"));
            if let Some(due) = known.insert(position.key(), text.clone()) {
                assert_eq!(text, due);
                met += 1;
            }
            position.play(random::action(&position, &mut rng));
        }
    }
    let mut texts: Vec<&String> = known.values().collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), known.len(), "equal positions have equal keys");
    assert!(met > 1000, "only {met} positions were met twice");
}

#[test]
fn the_end_never_changes_the_winner() {
    let mut rng = Rng::with_seed(4);
    for game in 0..1500 {
        let size = rng.u8(6..=16);
        let map = generate(size, game).unwrap();
        let mut position = Position::new(&map, Side::ALL[usize::from(rng.bool())]);
        let mut first = None;
        while Side::ALL.into_iter().any(|side| position.mask(side) != 0) {
            first = first.or_else(|| position.winner());
            position.play(random::action(&position, &mut rng));
        }
        let winner = position.winner();
        assert!(winner.is_some());
        assert_eq!(first.or(winner), winner, "seed {game}, size {size}");
        assert!(!position.interface_stops() || position.ended().is_some(), "the interface is not earlier");
    }
}

#[test]
fn a_game_is_set_up_as_told() {
    let (map, usual) = (map::Map::default(), Settings::default());
    let position = Position::start(&usual).expect("the map of the program");
    assert_eq!((position.turn(), position.size), (Side::First, 20));
    for (side, at) in Side::ALL.into_iter().zip([(2, 2), (17, 17)]) {
        let place = position.place(side);
        assert_eq!((place.row, place.column), at);
        assert_eq!(position.mask(side), 15);
    }
    // Half a turn lays each side on the other.
    for place in map.places() {
        let image = Place { row: 19 - place.row, column: 19 - place.column };
        assert_eq!(map.cell(place), map.cell(image));
    }
    let blue = Position::start(&usual.with("First", Setting::Word("blue"))).expect("the same");
    assert_eq!(blue.turn(), Side::Second);
    assert_ne!(blue.key(), position.key());
}

#[test]
fn actions_are_read_and_refused() {
    let map = map::parse("corridor\n3 1 0 1 2\n0 0 0\n1 5 1\n0 0 3\n").unwrap();
    let mut position = Position::new(&map, Side::First);
    assert_eq!(position.parse_move("3"), Ok(Action::RIGHT));
    for (text, words) in [
        ("0", "green cannot move up; there are 3"),
        ("5", "green can move and so cannot pass; there are 3"),
        ("4", "\"4\" is no action; there are 3"),
        ("", "\"\" is no action"),
        ("33", "\"33\" is no action"),
        ("+3", "\"+3\" is no action"),
        ("ñ", "\"ñ\" is no action"),
    ] {
        let error = position.parse_move(text).expect_err(text);
        assert!(error.starts_with(words), "{text}: {error}");
    }
    position.play(Action::RIGHT);
    assert_eq!(position.winner(), Some(Some(Side::First)), "4 against at most 2");
    let error = position.parse_move("1").expect_err("it has ended");
    assert_eq!(error, "the game has ended before 1".into());
    assert_eq!(position_text(&position), "###v40##2 2 1,1 1,2 4 0 2".replace("v40", "v00"));
}
