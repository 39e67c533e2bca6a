//! Generated maps: fair, whole, the same again.

use crate::generator::{SIZES, generate};
use crate::map::{Map, Place};
use boardbots_game::two_player::side::Side;
use std::collections::BTreeSet;

/// Cells that can be walked to from green's start, by repeated sweeps.
fn reached(map: &Map) -> BTreeSet<(u8, u8)> {
    let start = map.start(Side::First);
    let mut reached = BTreeSet::from([(start.row, start.column)]);
    loop {
        let before = reached.len();
        for place in map.places().filter(|place| map.cell(*place) > 0) {
            let (row, column) = (place.row, place.column);
            let around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            if around.iter().any(|place| reached.contains(place)) {
                reached.insert((row, column));
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

/// Which of the three symmetries a map has: half a turn, rows or columns mirrored.
fn symmetries(map: &Map) -> [bool; 3] {
    let last = map.size() - 1;
    [(true, true), (true, false), (false, true)].map(|(rows, columns)| {
        let flip = |v: u8, flipped: bool| if flipped { last - v } else { v };
        let image = |place: Place| Place { row: flip(place.row, rows), column: flip(place.column, columns) };
        image(map.start(Side::First)) == map.start(Side::Second)
            && map.places().all(|place| map.cell(place) == map.cell(image(place)))
    })
}

fn check(map: &Map, size: u8, what: &str) {
    assert_eq!(map.size(), size, "{what}");
    assert!(symmetries(map).contains(&true), "{what}");
    let border = |v: u8| v == 0 || v == size - 1;
    for place in map.places() {
        let cell = map.cell(place);
        assert!(cell <= 10, "{what}");
        assert!(cell == 0 || !border(place.row) && !border(place.column), "{what}: floor at the edge");
    }
    assert_eq!(reached(map).len(), map.floor(), "{what}: connected");
    let inside = usize::from(size - 2) * usize::from(size - 2);
    assert!(2 * map.floor() > inside, "{what}: most is floor");
    assert!(map.dirt() > 0, "{what}");
    let [green, blue] = Side::ALL.map(|side| map.start(side));
    assert!(map.cell(green) == 1 && map.cell(blue) == 1, "{what}: clean starts");
    let apart = green.row.abs_diff(blue.row) + green.column.abs_diff(blue.column);
    assert!(2 * u16::from(apart) >= u16::from(size) - 1, "{what}: {apart} apart");
}

#[test]
fn every_map_is_fair_and_whole() {
    for size in SIZES {
        let seeds = if size <= 20 { 60 } else { 1 };
        for seed in 0..seeds {
            let map = generate(size, seed).expect("a size that there is");
            check(&map, size, &format!("seed {seed}\n{}", map.text("")));
        }
    }
    assert!([0, 1, 5, 81, 255].into_iter().all(|size| generate(size, 1).is_none()));
}

#[test]
fn a_seed_is_a_map() {
    let mut texts = BTreeSet::new();
    let mut kinds = [0; 3];
    for seed in 0..100 {
        let map = generate(20, seed).unwrap();
        assert_eq!(generate(20, seed), Some(map.clone()));
        for (kind, has) in kinds.iter_mut().zip(symmetries(&map)) {
            *kind += i32::from(has);
        }
        texts.insert(map.text(""));
    }
    assert_eq!(texts.len(), 100, "other seeds give other maps");
    assert!(kinds.iter().all(|count| *count > 15), "all symmetries: {kinds:?}");
}

#[test]
fn the_maps_stay_what_they_are() {
    // The same on machines of 32 and 64 bits, and by every later version.
    let sums: Vec<(usize, u32)> = [(6, 1), (13, 2), (20, 3), (80, 4)]
        .into_iter()
        .map(|(size, seed)| generate(size, seed).unwrap())
        .map(|map| (map.floor(), map.dirt()))
        .collect();
    assert_eq!(sums, [(16, 78), (109, 238), (282, 780), (5388, 8470)]);
    let tiny = generate(6, 1).unwrap().text("tiny");
    let rows = "0 0 0 0 0 0\n0 1 9 9 1 0\n0 8 1 1 8 0\n0 9 9 9 9 0\n0 1 9 9 1 0\n0 0 0 0 0 0\n";
    assert_eq!(tiny, format!("tiny\n6 1 4 1 1\n{rows}"));
}
