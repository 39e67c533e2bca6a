//! Random maps: what always holds, and whether they are distributed as the original's.

#![allow(clippy::cast_precision_loss)]

use crate::board::{Board, Cell, Tile};
use crate::generator::{GenerateError, Parameters, generate, generate_with};
use crate::map::Map;
use fastrand::Rng;
use std::collections::BTreeMap;

/// The cells that can be walked to from hero 1's start, by repeated sweeps.
fn region(board: &Board) -> Vec<bool> {
    let mut region = vec![false; board.cells()];
    region[usize::from(board.starts[0])] = true;
    loop {
        let mut grown = false;
        for cell in 0..Cell::try_from(board.cells()).expect("small") {
            let joins = board.tile(cell) == Tile::Air && board.neighbours(cell).any(|c| region[usize::from(c)]);
            if joins && !region[usize::from(cell)] {
                region[usize::from(cell)] = true;
                grown = true;
            }
        }
        if !grown {
            return region;
        }
    }
}

fn check(map: &Map, what: &str) {
    let board = &map.board;
    let size = board.size();
    assert!((10..=28).contains(&size) && size.is_multiple_of(2), "{what}");
    for x in 0..size {
        for y in 0..size {
            let tile = board.tiles()[x * size + y];
            assert_eq!(tile, board.tiles()[(size - 1 - x) * size + y], "{what}: row {x}, column {y}");
            assert_eq!(tile, board.tiles()[x * size + size - 1 - y], "{what}: row {x}, column {y}");
        }
    }
    assert_eq!(board.taverns.len(), 4, "{what}");
    assert!(!board.mines.is_empty() && board.mines.len().is_multiple_of(4), "{what}");
    assert!(map.owned.is_empty(), "{what}");
    let spawn = board.pos(board.starts[0]);
    let limit = u8::try_from(size / 2 - 3).expect("small");
    assert!(spawn.x <= limit && spawn.y <= limit, "{what}: {spawn:?}");
    assert_eq!(&board.starts, &board.spawns, "{what}");
    let region = region(board);
    for &start in &board.starts {
        assert!(board.tile(start) == Tile::Air && region[usize::from(start)], "{what}");
    }
    for cell in 0..Cell::try_from(board.cells()).expect("small") {
        let touches = board.neighbours(cell).any(|c| region[usize::from(c)]);
        match board.tile(cell) {
            Tile::Air => assert!(region[usize::from(cell)], "{what}: air at {cell} no hero can reach"),
            Tile::Mine | Tile::Tavern => assert!(touches, "{what}: no hero can reach {cell}"),
            Tile::Wall => {}
        }
    }
}

#[test]
fn every_map_is_fair_and_whole() {
    for seed in 0..300 {
        let map = generate(&mut Rng::with_seed(seed)).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        check(&map, &format!("seed {seed}\n{}", map.text()));
    }
}

#[test]
fn extreme_parameters() {
    for size in [10, 28] {
        for (wall_percent, mine_percent) in [(10, 3), (10, 9), (41, 3), (41, 9)] {
            for seed in 0..10 {
                let parameters = Parameters { size, wall_percent, mine_percent };
                let map = generate_with(parameters, &mut Rng::with_seed(seed)).unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(map.board.size(), usize::from(size));
                check(&map, &format!("{parameters:?}, seed {seed}\n{}", map.text()));
            }
        }
    }
    let mut rng = Rng::with_seed(1);
    let bare = Parameters { size: 10, wall_percent: 10, mine_percent: 0 };
    assert_eq!(generate_with(bare, &mut rng), Err(GenerateError::NoMine));
    let solid = Parameters { size: 10, wall_percent: 100, mine_percent: 0 };
    assert_eq!(generate_with(solid, &mut rng), Err(GenerateError::NoSpawn));
    assert_eq!(GenerateError::NoTavern.to_string(), "No place found for a tavern");
}

#[test]
fn a_seed_is_a_map() {
    let of = |seed| generate(&mut Rng::with_seed(seed)).expect("a map");
    let mut texts = BTreeMap::new();
    for seed in 0..40 {
        assert_eq!(of(seed), of(seed));
        texts.insert(of(seed).text(), seed);
    }
    assert_eq!(texts.len(), 40, "other seeds give other maps");
}

/// Mean mines of the original's maps by size, 10 to 28.
const MEAN_MINES: [f64; 10] = [6.6, 8.7, 10.5, 13.4, 17.0, 20.3, 23.2, 28.6, 32.3, 36.7];

#[test]
fn distributed_as_the_original() {
    let count = 1000;
    let mut rng = Rng::with_seed(31);
    let mut by_size: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let (mut four, mut walls) = (0, BTreeMap::<usize, f64>::new());
    for _ in 0..count {
        let map = generate(&mut rng).expect("a map");
        let (size, mines) = (map.board.size(), map.board.mines.len());
        four += usize::from(mines == 4);
        by_size.entry(size).or_default().push(mines as f64);
        let solid = map.board.tiles().iter().filter(|&&t| t == Tile::Wall).count() as f64;
        *walls.entry(size).or_default() += solid / map.board.cells() as f64;
    }
    assert_eq!(by_size.keys().copied().collect::<Vec<_>>(), (5..=14).map(|half| 2 * half).collect::<Vec<_>>());
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    for ((size, mines), due) in by_size.iter().zip(MEAN_MINES) {
        // Uniform: 100 each, standard deviation 9.5.
        assert!((60..=140).contains(&mines.len()), "{} maps of size {size}", mines.len());
        let found = mean(mines);
        assert!((found / due - 1.0).abs() < 0.25, "size {size}: {found:.1} mines, {due} expected");
    }
    let all: Vec<f64> = by_size.values().flatten().copied().collect();
    assert!((17.5..=22.0).contains(&mean(&all)), "{} mines in the mean, 19.7 expected", mean(&all));
    let share = f64::from(u32::try_from(four).expect("small")) / f64::from(count);
    assert!((0.12..=0.22).contains(&share), "{share} with only 4 mines, 0.17 expected");
    for (size, due) in [(10, 0.26), (28, 0.38)] {
        let found = walls[&size] / by_size[&size].len() as f64;
        assert!((found - due).abs() < 0.05, "size {size}: {found:.2} walls, {due} expected");
    }
}
