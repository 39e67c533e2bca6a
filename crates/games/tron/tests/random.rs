//! Maps and positions by chance.

use crate::generator::generate;
use crate::map::{Map, Place};
use crate::rules::{Action, Position};
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_search::position::Position as _;
use fastrand::Rng;

/// A map without any fairness: floor at the edge, islands, dirt under the starts.
pub fn odd_map(rng: &mut Rng) -> Map {
    loop {
        let size = rng.u8(2..=12);
        let (solid, dirty, most) = (rng.u8(0..50), rng.u8(0..=100), rng.u8(1..=35));
        let cell = |rng: &mut Rng| match rng.u8(0..100) {
            roll if roll < solid => 0,
            _ if rng.u8(0..100) < dirty => 1 + rng.u8(1..=most),
            _ => 1,
        };
        let cells = (0..u16::from(size) * u16::from(size)).map(|_| cell(rng)).collect();
        let mut place = || Place { row: rng.u8(0..size), column: rng.u8(0..size) };
        let starts = Sides([place(), place()]);
        if let Some(map) = Map::new(size, cells, starts) {
            return map;
        }
    }
}

/// A position after some legal moves by chance from the start of a map.
pub fn position(map: &Map, plies: u32, rng: &mut Rng) -> Position {
    let first = Side::ALL[usize::from(rng.bool())];
    let mut position = Position::new(map, first);
    for _ in 0..plies {
        if position.ended().is_some() {
            break;
        }
        let action = action(&position, rng);
        position.play(action);
    }
    position
}

/// A position that has not ended, on a generated map of up to `size` rows.
pub fn running(size: u8, rng: &mut Rng) -> Position {
    loop {
        let size = rng.u8(6..=size);
        let map = generate(size, rng.u64(..)).expect("a size that there is");
        let position = position(&map, rng.u32(0..u32::from(size) * 3), rng);
        if position.ended().is_none() {
            return position;
        }
    }
}

/// One of the moves.
pub fn action(position: &Position, rng: &mut Rng) -> Action {
    let moves = position.moves();
    moves[usize::from(rng.u8(..)) % moves.len()]
}
