//! Map files: what is read, what is refused and where.

use super::random;
use crate::map::{self, Map, MapError, Place};
use boardbots_game::two_player::side::{Side, Sides};
use fastrand::Rng;

fn error(text: &str) -> String {
    map::parse(text).expect_err("no map").to_string()
}

#[test]
fn every_error_says_where_and_what_helps() {
    let cell = "0 for an obstacle, 1 for clean floor, 2 to 36 for floor with 1 to 35 units of dirt";
    let size = "the size of the map, 2 to 80 (the first line of the file is a comment)";
    for (text, due) in [
        ("", format!("line 1, column 1: the map ends too early; expected {size}")),
        ("only this", format!("line 1, column 10: the map ends too early; expected {size}")),
        ("12 8 4 3 7\n0 0 0", format!("line 2, column 1: expected {size}; found \"0\"")),
        ("c\n\n  81 1 1 2 2", format!("line 3, column 3: expected {size}; found \"81\"")),
        ("c\nñandú", format!("line 2, column 1: expected {size}; found \"ñandú\"")),
        ("c\n3", "line 2, column 2: the map ends too early; expected the row of green's start, 0 to 2".into()),
        ("c\n3 3", "line 2, column 3: expected the row of green's start, 0 to 2; found \"3\"".into()),
        ("c\n3 1\n-1", "line 3, column 1: expected the column of green's start, 0 to 2; found \"-1\"".into()),
        ("c\n3 1 1 256 1", "line 2, column 7: expected the row of blue's start, 0 to 2; found \"256\"".into()),
        ("c\n3 1 1 2 x", "line 2, column 9: expected the column of blue's start, 0 to 2; found \"x\"".into()),
        ("c\n3 1 1 1 1", "line 2, column 7: blue starts where green does, in row 1, column 1 (from 0); start elsewhere".into()),
        ("c\n2 0 0 1 1\n1 -1", format!("line 3, column 3: expected the cell in row 0, column 1 (from 0): {cell}; found \"-1\"")),
        ("c\n2 0 0 1 1\n1 37", format!("line 3, column 3: expected the cell in row 0, column 1 (from 0): {cell}; found \"37\"")),
        ("c\n2 0 0 1 1\n1\tñ 1.5", format!("line 3, column 3: expected the cell in row 0, column 1 (from 0): {cell}; found \"ñ\"")),
        ("c\n2 0 0 1 1\n1 1\n1 \n", format!("line 5, column 1: the map ends too early; expected the cell in row 1, column 1 (from 0): {cell}")),
        ("c\n2 0 0 1 1\n1 1 1 1\n 7 7", "line 4, column 2: found \"7\" behind the last of 2 x 2 cells; correct the size or take it out".into()),
        ("c\n2 0 0 1 1\n1 1\n1 0", "line 4, column 3: blue starts in row 1, column 1 (from 0), but found an obstacle, 0, there; make the cell 1 or start elsewhere".into()),
        ("c\n2 0 0 1 1\n0 1\n1 1", "line 3, column 1: green starts in row 0, column 0 (from 0), but found an obstacle, 0, there; make the cell 1 or start elsewhere".into()),
    ] {
        assert_eq!(error(text), due, "{text:?}");
    }
    assert!(matches!(map::parse("c\n1 0 0 0 0\n1"), Err(MapError::Number { line: 2, column: 1, size: 0, .. })));
}

#[test]
fn any_white_space_is_a_gap() {
    let due = map::parse("c\n2 0 1 1 0\n0 1\n8 36\n").expect("a map");
    for text in
        ["\n2 0 1 1 0 0 1 8 36", "9 9 9\r\n2\r\n0\t1 1 0\r\n\r\n0 1\r\n8 36\r\n\r\n", "ñ\n\n2 0 1\n1 0 000 01 +8 36   "]
    {
        assert_eq!(map::parse(text).as_ref(), Ok(&due), "{text:?}");
    }
    let place = |row, column| Place { row, column };
    assert_eq!((due.size(), due.floor(), due.dirt()), (2, 3, 42));
    assert_eq!((due.start(Side::First), due.start(Side::Second)), (place(0, 1), place(1, 0)));
    for (at, cell) in [((0, 0), 0), ((0, 1), 1), ((1, 0), 8), ((1, 1), 36), ((0, 2), 0), ((2, 0), 0), ((255, 255), 0)] {
        assert_eq!(due.cell(place(at.0, at.1)), cell, "{at:?}");
    }
}

#[test]
fn texts_round_trip() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..500 {
        let map = random::odd_map(&mut rng);
        let text = map.text("two\nlines\r");
        assert!(text.starts_with("two lines \n"));
        assert_eq!(map::parse(&text), Ok(map), "{text}");
    }
    let whole = Map::default();
    assert_eq!(map::parse(&whole.text("")), Ok(whole));
}

#[test]
fn maps_are_made_of_what_makes_sense() {
    let place = |row, column| Place { row, column };
    let starts = Sides([place(0, 0), place(1, 1)]);
    assert!(Map::new(2, vec![1, 1, 1, 1], starts).is_some());
    assert!(Map::new(2, vec![1, 1, 1, 37], starts).is_none());
    assert!(Map::new(2, vec![1, 1, 1], starts).is_none());
    assert!(Map::new(1, vec![1], starts).is_none());
    assert!(Map::new(81, vec![1; 81 * 81], starts).is_none());
    assert!(Map::new(2, vec![1, 1, 1, 0], starts).is_none());
    assert!(Map::new(2, vec![1; 4], Sides([place(0, 0), place(0, 0)])).is_none());
    assert!(Map::new(2, vec![1; 4], Sides([place(0, 0), place(0, 2)])).is_none());
}

#[test]
fn mutated_texts_never_panic() {
    let mut rng = Rng::with_seed(12);
    let scraps =
        ["0", "1", "-", "99999999999999999999", "\n", "\r", "\t", " ", "ñ", "\u{0}", "\u{3000}", "🧹", "36", "37"];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..3000 {
        let mut chars: Vec<char> = random::odd_map(&mut rng).text("c").chars().collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(0..=chars.len());
            match rng.u8(0..6) {
                0 => chars.truncate(at),
                1 => drop(chars.drain(at.saturating_sub(2)..at)),
                _ => {
                    let scrap = scraps[rng.usize(0..scraps.len())];
                    chars.splice(at..at, scrap.chars());
                }
            }
        }
        let text: String = chars.into_iter().collect();
        match map::parse(&text) {
            Ok(map) => {
                good += 1;
                assert_eq!(map::parse(&map.text("c")), Ok(map), "{text:?}");
            }
            Err(error) => {
                bad += 1;
                assert!(error.to_string().starts_with("line "), "{error}");
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} maps, {bad} errors");
}
